//! From bytes straight to a move, for the texts that nearly every move of a game has.
//!
//! Replaying games is bound by reading SAN, and reading SAN by branches that cannot be foreseen:
//! which piece, capture or not, one step of a pawn or two. So none of these is a branch here. The
//! letter, the capture mark and the side select a row of one table, and whether the king is safe
//! is computed always instead of finding out first whether it could be in danger. Whatever is rare
//! is left to the general way.

use super::resolve::origin_among;
use crate::attacks::{self, Mover};
use crate::{Bitboard, File, Move, MoveKind, PieceType, Position, Rank, Square};

/// The legal move of which `text` is the standard notation, or `None` if there is no such move or
/// if the text is of a rare kind: castling, promotion, en passant, two squares.
#[inline(always)]
pub(super) fn common_move(pos: &Position, text: &[u8]) -> Option<Move> {
    let (&first, &last) = (text.first()?, text.last()?);
    let has_mark = last == b'+' || last == b'#';
    let body = &text[..text.len() - usize::from(has_mark)];
    let [before @ .., letter, digit] = body else { return None };
    let (file, rank) = (letter.wrapping_sub(b'a'), digit.wrapping_sub(b'1'));
    if file | rank > 7 {
        return None;
    }
    let to = Square::from_low_bits(rank << 3 | file);
    let piece = MOVERS[usize::from(first)]?;
    let is_pawn = piece == PieceType::Pawn;
    let capture = before.last() == Some(&b'x');
    // What is left to say where the piece comes from.
    let told = before.len().wrapping_sub(usize::from(!is_pawn) + usize::from(capture));
    let us = pos.turn();
    let (own, enemy) = (pos.by_color(us), pos.by_color(!us));
    let (mover, pawn_file) = match (is_pawn, capture) {
        (true, true) => (Mover::pawn_capture(us), Bitboard::file(file_of(first))),
        (true, false) => (Mover::pawn_step(us), Bitboard::FULL),
        (false, _) => (Mover::piece(piece), Bitboard::FULL),
    };
    let pieces = own & pos.by_type(piece) & mover.origins(to) & pawn_file;
    let targets = if capture { enemy - pos.by_type(PieceType::King) } else { !(own | enemy) };
    let expected = usize::from(is_pawn & capture);
    if told != expected || pieces.more_than_one() {
        if is_pawn || told > 1 || !targets.contains(to) {
            return None;
        }
        let (file, rank) = if told == 0 { (None, None) } else { origin(before[1])? };
        let from = origin_among(pos, piece, pieces, file, rank, to)?;
        return Some(Move::from_parts(from, to, kind_of(from, to, is_pawn, capture)));
    }
    let from = pieces.first()?;
    let king = if piece == PieceType::King { to } else { pos.king(us) };
    let possible = targets.contains(to)
        & attacks::between(from, to).is_disjoint(own | enemy)
        & pos.leaves_safe(king, from, to);
    possible.then(|| Move::from_parts(from, to, kind_of(from, to, is_pawn, capture)))
}

/// The kind of a move that neither castles nor promotes nor captures en passant.
#[inline(always)]
fn kind_of(from: Square, to: Square, is_pawn: bool, capture: bool) -> MoveKind {
    // Two squares ahead, one bit of the rank changes; one square ahead, the lowest one does.
    let is_double = from as u8 ^ to as u8 == 0b010_000;
    if capture {
        MoveKind::Capture
    } else if is_pawn & is_double {
        MoveKind::DoublePush
    } else {
        MoveKind::Quiet
    }
}

/// The kind of piece that a text with this first letter moves.
static MOVERS: [Option<PieceType>; 256] = movers();

const fn movers() -> [Option<PieceType>; 256] {
    let mut movers = [None; 256];
    let mut index = 1;
    while index < PieceType::ALL.len() {
        let piece = PieceType::ALL[index];
        movers[piece.to_char().to_ascii_uppercase() as usize] = Some(piece);
        index += 1;
    }
    let mut file = b'a';
    while file <= b'h' {
        movers[file as usize] = Some(PieceType::Pawn);
        file += 1;
    }
    movers
}

/// The file of a letter, which is known to be one when it counts.
#[inline(always)]
const fn file_of(letter: u8) -> File {
    File::from_low_bits(letter.wrapping_sub(b'a'))
}

/// What one character says about where a piece comes from.
fn origin(character: u8) -> Option<(Option<File>, Option<Rank>)> {
    match character {
        b'a'..=b'h' => Some((Some(file_of(character)), None)),
        b'1'..=b'8' => Some((None, Rank::from_index(character - b'1'))),
        _ => None,
    }
}
