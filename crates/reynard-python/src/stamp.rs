//! `Stamp`: the number of a position whose legal moves have been listed.

use std::sync::atomic::{AtomicU64, Ordering};

use reynard::Move;

/// The number of a position on a board. A move listed in the position stores this number, and is
/// not checked again when it is made: `push` and `pop` together take 755 instructions, and the
/// check would add 258.
///
/// The number is never used for another position. A board loses its number with each change, and
/// regains it when the move is taken back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stamp(u64);

impl Stamp {
    /// The stamp of a position whose moves have not been listed.
    pub(crate) const NONE: Self = Self(0);

    /// The number of low bits reserved for a move.
    const MOVE_BITS: u32 = 16;

    /// Returns an unused stamp, or [`Self::NONE`] if all have been used.
    pub(crate) fn next() -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        let number = LAST.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        if number.leading_zeros() < Self::MOVE_BITS {
            Self::NONE
        } else {
            Self(number << Self::MOVE_BITS)
        }
    }

    /// Returns `true` if the moves of the position have been listed.
    #[inline]
    pub(crate) const fn is_some(self) -> bool {
        self.0 != 0
    }
}

/// A move, together with the stamp of a position in which it is legal.
#[derive(Default)]
pub(crate) struct ListedMove(AtomicU64);

impl ListedMove {
    /// Returns the move if it was listed in the position identified by `stamp`.
    #[inline]
    pub(crate) fn get(&self, stamp: Stamp) -> Option<Move> {
        // Both are stored in a single number, so no thread sees halves of two different ones. If a
        // stamp is missing on either side, the bits of a move are not recovered.
        let bits = u16::try_from(self.0.load(Ordering::Relaxed) ^ stamp.0).ok()?;
        Move::from_bits(bits)
    }

    #[inline]
    pub(crate) fn set(&self, stamp: Stamp, mv: Move) {
        let bits = if stamp.is_some() { stamp.0 | u64::from(mv.bits()) } else { 0 };
        self.0.store(bits, Ordering::Relaxed);
    }

    pub(crate) fn clear(&self) {
        self.0.store(0, Ordering::Relaxed);
    }
}
