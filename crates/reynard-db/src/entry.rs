//! Visits of positions, as they are sorted.

use std::io::{self, Read, Write};

use reynard_sort::SortRecord;

/// The move byte of the position in which a game ends.
pub(crate) const END: u8 = 255;

/// Bits of a key that the file keeps, unless two positions agree in them.
pub(crate) const KEY_BITS: u32 = 40;

/// A visit of a position by a game: key, game, number of the visit in the game, move.
///
/// The order is that of the key, then of the game, then of the visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Entry(u128);

impl Entry {
    /// `game` is its number in the segment, `mv` the rank of the move among the legal ones or [`END`].
    pub(crate) const fn new(key: u64, game: u32, visit: u16, mv: u8) -> Self {
        Self((key as u128) << 64 | (game as u128) << 32 | (visit as u128) << 8 | mv as u128)
    }

    /// The same visit by a game with another number.
    #[must_use]
    pub(crate) const fn with_game(self, game: u32) -> Self {
        Self(self.0 & !(0xFFFF_FFFF << 32) | (game as u128) << 32)
    }

    pub(crate) fn key(self) -> u64 {
        u64::try_from(self.0 >> 64).unwrap_or(0)
    }

    pub(crate) fn game(self) -> u32 {
        crate::bytes::low_word(self.low() >> 32)
    }

    pub(crate) fn mv(self) -> u8 {
        crate::bytes::low_byte(self.low())
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

/// The rank of a legal move among all legal ones, ordered by [`Move::bits`](reynard::Move::bits).
#[inline]
pub(crate) fn rank_of(pos: &reynard::Position, mv: reynard::Move) -> u8 {
    let smaller = pos.legal_moves().iter().filter(|other| other.bits() < mv.bits()).count();
    u8::try_from(smaller).unwrap_or(END - 1)
}

/// The legal moves by rank.
pub(crate) fn ranked_moves(pos: &reynard::Position) -> Vec<reynard::Move> {
    let mut moves = pos.legal_moves().to_vec();
    moves.sort_unstable_by_key(|mv| mv.bits());
    moves
}
