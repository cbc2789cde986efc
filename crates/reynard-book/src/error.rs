//! Errors from reading and writing books.

use core::fmt;
use std::io;

/// The error returned if a position cannot be looked up.
#[derive(Debug)]
pub enum BookProbeError {
    /// The source could not be read.
    Io(io::Error),
    /// The book is not sorted, so it cannot be searched: read all entries, or load it with
    /// [`Book::sorted`](crate::Book::sorted).
    Unsorted {
        /// The index of an entry that is in the wrong order relative to another entry.
        entry: u64,
    },
}

impl fmt::Display for BookProbeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Unsorted { entry } => {
                write!(f, "the book is not sorted: entry {entry} is out of place")
            }
        }
    }
}

impl core::error::Error for BookProbeError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Unsorted { .. } => None,
        }
    }
}

impl From<io::Error> for BookProbeError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The error returned if books cannot be read from start to end, or if the result cannot be
/// written.
#[derive(Debug)]
pub enum BookError {
    /// A book could not be read.
    Read {
        /// The index of the book, counted from 0.
        book: usize,
        /// The reason.
        error: io::Error,
    },
    /// A book is not sorted; [`Book::sorted`](crate::Book::sorted) sorts it.
    Unsorted {
        /// The index of the book, counted from 0.
        book: usize,
        /// The index of the first entry whose key is less than that of the previous entry.
        entry: u64,
    },
    /// The result could not be written.
    Write(io::Error),
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { error, .. } | Self::Write(error) => error.fmt(f),
            Self::Unsorted { entry, .. } => {
                write!(f, "the book is not sorted: entry {entry} is out of place")
            }
        }
    }
}

impl core::error::Error for BookError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Read { error, .. } | Self::Write(error) => Some(error),
            Self::Unsorted { .. } => None,
        }
    }
}
