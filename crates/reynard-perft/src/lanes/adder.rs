//! Adding up the sizes of many sets without counting each one: a carry-save adder on whole sets.
//!
//! Three sets become a set of sums and a set of carries with twice the weight. Only one set for
//! each weight is counted at the end (the Harley-Seal method).

use super::Lanes;

/// Number of weights: 1, 2, 4 and 8 are enough for 15 sets.
pub(crate) const LEVELS: usize = 4;

/// Returns the number of weights needed for `sets` sets.
pub(crate) const fn levels(sets: usize) -> usize {
    (usize::BITS - sets.leading_zeros()) as usize
}

/// Bit-sliced sums.
///
/// Two sets of one weight wait for a third. Whether a set is waiting follows from the number of
/// sets added so far, which callers pass as a constant, so no branch remains after compilation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Adder<V> {
    sums: [V; LEVELS],
    waiting: [V; LEVELS],
}

impl<V: Lanes> Adder<V> {
    /// Creates an adder with all sums zero.
    #[inline(always)]
    pub(crate) fn new() -> Self {
        let empty = V::splat(0);
        Self { sums: [empty; LEVELS], waiting: [empty; LEVELS] }
    }

    /// Adds the set with index `N`.
    #[inline(always)]
    pub(crate) fn add<const N: usize>(&mut self, set: V) {
        const { assert!(N < (1 << LEVELS) - 1) }
        if N & 1 == 0 {
            self.waiting[0] = set;
            return;
        }
        let carry = self.full::<0>(set);
        if N & 2 == 0 {
            self.waiting[1] = carry;
            return;
        }
        let carry = self.full::<1>(carry);
        if N & 4 == 0 {
            self.waiting[2] = carry;
            return;
        }
        self.waiting[3] = self.full::<2>(carry);
    }

    /// Adds the waiting set and another set of the same weight. Returns the carry.
    #[inline(always)]
    fn full<const LEVEL: usize>(&mut self, set: V) -> V {
        let (a, b) = (self.sums[LEVEL], self.waiting[LEVEL]);
        let half = a ^ b;
        self.sums[LEVEL] = half ^ set;
        (a & b) | (half & set)
    }

    /// Adds the waiting set, if there is one, and the carry from the weight below. Returns the
    /// carry.
    #[inline(always)]
    fn last<const LEVEL: usize, const N: usize>(&mut self, carry: V) -> V {
        if N >> LEVEL & 1 != 0 {
            return self.full::<LEVEL>(carry);
        }
        let sum = self.sums[LEVEL];
        self.sums[LEVEL] = sum ^ carry;
        sum & carry
    }

    /// Returns the sums of `N` sets, lowest weight first. Sets for unneeded weights are empty.
    #[inline(always)]
    pub(crate) fn planes<const N: usize>(mut self) -> [V; LEVELS] {
        let carry = self.last::<0, N>(V::splat(0));
        let carry = self.last::<1, N>(carry);
        let carry = self.last::<2, N>(carry);
        self.last::<3, N>(carry);
        self.sums
    }
}
