//! Engine matches: games between [`reynard_host`] engines, schedules and statistics.
//!
//! * [`Tournament`] plays games between several engines, optionally in parallel, and reports each
//!   as a [`GameRecord`].
//! * [`Standings`] summarizes the results of a tournament.
//! * [`stats`] evaluates results: Elo and its error, likelihood of superiority, SPRT, rating lists.
//! * [`spsa`] tunes an engine's options by having it play against itself.
//! * [`Ladder`] is a list of opponents of increasing strength, and [`LadderStep`] contains the
//!   results against one of them.
//!
//! The crate prints nothing and opens no files: it reports events to the caller.

#![forbid(unsafe_code)]

mod game;
mod ladder;
mod ladder_step;
pub mod spsa;
pub mod stats;
mod tournament;

pub use game::{Cause, GameRecord, MoveRecord, Overhead, PgnPlayer, write_pgn};
pub use ladder::{Ladder, LadderError, Rung};
pub use ladder_step::{LadderPlace, LadderStep};
pub use reynard;
pub use tournament::{
    Assignment, EngineLogs, Forfeits, JournalError, MatchEvent, MatchFormat, MatchPlayer,
    MatchReport, MatchSettings, MatchSummary, PairingResults, ParsePlayerError, Placing,
    PlayerSettings, Pondering, Results, Schedule, Standings, Tournament, TournamentError,
    UnknownOptions, check_records,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
