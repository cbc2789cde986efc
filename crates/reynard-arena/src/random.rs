//! Numbers and orders that are random to look at and the same for the same seed.

/// The generator `splitmix64` of Sebastiano Vigna, <https://prng.di.unimi.it/splitmix64.c> (public domain).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The sequence that belongs to several numbers together.
    pub(crate) fn of(numbers: &[u64]) -> Self {
        let mixed = |state: u64, &number: &u64| Self(state ^ number).next();
        Self(numbers.iter().fold(0, mixed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// A number below `end`, or 0 if that is 0. The bias of the remainder is far below what could be
    /// noticed.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % (end as u64).max(1)).unwrap_or(0)
    }

    /// Mixes a list: the shuffle of Fisher and Yates. The bias of the remainder is far below what
    /// could be seen in a list that fits into memory.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffling_loses_nothing() {
        let mut items: Vec<u32> = (0..1000).collect();
        Random(42).shuffle(&mut items);
        assert_ne!(items[..5], [0, 1, 2, 3, 4]);
        let mut again: Vec<u32> = (0..1000).collect();
        Random(42).shuffle(&mut again);
        assert_eq!(items, again);
        items.sort_unstable();
        assert!(items.into_iter().eq(0..1000));
    }
}
