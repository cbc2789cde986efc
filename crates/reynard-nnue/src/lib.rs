//! Efficiently updatable neural network (NNUE) evaluation for chess.
//!
//! A [`Network`] maps a position to centipawns for the side to move. It has one hidden layer, seen
//! from both sides: `(768 x K -> H) x 2 -> 1`, horizontally mirrored, with K king buckets, squared
//! clipped `ReLU`, and output buckets by the number of pieces. All arithmetic is in integers, so
//! the same network gives the same score on every processor.
//!
//! ```
//! use reynard_nnue::reynard::Position;
//! use reynard_nnue::{Network, Shape};
//!
//! // A network of zeros; `Network::parse` reads a file.
//! let network = Network::zeroed(Shape::new(64, 8)?);
//! assert_eq!(network.evaluate(&Position::startpos()), 0);
//! # Ok::<(), reynard_nnue::NetworkError>(())
//! ```
//!
//! A search does not evaluate from scratch. It keeps a [`Stack`] of accumulators, one per ply,
//! which are updated only when a score is requested.
//!
//! * `shape`, `king_buckets`, `feature`: the dimensions of a network, and the row of a piece on a
//!   square;
//! * `file`, `header`, `error`: the file format; `packed`, `ans`, `bytes`: weights in few bytes;
//! * `network`: the weights; `average`: averages of several networks; `explain`: explaining a score
//!   by pieces and output buckets;
//! * `change`, `moved_pieces`, `refresh`, `stack`: accumulators and how they are updated;
//! * `kernel`, `lanes`, `arch`: the arithmetic, written once for vectors of any width;
//! * `reference`: the same arithmetic in plain loops, for tests;
//! * `train` (feature `train`): training in floating point.
//!
//! Sources: Yu Nasu, *Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi* (2018); <https://www.chessprogramming.org/NNUE>.

#![no_std]
#![deny(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "weights, squares and counts are narrowed to what they are checked to fit"
)]

extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

mod ans;
mod arch;
mod average;
mod bytes;
mod change;
mod chunk;
#[cfg(feature = "embedded")]
mod embedded;
mod error;
mod explain;
mod feature;
mod file;
mod header;
mod kernel;
mod king_buckets;
mod lanes;
mod moved_pieces;
mod network;
mod packed;
mod reference;
mod refresh;
mod shape;
mod stack;
#[cfg(feature = "train")]
#[expect(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts and weights are small, and float where they meet gradients"
)]
pub mod train;

pub use error::NetworkError;
pub use explain::{Explanation, PieceValue};
pub use feature::{FEATURES, feature};
pub use header::{InvalidNetworkHeader, NetworkHeader};
pub use kernel::Kernel;
pub use king_buckets::KingBuckets;
pub use network::{Network, Weights};
pub use reference::reference_score;
pub use reynard;
pub use shape::Shape;
pub use stack::Stack;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
