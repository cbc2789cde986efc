//! Opponents of increasing strength.

use std::fmt;
use std::num::{NonZeroU32, NonZeroU64};
use std::path::PathBuf;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};

use crate::tournament::MatchPlayer;
use reynard_base::printable;
use reynard_host::{EngineOptions, EngineProtocol, EngineSpec};
use reynard_host::{MatchLimits, TimeControl};

/// A list of opponents of increasing strength.
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
    /// Opponents, weakest first.
    pub rungs: Vec<Rung>,
}

/// An opponent on a [`Ladder`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// Name, with control characters escaped.
    pub name: String,
    /// Operating system package that contains the program, if known.
    pub package: Option<String>,
    /// The engine.
    pub engine: EngineSpec,
    /// The opponent's limits. If none are set, the challenger's limits apply.
    pub limits: MatchLimits,
}

impl Rung {
    /// Returns the opponent as a player. `challenger` contains the limits that apply if the
    /// opponent has none of its own.
    ///
    /// ```
    /// use reynard_arena::Ladder;
    /// use reynard_host::MatchLimits;
    ///
    /// let challenger = MatchLimits { depth: Some(6), ..MatchLimits::default() };
    /// let fairymax = &Ladder::standard().rungs[0];
    /// assert_eq!(fairymax.player(challenger).limits, challenger);
    /// ```
    #[must_use]
    pub fn player(&self, challenger: MatchLimits) -> MatchPlayer {
        let limits = if self.limits.is_unlimited() { challenger } else { self.limits };
        MatchPlayer { engine: self.engine.clone(), limits }
    }
}

/// Layout of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, alias = "engine")]
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
    options: EngineOptions,
    #[serde(default, deserialize_with = "clock")]
    tc: Option<TimeControl>,
    movetime: Option<NonZeroU32>,
    nodes: Option<NonZeroU64>,
    depth: Option<NonZeroU32>,
}

/// Parses a time control that leaves time for the first move.
fn clock<'de, D: Deserializer<'de>>(value: D) -> Result<Option<TimeControl>, D::Error> {
    let control = TimeControl::deserialize(value)?;
    if control.base.is_zero() {
        return Err(D::Error::custom("the time has to be above 0"));
    }
    Ok(Some(control))
}

impl From<Entry> for Rung {
    fn from(entry: Entry) -> Self {
        let limits = MatchLimits {
            clock: entry.tc,
            movetime: entry.movetime.map(NonZeroU32::get),
            nodes: entry.nodes.map(NonZeroU64::get),
            depth: entry.depth.map(NonZeroU32::get),
        };
        let name = printable(&entry.name).into_owned();
        let engine = EngineSpec {
            name: Some(name.clone()),
            command: entry.command,
            protocol: entry.protocol,
            arguments: entry.arguments,
            directory: entry.directory,
            options: entry.options,
        };
        Self { name, package: entry.package, engine, limits }
    }
}

impl Ladder {
    /// The TOML file that defines the standard ladder. It can serve as a template.
    pub const STANDARD: &str = include_str!("ladder.toml");

    /// Returns the standard ladder: engines packaged by Debian, starting with Stockfish limited to
    /// a few nodes.
    ///
    /// # Panics
    ///
    /// Never panics: the file is part of this crate, and a test reads it.
    ///
    /// ```
    /// use reynard_arena::Ladder;
    ///
    /// assert_eq!(Ladder::standard().rungs[0].name, "fairymax");
    /// ```
    pub fn standard() -> Self {
        Self::from_toml(Self::STANDARD).unwrap_or_else(|error| unreachable!("the ladder: {error}"))
    }

    /// Parses a ladder. Each opponent is a `[[rung]]` or `[[engine]]` table.
    ///
    /// # Errors
    ///
    /// [`LadderError`] if the text is not TOML in this format, or does not contain any rungs.
    ///
    /// ```
    /// use reynard_arena::{Ladder, LadderError};
    ///
    /// assert_eq!(Ladder::from_toml(""), Err(LadderError::Empty));
    /// ```
    pub fn from_toml(text: &str) -> Result<Self, LadderError> {
        let file: File = toml::from_str(text).map_err(LadderError::Toml)?;
        if file.rung.is_empty() {
            return Err(LadderError::Empty);
        }
        Ok(Self { rungs: file.rung.into_iter().map(Rung::from).collect() })
    }
}

/// The error returned by [`Ladder::from_toml`].
#[derive(Clone, Debug, PartialEq)]
pub enum LadderError {
    /// Not TOML, or not in the expected format.
    Toml(toml::de::Error),
    /// The ladder does not have any rungs.
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

impl std::error::Error for LadderError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Toml(error) => error.source(),
            Self::Empty => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_ladder_is_valid() {
        let ladder = Ladder::from_toml(Ladder::STANDARD).unwrap();
        assert!(ladder.rungs.iter().all(|rung| rung.package.is_some()));
        let nodes: Vec<u64> = ladder.rungs.iter().filter_map(|rung| rung.limits.nodes).collect();
        assert_eq!(nodes, [60, 250, 1_000, 4_000, 16_000, 64_000]);
        let unlimited = ladder.rungs.iter().find(|rung| rung.limits.is_unlimited()).unwrap();
        let challenger = MatchLimits { depth: Some(3), ..MatchLimits::default() };
        assert_eq!(unlimited.player(challenger).limits, challenger);
    }

    #[test]
    fn invalid_ladders_are_refused() {
        assert_eq!(Ladder::from_toml(""), Err(LadderError::Empty));
        for text in [
            "[[rung]]\nname = 'a'",
            "[[rung]]\nname = 'a'\ncommand = 'a'\nknots = 3",
            "[[rung]]\nname = 'a'\ncommand = 'a'\ntc = 'soon'",
            "[[rung]]\nname = 'a'\ncommand = 'a'\nnodes = 0",
            "[[rung]]\nname = 'a'\ncommand = 'a'\ntc = '0+1'",
            "rung = [",
        ] {
            let error = Ladder::from_toml(text).unwrap_err();
            assert!(matches!(error, LadderError::Toml(_)), "{text}: {error}");
        }
    }
}
