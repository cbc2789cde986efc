//! Opening books in the Polyglot format: probing, checking, building from games, merging,
//! filtering, comparing.
//!
//! A book is a list of [`Entry`] values, sixteen bytes each, sorted by the keys of their positions.
//! A [`Book`] probes a file (`Book::open`) or bytes, without loading them.
//!
//! ```
//! use reynard::Position;
//! use reynard_book::{Book, Entry};
//!
//! let pos = Position::startpos();
//! let bytes = Entry::new(&pos, pos.parse_uci("e2e4")?, 1).to_bytes();
//! let answer = Book::new(&bytes[..])?.probe(&pos)?;
//! assert_eq!(pos.san(answer.choose(12345).unwrap().mv).as_str(), "e4");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A `Collector` collects the moves of games, from which `build` makes a book in bounded memory,
//! identical to the one that the program Polyglot makes. Both need the `build` feature, which is on
//! by default.
//!
//! [`merge`], [`filter`] and [`compare`] work on whole books, entry by entry. [`Book::walk`] plays
//! the moves of a book to find the positions that belong to its keys.
//!
//! The format is that of <http://hgm.nubati.net/book_format.html>. Chess960 is supported: castling
//! is the king taking its own rook. A position in which the inner of two rooks may castle has the
//! same key as that in which the outer rook may castle.

#![forbid(unsafe_code)]

#[cfg(feature = "serde")]
mod answer;
mod book;
mod book_move;
#[cfg(feature = "build")]
mod build;
mod check;
mod compare;
mod compared_position;
mod cursor;
mod entry;
mod error;
mod filter;
mod merge;
mod probe;
mod source;
mod walk;

#[cfg(feature = "serde")]
pub use answer::{BookMoveAnswer, RejectedAnswer};
pub use book::{Book, Entries};
pub use book_move::{BookMove, BookMoveError};
#[cfg(feature = "build")]
pub use build::{
    BookSample, BookWeights, BuildRule, BuildSummary, Collector, Points, SampleOrder,
    SortedSamples, build,
};
pub use check::{BookCheck, BookDiagnostic, BookDiagnosticKind};
pub use compare::{Comparison, Difference, Differences, compare};
pub use compared_position::ComparedPosition;
pub use entry::Entry;
pub use error::{BookError, BookProbeError};
pub use filter::{BookFilter, FilterSummary, filter};
pub use merge::{MergePolicy, MergeSummary, merge};
pub use probe::{BookAnswer, BookCandidate, RejectedEntry};
pub use reynard;
pub use source::BookSource;
pub use walk::{BookVisit, BookWalk};

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
