//! Merges many runs into one sequence.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fmt;
use std::io::{self, BufReader};
use std::vec;

use super::runs::{MAX_BUFFER, Run, Segment, Spill, cannot};
use super::{Runs, SortRecord};

/// Minimum number of bytes that are read from a run at once.
const MIN_BUFFER: usize = 4096;

/// Merges the records of several sorters, with buffers of `memory` bytes in total. If there are too
/// many runs for this budget, some are first merged into one.
///
/// ```
/// use reynard_base::sort::{KeyedRecord, Sorter, merge};
///
/// let runs = |keys: [&str; 2]| {
///     let mut sorter = Sorter::new(1 << 20);
///     for key in keys {
///         sorter.push(KeyedRecord { key: key.into(), number: 0, content: Vec::new() })?;
///     }
///     sorter.into_runs()
/// };
/// let sorted = merge([runs(["d", "a"])?, runs(["c", "b"])?], 1 << 16)?;
/// let keys: Vec<Vec<u8>> = sorted.map(|it| it.unwrap().key).collect();
/// assert_eq!(keys.concat(), b"abcd");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if a temporary file cannot be read or written.
pub fn merge<T: SortRecord>(
    parts: impl IntoIterator<Item = Runs<T>>,
    memory: usize,
) -> io::Result<Sorted<T>> {
    let mut runs: Vec<Run<T>> = parts.into_iter().flat_map(|part| part.0).collect();
    if runs.iter().any(Run::is_file) {
        runs = spill_all(runs).map_err(cannot("write"))?;
        let most = (memory / MIN_BUFFER).max(2);
        while runs.len() > most {
            runs = merge_groups(runs, most).map_err(cannot("merge"))?;
        }
    }
    Sorted::new(runs, memory).map_err(cannot("read"))
}

/// Frees memory for buffers by writing the runs that are still in memory to a file.
fn spill_all<T: SortRecord>(runs: Vec<Run<T>>) -> io::Result<Vec<Run<T>>> {
    let mut spilled = Vec::with_capacity(runs.len());
    for run in runs {
        match run {
            Run::File(_) => spilled.push(run),
            Run::Memory(records) => {
                let mut spill = Spill::new()?;
                spill.write(records)?;
                spilled.extend(spill.into_runs()?);
            }
        }
    }
    Ok(spilled)
}

/// Merges the runs in groups of `most` runs. Each group becomes one run.
fn merge_groups<T: SortRecord>(runs: Vec<Run<T>>, most: usize) -> io::Result<Vec<Run<T>>> {
    let mut spill = Spill::new()?;
    let mut runs = runs.into_iter();
    loop {
        let group: Vec<Run<T>> = runs.by_ref().take(most).collect();
        if group.is_empty() {
            return spill.into_runs();
        }
        spill.try_write(Sorted::new(group, most * MIN_BUFFER)?)?;
    }
}

/// An iterator over sorted records.
///
/// If a temporary file cannot be read, the iterator returns the error and then ends.
pub struct Sorted<T> {
    readers: Vec<Reader<T>>,
    /// The next record of each reader that is not at its end.
    next: BinaryHeap<Reverse<(T, usize)>>,
    is_broken: bool,
}

impl<T: SortRecord> Sorted<T> {
    fn new(runs: Vec<Run<T>>, memory: usize) -> io::Result<Self> {
        let buffer = (memory / runs.len().max(1)).clamp(MIN_BUFFER, MAX_BUFFER);
        let mut readers: Vec<Reader<T>> =
            runs.into_iter().map(|run| Reader::new(run, buffer)).collect();
        let mut next = BinaryHeap::with_capacity(readers.len());
        for (index, reader) in readers.iter_mut().enumerate() {
            if let Some(record) = reader.next()? {
                next.push(Reverse((record, index)));
            }
        }
        Ok(Self { readers, next, is_broken: false })
    }

    fn next_record(&mut self) -> io::Result<Option<T>> {
        let Some(mut top) = self.next.peek_mut() else { return Ok(None) };
        let index = top.0.1;
        Ok(Some(match self.readers[index].next()? {
            Some(following) => std::mem::replace(&mut top.0.0, following),
            None => PeekMut::pop(top).0.0,
        }))
    }
}

impl<T: SortRecord> Iterator for Sorted<T> {
    type Item = io::Result<T>;

    fn next(&mut self) -> Option<io::Result<T>> {
        if self.is_broken {
            return None;
        }
        let record = self.next_record();
        self.is_broken = record.is_err();
        record.map_err(cannot("read")).transpose()
    }
}

impl<T> fmt::Debug for Sorted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sorted").field("runs", &self.readers.len()).finish_non_exhaustive()
    }
}

/// A run that is read from beginning to end.
enum Reader<T> {
    Memory(vec::IntoIter<T>),
    File { segment: BufReader<Segment>, left: u64 },
}

impl<T: SortRecord> Reader<T> {
    fn new(run: Run<T>, buffer: usize) -> Self {
        match run {
            Run::Memory(records) => Self::Memory(records.into_iter()),
            Run::File(segment) => {
                let left = segment.records;
                Self::File { segment: BufReader::with_capacity(buffer, segment), left }
            }
        }
    }

    fn next(&mut self) -> io::Result<Option<T>> {
        match self {
            Self::Memory(records) => Ok(records.next()),
            Self::File { left: 0, .. } => Ok(None),
            Self::File { segment, left } => {
                *left -= 1;
                T::read(segment).map(Some)
            }
        }
    }
}
