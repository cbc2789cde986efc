//! SAN against a second implementation of it, made of the slow and plain rules of the test kit and
//! of the words of the PGN standard.

use std::collections::HashSet;

use reynard::{Position, Setup, SetupFaults, UciMove};
use reynard_testkit::{Naive, Passed, Rng, Step, data, starts};

/// Random games of this test.
const GAMES: u64 = 15;

/// Random games in which every move is written and read back.
const LONG_GAMES: u64 = 400;

/// Set-ups that no game leads to.
const THROWN: u64 = 1_500;

const PLIES: usize = 140;

/// The SAN of a legal move, as section 8.2.3 of the PGN standard says it.
fn naive_san(pos: &Naive, step: Step) -> String {
    let text = step.to_string();
    let (from, to) = (&text[..2], &text[2..4]);
    let white = pos.white_to_move();
    let piece = letter_at(pos, from).to_ascii_uppercase();
    let target = letter_at(pos, to);
    let castles =
        piece == 'K' && target.eq_ignore_ascii_case(&'R') && target.is_ascii_uppercase() == white;
    let mut san = String::new();
    if castles {
        san.push_str(if to > from { "O-O" } else { "O-O-O" });
    } else {
        let captures = target != '.' || piece == 'P' && from[..1] != to[..1];
        if piece == 'P' {
            if captures {
                san.push_str(&from[..1]);
            }
        } else {
            san.push(piece);
            san.push_str(&naive_origin(pos, piece, from, to));
        }
        if captures {
            san.push('x');
        }
        san.push_str(to);
        if let Some(promotion) = text.get(4..5) {
            san.push('=');
            san.push_str(&promotion.to_uppercase());
        }
    }
    let next = pos.after(step);
    if next.is_check() {
        san.push(if next.legal_moves().is_empty() { '#' } else { '+' });
    }
    san
}

/// What tells a piece from others of its kind that can legally make the same move.
fn naive_origin(pos: &Naive, piece: char, from: &str, to: &str) -> String {
    let rivals: Vec<String> = pos
        .legal_moves()
        .iter()
        .map(Step::to_string)
        .filter(|step| &step[2..4] == to && &step[..2] != from)
        .filter(|step| letter_at(pos, &step[..2]).to_ascii_uppercase() == piece)
        .collect();
    let same_file = rivals.iter().any(|rival| rival[..1] == from[..1]);
    let same_rank = rivals.iter().any(|rival| rival[1..2] == from[1..]);
    match (rivals.is_empty(), same_file, same_rank) {
        (true, ..) => String::new(),
        (false, false, _) => from[..1].to_owned(),
        (false, true, false) => from[1..].to_owned(),
        (false, true, true) => from.to_owned(),
    }
}

/// The letter of the piece on a square, a dot for none: read off the FEN.
fn letter_at(pos: &Naive, square: &str) -> char {
    let fen = pos.fen(Passed::Always);
    let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
    let row = fen.split(['/', ' ']).nth(usize::from(7 - rank)).expect("eight ranks");
    let mut files = 0;
    for letter in row.chars() {
        let width = letter.to_digit(10).unwrap_or(1);
        if u32::from(file) < files + width {
            return if letter.is_ascii_digit() { '.' } else { letter };
        }
        files += width;
    }
    unreachable!("a rank of eight files")
}

pub(crate) fn start(number: u64, rng: &mut Rng) -> String {
    match number % 3 {
        0 => starts::STANDARD.to_owned(),
        1 => starts::chess960(rng),
        _ => starts::double_chess960(rng),
    }
}

#[test]
fn every_move_of_random_games_is_written_as_the_standard_says() {
    let mut rng = Rng::new(31);
    for number in 0..GAMES * data::effort() {
        let fen = start(number, &mut rng);
        let mut naive = Naive::from_fen(&fen).expect("a position");
        for _ in 0..PLIES {
            let pos: Position = naive.fen(Passed::Always).parse().expect("a position");
            let steps = naive.legal_moves();
            if steps.is_empty() {
                break;
            }
            for &step in &steps {
                let mv = pos.parse_uci(&step.to_string()).expect("a legal move");
                assert_eq!(pos.san(mv), naive_san(&naive, step).as_str(), "{pos}: {step}");
            }
            naive = naive.after(*rng.choose(&steps));
        }
    }
}

/// Every legal move is read back from its SAN, by both readers, and no two have the same.
fn check_all_moves(pos: &Position) {
    let mut seen = HashSet::new();
    for mv in pos.legal_moves() {
        let san = pos.san(mv);
        assert_eq!(pos.parse_san(san), Ok(mv), "{pos}: {san}");
        assert_eq!(pos.parse_san_lenient(&san), Ok(mv), "{pos}: {san}");
        assert!(seen.insert(san.to_string()), "{pos}: {san} is two moves");
        let lan = pos.lan(mv);
        assert_eq!(pos.parse_san_lenient(&lan), Ok(mv), "{pos}: {lan}");
        let uci = UciMove::new(mv, reynard::CastlingNotation::Chess960).to_string();
        assert_eq!(pos.parse_san_lenient(&uci), Ok(mv), "{pos}: {uci}");
    }
}

#[test]
fn every_move_is_read_back_in_games() {
    let mut rng = Rng::new(32);
    for number in 0..LONG_GAMES {
        let mut pos: Position = start(number, &mut rng).parse().expect("a position");
        for _ in 0..PLIES {
            check_all_moves(&pos);
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            pos.play_unchecked(*rng.choose(&moves));
        }
    }
}

#[test]
fn every_move_is_read_back_in_thrown_positions() {
    let mut rng = Rng::new(33);
    for _ in 0..THROWN {
        let fen = starts::thrown(&mut rng);
        let setup: Setup = fen.parse().expect(&fen);
        if let Ok(pos) = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE) {
            check_all_moves(&pos);
        }
    }
}

/// A text with the shape of SAN and, often enough, of nothing.
fn random_text(rng: &mut Rng) -> String {
    let mut text = String::new();
    for letters in ["NBRQKabcdefgh", "abcdefgh", "12345678", "x", "abcdefgh", "12345678"] {
        let is_target = text.len() > 1 || letters.len() > 8;
        if is_target || rng.one_in(2) {
            text.push(char::from(*rng.choose(letters.as_bytes())));
        }
    }
    for end in ["=Q", "=N", "+", "#"] {
        if rng.one_in(8) {
            text.push_str(end);
        }
    }
    text
}

/// What is read must be a legal move of the position, and what is read strictly must be its SAN.
#[test]
fn what_is_read_from_random_texts_is_legal() {
    let mut rng = Rng::new(34);
    let mut read = 0;
    for _ in 0..LONG_GAMES {
        let fen = starts::thrown(&mut rng);
        let setup: Setup = fen.parse().expect(&fen);
        let Ok(pos) = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE) else { continue };
        for _ in 0..2_000 {
            let text = random_text(&mut rng);
            if let Ok(mv) = pos.parse_san(&text) {
                read += 1;
                let written = pos.san(mv);
                let bare = |san: &str| san.trim_end_matches(['+', '#']).to_owned();
                assert!(pos.is_legal(mv) && bare(&text) == bare(&written), "{fen}: {text}");
            }
            if let Ok(mv) = pos.parse_san_lenient(&text) {
                assert!(pos.is_legal(mv), "{fen}: {text}");
            }
        }
    }
    assert!(read > 1_000, "only {read} texts were moves");
}
