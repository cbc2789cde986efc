//! Perft: the number of leaves of the tree of legal moves, as fast as a processor can count them.
//!
//! ```
//! use reynard_perft::reynard::Position;
//! use reynard_perft::{PerftOptions, perft};
//!
//! assert_eq!(perft(&Position::startpos(), 5, &PerftOptions::default())?, 4_865_609);
//! # Ok::<(), reynard_perft::PerftError>(())
//! ```
//!
//! [`perft()`] and [`divide`] count once; a [`Perft`] keeps threads and hash table for many counts.
//! [`PerftOptions`] choose the [`Method`], the number of threads and the size of the hash table.
//! [`parse_suite`] and [`Perft::verify`] check collections of known counts, [`Perft::compare`]
//! finds the first position and move in which another generator differs.
//!
//! # How it counts
//!
//! At the last ply only the number of moves is needed. This crate goes one step further and does
//! not even build the positions before the last ply one by one:
//!
//! 1. `walk` goes down to the positions two plies above the leaves, making moves on a small board
//!    that is always seen from the mover's side (`board`), with moves from a generator that knows
//!    pins and checks beforehand (`generate`).
//! 2. There, every legal move becomes one 32-bit word in a buffer (`batch`); the position itself is
//!    stored once.
//! 3. When the buffer is full, the `kernel` takes several of these moves at a time, one in each
//!    64-bit lane of the vector registers, makes all of them at once and counts the replies of all
//!    of them at once. It has no loops: sliders move as sets, direction by direction, and since a
//!    square can be reached by only one slider in each direction, the size of a set is the number
//!    of moves. Pins and checks are where the rays of the king and the rays of enemy sliders meet.
//!
//! The kernel is written once, for any vector type (`lanes`); `arch` chooses the type by what the
//! processor can do, when the program runs. No result is assumed or reused: every position
//! before the last ply is made, and its moves are counted, unless a hash table is asked for.

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

/// The examples of the README are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
