//! Games between several engines, some at a time.

mod run;
mod schedule;

use std::sync::Arc;
use std::time::Duration;

use reynard::CastlingNotation;
use reynard_syzygy::Tablebase;
use reynard_train::{Adjudication, Openings};

pub use run::{MatchEvent, TournamentError};
pub use schedule::{Assignment, MatchFormat, Schedule};

use crate::engine::{EngineSpec, Timeouts};
use crate::limits::MatchLimits;

/// A participant of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchPlayer {
    /// The engine.
    pub engine: EngineSpec,
    /// How long it may think.
    pub limits: MatchLimits,
}

/// What holds for all games of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct MatchSettings {
    /// How castling is written; Chess960 is what this says.
    pub castling: CastlingNotation,
    /// When games are ended before their end.
    pub adjudication: Adjudication,
    /// By how much a clock may be overrun before the game is lost: what the machine may be late.
    pub time_margin: Duration,
    /// How long engines are waited for.
    pub timeouts: Timeouts,
}

impl Default for MatchSettings {
    /// Standard chess, no adjudication, 10 ms of margin.
    fn default() -> Self {
        Self {
            castling: CastlingNotation::Standard,
            adjudication: Adjudication::default(),
            time_margin: Duration::from_millis(10),
            timeouts: Timeouts::default(),
        }
    }
}

/// Who plays whom from where, and how.
///
/// Which game has which number, players, colors and opening depends on the schedule alone, not on how
/// many are played at a time.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use reynard_arena::*;
///
/// let player = |nodes| MatchPlayer {
///     engine: EngineSpec::new("stockfish"),
///     limits: MatchLimits { nodes: Some(nodes), ..MatchLimits::default() },
/// };
/// let tournament = Tournament {
///     schedule: Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 50 },
///     players: vec![player(100), player(200)],
///     openings: Openings::standard(),
///     rules: MatchSettings::default(),
///     tablebases: None,
///     concurrency: 2,
/// };
/// let end = tournament.run(&|_| true, &|| false, |event| {
///     if let MatchEvent::Game(record) = event {
///         println!("{} {}", record.result, record.cause);
///     }
///     ControlFlow::<()>::Continue(())
/// })?;
/// assert!(end.is_continue());
/// # Ok::<(), reynard_arena::TournamentError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Who plays whom.
    pub schedule: Schedule,
    /// The participants.
    pub players: Vec<MatchPlayer>,
    /// From where.
    pub openings: Openings,
    /// How.
    pub rules: MatchSettings,
    /// Endgame tables: games that they have decided are over. Without, all are played on.
    pub tablebases: Option<Arc<Tablebase>>,
    /// How many games are played at a time.
    pub concurrency: usize,
}
