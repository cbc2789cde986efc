//! Visits to positions in sortable form.

use reynard_base::sort::HashedRecord;

use crate::bytes::{low_half, low_word};
use crate::posting_list::Posting;
use crate::posting_move::PostingMove;

/// Number of bits of a key that are stored in the file. The remaining bits are stored only for
/// positions whose keys agree in these bits.
pub(crate) const KEY_BITS: u32 = 40;

/// A game's visit to a position: key, game, number of the visit within the game, and move.
///
/// Entries are ordered by key, then by game, then by visit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry(u128);

impl Entry {
    /// Creates an entry. `game` is the number of the game in the segment.
    pub(crate) const fn new(key: u64, game: u32, visit: u16, mv: PostingMove) -> Self {
        let mv = mv.bits() as u128;
        Self((key as u128) << 64 | (game as u128) << 32 | (visit as u128) << 16 | mv)
    }

    /// Returns the visit as a sort record, with the game renumbered to `game`.
    pub(crate) fn with_game(self, game: u32) -> HashedRecord {
        HashedRecord::new(self.key(), u64::from(game) << 16 | u64::from(self.mv().bits()))
    }

    pub(crate) fn key(self) -> u64 {
        u64::try_from(self.0 >> 64).unwrap_or(0)
    }

    pub(crate) fn game(self) -> u32 {
        low_word(self.low() >> 32)
    }

    /// Returns the number of the visit in the game.
    pub(crate) fn visit(self) -> u16 {
        low_half(self.low() >> 16)
    }

    pub(crate) fn mv(self) -> PostingMove {
        PostingMove::from_bits(low_half(self.low()))
    }

    /// Returns the game and the move of a sorted visit.
    #[inline]
    pub(crate) fn posting(record: HashedRecord) -> Posting {
        let content = record.content();
        Posting { game: low_word(content >> 16), mv: PostingMove::from_bits(low_half(content)) }
    }

    fn low(self) -> u64 {
        u64::try_from(self.0 & u128::from(u64::MAX)).unwrap_or(0)
    }
}
