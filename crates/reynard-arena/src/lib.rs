//! Engine matches: processes that speak UCI or the protocol of xboard, games between them, schedules,
//! and the statistics of results; and games of self-play to learn from.
//!
//! * [`Engine`] is a running engine, which cannot make its caller wait for ever.
//! * [`Tournament`] plays games between several, some at a time, and reports each when it is over as a
//!   [`GameRecord`].
//! * [`selfplay`] is the engine of this project playing against itself, in this process: positions with
//!   scores and results to learn from, and the files that they are kept in.
//! * [`stats`] has what can be said about results: Elo and its error, likelihood of superiority, the
//!   sequential test, rating lists.
//! * [`tune`] fits the weights of the engine's evaluation to games.
//!
//! Nothing here prints or opens files: what happens is reported to the caller.

#![forbid(unsafe_code)]

mod engine;
mod game;
mod ladder;
mod limits;
mod openings;
mod random;
pub mod selfplay;
pub mod stats;
mod tournament;
pub mod tune;

pub use engine::{Answer, Engine, EngineError, EngineSpec, Patience, Protocol, Reply, Verdict};
pub use game::{
    Adjudication, Cause, DrawRule, GameRecord, MoveRecord, Overhead, ResignRule, write_pgn,
};
pub use ladder::{Ladder, LadderError, Rung};
pub use limits::{Limits, ParseTimeControlError, TimeControl};
pub use openings::{Opening, OpeningOrder, Openings, OpeningsError};
pub use tournament::{
    Assignment, Flow, Format, Player, Report, Rules, Schedule, Tournament, TournamentError,
};
