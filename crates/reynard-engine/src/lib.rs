//! The chess engine of Reynard: search, evaluation, time, and the UCI session.
//!
//! The crate prints nothing and opens nothing: a search tells its lines to a function, and the
//! session answers to one. The table that all threads share consists of atomic words; of the two
//! `unsafe` blocks one fetches memory early and one calls the evaluation compiled for newer processors.
//!
//! * [`Engine::search`] searches the last position of a game under [`SearchLimits`]; a [`Control`] stops it.
//! * [`eval`] is the evaluation, term by term, with all that is needed to fit its weights.
//! * [`Params`] are the numbers of the search, [`Techniques`] what it is made of.
//! * [`minimax`], [`material`] and [`activity`] are a search and evaluations so plain that they are
//!   right: the oracles of the tests, and opponents for beginners.

#![deny(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_lossless,
    clippy::cast_precision_loss,
    reason = "scores, depths and counts are small and change their width often"
)]

mod bench;
mod engine;
pub mod eval;
mod evaluation;
mod history;
mod limits;
mod minimax;
mod node_time;
mod params;
mod plain;
mod prefetch;
mod report;
mod score;
mod search;
mod search_kind;
mod session;
mod tablebase;
mod technique;
mod time;
mod tt;
mod wdl;

pub use bench::{BENCH_DEPTH, BenchResult, SpeedUp, bench, time_to_depth};
pub use engine::{Control, Engine, EngineSettings};
pub use evaluation::Evaluation;
pub use limits::{ClockState, SearchLimits};
pub use minimax::minimax;
pub use node_time::NodeTime;
pub use params::{InvalidParam, Params, Tunable};
pub use plain::{activity, material};
pub use report::{Line, RootMoveEvent, SearchEvent, SearchReport};
pub use score::{Bound, MAX_PLY, Score};
pub use search_kind::SearchKind;
pub use session::{Host, OpeningBook, Session, strength};
pub use tablebase::Tablebases;
pub use technique::{Technique, Techniques};
pub use time::{Clock, IterationSummary, TimeBounds};
pub use tt::OutOfMemory;
pub use wdl::WinDrawLoss;
