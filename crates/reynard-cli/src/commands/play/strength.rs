//! The strength of the opponent.

use std::borrow::Cow;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::time::Duration;

use anyhow::anyhow;
use reynard_analysis::{AnalysisResources, ProcessAnalyzer};
use reynard_base::printable;
use reynard_console::player_args;
use reynard_engine::{Control, Evaluation, SearchKind, SearchLimits, strength};

use crate::search_options::SearchOptions;

/// The range of ratings that can be set.
pub(super) const RATINGS: RangeInclusive<i64> = strength::WEAKEST..=strength::STRONGEST;

/// Default level.
const LEVEL: u8 = 5;
/// Default time per move.
const TIME: Duration = Duration::from_secs(1);

/// The opponent, with its search limits.
pub(super) struct Opponent {
    pub(super) player: Player,
    /// Search limits for a move.
    pub(super) limits: SearchLimits,
    /// `true` if the time per move is only the default.
    pub(super) is_timed_by_default: bool,
}

/// The opponent.
pub(super) enum Player {
    /// Reynard's own engine, which runs in this process.
    Reynard {
        /// The static evaluation.
        evaluation: Evaluation,
        /// The kind of search.
        search: SearchKind,
        strength: Strength,
    },
    /// Another program, with its name.
    Other { name: String, analyzer: Box<ProcessAnalyzer> },
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Strength {
    Level(u8),
    Rating(i64),
    AsLimited,
}

impl Opponent {
    /// Creates Reynard as the opponent, with the limits given by the arguments. Search limits
    /// always apply; if neither a level nor a rating is given, they are the only limits.
    pub(super) fn new(level: Option<u8>, rating: Option<i64>, search: &SearchOptions) -> Self {
        let mut limits = search.limits(TIME);
        let (mut evaluation, mut kind) = (Evaluation::default(), SearchKind::default());
        let limited = search.depth.is_some() || search.time.is_some() || search.nodes.is_some();
        let strength = match (level, rating) {
            (_, Some(rating)) => {
                strength::limit(&mut limits, rating);
                Strength::Rating(rating)
            }
            (None, None) if limited => Strength::AsLimited,
            (level, None) => {
                let level = level.unwrap_or(LEVEL);
                (evaluation, kind) = strength::at_level(level, &mut limits);
                Strength::Level(level)
            }
        };
        let player = Player::Reynard { evaluation, search: kind, strength };
        Self { player, limits, is_timed_by_default: !limited }
    }

    /// Starts another engine as the opponent.
    pub(super) fn start(engine: &str, search: &SearchOptions) -> anyhow::Result<Self> {
        let spec = player_args::engine(engine)?;
        let limits = search.limits(TIME);
        let limited = search.depth.is_some() || search.time.is_some() || search.nodes.is_some();
        let threads = search.threads.map(NonZeroUsize::get);
        let resources = AnalysisResources {
            threads,
            hash: Some(search.hash.get()),
            ..AnalysisResources::default()
        };
        let started = ProcessAnalyzer::start(&spec, resources, limits.clone(), Control::new());
        let name = spec.name();
        let analyzer = started.map_err(|error| anyhow!("engine {} {error}", printable(&name)))?;
        let player = Player::Other { name, analyzer: Box::new(analyzer) };
        Ok(Self { player, limits, is_timed_by_default: !limited })
    }

    /// Changes Reynard's level. Returns `false` if the opponent is another engine.
    pub(super) fn set_level(&mut self, level: u8, search: &SearchOptions) -> bool {
        let is_reynard = matches!(self.player, Player::Reynard { .. });
        if is_reynard {
            *self = Self::new(Some(level), None, search);
        }
        is_reynard
    }

    /// Returns the opponent's name for use in sentences.
    pub(super) fn name(&self) -> Cow<'_, str> {
        match &self.player {
            Player::Reynard { .. } => Cow::Borrowed("Reynard"),
            Player::Other { name, .. } => printable(name),
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.player {
            Player::Other { analyzer, .. } if !analyzer.name().is_empty() => {
                f.write_str(&printable(analyzer.name()))
            }
            Player::Other { .. } => f.write_str(&self.name()),
            Player::Reynard { strength, .. } => {
                write!(f, "Reynard {}", env!("CARGO_PKG_VERSION"))?;
                match strength {
                    Strength::Level(level) => write!(f, ", level {level}"),
                    Strength::Rating(rating) => write!(f, ", about {rating}"),
                    Strength::AsLimited => Ok(()),
                }
            }
        }
    }
}
