//! A book: entries sorted by key, read on demand.

#[cfg(any(unix, windows))]
use std::fs::File;
use std::io;
use std::ops::Range;
#[cfg(any(unix, windows))]
use std::path::Path;

use crate::{BookProbeError, BookSource, Entry};

/// Number of entries read at once by bulk reads; they take up 64 KiB.
const BLOCK: usize = 4096;

/// A binary search ends when at most this many entries remain, and reads all of them (1 KiB) at
/// once.
const LAST: u64 = 64;

/// A book in the Polyglot format.
///
/// Nothing is loaded in advance: a probe reads a few entries of its [`BookSource`], which may be a
/// file or bytes. Several threads can probe a book at the same time if its source can be shared.
///
/// Any sequence of bytes is accepted as a book. To find the errors in it, use
/// [`check`](Self::check).
///
/// ```
/// use reynard::Position;
/// use reynard_book::{Book, Entry};
///
/// let pos = Position::startpos();
/// let bytes = Entry::new(&pos, pos.parse_uci("e2e4")?, 2).to_bytes();
/// let book = Book::new(&bytes[..])?;
/// assert_eq!(book.len(), 1);
/// assert_eq!(book.find(pos.polyglot_key())?, 0..1);
/// assert_eq!(book.find(0)?, 0..0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Book<S> {
    source: S,
    len: u64,
    trailing: usize,
}

impl<S: BookSource> Book<S> {
    /// Creates a book from a source. Trailing bytes that do not form a whole entry are ignored.
    ///
    /// # Errors
    ///
    /// Returns an error if the size of the source cannot be determined.
    ///
    /// ```
    /// use reynard_book::{Book, Entry};
    /// use reynard_book::reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// let entry = Entry::new(&pos, pos.parse_uci("e2e4")?, 1);
    /// let book = Book::new(entry.to_bytes().to_vec())?;
    /// assert_eq!(book.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(source: S) -> io::Result<Self> {
        let size = source.size()?;
        let len = size / Entry::LEN as u64;
        let trailing = usize::try_from(size % Entry::LEN as u64).unwrap_or_default();
        Ok(Self { source, len, trailing })
    }

    /// Returns the number of entries.
    pub const fn len(&self) -> u64 {
        self.len
    }

    /// Returns `true` if the book has no entries.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the number of bytes after the last whole entry; it is 0 unless the file is broken.
    ///
    /// ```
    /// assert_eq!(reynard_book::Book::new(vec![0; 17])?.trailing_bytes(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn trailing_bytes(&self) -> usize {
        self.trailing
    }

    /// Returns the entry with an index, counted from 0.
    ///
    /// # Errors
    ///
    /// Returns [`io::ErrorKind::UnexpectedEof`] if there is no entry with this index, or another
    /// error if the source cannot be read.
    ///
    /// ```
    /// use reynard_book::{Book, Entry};
    /// use reynard_book::reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// let entry = Entry::new(&pos, pos.parse_uci("e2e4")?, 1);
    /// let book = Book::new(entry.to_bytes().to_vec())?;
    /// assert_eq!(book.entry(0)?, entry);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn entry(&self, index: u64) -> io::Result<Entry> {
        if index >= self.len {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut bytes = [0; Entry::LEN];
        self.source.read_at(index * Entry::LEN as u64, &mut bytes)?;
        Ok(Entry::from_bytes(bytes))
    }

    /// Iterates over all entries in the order of the book.
    ///
    /// ```
    /// use reynard_book::{Book, Entry};
    /// use reynard_book::reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// let entry = Entry::new(&pos, pos.parse_uci("e2e4")?, 1);
    /// let book = Book::new(entry.to_bytes().to_vec())?;
    /// assert_eq!(book.entries().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn entries(&self) -> Entries<'_, S> {
        self.entries_in(0..self.len)
    }

    /// Iterates over the entries with these indices; indices beyond the end of the book are
    /// skipped.
    ///
    /// ```
    /// use reynard_book::{Book, Entry};
    ///
    /// let book = Book::new(vec![0; 3 * Entry::LEN])?;
    /// assert_eq!(book.entries_in(1..99).count(), 2);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub const fn entries_in(&self, range: Range<u64>) -> Entries<'_, S> {
        let end = if range.end < self.len { range.end } else { self.len };
        Entries { book: self, next: range.start, end, block: Vec::new(), used: 0, size: 1 }
    }

    /// Finds the indices of the entries for a position by binary search. The range is empty if
    /// there are none.
    ///
    /// # Errors
    ///
    /// Returns [`BookProbeError::Unsorted`] if the search happens to encounter entries in the wrong
    /// order (it does not detect every unsorted book), or [`BookProbeError::Io`] if the source
    /// cannot be read.
    ///
    /// ```
    /// use reynard_book::{Book, Entry};
    /// use reynard_book::reynard::Position;
    ///
    /// let pos = Position::startpos();
    /// let entry = Entry::new(&pos, pos.parse_uci("e2e4")?, 1);
    /// let book = Book::new(entry.to_bytes().to_vec())?;
    /// assert_eq!(book.find(pos.polyglot_key())?, 0..1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self, key: u64) -> Result<Range<u64>, BookProbeError> {
        let start = self.first_from(key, 0)?;
        let end = match key.checked_add(1) {
            Some(next) if start < self.len => self.first_from(next, start)?,
            _ => self.len,
        };
        Ok(start..end)
    }

    /// Returns the index of the first entry at or after `low` whose key is at least `key`.
    fn first_from(&self, key: u64, mut low: u64) -> Result<u64, BookProbeError> {
        let mut high = self.len;
        // The keys at both ends, as far as they have been seen.
        let (mut least, mut most) = (0, u64::MAX);
        while high - low > LAST {
            let middle = low + (high - low) / 2;
            let found = self.entry(middle)?.key;
            if found < least || found > most {
                return Err(BookProbeError::Unsorted { entry: middle });
            }
            if found < key {
                (low, least) = (middle + 1, found);
            } else {
                (high, most) = (middle, found);
            }
        }
        let mut first = high;
        for (entry, index) in self.entries_in(low..high).zip(low..) {
            let found = entry?.key;
            if found < least || found > most {
                return Err(BookProbeError::Unsorted { entry: index });
            }
            least = found;
            if found >= key && first == high {
                first = index;
            }
        }
        Ok(first)
    }

    /// Returns the source of the book.
    pub fn into_source(self) -> S {
        self.source
    }
}

