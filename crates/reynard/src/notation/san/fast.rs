//! Fast path from bytes to a move, for the forms of nearly all moves in games.
//!
//! The time to replay games is dominated by parsing SAN, and parsing SAN by unpredictable branches:
//! which piece moves, whether it captures, whether a pawn moves one or two squares. The fast path
//! avoids these branches. The first letter, the capture mark and the side select a row of a table.
//! Anything unusual is left to the slow path.

use core::hint::select_unpredictable;

use super::resolve::origin_among;
use crate::attacks::{self, Mover};
use crate::board::Code;
use crate::position::plain_kind;
use crate::{Bitboard, File, Move, MoveKind, PieceType, Position, Rank, Square};

/// Returns the legal move with the standard notation `text`. Returns `None` if there is no such
/// move, or if the text has a rare form: castling, promotion, en passant, or two squares.
#[inline(always)]
pub(super) fn common_move(pos: &Position, text: &[u8]) -> Option<Move> {
    let (&first, &last) = (text.first()?, text.last()?);
    let has_mark = last == b'+' || last == b'#';
    let body = &text[..text.len() - usize::from(has_mark)];
    let [.., letter, digit] = *body else { return None };
    let (file, rank) = (letter.wrapping_sub(b'a'), digit.wrapping_sub(b'1'));
    if file | rank > 7 {
        return None;
    }
    let to = Square::from_low_bits(rank << 3 | file);
    let letter = &LETTERS[usize::from(first)];
    // If the `x` comes later, the text is longer than usual.
    let capture = body[1] == b'x';
    let piece = letter.piece?;
    let us = pos.turn();
    let mover = Code::new(piece, us);
    let able = pos.pieces(us, piece) & letter.files & Mover::of(mover, capture).origins(to);
    if body.len() != usize::from(letter.lengths[usize::from(capture)]) || able.more_than_one() {
        return contested_move(pos, body, piece, able, to);
    }
    let from = able.first()?;
    let king = select_unpredictable(mover.is_king(), to, pos.king(us));
    let possible = pos.is_target(to, capture)
        & attacks::between(from, to).is_disjoint(pos.occupied())
        & pos.leaves_safe(king, from, to);
    if possible {
        Some(Move::from_parts(from, to, plain_kind(mover, from, to, capture)))
    } else {
        None
    }
}

/// Parses a move whose origin is given, or is missing although several pieces could move.
#[inline(never)]
fn contested_move(
    pos: &Position,
    body: &[u8],
    piece: PieceType,
    pieces: Bitboard,
    to: Square,
) -> Option<Move> {
    let capture = body.len() > 2 && body[body.len() - 3] == b'x';
    let told = body.len().checked_sub(3 + usize::from(capture))?;
    if told > 1 || piece == PieceType::Pawn || !pos.is_target(to, capture) {
        return None;
    }
    let (file, rank) = if told == 0 { (None, None) } else { origin(body[1])? };
    let from = origin_among(pos, piece, pieces, file, rank, to)?;
    let kind = if capture { MoveKind::Capture } else { MoveKind::Quiet };
    Some(Move::from_parts(from, to, kind))
}

/// Meaning of the first character of a move.
#[derive(Clone, Copy)]
struct Letter {
    /// The possible origins: all squares or, for a pawn, its file.
    files: Bitboard,
    /// The kind of the moving piece; `None` if no common move begins with this character.
    piece: Option<PieceType>,
    /// The length of a move without an origin: first without `x`, then with `x`.
    lengths: [u8; 2],
}

static LETTERS: [Letter; 256] = letters();

const fn letters() -> [Letter; 256] {
    let none = Letter { files: Bitboard::EMPTY, piece: None, lengths: [0; 2] };
    let mut letters = [none; 256];
    let mut index = 1;
    while index < PieceType::ALL.len() {
        let piece = PieceType::ALL[index];
        letters[piece.to_char().to_ascii_uppercase() as usize] =
            Letter { files: Bitboard::FULL, piece: Some(piece), lengths: [3, 4] };
        index += 1;
    }
    let mut index = 0;
    while index < File::ALL.len() {
        letters[b'a' as usize + index] = Letter {
            files: Bitboard::file(File::ALL[index]),
            piece: Some(PieceType::Pawn),
            lengths: [2, 4],
        };
        index += 1;
    }
    letters
}

/// Returns the constraint that a character places on the origin of the piece.
fn origin(character: u8) -> Option<(Option<File>, Option<Rank>)> {
    match character {
        b'a'..=b'h' => Some((Some(File::from_low_bits(character - b'a')), None)),
        b'1'..=b'8' => Some((None, Rank::from_index(character - b'1'))),
        _ => None,
    }
}
