//! Sorting of numbers by their hashes.

use std::io::{self, BufWriter, Write};
use std::mem::take;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};

use super::runs::{Counted, MAX_BUFFER, cannot, end_of};
use crate::parallel::Workers;

/// Number of hash bits that select the part. Sorting a million games is equally fast with 256
/// parts, and slower with 1,024.
const PART_BITS: u32 = 9;

/// Number of parts.
const PARTS: usize = 1 << PART_BITS;

/// A record within its part, stored without the part number. The lowest bits come first.
type Kept = [u32; 3];

/// Size in bytes of a record within its part.
const RECORD: usize = size_of::<Kept>();

/// Maximum number of records in a chunk: one and a half memory pages.
const CHUNK: usize = 512;

/// A hash with an associated number, the content. Records are ordered by hash, and records with the
/// same hash by content.
///
/// ```
/// use reynard_base::sort::HashedRecord;
///
/// let record = HashedRecord::new(7, 12);
/// assert_eq!((record.hash(), record.content()), (7, 12));
/// assert!(record < HashedRecord::new(8, 0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct HashedRecord(u128);

#[expect(
    clippy::cast_possible_truncation,
    reason = "the other bits are another part of the record"
)]
impl HashedRecord {
    /// Maximum number of bits of the content.
    pub const CONTENT_BITS: u32 = RECORD as u32 * 8 + PART_BITS - u64::BITS;

    /// Creates a record.
    ///
    /// # Panics
    ///
    /// Panics if `content` has more than [`CONTENT_BITS`](Self::CONTENT_BITS) bits.
    ///
    /// ```
    /// use reynard_base::sort::HashedRecord;
    ///
    /// assert!(HashedRecord::new(5, 2) < HashedRecord::new(9, 1));
    /// ```
    #[inline]
    pub const fn new(hash: u64, content: u64) -> Self {
        assert!(content >> Self::CONTENT_BITS == 0, "the content of a record has too many bits");
        Self((hash as u128) << Self::CONTENT_BITS | content as u128)
    }

    /// Returns the hash.
    ///
    /// ```
    /// use reynard_base::sort::HashedRecord;
    ///
    /// assert_eq!(HashedRecord::new(u64::MAX, 1).hash(), u64::MAX);
    /// ```
    #[inline]
    pub const fn hash(self) -> u64 {
        (self.0 >> Self::CONTENT_BITS) as u64
    }

    /// Returns the content.
    ///
    /// ```
    /// use reynard_base::sort::HashedRecord;
    ///
    /// assert_eq!(HashedRecord::new(u64::MAX, 1).content(), 1);
    /// ```
    #[inline]
    pub const fn content(self) -> u64 {
        self.0 as u64 & ((1 << Self::CONTENT_BITS) - 1)
    }

    /// Returns the part number, and the record within its part.
    #[inline]
    const fn split(self) -> (usize, Kept) {
        let (low, high) = (self.0 as u64, (self.0 >> u64::BITS) as u64);
        ((high >> u32::BITS) as usize, [low as u32, (low >> u32::BITS) as u32, high as u32])
    }

    #[inline]
    const fn join(part: usize, [low, middle, high]: Kept) -> Self {
        let low = (middle as u64) << u32::BITS | low as u64;
        let high = (part as u64) << u32::BITS | high as u64;
        Self((high as u128) << u64::BITS | low as u128)
    }
}

/// Sorts any number of records by their hashes. Records are kept in memory up to a budget in bytes.
/// The rest goes to a temporary file, which disappears when the process ends.
///
/// The first bits of a hash select one of 512 parts, and each part is sorted separately, so nothing
/// must be merged. However, a part that does not fit into the budget uses more memory than the
/// budget allows.
///
/// ```
/// use reynard_base::sort::{HashedRecord, HashedSorter};
///
/// let mut sorter = HashedSorter::new(1 << 20);
/// for (hash, content) in [(9, 1), (5, 2), (9, 0)] {
///     sorter.push(HashedRecord::new(hash, content))?;
/// }
/// let mut sorted = Vec::new();
/// sorter.finish(|records| {
///     sorted.extend(records.iter().map(|it| (it.hash(), it.content())));
///     Ok::<(), std::io::Error>(())
/// })?;
/// assert_eq!(sorted, [(5, 2), (9, 0), (9, 1)]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct HashedSorter {
    memory: usize,
    threads: NonZero<usize>,
    /// Number of records per chunk.
    chunk: usize,
    parts: Vec<Part>,
    /// Size of all chunks in memory, in bytes.
    used: usize,
    spill: Option<BufWriter<Counted>>,
}

/// The records whose hashes have the same first bits.
#[derive(Debug, Default)]
struct Part {
    /// Byte ranges of the part's records in the temporary file.
    spilled: Vec<Range<u64>>,
    full: Vec<Vec<Kept>>,
    open: Vec<Kept>,
}

impl HashedSorter {
    /// Creates a sorter that keeps up to `memory` bytes of records in memory.
    ///
    /// ```
    /// use reynard_base::sort::HashedSorter;
    ///
    /// let nothing = HashedSorter::new(1 << 20).finish(|_| Ok::<(), std::io::Error>(()));
    /// assert!(nothing.is_ok());
    /// ```
    pub fn new(memory: usize) -> Self {
        Self {
            memory,
            threads: NonZero::<usize>::MIN,
            chunk: (memory / (2 * PARTS * RECORD)).clamp(8, CHUNK),
            parts: (0..PARTS).map(|_| Part::default()).collect(),
            used: 0,
            spill: None,
        }
    }

