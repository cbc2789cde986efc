//! What is wrong with a book.

use core::fmt;
use std::collections::BTreeSet;
use std::io;

use crate::{Book, BookMove, BookMoveError, Source};

/// Something that is wrong with a book, by what can be seen without the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The number of the entry, counted from 0; the number of entries for what follows the last.
    pub entry: u64,
    /// What is wrong.
    pub kind: FindingKind,
}

/// What can be wrong with a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindingKind {
    /// The book ends with bytes that are no whole entry.
    TrailingBytes {
        /// How many, 1 to 15.
        count: usize,
    },
    /// The key is below that of the entry before.
    Unsorted,
    /// The move can be legal nowhere.
    Move(BookMoveError),
    /// The position has had the same move before.
    Duplicate(BookMove),
}

impl FindingKind {
    /// The kind in lower case with hyphens, as machines read it. Names never change.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TrailingBytes { .. } => "trailing-bytes",
            Self::Unsorted => "unsorted",
            Self::Move(error) => error.name(),
            Self::Duplicate(_) => "duplicate",
        }
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TrailingBytes { count: 1 } => f.write_str("a byte is left after the last entry"),
            Self::TrailingBytes { count } => {
                write!(f, "{count} bytes are left after the last entry")
            }
            Self::Unsorted => f.write_str("the key is below that of the entry before"),
            Self::Move(error) => error.fmt(f),
            Self::Duplicate(m) => write!(f, "the position has the move {m} already"),
        }
    }
}

impl<S: Source> Book<S> {
    /// Looks at every entry and reports what is wrong, in order. A book without findings is one that
    /// every program can search; whether its moves are legal can only be told where the positions are
    /// known: see [`probe`](Self::probe).
    ///
    /// A weight of 0 is no fault: it says that the move is never to be played.
    ///
    /// # Errors
    ///
    /// Whatever the source says.
    ///
    /// ```
    /// use reynard_book::{Book, FindingKind};
    ///
    /// let mut found = Vec::new();
    /// Book::new(vec![0; 17])?.check(|finding| found.push((finding.entry, finding.kind.name())))?;
    /// assert_eq!(found, [(0, "zero-move"), (1, "trailing-bytes")]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn check(&self, mut report: impl FnMut(Finding)) -> io::Result<()> {
        let mut last = 0;
        // At most one for each of the 65,536 patterns.
        let mut moves = BTreeSet::new();
        for (entry, index) in self.entries().zip(0..) {
            let entry = entry?;
            let mut report = |kind| report(Finding { entry: index, kind });
            if entry.key < last {
                report(FindingKind::Unsorted);
            }
            if entry.key != last {
                moves.clear();
            }
            last = entry.key;
            if let Err(error) = entry.m.to_uci() {
                report(FindingKind::Move(error));
            }
            if !moves.insert(entry.m) {
                report(FindingKind::Duplicate(entry.m));
            }
        }
        if self.trailing_bytes() > 0 {
            let kind = FindingKind::TrailingBytes { count: self.trailing_bytes() };
            report(Finding { entry: self.len(), kind });
        }
        Ok(())
    }
}
