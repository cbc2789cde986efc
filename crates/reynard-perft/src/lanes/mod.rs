//! Vectors of boards: the few operations used by the counting kernel.

pub(crate) mod adder;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod scalar;

use crate::batch::FROM_SHIFT;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// Several 64-bit sets side by side, one position per lane.
pub(crate) trait Lanes:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// Number of lanes.
    const COUNT: usize;
    /// `true` if bits can be permuted in one instruction. In that case, subtraction is the best
    /// method for files and for both directions of ranks. `mirror`, `transpose` and
    /// `transpose_mirror` are called only if this is `true`.
    const PERMUTES_BITS: bool;

    /// Returns the same set in all lanes.
    fn splat(set: u64) -> Self;
    /// Loads one number per lane, in order. The last number fills any remaining lanes.
    fn widen(moves: &[u32]) -> Self;
    /// Loads one set per lane.
    fn load(sets: &[u64]) -> Self;
    /// Returns, in each lane, the square whose index is in that lane, or the empty set for an index
    /// of 64 or above.
    fn square(self) -> Self;
    /// Returns the target squares of child words.
    #[inline(always)]
    fn to(self) -> Self {
        (self & Self::splat(0xff)).square()
    }
    /// Returns the origin squares of child words.
    #[inline(always)]
    fn from(self) -> Self {
        (self.down::<FROM_SHIFT>() & Self::splat(0xff)).square()
    }
    /// The kinds of the moved pieces.
    type Kinds: Copy;
    /// Returns the kinds of child words.
    fn kinds(self) -> Self::Kinds;
    /// Returns `then` in lanes whose kind shares a bit with `KIND`, and empty sets elsewhere.
    fn of_kind<const KIND: u32>(kinds: Self::Kinds, then: Self) -> Self;
    /// Returns `leaper` in lanes whose kind is a knight or the king, and `other` elsewhere. For a
    /// null move, both must be equal.
    fn of_leapers(kinds: Self::Kinds, leaper: Self, other: Self) -> Self;

    /// The key with which the king's rays on its rank are looked up.
    type Rank: Copy;
    /// Returns the key for a king on the given square.
    fn rank(square: usize) -> Self::Rank;
    /// Returns the king's rays on its rank, up to the first piece. `line` is the rank without the
    /// king, and `twice` is twice the king's bit.
    fn rank_rays(occupied: Self, line: Self, twice: Self, key: Self::Rank) -> Self;
    /// Shifts toward the eighth rank.
    fn up<const N: u32>(self) -> Self;
    /// Shifts toward the first rank.
    fn down<const N: u32>(self) -> Self;
    /// Adds 64-bit numbers.
    fn plus(self, other: Self) -> Self;
    /// Subtracts 64-bit numbers.
    fn minus(self, other: Self) -> Self;
    /// Subtracts byte by byte, that is, rank by rank.
    fn minus_bytes(self, other: Self) -> Self;
    /// Shifts every rank by one file and drops the h-file.
    fn double_bytes(self) -> Self;
    /// Mirrors the board vertically.
    fn swap_bytes(self) -> Self;
    /// Mirrors the board horizontally.
    fn mirror(self) -> Self {
        unreachable!("these lanes do not permute bits")
    }
    /// Mirrors the board along the main diagonal.
    fn transpose(self) -> Self {
        unreachable!("these lanes do not permute bits")
    }
    /// Mirrors the board along the main diagonal and then horizontally.
    fn transpose_mirror(self) -> Self {
        unreachable!("these lanes do not permute bits")
    }
    /// Returns `then` in lanes where `self` is empty, and empty sets elsewhere.
    fn if_empty(self, then: Self) -> Self;
    /// Returns `then` in lanes where `self` is not empty, and empty sets elsewhere.
    fn if_any(self, then: Self) -> Self;
    /// Returns `true` if any lane is not zero.
    fn any(self) -> bool;
    /// Returns the sum of the first `lanes` lanes.
    fn sum(self, lanes: usize) -> u64;

    /// Stores the numbers in the lanes. The numbers must be small.
    fn store(self, numbers: &mut [u16]);

    /// Sums of set sizes, lane by lane.
    type Counter: Copy;
    /// Creates a counter with all sums zero.
    fn counter() -> Self::Counter;
    /// Adds the sizes of the sets to a counter to which `N` sets have already been added.
    fn count<const N: usize>(self, counter: &mut Self::Counter);
    /// Returns the totals of a counter to which `N` sets have been added.
    fn total<const N: usize>(counter: Self::Counter) -> Self;
    /// Returns the size of each set.
    fn sizes(self) -> Self;
}
