//! Visits of positions, as they are sorted.

use std::io::{self, Read, Write};

use reynard_base::sort::SortRecord;

use crate::bytes::{low_half, low_word};
use crate::posting_move::PostingMove;

/// Bits of a key that the file keeps, unless two positions agree in them.
pub(crate) const KEY_BITS: u32 = 40;

/// A visit of a position by a game: key, game, number of the visit in the game, move.
///
/// The order is that of the key, then of the game, then of the visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry(u128);

impl Entry {
    /// Creates an entry. `game` is its number in the segment.
    pub(crate) const fn new(key: u64, game: u32, visit: u16, mv: PostingMove) -> Self {
        let mv = mv.bits() as u128;
        Self((key as u128) << 64 | (game as u128) << 32 | (visit as u128) << 16 | mv)
    }

    /// Returns the same visit by a game with another number.
    #[must_use]
    pub(crate) const fn with_game(self, game: u32) -> Self {
        Self(self.0 & !(0xFFFF_FFFF << 32) | (game as u128) << 32)
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

    fn low(self) -> u64 {
        u64::try_from(self.0 & u128::from(u64::MAX)).unwrap_or(0)
    }
}

impl SortRecord for Entry {
    fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(&self.0.to_le_bytes())
    }

    fn read(input: &mut impl Read) -> io::Result<Self> {
        let mut bytes = [0; 16];
        input.read_exact(&mut bytes)?;
        Ok(Self(u128::from_le_bytes(bytes)))
    }
}
