//! A random sample of games.

use reynard_base::SplitMix64;

/// Keeps a random sample of a stream of unknown length: Algorithm R (Vitter 1985). Every item has
/// the same chance of being kept, and a given seed yields the same sample on every machine.
///
/// ```
/// use reynard_games::Sampler;
///
/// let mut sampler = Sampler::new(3, 7);
/// (0..100).for_each(|number| sampler.push(|| number));
/// let sample = sampler.into_items();
/// assert_eq!(sample.len(), 3);
/// assert!(sample.is_sorted());
/// ```
#[derive(Clone, Debug)]
pub struct Sampler<T> {
    size: usize,
    seen: u64,
    /// The items kept, with their numbers in the stream.
    kept: Vec<(u64, T)>,
    random: SplitMix64,
}

impl<T> Sampler<T> {
    /// Creates a sampler that keeps at most `size` items.
    ///
    /// ```
    /// use reynard_games::Sampler;
    ///
    /// assert!(Sampler::<u8>::new(3, 0).into_items().is_empty());
    /// ```
    pub const fn new(size: usize, seed: u64) -> Self {
        Self { size, seen: 0, kept: Vec::new(), random: SplitMix64::new(seed) }
    }

    /// Offers the next item. The function that creates it is called only if the item is kept.
    ///
    /// ```
    /// use reynard_games::Sampler;
    ///
    /// let mut sampler = Sampler::new(1, 0);
    /// sampler.push(|| "a game");
    /// assert_eq!(sampler.into_items(), ["a game"]);
    /// ```
    pub fn push(&mut self, item: impl FnOnce() -> T) {
        let number = self.seen;
        self.seen += 1;
        if self.kept.len() < self.size {
            self.kept.push((number, item()));
            return;
        }
        let place = usize::try_from(self.below(self.seen)).unwrap_or(usize::MAX);
        if let Some(kept) = self.kept.get_mut(place) {
            *kept = (number, item());
        }
    }

    /// Returns the sample in the order of the stream.
    ///
    /// ```
    /// use reynard_games::Sampler;
    ///
    /// let mut sampler = Sampler::new(2, 0);
    /// ['a', 'b'].into_iter().for_each(|item| sampler.push(|| item));
    /// assert_eq!(sampler.into_items(), ['a', 'b']);
    /// ```
    pub fn into_items(mut self) -> Vec<T> {
        self.kept.sort_by_key(|(number, _)| *number);
        self.kept.into_iter().map(|(_, item)| item).collect()
    }

    /// Returns a random number below a bound, by multiplication.
    fn below(&mut self, bound: u64) -> u64 {
        let product = u128::from(self.random.next_u64()) * u128::from(bound);
        u64::try_from(product >> 64).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_has_the_same_chance_and_a_seed_decides() {
        let sample = |seed| {
            let mut sampler = Sampler::new(10, seed);
            (0..100_usize).for_each(|item| sampler.push(|| item));
            sampler.into_items()
        };
        assert_eq!(sample(5), sample(5));
        assert_ne!(sample(5), sample(6));
        let mut counts = [0_u32; 100];
        for seed in 0..2_000 {
            for item in sample(seed) {
                counts[item] += 1;
            }
        }
        // 200 are expected, with a standard deviation of 13.
        assert!(counts.iter().all(|count| (120..280).contains(count)), "{counts:?}");
    }
}
