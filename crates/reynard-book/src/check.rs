//! Errors in a book.

use core::fmt;
use std::collections::{BTreeSet, VecDeque};
use std::io;

use crate::{Book, BookMove, BookMoveError, BookSource, Entries, Entry};

/// A book error that can be detected without knowing the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BookDiagnostic {
    /// The index of the entry, counted from 0; for trailing bytes, the number of entries.
    pub entry: u64,
    /// The kind of error.
    pub kind: BookDiagnosticKind,
}

/// A kind of error in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookDiagnosticKind {
    /// The book ends with an incomplete entry.
    TrailingBytes {
        /// Number of bytes, 1 to 15.
        count: usize,
    },
    /// The key is less than that of the previous entry.
    Unsorted,
    /// The move is not legal in any position.
    Move(BookMoveError),
    /// The book already has an entry with the same move for the position.
    Duplicate(BookMove),
}

impl BookDiagnosticKind {
    /// Returns the machine-readable name of the kind, in lower case with hyphens. Names never
    /// change.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TrailingBytes { .. } => "trailing-bytes",
            Self::Unsorted => "unsorted",
            Self::Move(error) => error.name(),
            Self::Duplicate(_) => "duplicate",
        }
    }
}

impl fmt::Display for BookDiagnosticKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TrailingBytes { count: 1 } => f.write_str("a byte is left after the last entry"),
            Self::TrailingBytes { count } => {
                write!(f, "{count} bytes are left after the last entry")
            }
            Self::Unsorted => f.write_str("the key is below that of the entry before"),
            Self::Move(error) => error.fmt(f),
            Self::Duplicate(mv) => write!(f, "the position has the move {mv} already"),
        }
    }
}

impl<S: BookSource> Book<S> {
    /// Checks every entry and returns the errors in order. A book without errors can be searched by
    /// any program. The legality of its moves can be checked only if the positions are known: see
    /// [`probe`](Self::probe).
    ///
    /// A weight of 0 is not an error: it marks a move that should never be played.
    ///
    /// ```
    /// use reynard_book::Book;
    ///
    /// let book = Book::new(vec![0; 17])?;
    /// let found: Result<Vec<_>, _> =
    ///     book.check().map(|it| it.map(|error| (error.entry, error.kind.name()))).collect();
    /// assert_eq!(found?, [(0, "zero-move"), (1, "trailing-bytes")]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub const fn check(&self) -> BookCheck<'_, S> {
        BookCheck {
            book: self,
            entries: self.entries(),
            index: 0,
            last_key: 0,
            moves: BTreeSet::new(),
            found: VecDeque::new(),
            is_over: false,
        }
    }
}

/// An iterator over the errors in a book, in the order of the entries: see [`Book::check`]. An item
/// is an error if the source cannot be read; in that case, the iterator ends.
#[derive(Debug)]
pub struct BookCheck<'a, S> {
    book: &'a Book<S>,
    entries: Entries<'a, S>,
    /// The index of the next entry.
    index: u64,
    last_key: u64,
    /// The moves of the current position so far: at most one for each of the 65,536 bit patterns.
    moves: BTreeSet<BookMove>,
    /// Errors in the last entry that have not been returned yet.
    found: VecDeque<BookDiagnostic>,
    is_over: bool,
}

impl<S: BookSource> BookCheck<'_, S> {
    /// Checks an entry.
    fn entry(&mut self, entry: Entry) {
        let index = self.index;
        self.index += 1;
        let mut report = |kind| self.found.push_back(BookDiagnostic { entry: index, kind });
        if entry.key < self.last_key {
            report(BookDiagnosticKind::Unsorted);
        }
        if entry.key != self.last_key {
            self.moves.clear();
        }
        self.last_key = entry.key;
        if let Err(error) = entry.mv.to_uci() {
            report(BookDiagnosticKind::Move(error));
        }
        if !self.moves.insert(entry.mv) {
            report(BookDiagnosticKind::Duplicate(entry.mv));
        }
    }

    /// Checks the end of the book.
    fn end(&mut self) {
        self.is_over = true;
        let count = self.book.trailing_bytes();
        if count > 0 {
            let kind = BookDiagnosticKind::TrailingBytes { count };
            self.found.push_back(BookDiagnostic { entry: self.book.len(), kind });
        }
    }
}

impl<S: BookSource> Iterator for BookCheck<'_, S> {
    type Item = io::Result<BookDiagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.found.is_empty() && !self.is_over {
            match self.entries.next() {
                Some(Ok(entry)) => self.entry(entry),
                Some(Err(error)) => {
                    self.is_over = true;
                    return Some(Err(error));
                }
                None => self.end(),
            }
        }
        self.found.pop_front().map(Ok)
    }
}
