//! Engine matches: processes that speak UCI or the protocol of xboard, games between them, schedules
//! and statistics.
//!
//! * [`EngineProcess`] is a running engine. No call waits beyond its [`Timeouts`].
//! * [`Tournament`] plays games between several engines, some at a time, and reports each as a
//!   [`GameRecord`].
//! * [`Standings`] collects the results of a tournament.
//! * [`stats`] evaluates results: Elo and its error, likelihood of superiority, SPRT, rating lists.
//! * [`spsa`] tunes the options of an engine by games against itself.
//! * [`Ladder`] is a list of opponents of increasing strength, [`LadderStep`] the results against one of them.
//!
//! * [`check_compliance`] checks how an engine keeps its protocol.
//!
//! Nothing is printed and no file is opened: the caller gets events.

#![forbid(unsafe_code)]

mod compliance;
mod engine;
mod game;
mod ladder;
mod ladder_step;
mod limits;
pub mod spsa;
pub mod stats;
mod tournament;

pub use compliance::{ComplianceCheck, check_compliance};
pub use engine::{
    AnswerInfo, EngineAnswer, EngineError, EngineLog, EngineProcess, EngineProtocol, EngineReply,
    EngineSpec, Launch, Processors, Timeouts, find_program,
};
pub use game::{Cause, GameRecord, MoveRecord, Overhead, write_pgn};
pub use ladder::{Ladder, LadderError, Rung};
pub use ladder_step::{LadderPlace, LadderStep};
pub use limits::{MatchLimits, ParseTimeControlError, TimeControl};
pub use reynard;
pub use reynard_train::{
    Adjudication, DrawRule, OpeningLine, OpeningOrder, OpeningSuite, OpeningSuiteError, ResignRule,
};
pub use tournament::{
    Assignment, EngineLogs, Forfeits, JournalError, MatchEvent, MatchFormat, MatchPlayer,
    MatchReport, MatchSettings, MatchSummary, PairingResults, ParsePlayerError, Placing, Pondering,
    Results, Schedule, Standings, Tournament, TournamentError, UnknownOptions, check_records,
};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