    /// Sets the number of threads. Each thread sorts one part at a time.
    ///
    /// ```
    /// use std::num::NonZero;
    ///
    /// use reynard_base::sort::HashedSorter;
    ///
    /// let sorter = HashedSorter::new(1 << 20).with_threads(NonZero::new(4).unwrap());
    /// ```
    #[must_use]
    pub const fn with_threads(mut self, threads: NonZero<usize>) -> Self {
        self.threads = threads;
        self
    }

    /// Adds a record.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be written.
    ///
    /// ```
    /// use reynard_base::sort::{HashedRecord, HashedSorter};
    ///
    /// let mut sorter = HashedSorter::new(1 << 20);
    /// sorter.push(HashedRecord::new(u64::MAX, 1))?;
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[inline]
    pub fn push(&mut self, record: HashedRecord) -> io::Result<()> {
        let (number, kept) = record.split();
        let open = &self.parts[number].open;
        if open.len() == open.capacity() {
            self.make_room(number)?;
        }
        self.parts[number].open.push(kept);
        Ok(())
    }

    /// Makes room for a record in the part with this number.
    #[cold]
    fn make_room(&mut self, number: usize) -> io::Result<()> {
        let size = self.chunk * RECORD;
        if self.used > 0 && self.used + size > self.memory {
            self.flush().map_err(cannot("write"))?;
        }
        let Part { open, full, .. } = &mut self.parts[number];
        if open.len() == open.capacity() {
            self.used += size;
            if !open.is_empty() {
                full.push(take(open));
            }
            open.reserve_exact(self.chunk);
        }
        Ok(())
    }

    /// Writes all records in memory to the temporary file.
    fn flush(&mut self) -> io::Result<()> {
        let file = match &mut self.spill {
            Some(file) => file,
            none => none.insert(BufWriter::with_capacity(MAX_BUFFER, Counted::new()?)),
        };
        for part in &mut self.parts {
            let start = end_of(file);
            self.used -= part.full.len() * self.chunk * RECORD;
            for kept in part.full.drain(..).flatten().chain(part.open.drain(..)) {
                kept.iter().try_for_each(|word| file.write_all(&word.to_le_bytes()))?;
            }
            if end_of(file) > start {
                part.spilled.push(start..end_of(file));
            }
        }
        Ok(())
    }

    /// Calls a function with slices of all records in order. All records with the same hash are in
    /// the same slice.
    ///
    /// # Errors
    ///
    /// Returns an error if the temporary file cannot be read or written, or the first error of the
    /// function.
    pub fn finish<E: From<io::Error>>(
        self,
        mut each: impl FnMut(&[HashedRecord]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut file = match self.spill {
            Some(file) => Some(file.into_inner().map_err(|error| cannot("write")(error.into()))?),
            None => None,
        };
        let mut parts = self.parts.into_iter().enumerate();
        let flow = Workers::new(self.threads, Vec::new).ordered(
            |_| {
                let (number, part) = parts.next()?;
                let chunks = part.into_chunks(file.as_mut()).map_err(cannot("read"));
                Some(chunks.map(|chunks| (number, chunks)))
            },
            |ends, part| part.map(|(number, chunks)| sorted(number, &chunks, ends)),
            |records| match records.map_err(E::from).and_then(|records| each(&records)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            },
        );
        flow.break_value().map_or(Ok(()), Err)
    }
}

impl Part {
    /// Returns all records of the part.
    fn into_chunks(mut self, file: Option<&mut Counted>) -> io::Result<Vec<Vec<Kept>>> {
        self.full.push(self.open);
        if let Some(file) = file {
            for bytes in self.spilled {
                let bytes = file.read(bytes)?;
                let words = |record: &[u8; RECORD]| {
                    let [a, b, c, d, e, f, g, h, i, j, k, l] = *record;
                    [[a, b, c, d], [e, f, g, h], [i, j, k, l]].map(u32::from_le_bytes)
                };
                self.full.push(bytes.as_chunks().0.iter().map(words).collect());
            }
        }
        Ok(self.full)
    }
}

/// Returns the records of a part in order. `ends` is a reusable buffer.
fn sorted(part: usize, chunks: &[Vec<Kept>], ends: &mut Vec<usize>) -> Vec<HashedRecord> {
    let records = || chunks.iter().flatten().copied();
    let mut sorted = vec![HashedRecord::default(); chunks.iter().map(Vec::len).sum()];
    // About sixteen records in a bucket.
    let bits = (sorted.len() / 16).checked_ilog2().unwrap_or(0).min(12);
    let bucket = |[.., high]: Kept| (high >> 1 >> (u32::BITS - 1 - bits)) as usize;
    ends.clear();
    ends.resize(1 << bits, 0);
    records().for_each(|record| ends[bucket(record)] += 1);
    let mut start = 0;
    for end in ends.iter_mut() {
        start += std::mem::replace(end, start);
    }
    for record in records() {
        let end = &mut ends[bucket(record)];
        sorted[*end] = HashedRecord::join(part, record);
        *end += 1;
    }
    let mut rest = &mut sorted[..];
    let mut start = 0;
    for &end in ends.iter() {
        let (bucket, behind) = rest.split_at_mut(end - start);
        bucket.sort_unstable();
        (rest, start) = (behind, end);
    }
    sorted
}
