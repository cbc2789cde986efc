//! Tournaments: games between several engines, optionally in parallel.

mod assignment;
mod journal;
mod logs;
mod player;
mod report;
mod run;
mod schedule;
mod stages;
mod standings;
mod table;

use std::sync::Arc;
use std::time::Duration;

use reynard::CastlingNotation;
use reynard_play::{Adjudication, OpeningSuite};
use reynard_syzygy::Tablebase;

pub use assignment::Assignment;
pub use journal::{JournalError, check_records};
pub use logs::EngineLogs;
pub use player::{MatchPlayer, ParsePlayerError, PlayerSettings};
pub use report::{MatchReport, MatchSummary};
pub use run::{MatchEvent, TournamentError};
pub use schedule::{MatchFormat, Schedule};
pub use stages::{Placing, Results};
pub use standings::{Forfeits, PairingResults, Standings};

use reynard_host::{Processors, Timeouts};

/// Settings for all games in a tournament.
#[derive(Clone, Copy, Debug)]
pub struct MatchSettings {
    /// Castling notation: [`CastlingNotation::Chess960`] for a Chess960 match.
    pub castling: CastlingNotation,
    /// Adjudication by scores and number of moves.
    pub adjudication: Adjudication,
    /// Time by which a player may exceed the clock, to allow for delays on the machine.
    pub time_margin: Duration,
    /// Timeouts for the engines.
    pub timeouts: Timeouts,
    /// Treatment of options that an engine does not have.
    pub unknown_options: UnknownOptions,
    /// Use of pondering (thinking on the opponent's time).
    pub pondering: Pondering,
}

/// Use of pondering.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pondering {
    /// No engine thinks on the opponent's time.
    #[default]
    Off,
    /// Engines that have a `Ponder` option think on the opponent's time, unless their specification
    /// sets the option to `false`.
    On,
}

/// Treatment of options that an engine does not have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnknownOptions {
    /// Such options are an error, because a mistyped name would ruin the match.
    #[default]
    Refuse,
    /// Such options are skipped, and reported when the engine is started.
    Skip,
}

impl Default for MatchSettings {
    /// Returns the default settings: standard chess, no adjudication, and a time margin of 10 ms.
    fn default() -> Self {
        Self {
            castling: CastlingNotation::Standard,
            adjudication: Adjudication::default(),
            time_margin: Duration::from_millis(10),
            timeouts: Timeouts::default(),
            unknown_options: UnknownOptions::default(),
            pondering: Pondering::default(),
        }
    }
}

/// A tournament: players, schedule, openings and settings.
///
/// A game's players, colors and opening depend only on its number, not on how many games are played
/// in parallel.
///
/// ```no_run
/// use std::ops::ControlFlow;
/// use reynard_arena::*;
/// use reynard_host::{EngineSpec, MatchLimits};
/// use reynard_play::OpeningSuite;
///
/// let player = |nodes| MatchPlayer {
///     engine: EngineSpec::new("stockfish"),
///     limits: MatchLimits { nodes: Some(nodes), ..MatchLimits::default() },
/// };
/// let tournament = Tournament {
///     schedule: Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 50 },
///     players: vec![player(100), player(200)],
///     openings: OpeningSuite::standard(),
///     settings: MatchSettings::default(),
///     tablebases: None,
///     concurrency: 2,
///     processors: Vec::new(),
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
    /// Pairings and rounds.
    pub schedule: Schedule,
    /// Participants.
    pub players: Vec<MatchPlayer>,
    /// Openings, one per round.
    pub openings: OpeningSuite,
    /// Settings for all games.
    pub settings: MatchSettings,
    /// Tablebases for adjudication; `None` to play games to their end.
    pub tablebases: Option<Arc<Tablebase>>,
    /// Number of games played in parallel.
    pub concurrency: usize,
    /// Processors for the engines, one set for each game played in parallel; empty to leave the
    /// choice to the system. If both engines in a game think at the same time, each uses half of
    /// the set.
    pub processors: Vec<Processors>,
}
