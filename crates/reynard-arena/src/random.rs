//! Numbers and orders that are random to look at and the same for the same seed.

/// The generator `splitmix64` of Sebastiano Vigna, <https://prng.di.unimi.it/splitmix64.c> (public domain).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Mixes a list: the shuffle of Fisher and Yates. The bias of the remainder is far below what
    /// could be seen in a list that fits into memory.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            let chosen = self.next() % (end as u64 + 1);
            items.swap(end, usize::try_from(chosen).unwrap_or(0));
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
