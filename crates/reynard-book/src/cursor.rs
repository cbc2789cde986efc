//! Reading a sorted book position by position.

use std::collections::BTreeMap;
use std::io;

use crate::{Book, BookError, BookMove, BookSource, Entries, Entry};

/// The current place in a sorted book.
pub(crate) struct Cursor<'a, S> {
    pub(crate) book: &'a Book<S>,
    entries: Entries<'a, S>,
    /// The index of the book, for use in errors.
    number: usize,
    /// The next entry.
    next: Option<Entry>,
    /// Number of entries read.
    taken: u64,
}

impl<'a, S: BookSource> Cursor<'a, S> {
    pub(crate) fn new(book: &'a Book<S>, number: usize) -> Result<Self, BookError> {
        let mut cursor = Self { book, entries: book.entries(), number, next: None, taken: 0 };
        cursor.next = cursor.read()?;
        Ok(cursor)
    }

    /// Returns the key of the next position.
    pub(crate) fn key(&self) -> Option<u64> {
        self.next.map(|entry| entry.key)
    }

    /// Takes the next entry if it has this key.
    pub(crate) fn take(&mut self, key: u64) -> Result<Option<Entry>, BookError> {
        let Some(entry) = self.next.filter(|entry| entry.key == key) else { return Ok(None) };
        self.next = self.read()?;
        self.taken += 1;
        if self.next.is_some_and(|next| next.key < key) {
            return Err(BookError::Unsorted { book: self.number, entry: self.taken });
        }
        Ok(Some(entry))
    }

    /// Takes all entries of a position, and returns the first entry of each move, sorted by the
    /// bits of the moves.
    pub(crate) fn moves(&mut self, key: u64) -> Result<BTreeMap<BookMove, Entry>, BookError> {
        let mut moves = BTreeMap::new();
        while let Some(entry) = self.take(key)? {
            moves.entry(entry.mv).or_insert(entry);
        }
        Ok(moves)
    }

    fn read(&mut self) -> Result<Option<Entry>, BookError> {
        let read = self.entries.next().transpose();
        read.map_err(|error| self.failed(error))
    }

    /// Returns the error for a failed read of the book.
    pub(crate) const fn failed(&self, error: io::Error) -> BookError {
        BookError::Read { book: self.number, error }
    }
}
