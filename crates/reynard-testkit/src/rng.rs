//! Random numbers that are the same in every run and on every machine.

/// The generator `splitmix64` by Sebastiano Vigna, <https://prng.di.unimi.it/splitmix64.c> (public
/// domain), chosen because it needs only three lines.
///
/// ```
/// use reynard_testkit::Rng;
///
/// assert_eq!(Rng::new(1).next_u64(), Rng::new(1).next_u64());
/// assert!(Rng::new(7).below(10) < 10);
/// ```
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Creates the sequence for the given seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next random 64-bit number.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    /// Returns a random number below `end`. The bias is far too small to affect a test.
    ///
    /// # Panics
    ///
    /// Panics if `end` is 0.
    #[expect(clippy::cast_possible_truncation, reason = "the remainder is below a usize")]
    pub const fn below(&mut self, end: usize) -> usize {
        (self.next_u64() % end as u64) as usize
    }

    /// Returns `true` once in `times` calls, on average.
    pub const fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the items, chosen at random.
    ///
    /// # Panics
    ///
    /// Panics if there are no items.
    pub fn choose<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}
