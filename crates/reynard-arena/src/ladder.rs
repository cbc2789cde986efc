//! Opponents in the order of their strength, as data.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::Deserialize;

use crate::engine::{EngineProtocol, EngineSpec};
use crate::limits::{MatchLimits, TimeControl};
use crate::tournament::MatchPlayer;

/// Named opponents, the weakest first.
///
/// ```
/// use reynard_arena::Ladder;
///
/// let ladder = Ladder::from_toml(
///     r#"
///     [[rung]]
///     name = "stockfish at 60 nodes"
///     command = "stockfish"
///     package = "stockfish"
///     nodes = 60
///     options = { Hash = "16" }
///     "#,
/// )?;
/// assert_eq!(ladder.rungs[0].limits.nodes, Some(60));
/// assert!(Ladder::standard().rungs.len() > 5);
/// # Ok::<(), reynard_arena::LadderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The opponents.
    pub rungs: Vec<Rung>,
}

/// An opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// What it is called.
    pub name: String,
    /// The package of the operating system that brings the program, if one is known.
    pub package: Option<String>,
    /// The engine.
    pub engine: EngineSpec,
    /// How long it may think; without any limit, as long as who is tried on it.
    pub limits: MatchLimits,
}

impl Rung {
    /// The opponent at the board, against somebody with these limits.
    #[must_use]
    pub fn player(&self, challenger: MatchLimits) -> MatchPlayer {
        let limits = if self.limits.is_unlimited() { challenger } else { self.limits };
        MatchPlayer { engine: self.engine.clone(), limits }
    }
}

/// The layout of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    rung: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    command: PathBuf,
    #[serde(default)]
    protocol: EngineProtocol,
    package: Option<String>,
    #[serde(default)]
    arguments: Vec<String>,
    directory: Option<PathBuf>,
    #[serde(default)]
    options: BTreeMap<String, String>,
    tc: Option<TimeControl>,
    movetime: Option<u32>,
    nodes: Option<u64>,
    depth: Option<u32>,
}

impl From<Entry> for Rung {
    fn from(entry: Entry) -> Self {
        let limits = MatchLimits {
            clock: entry.tc,
            movetime: entry.movetime,
            nodes: entry.nodes,
            depth: entry.depth,
        };
        let engine = EngineSpec {
            name: Some(entry.name.clone()),
            command: entry.command,
            protocol: entry.protocol,
            arguments: entry.arguments,
            directory: entry.directory,
            options: entry.options,
        };
        Self { name: entry.name, package: entry.package, engine, limits }
    }
}

impl Ladder {
    /// The file of the standard ladder, to begin one's own from.
    pub const STANDARD: &str = include_str!("ladder.toml");

    /// Engines that Debian carries, from a Stockfish of few nodes up.
    ///
    /// # Panics
    ///
    /// Never: the file is part of this crate, and a test reads it.
    pub fn standard() -> Self {
        Self::from_toml(Self::STANDARD).unwrap_or_else(|error| unreachable!("the ladder: {error}"))
    }

    /// Reads a file of rungs.
    ///
    /// # Errors
    ///
    /// [`LadderError`] if it is not TOML of this layout, or has no rung.
    pub fn from_toml(text: &str) -> Result<Self, LadderError> {
        let file: File = toml::from_str(text).map_err(LadderError::Toml)?;
        if file.rung.is_empty() {
            return Err(LadderError::Empty);
        }
        Ok(Self { rungs: file.rung.into_iter().map(Rung::from).collect() })
    }
}

/// A file is not a ladder.
#[derive(Clone, Debug, PartialEq)]
pub enum LadderError {
    /// It is not TOML, or of another layout.
    Toml(toml::de::Error),
    /// It has no rungs.
    Empty,
}

impl fmt::Display for LadderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Toml(error) => error.fmt(f),
            Self::Empty => f.write_str("the ladder has no rungs"),
        }
    }
}

impl std::error::Error for LadderError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_ladder_is_one() {
        let ladder = Ladder::from_toml(Ladder::STANDARD).unwrap();
        assert!(ladder.rungs.iter().all(|rung| rung.package.is_some()));
        let nodes: Vec<u64> = ladder.rungs.iter().filter_map(|rung| rung.limits.nodes).collect();
        assert_eq!(nodes, [60, 250, 1_000, 4_000, 16_000, 64_000]);
        let unlimited = ladder.rungs.iter().find(|rung| rung.limits.is_unlimited()).unwrap();
        let challenger = MatchLimits { depth: Some(3), ..MatchLimits::default() };
        assert_eq!(unlimited.player(challenger).limits, challenger);
    }

    #[test]
    fn what_is_no_ladder_is_refused() {
        assert_eq!(Ladder::from_toml(""), Err(LadderError::Empty));
        for text in [
            "[[rung]]\nname = 'a'",
            "[[rung]]\nname = 'a'\ncommand = 'a'\nknots = 3",
            "[[rung]]\nname = 'a'\ncommand = 'a'\ntc = 'soon'",
            "rung = [",
        ] {
            let error = Ladder::from_toml(text).unwrap_err();
            assert!(matches!(error, LadderError::Toml(_)), "{text}: {error}");
        }
    }
}
