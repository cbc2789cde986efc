//! Engine matches: games between engines of [`reynard_host`], schedules and statistics.
//!
//! * [`Tournament`] plays games between several engines, some at a time, and reports each as a
//!   [`GameRecord`].
//! * [`Standings`] collects the results of a tournament.
//! * [`stats`] evaluates results: Elo and its error, likelihood of superiority, SPRT, rating lists.
//! * [`spsa`] tunes the options of an engine by games against itself.
//! * [`Ladder`] is a list of opponents of increasing strength, [`LadderStep`] the results against
//!   one of them.
//!
//! Nothing is printed and no file is opened: the caller gets events.

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