#[cfg(any(unix, windows))]
impl Book<File> {
    /// Opens the book in a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened or its size cannot be determined.
    ///
    /// ```no_run
    /// use reynard_book::Book;
    /// use reynard_book::reynard::Position;
    ///
    /// let book = Book::open("book.bin")?;
    /// for candidate in book.probe(&Position::startpos())?.candidates {
    ///     println!("{} {}", candidate.mv, candidate.weight);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::new(File::open(path)?)
    }
}

impl Book<Vec<u8>> {
    /// Loads a book into memory and sorts it. Use this for files that are not sorted. Entries with
    /// equal keys keep their order.
    ///
    /// # Errors
    ///
    /// Returns an error if the source cannot be read, or [`io::ErrorKind::OutOfMemory`] if the book
    /// is too large to be loaded.
    ///
    /// ```
    /// use reynard_book::{Book, BookMove, Entry};
    ///
    /// let [late, early] = [2, 1].map(|key| Entry { key, mv: BookMove::ZERO, weight: 0, learn: 0 });
    /// let bytes = [late.to_bytes(), early.to_bytes()].concat();
    /// let sorted = Book::sorted(&bytes)?;
    /// assert_eq!([sorted.entry(0)?, sorted.entry(1)?], [early, late]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn sorted(source: impl BookSource) -> io::Result<Self> {
        let book = Book::new(source)?;
        let mut entries = Vec::new();
        let len = usize::try_from(book.len).map_err(|_| io::ErrorKind::OutOfMemory)?;
        entries.try_reserve_exact(len).map_err(|_| io::ErrorKind::OutOfMemory)?;
        for entry in book.entries() {
            entries.push(entry?);
        }
        entries.sort_by_key(|entry| entry.key);
        let bytes = entries.iter().flat_map(|entry| entry.to_bytes()).collect();
        Book::new(bytes)
    }
}

/// An iterator over the entries of a book, in order: see [`Book::entries`].
///
/// The entries are read in blocks. After an error, the iterator ends.
#[derive(Debug)]
pub struct Entries<'a, S> {
    book: &'a Book<S>,
    next: u64,
    end: u64,
    block: Vec<u8>,
    used: usize,
    /// Number of entries in the next block. It starts small, for callers that need only a few
    /// entries.
    size: usize,
}

impl<S: BookSource> Entries<'_, S> {
    fn fill(&mut self) -> io::Result<()> {
        let left = usize::try_from(self.end - self.next).unwrap_or(usize::MAX);
        self.size = (self.size * 8).min(BLOCK);
        self.block.resize(self.size.min(left) * Entry::LEN, 0);
        self.used = 0;
        self.book.source.read_at(self.next * Entry::LEN as u64, &mut self.block)
    }
}

impl<S: BookSource> Iterator for Entries<'_, S> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.end {
            return None;
        }
        if self.used == self.block.len()
            && let Err(error) = self.fill()
        {
            self.end = self.next;
            return Some(Err(error));
        }
        let bytes = self.block[self.used..].first_chunk()?;
        self.used += Entry::LEN;
        self.next += 1;
        Some(Ok(Entry::from_bytes(*bytes)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.end.saturating_sub(self.next);
        (0, usize::try_from(left).ok())
    }
}
