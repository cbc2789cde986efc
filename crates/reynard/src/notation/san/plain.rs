//! Fast path from a move to bytes, except for castling, promotions and en-passant captures.
//!
//! As in parsing, unpredictable branches dominate the cost. The text is therefore assembled in a
//! single word. Each part is shifted into its place after the previous ones, whether it is present
//! or not.

use core::hint::select_unpredictable;

use super::SanSuffix;
use super::resolve::{origin_needed, rivals_among};
use crate::attacks::Mover;
use crate::notation::MoveText;
use crate::{Bitboard, Move, Position, Square};

/// Writes a legal move whose kind is quiet, capture or double push.
#[inline(always)]
pub(super) fn plain_move_text(pos: &Position, mv: Move) -> MoveText {
    let (from, to, capture) = (mv.from(), mv.to(), mv.is_capture());
    let mover = pos.board().code_at(from);
    let like = pos.board().pieces_of(mover).without(from) & Mover::of(mover, capture).origins(to);
    let mut word = Word::EMPTY;
    let (is_pawn, file) = (mover.is_pawn(), from.file().to_char() as u8);
    word.push_if(!is_pawn | capture, select_unpredictable(is_pawn, file, mover.san_letter()));
    if like.any() && !is_pawn {
        push_origin(&mut word, pos, like, from, to);
    }
    word.push_if(capture, b'x');
    word.push_if(true, to.file().to_char() as u8);
    word.push_if(true, to.rank().to_char() as u8);
    if pos.plain_gives_check(mover, from, to) {
        word.push_if(true, SanSuffix::of_check(pos, mv).to_char() as u8);
    }
    MoveText::from_word(word.bytes, word.len)
}

/// Adds the origin of a piece, as far as it is needed to distinguish it from others of its kind.
#[inline(never)]
fn push_origin(word: &mut Word, pos: &Position, like: Bitboard, from: Square, to: Square) {
    let (file, rank) = origin_needed(from, rivals_among(pos, like, to));
    if let Some(file) = file {
        word.push_if(true, file.to_char() as u8);
    }
    if let Some(rank) = rank {
        word.push_if(true, rank.to_char() as u8);
    }
}

/// Text of up to eight characters.
struct Word {
    /// The first character is the lowest byte.
    bytes: u64,
    len: u8,
}

impl Word {
    const EMPTY: Self = Self { bytes: 0, len: 0 };

    #[inline(always)]
    const fn push_if(&mut self, wanted: bool, byte: u8) {
        let byte = if wanted { byte } else { 0 };
        self.bytes |= (byte as u64) << ((8 * self.len) & 63);
        self.len += wanted as u8;
    }
}
