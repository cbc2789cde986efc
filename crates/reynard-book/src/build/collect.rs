//! Many samples within a memory budget.

use std::io;
use std::num::NonZero;
use std::sync::Arc;
use std::thread;

use reynard::{Move, Position};

use super::runs::{Merged, Run, Spill};
use super::sample::{Order, Points, Record, Sample};
use crate::BookMove;

/// So many samples are kept in memory at least, whatever the budget.
const LEAST: usize = 1024;

/// Takes samples in any order and keeps them in a bounded piece of memory and, what does not fit, in
/// a temporary file that is gone when the process ends.
///
/// Several threads have one each, and [`build`](super::build) puts their parts together.
#[derive(Debug)]
pub struct Collector {
    records: Vec<Record>,
    /// How many records are kept in memory.
    capacity: usize,
    /// How many threads sort.
    threads: NonZero<usize>,
    spill: Option<Spill>,
}

/// The samples of a [`Collector`], sorted.
#[derive(Debug)]
pub struct Part {
    pub(super) runs: Vec<Run>,
}

impl Collector {
    /// A collector that keeps about `memory` bytes of samples in memory, sixteen bytes each, and at
    /// least a thousand of them.
    pub fn new(memory: usize) -> Self {
        let capacity = (memory / Record::LEN).max(LEAST);
        Self { records: Vec::new(), capacity, threads: NonZero::<usize>::MIN, spill: None }
    }

    /// The same collector with so many threads to sort, each a part of the samples.
    #[must_use]
    pub fn with_threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = threads;
        self
    }

    /// Takes a move that was played.
    ///
    /// # Errors
    ///
    /// Whatever goes wrong with the temporary file.
    pub fn add(&mut self, pos: &Position, m: Move, points: Points, order: Order) -> io::Result<()> {
        self.push(Sample { key: pos.polyglot_key(), order, m: BookMove::new(m), points })
    }

    /// Takes a sample.
    ///
    /// # Errors
    ///
    /// Whatever goes wrong with the temporary file.
    pub fn push(&mut self, sample: Sample) -> io::Result<()> {
        if self.records.len() == self.records.capacity() {
            self.make_room()?;
        }
        self.records.push(sample.into());
        Ok(())
    }

    /// Takes the samples of another collector, whose games are numbered as if no others came before,
    /// as those of games that come after so many.
    ///
    /// # Errors
    ///
    /// Whatever goes wrong with temporary files.
    ///
    /// ```
    /// use reynard_book::{BookMove, Collector, Order, Points, Rule, Sample, build};
    ///
    /// let sample = |game, bits| Sample {
    ///     key: 1,
    ///     order: Order::new(game, 0),
    ///     m: BookMove::from_bits(bits),
    ///     points: Points::Win,
    /// };
    /// let [mut first, mut second] = [0; 2].map(Collector::new);
    /// first.push(sample(0, 7))?;
    /// second.push(sample(0, 8))?;
    /// first.append(second, 1)?;
    /// let mut book = Vec::new();
    /// build(vec![first.finish()?], &Rule { min_games: 1, ..Rule::default() }, 0, &mut book)?;
    /// assert_eq!((book[9], book[25]), (7, 8));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn append(&mut self, other: Self, games: u32) -> io::Result<()> {
        let later = |sample: Sample| Sample { order: sample.order.after(games), ..sample };
        if other.spill.is_none() {
            for record in other.records {
                self.push(later(record.into()))?;
            }
            return Ok(());
        }
        let memory = other.capacity * Record::LEN;
        let mut samples = Merged::new(vec![other.finish()?], memory)?;
        while let Some(sample) = samples.next()? {
            self.push(later(sample))?;
        }
        Ok(())
    }

    /// Sorts what is still unsorted.
    ///
    /// # Errors
    ///
    /// Whatever goes wrong with the temporary file.
    pub fn finish(mut self) -> io::Result<Part> {
        if self.spill.is_some() {
            self.flush()?;
        }
        if let Some(spill) = self.spill {
            return Ok(Part { runs: spill.into_runs()? });
        }
        let size = sort(&mut self.records, self.threads);
        let len = self.records.len();
        let records = Arc::new(self.records);
        let run = |start| Run::Memory(Arc::clone(&records), start..(start + size).min(len));
        Ok(Part { runs: (0..len).step_by(size).map(run).collect() })
    }

    /// Grows the vector up to its capacity and no further, and empties it when it is full.
    fn make_room(&mut self) -> io::Result<()> {
        let len = self.records.len();
        if len < self.capacity {
            self.records.reserve_exact(len.max(LEAST).min(self.capacity - len));
            Ok(())
        } else {
            self.flush()
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let size = sort(&mut self.records, self.threads);
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill::new()?),
        };
        for run in self.records.chunks(size) {
            spill.write(run)?;
        }
        self.records.clear();
        Ok(())
    }
}

/// Sorts pieces of the records, each on a thread of its own, and returns their size; the last one may
/// be smaller.
fn sort(records: &mut [Record], threads: NonZero<usize>) -> usize {
    let size = records.len().div_ceil(threads.get()).max(LEAST);
    if records.len() <= size {
        records.sort_unstable();
        return size;
    }
    thread::scope(|scope| {
        for piece in records.chunks_mut(size) {
            scope.spawn(|| piece.sort_unstable());
        }
    });
    size
}
