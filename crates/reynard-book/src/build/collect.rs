//! Samples within a memory budget.

use std::io;
use std::num::NonZero;

use reynard::{Move, Position};
use reynard_base::sort::{Runs, Sorter, merge};

use super::sample::{BookSample, Points, Record, SampleOrder};
use crate::BookMove;

/// The minimum memory for samples in bytes, even if the budget is smaller.
const MIN_MEMORY: usize = 1024 * size_of::<Record>();

/// Collects samples in any order within a memory budget. Beyond the budget, samples are moved to a
/// temporary file, which is deleted when the process ends.
///
/// Each of several threads can have its own collector; [`build`](super::build) combines their
/// samples.
#[derive(Debug)]
pub struct Collector {
    sorter: Sorter<Record>,
}

/// The samples of a [`Collector`], sorted.
#[derive(Debug)]
pub struct SortedSamples(pub(super) Runs<Record>);

impl Collector {
    /// Creates a collector that keeps about `memory` bytes of samples in memory, but at least a
    /// thousand samples. Each sample takes sixteen bytes.
    ///
    /// ```
    /// let collector = reynard_book::Collector::new(64 << 20);
    /// ```
    pub const fn new(memory: usize) -> Self {
        let memory = if memory < MIN_MEMORY { MIN_MEMORY } else { memory };
        Self { sorter: Sorter::new(memory) }
    }

    /// Sets the number of threads that sort the samples. Each thread sorts part of them.
    #[must_use]
    pub fn with_threads(self, threads: NonZero<usize>) -> Self {
        Self { sorter: self.sorter.with_threads(threads) }
    }

    /// Adds a move that was played.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be written.
    ///
    /// ```
    /// use reynard_book::reynard::Position;
    /// use reynard_book::{Collector, Points, SampleOrder};
    ///
    /// let pos = Position::startpos();
    /// let mut collector = Collector::new(1 << 20);
    /// collector.add(&pos, pos.parse_uci("e2e4")?, Points::Win, SampleOrder::new(0, 0))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(
        &mut self,
        pos: &Position,
        mv: Move,
        points: Points,
        order: SampleOrder,
    ) -> io::Result<()> {
        self.push(BookSample { key: pos.polyglot_key(), order, mv: BookMove::new(mv), points })
    }

    /// Adds a sample.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be written.
    pub fn push(&mut self, sample: BookSample) -> io::Result<()> {
        self.sorter.push(sample.into())
    }

    /// Adds the samples of another collector. Its games, which are numbered from 0, are placed
    /// after `games` earlier games.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read or written.
    ///
    /// ```
    /// use reynard_book::{
    ///     BookMove, BookSample, BuildRule, Collector, Points, SampleOrder, build,
    /// };
    ///
    /// let sample = |game, bits| BookSample {
    ///     key: 1,
    ///     order: SampleOrder::new(game, 0),
    ///     mv: BookMove::from_bits(bits),
    ///     points: Points::Win,
    /// };
    /// let [mut first, mut second] = [0; 2].map(Collector::new);
    /// first.push(sample(0, 7))?;
    /// second.push(sample(0, 8))?;
    /// first.append(second, 1)?;
    /// let mut book = Vec::new();
    /// build(
    ///     vec![first.finish()?],
    ///     &BuildRule { min_games: 1, ..BuildRule::default() },
    ///     0,
    ///     &mut book,
    /// )?;
    /// assert_eq!((book[9], book[25]), (7, 8));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn append(&mut self, other: Self, games: u32) -> io::Result<()> {
        let later = |sample: BookSample| BookSample { order: sample.order.after(games), ..sample };
        let sorter = match other.sorter.into_records() {
            Ok(records) => {
                for record in records {
                    self.push(later(record.into()))?;
                }
                return Ok(());
            }
            Err(sorter) => sorter,
        };
        let memory = sorter.memory();
        for record in merge([sorter.into_runs()?], memory)? {
            self.push(later(record?.into()))?;
        }
        Ok(())
    }

    /// Sorts the samples that have not been sorted yet.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be written.
    ///
    /// ```
    /// let samples = reynard_book::Collector::new(1 << 20).finish()?;
    /// let summary = reynard_book::build(vec![samples], &Default::default(), 0, Vec::new())?;
    /// assert_eq!(summary.entries, 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish(self) -> io::Result<SortedSamples> {
        Ok(SortedSamples(self.sorter.into_runs()?))
    }
}
