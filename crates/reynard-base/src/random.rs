//! Reproducible random numbers.

/// The generator is `SplitMix64` by Sebastiano Vigna, <https://prng.di.unimi.it/splitmix64.c>
/// (public domain).
///
/// A seed always gives the same numbers, in every version of Reynard: self-play games, shuffled
/// openings and shuffled shards depend on them.
///
/// ```
/// use reynard_base::SplitMix64;
///
/// assert_eq!(SplitMix64::new(7).next_u64(), SplitMix64::new(7).next_u64());
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates a generator from a seed.
    ///
    /// ```
    /// use reynard_base::SplitMix64;
    ///
    /// assert_ne!(SplitMix64::new(1).next_u64(), SplitMix64::new(2).next_u64());
    /// ```
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Creates a generator from several seeds. Each seed affects the result, and so does their
    /// order.
    ///
    /// ```
    /// use reynard_base::SplitMix64;
    ///
    /// let (mut one, mut other) =
    ///     (SplitMix64::from_seeds(&[1, 2]), SplitMix64::from_seeds(&[2, 1]));
    /// assert_ne!(one.next_u64(), other.next_u64());
    /// ```
    pub fn from_seeds(seeds: &[u64]) -> Self {
        let mixed = |state: u64, &seed: &u64| Self(state ^ seed).next_u64();
        Self(seeds.iter().fold(0, mixed))
    }

    /// Returns the next number. No number is repeated within the period of 2^64.
    ///
    /// ```
    /// use reynard_base::SplitMix64;
    ///
    /// assert_eq!(SplitMix64::new(1_234_567).next_u64(), 6_457_827_717_110_365_317);
    /// ```
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns a number below `end`, or 0 if `end` is 0. The modulo bias is negligible.
    ///
    /// ```
    /// use reynard_base::SplitMix64;
    ///
    /// assert!(SplitMix64::new(1).below(6) < 6);
    /// ```
    pub fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next_u64() % (end as u64).max(1)).unwrap_or(0)
    }

    /// Shuffles a slice (Fisher–Yates).
    ///
    /// ```
    /// use reynard_base::SplitMix64;
    ///
    /// let mut items = [1, 2, 3];
    /// SplitMix64::new(1).shuffle(&mut items);
    /// items.sort();
    /// assert_eq!(items, [1, 2, 3]);
    /// ```
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            items.swap(end, self.below(end + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shuffling_loses_nothing_and_is_reproducible() {
        let mut items: Vec<u32> = (0..1000).collect();
        SplitMix64::new(42).shuffle(&mut items);
        assert_ne!(items[..5], [0, 1, 2, 3, 4]);
        let mut again: Vec<u32> = (0..1000).collect();
        SplitMix64::new(42).shuffle(&mut again);
        assert_eq!(items, again);
        items.sort_unstable();
        assert!(items.into_iter().eq(0..1000));
    }

    /// Compares the first numbers with those of the reference implementation for seed 1234567.
    #[test]
    fn numbers_are_those_of_the_reference_implementation() {
        let mut random = SplitMix64::new(1_234_567);
        let numbers = [random.next_u64(), random.next_u64(), random.next_u64()];
        assert_eq!(
            numbers,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }
}
