//! Many samples within a memory budget.

use std::io;

use reynard::{Move, Position};

use super::runs::{Run, Spill};
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
        Self { records: Vec::new(), capacity, spill: None }
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

    /// Sorts what is still unsorted.
    ///
    /// # Errors
    ///
    /// Whatever goes wrong with the temporary file.
    pub fn finish(mut self) -> io::Result<Part> {
        if self.spill.is_some() {
            self.flush()?;
        } else {
            self.records.sort_unstable();
        }
        let runs = match self.spill {
            Some(spill) => spill.into_runs()?,
            None => vec![Run::Memory(self.records)],
        };
        Ok(Part { runs })
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
        self.records.sort_unstable();
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill::new()?),
        };
        spill.write(&self.records)?;
        self.records.clear();
        Ok(())
    }
}
