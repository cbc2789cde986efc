//! Start positions for random games.

use crate::{Naive, Rng};

/// The start position of standard chess.
pub const STANDARD: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns a start position of Chess960.
pub fn chess960(rng: &mut Rng) -> String {
    let array = array(rng);
    start(&array, &array)
}

/// Returns a start position of Chess960 in which the two sides have different arrays.
pub fn double_chess960(rng: &mut Rng) -> String {
    let (white, black) = (array(rng), array(rng));
    start(&white, &black)
}

fn start(white: &str, black: &str) -> String {
    format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1", black.to_lowercase())
}

/// Returns an array in which the bishops are on opposite colors and the king is between the rooks.
/// Shuffles the pieces until these conditions hold.
fn array(rng: &mut Rng) -> String {
    let mut pieces = *b"RNBQKBNR";
    loop {
        for end in (1..8).rev() {
            pieces.swap(end, rng.below(end + 1));
        }
        let files = |piece: u8| (0..8).filter(move |&file| pieces[file] == piece);
        let shades = files(b'B').sum::<usize>();
        let king = files(b'K').sum::<usize>();
        let rooks_before = files(b'R').filter(|&rook| rook < king).count();
        if shades % 2 == 1 && rooks_before == 1 {
            return pieces.iter().map(|&piece| char::from(piece)).collect();
        }
    }
}

/// Returns a random position: kings that are not adjacent, up to fifteen more pieces per side, and
/// castling rights and a passed square where the pieces allow them. Most of these positions could
/// never occur in a game: they may have too many pieces of a type, both kings in check, and so on.
pub fn thrown(rng: &mut Rng) -> String {
    loop {
        let mut pos = Naive { white_to_move: rng.one_in(2), ..Naive::EMPTY };
        for white in [true, false] {
            throw(&mut pos, rng, white, b'k');
            let men = rng.below(16);
            for _ in 0..men {
                let letter = *rng.choose(b"pppppppnbrq");
                throw(&mut pos, rng, white, letter);
            }
        }
        grant_all(&mut pos, rng);
        pass_a_pawn(&mut pos, rng);
        let (Some(white), Some(black)) = (pos.king(true), pos.king(false)) else { continue };
        if (white.0 - black.0).abs().max((white.1 - black.1).abs()) > 1 {
            return pos.fen(crate::Passed::Always);
        }
    }
}

/// Puts a piece on a random empty square. Kings and rooks are often placed on their home squares,
/// and pawns never on the first or last rank.
fn throw(pos: &mut Naive, rng: &mut Rng, white: bool, letter: u8) {
    loop {
        let mut square = (small(rng, 8), small(rng, 8));
        if matches!(letter, b'k' | b'r') && rng.one_in(2) {
            square.1 = crate::naive::home_rank(white);
        }
        if letter == b'p' {
            square.1 = 1 + small(rng, 6);
        }
        if pos.at(square) == crate::naive::NOTHING {
            pos.put(square, if white { letter.to_ascii_uppercase() } else { letter });
            return;
        }
    }
}

fn small(rng: &mut Rng, end: usize) -> i8 {
    i8::try_from(rng.below(end)).expect("less than 8")
}

/// Grants castling, more often than not, with one rook on each side of a king on its home rank.
fn grant_all(pos: &mut Naive, rng: &mut Rng) {
    for white in [true, false] {
        let rank = crate::naive::home_rank(white);
        let Some((king, _)) = pos.king(white).filter(|king| king.1 == rank) else { continue };
        for side in [0..king, king + 1..8] {
            let rooks: Vec<i8> =
                side.filter(|&file| pos.piece_of(white, (file, rank)) == b'r').collect();
            if !rooks.is_empty() && !rng.one_in(4) {
                let file = rng.choose(&rooks).unsigned_abs() as usize;
                pos.castling[usize::from(!white)][file] = true;
            }
        }
    }
}

/// Marks a pawn as having just made a double push, if the squares behind it allow that.
fn pass_a_pawn(pos: &mut Naive, rng: &mut Rng) {
    let white = !pos.white_to_move;
    let ahead = crate::naive::forward(white);
    let home = crate::naive::home_rank(white) + ahead;
    let fits = |&file: &i8| {
        pos.at((file, home)) == crate::naive::NOTHING
            && pos.at((file, home + ahead)) == crate::naive::NOTHING
            && pos.piece_of(white, (file, home + 2 * ahead)) == b'p'
    };
    let files: Vec<i8> = (0..8).filter(fits).collect();
    if !files.is_empty() && !rng.one_in(4) {
        pos.passed = Some((*rng.choose(&files), home + ahead));
    }
}
