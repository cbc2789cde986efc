//! One position at a time in a plain 64-bit word: the reference for every vector type.

use super::Lanes;
use super::adder::{Adder, levels};
use crate::batch::KIND_SHIFT;
use crate::board::kind;
use crate::tables::rank_attacks;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// One lane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar(u64);

const HIGH: u64 = 0x8080_8080_8080_8080;

impl BitAnd for Scalar {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}
impl BitOr for Scalar {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
impl BitXor for Scalar {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}
impl Not for Scalar {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

/// Multiplier that sums eight bytes containing small numbers.
const BYTES: u64 = 0x0101_0101_0101_0101;

impl Lanes for Scalar {
    const COUNT: usize = 1;
    const PERMUTES_BITS: bool = false;
    #[inline(always)]
    fn splat(set: u64) -> Self {
        Self(set)
    }
    #[inline(always)]
    fn widen(moves: &[u32]) -> Self {
        Self(u64::from(moves[0]))
    }
    #[inline(always)]
    fn load(sets: &[u64]) -> Self {
        Self(sets[0])
    }
    type Kinds = u32;
    #[inline(always)]
    fn kinds(self) -> u32 {
        self.0 as u32 >> KIND_SHIFT
    }
    #[inline(always)]
    fn of_kind<const KIND: u32>(kinds: u32, then: Self) -> Self {
        Self(if kinds & KIND == 0 { 0 } else { then.0 })
    }
    #[inline(always)]
    fn of_leapers(kinds: u32, leaper: Self, other: Self) -> Self {
        if kinds & (kind::KNIGHT | kind::KING) == 0 { other } else { leaper }
    }
    type Rank = u32;
    #[inline(always)]
    fn rank(square: usize) -> u32 {
        square as u32
    }
    #[inline(always)]
    fn rank_rays(occupied: Self, _: Self, _: Self, square: u32) -> Self {
        Self(rank_attacks(square, occupied.0))
    }
    #[inline(always)]
    fn square(self) -> Self {
        Self(if self.0 < 64 { 1 << self.0 } else { 0 })
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        Self(self.0 << N)
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        Self(self.0 >> N)
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
    #[inline(always)]
    fn minus_bytes(self, other: Self) -> Self {
        let (x, y) = (self.0, other.0);
        Self(((x | HIGH) - (y & !HIGH)) ^ ((x ^ !y) & HIGH))
    }
    #[inline(always)]
    fn double_bytes(self) -> Self {
        Self((self.0 & !HIGH) << 1)
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        Self(self.0.swap_bytes())
    }
    #[inline(always)]
    fn if_empty(self, then: Self) -> Self {
        Self(if self.0 == 0 { then.0 } else { 0 })
    }
    #[inline(always)]
    fn if_any(self, then: Self) -> Self {
        Self(if self.0 == 0 { 0 } else { then.0 })
    }
    #[inline(always)]
    fn any(self) -> bool {
        self.0 != 0
    }
    #[inline(always)]
    fn sum(self, _: usize) -> u64 {
        self.0
    }
    #[inline(always)]
    fn store(self, numbers: &mut [u16]) {
        numbers[0] = self.0 as u16;
    }

    type Counter = Adder<Self>;
    #[inline(always)]
    fn counter() -> Self::Counter {
        Adder::new()
    }
    #[inline(always)]
    fn count<const N: usize>(self, counter: &mut Self::Counter) {
        counter.add::<N>(self);
    }
    #[inline(always)]
    fn total<const N: usize>(counter: Self::Counter) -> Self {
        let planes = counter.planes::<N>();
        let mut sum = 0;
        for (level, plane) in planes.iter().enumerate().take(levels(N)) {
            sum += bytes(plane.0) << level;
        }
        Self(sum.wrapping_mul(BYTES) >> 56)
    }
    #[inline(always)]
    fn sizes(self) -> Self {
        Self(u64::from(self.0.count_ones()))
    }
}

/// Counts the bits of each byte.
#[inline(always)]
fn bytes(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}
