//! Learning from games: self-play, shards of training games, and the training of networks and
//! weights.
//!
//! * [`selfplay`] plays the engine against itself, within this process, on any number of threads.
//! * [`shard`] is the file format of the games: positions with scores and results, in about two
//!   bytes per position, with checksums.
//! * [`tune`] fits the weights of the classic evaluation to positions (Texel's tuning method).
//! * [`network`] trains a neural network on shards.
//! * `jobs`, with the `cluster` feature, runs self-play and the export of training positions as
//!   jobs of `reynard-cluster`.
//! * [`ScoreOutcomes`] fits the win/draw/loss model to scores and game results.
//!
//! No process is started and nothing is printed. Only [`shard::ShardFiles`] and
//! [`network::PositionPool`] open files.

#![forbid(unsafe_code)]

#[cfg(feature = "cluster")]
pub mod jobs;
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts are small, and rates and targets are floats"
)]
pub mod network;
pub mod selfplay;
pub mod shard;
pub mod tune;
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "counts are far below 2^53, and scores are bounded"
)]
mod wdl;
mod wdl_fit;

pub use reynard;
pub use wdl::ScoreOutcomes;
pub use wdl_fit::{WdlFit, WdlFitRow};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
