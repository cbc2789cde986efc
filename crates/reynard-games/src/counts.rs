//! Frequencies and summaries.

use std::collections::HashMap;

use reynard_pgn::ResultCounts;

/// Sum, minimum and maximum of a set of numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Measure {
    count: u64,
    sum: u64,
    pub(crate) least: Option<u64>,
    pub(crate) most: Option<u64>,
}

impl Measure {
    pub(crate) fn measure(&mut self, number: u64) {
        self.add(Self { count: 1, sum: number, least: Some(number), most: Some(number) });
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.least = self.least.into_iter().chain(other.least).min();
        self.most = self.most.max(other.most);
    }

    #[expect(clippy::cast_precision_loss, reason = "a mean has few digits")]
    pub(crate) fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }
}

/// Frequencies of a bounded number of items, with the results of their games.
#[derive(Clone, Debug)]
pub(crate) struct Counts<T> {
    counts: HashMap<T, ResultCounts>,
    others: u64,
}

impl<T> Default for Counts<T> {
    fn default() -> Self {
        Self { counts: HashMap::new(), others: 0 }
    }
}

impl<T: std::hash::Hash + Eq + Ord + Clone> Counts<T> {
    /// The maximum number of distinct items counted. Each takes about 100 bytes.
    const MOST: usize = 100_000;

    pub(crate) fn count(&mut self, thing: &T, results: ResultCounts) {
        if let Some(counted) = self.counts.get_mut(thing) {
            counted.add(results);
        } else if self.counts.len() < Self::MOST {
            self.counts.insert(thing.clone(), results);
        } else {
            self.others += results.games();
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.others += other.others;
        let mut counts: Vec<_> = other.counts.iter().collect();
        // In an order that is the same every time, since not all may find room.
        counts.sort_by_key(|(thing, _)| *thing);
        for (thing, &results) in counts {
            self.count(thing, results);
        }
    }

    /// Returns the `most` most frequent items. Equally frequent items are sorted by value.
    pub(crate) fn top(&self, most: usize) -> Vec<(T, ResultCounts)> {
        let mut counts: Vec<(T, ResultCounts)> =
            self.counts.iter().map(|(thing, results)| (thing.clone(), *results)).collect();
        counts.sort_by(|(a, x), (b, y)| y.games().cmp(&x.games()).then_with(|| a.cmp(b)));
        counts.truncate(most);
        counts
    }
}
