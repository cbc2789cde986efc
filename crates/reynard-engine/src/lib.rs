#![doc = include_str!("../README.md")]
//!
//! # Overview
//!
//! * [`Engine::best_move`] returns the best move of a position; [`Engine::search`] searches the
//!   last position of a game under [`SearchLimits`], reports [`SearchEvent`]s, and can be stopped
//!   by a [`Control`].
//! * [`Session`] is a UCI engine that does no input or output itself: the caller passes lines to
//!   it, and it answers through a [`Host`].
//! * [`eval`] is the hand-written evaluation, which can be traced term by term and tuned.
//! * [`Params`] are the search parameters, [`Techniques`] the search techniques that can be
//!   disabled.
//! * [`minimax`], [`material`] and [`activity`] are a plain search and plain evaluations. They
//!   serve as test oracles and as opponents for beginners.
//!
//! The transposition table consists of atomic words and uses no locks. There are two `unsafe`
//! blocks: one prefetches memory, the other calls the evaluation compiled for newer processors.

#![deny(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    clippy::cast_precision_loss,
    reason = "scores, depths and counts are small and change their width often"
)]

pub use reynard;
pub use reynard_nnue::Network;

mod bench;
mod control;
mod engine;
pub mod eval;
mod evaluation;
mod evaluation_noise;
mod history;
mod limits;
mod mate;
mod minimax;
mod minimax_search;
mod node_time;
mod params;
mod plain;
mod prefetch;
mod report;
mod score;
mod search;
mod search_kind;
mod search_task;
#[cfg(feature = "session")]
mod session;
mod settings;
pub mod strength;
mod tablebase;
mod technique;
mod time;
mod tt;
mod wdl;

pub use bench::{BENCH_DEPTH, BenchResult, SpeedUp, bench, bench_positions, time_to_depth};
pub use control::Control;
pub use engine::Engine;
pub use evaluation::Evaluation;
pub use evaluation_noise::EvaluationNoise;
pub use limits::{ClockState, SearchLimits};
pub use mate::{ForcedMate, MAX_MATE, MAX_SHORTEST_MATE, MateSearch, MateVerdict};
pub use minimax::minimax;
pub use node_time::NodeTime;
pub use params::{InvalidParam, Params, Tunable};
pub use plain::{activity, material};
pub use report::{Line, RootMoveEvent, SearchEvent, SearchReport};
pub use score::{Bound, MAX_PLY, Score};
pub use search_kind::SearchKind;
#[cfg(feature = "book")]
pub use session::OpeningBook;
#[cfg(feature = "session")]
pub use session::{Host, HostError, PerftCounter, Session};
pub use settings::EngineSettings;
#[cfg(feature = "syzygy")]
pub use tablebase::Tablebases;
pub use technique::{Technique, Techniques};
pub use time::{Clock, IterationSummary, TimeBounds};
pub use tt::OutOfMemory;
pub use wdl::{MaterialPoints, WinDrawLoss, WinDrawLossModel};
