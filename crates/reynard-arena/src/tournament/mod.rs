//! Games between several engines, some at a time.

mod run;
mod schedule;

use std::sync::Arc;
use std::time::Duration;

use reynard::CastlingNotation;
use reynard_syzygy::Tablebase;

pub use run::{Flow, Report, TournamentError};
pub use schedule::{Assignment, Format, Schedule};

use crate::engine::{EngineSpec, Patience};
use crate::game::Adjudication;
use crate::limits::Limits;
use crate::openings::Openings;

/// A participant of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The engine.
    pub engine: EngineSpec,
    /// How long it may think.
    pub limits: Limits,
}

/// What holds for all games of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// How castling is written; Chess960 is what this says.
    pub castling: CastlingNotation,
    /// When games are ended before their end.
    pub adjudication: Adjudication,
    /// By how much a clock may be overrun before the game is lost: what the machine may be late.
    pub time_margin: Duration,
    /// How long engines are waited for.
    pub patience: Patience,
}

impl Default for Rules {
    /// Standard chess, no adjudication, 10 ms of margin.
    fn default() -> Self {
        Self {
            castling: CastlingNotation::Standard,
            adjudication: Adjudication::default(),
            time_margin: Duration::from_millis(10),
            patience: Patience::default(),
        }
    }
}

/// Who plays whom from where, and how.
///
/// Which game has which number, players, colors and opening depends on the schedule alone, not on how
/// many are played at a time.
///
/// ```no_run
/// use reynard_arena::*;
///
/// let player = |nodes| Player {
///     engine: EngineSpec::new("stockfish"),
///     limits: Limits { nodes: Some(nodes), ..Limits::default() },
/// };
/// let tournament = Tournament {
///     schedule: Schedule { players: 2, format: Format::RoundRobin, rounds: 50 },
///     players: vec![player(100), player(200)],
///     openings: Openings::standard(),
///     rules: Rules::default(),
///     tablebases: None,
///     concurrency: 2,
/// };
/// tournament.run(&|_| true, &|| false, &mut |report| {
///     if let Report::Game(record) = report {
///         println!("{} {}", record.result, record.cause);
///     }
///     Flow::Continue
/// })?;
/// # Ok::<(), reynard_arena::TournamentError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tournament {
    /// Who plays whom.
    pub schedule: Schedule,
    /// The participants.
    pub players: Vec<Player>,
    /// From where.
    pub openings: Openings,
    /// How.
    pub rules: Rules,
    /// Endgame tables: games that they have decided are over. Without, all are played on.
    pub tablebases: Option<Arc<Tablebase>>,
    /// How many games are played at a time.
    pub concurrency: usize,
}
