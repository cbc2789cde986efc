//! Perft: counts the leaf nodes of the tree of legal moves, as fast as the processor allows.
//!
//! ```
//! use reynard_perft::reynard::Position;
//! use reynard_perft::{PerftOptions, perft};
//!
//! assert_eq!(perft(&Position::startpos(), 5, &PerftOptions::default())?, 4_865_609);
//! # Ok::<(), reynard_perft::PerftError>(())
//! ```
//!
//! [`perft()`] and [`divide`] run a single count; a [`Perft`] keeps its hash table across counts.
//! [`PerftOptions`] select the [`Method`], the number of threads and the size of the hash table.
//! [`parse_suite`] and [`Perft::verify`] check collections of known counts. [`Perft::compare`]
//! finds the first position and move where another generator differs.
//!
//! # How it counts
//!
//! At the last ply, only the number of moves is needed. This crate goes one step further: it does
//! not even build the positions before the last ply one by one.
//!
//! 1. `walk` descends to the positions two plies above the leaves. It makes moves on a small board
//!    that is always seen from the mover's side (`board`), with moves from a generator that
//!    determines pins and checks beforehand (`generate`).
//! 2. At these positions, every legal move becomes one 32-bit word in a buffer (`batch`); the
//!    position itself is stored only once.
//! 3. When the buffer is full, the `kernel` takes several of these moves at a time, one in each
//!    64-bit lane of the vector registers, makes all of them at once and counts all their replies
//!    at once. It has no loops: sliders move as sets, direction by direction, and since a square
//!    can be reached by only one slider in each direction, the size of a set is the number of
//!    moves. Pins and checks are found where the rays of the king meet those of enemy sliders.
//!
//! The kernel is written once, for any vector type (`lanes`); `arch` selects the type at run time
//! according to the features of the processor. No result is assumed or reused: every position
//! before the last ply is made, and its moves are counted, unless a hash table is requested.

#![deny(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "squares, indices and small counts are narrowed to what they are known to fit"
)]

mod adapt;
mod arch;
mod batch;
mod board;
mod castling;
mod compare;
mod error;
mod generate;
mod hashed;
mod kernel;
mod lanes;
mod method;
mod perft;
mod reference;
mod suite;
mod table;
mod tables;
mod walk;

pub use reynard;

pub use compare::{CompareError, Divided, PerftDifference, PerftDifferenceKind};
pub use error::PerftError;
pub use method::{Method, ParseMethodError};
pub use perft::{Perft, PerftOptions, divide, perft};
pub use suite::{
    Check, SuiteEntry, SuiteError, SuiteErrorKind, Summary, parse_suite, parse_suite_waiving,
};

/// Runs the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
