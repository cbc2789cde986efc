//! A sorter that keeps records within a memory budget, and sorts them in runs.

use std::io;
use std::mem::take;
use std::num::NonZero;
use std::thread;

use super::runs::{Run, Spill, cannot};
use super::{Runs, SortRecord, Sorted, merge};

/// Initial capacity of a chunk in records, allocated when the first record is added.
const FIRST: usize = 1024;

/// Takes records in any order, and sorts them. Records are kept in memory up to a budget in bytes.
/// The rest goes to a temporary file, which disappears when the process ends.
///
/// See [`SortRecord`] for an example.
#[derive(Debug)]
pub struct Sorter<T> {
    memory: usize,
    threads: NonZero<usize>,
    /// Full chunks. Each chunk is sorted on its own thread.
    full: Vec<Vec<T>>,
    open: Vec<T>,
    /// Bytes of all records in memory.
    used: usize,
    spill: Option<Spill>,
}

impl<T: SortRecord> Sorter<T> {
    /// Creates a sorter that keeps up to `memory` bytes of records in memory.
    ///
    /// ```
    /// use reynard_base::sort::{KeyedRecord, Sorter};
    ///
    /// assert_eq!(Sorter::<KeyedRecord>::new(1 << 20).memory(), 1 << 20);
    /// ```
    pub const fn new(memory: usize) -> Self {
        Self {
            memory,
            threads: NonZero::<usize>::MIN,
            full: Vec::new(),
            open: Vec::new(),
            used: 0,
            spill: None,
        }
    }

    /// Sets the number of threads. Each thread sorts one chunk of the records in memory.
    ///
    /// ```
    /// use std::num::NonZero;
    ///
    /// use reynard_base::sort::{KeyedRecord, Sorter};
    ///
    /// let sorter: Sorter<KeyedRecord> =
    ///     Sorter::new(1 << 20).with_threads(NonZero::new(4).unwrap());
    /// ```
    #[must_use]
    pub const fn with_threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = threads;
        self
    }

    /// Returns the memory budget in bytes.
    pub const fn memory(&self) -> usize {
        self.memory
    }

    /// Adds a record.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be written.
    ///
    /// ```
    /// use reynard_base::sort::{KeyedRecord, Sorter};
    ///
    /// let record = KeyedRecord { key: b"key".to_vec(), number: 0, content: Vec::new() };
    /// let mut sorter = Sorter::new(1 << 20);
    /// sorter.push(record)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn push(&mut self, record: T) -> io::Result<()> {
        let size = size_of::<T>() + record.heap_size();
        if self.used > 0 && self.used + size > self.memory {
            self.flush().map_err(cannot("write"))?;
        }
        if self.open.len() == self.open.capacity() {
            self.make_room();
        }
        self.used += size;
        self.open.push(record);
        Ok(())
    }

    /// Returns the records in insertion order, if all of them are in memory.
    ///
    /// ```
    /// use reynard_base::sort::{KeyedRecord, Sorter};
    ///
    /// let record =
    ///     |key: &[u8]| KeyedRecord { key: key.into(), number: 0, content: Vec::new() };
    /// let mut sorter = Sorter::new(1 << 20);
    /// sorter.push(record(b"b"))?;
    /// sorter.push(record(b"a"))?;
    /// let unsorted: Vec<_> = sorter.into_records().expect("they fit").collect();
    /// assert_eq!(unsorted[0].key, b"b");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the sorter itself if some of its records are not in memory.
    pub fn into_records(self) -> Result<impl Iterator<Item = T>, Box<Self>> {
        if self.spill.is_some() {
            return Err(Box::new(self));
        }
        Ok(self.full.into_iter().flatten().chain(self.open))
    }

    /// Sorts the remaining records, and returns all of them as sorted runs.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be written.
    pub fn into_runs(mut self) -> io::Result<Runs<T>> {
        if self.spill.is_some() {
            self.flush().map_err(cannot("write"))?;
        }
        if let Some(spill) = self.spill {
            return Ok(Runs(spill.into_runs().map_err(cannot("write"))?));
        }
        Ok(Runs(self.sorted_chunks().into_iter().map(Run::Memory).collect()))
    }

    /// Returns all records in order.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be read or written.
    ///
    /// ```
    /// use reynard_base::sort::{KeyedRecord, Sorter};
    ///
    /// let record = KeyedRecord { key: b"key".to_vec(), number: 0, content: Vec::new() };
    /// let mut sorter = Sorter::new(1 << 20);
    /// sorter.push(record.clone())?;
    /// assert_eq!(sorter.finish()?.next().unwrap()?, record);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn finish(self) -> io::Result<Sorted<T>> {
        let memory = self.memory;
        merge([self.into_runs()?], memory)
    }

    /// Grows the open chunk, but not beyond its share of the budget. If the chunk is full, begins a
    /// new chunk.
    fn make_room(&mut self) {
        let share = self.memory / size_of::<T>().max(1) / self.threads;
        let (len, share) = (self.open.len(), share.max(FIRST));
        if len < share {
            self.open.reserve_exact(len.max(FIRST).min(share - len));
        } else {
            self.full.push(take(&mut self.open));
            self.open.reserve_exact(FIRST.min(share));
        }
    }

    /// Writes all records in memory to the temporary file.
    fn flush(&mut self) -> io::Result<()> {
        let chunks = self.sorted_chunks();
        let spill = match &mut self.spill {
            Some(spill) => spill,
            none => none.insert(Spill::new()?),
        };
        for chunk in chunks {
            spill.write(chunk)?;
        }
        Ok(())
    }

    /// Takes the chunks in memory, and sorts each of them.
    fn sorted_chunks(&mut self) -> Vec<Vec<T>> {
        let mut chunks = take(&mut self.full);
        chunks.push(take(&mut self.open));
        self.used = 0;
        match &mut chunks[..] {
            [only] => only.sort_unstable(),
            many => thread::scope(|scope| {
                for chunk in many {
                    scope.spawn(|| chunk.sort_unstable());
                }
            }),
        }
        chunks
    }
}
