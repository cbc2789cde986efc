//! Tasks: the work of a job, with all options that its output depends on.

use std::num::{NonZeroU16, NonZeroU64};

use serde::{Deserialize, Serialize};

/// The task of a job. With a shard and the version of Reynard it determines the bytes of the output.
///
/// ```
/// use reynard_shards::Task;
///
/// let task: Task = serde_json::from_str(r#"{"name": "perft", "fen": "startpos", "depth": 3, "split": 1}"#)?;
/// assert_eq!(task.name(), "perft");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "name", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Task {
    /// Counts leaves of the tree of legal moves.
    Perft(PerftTask),
    /// Converts games to Parquet files, in builds with the feature `parquet`.
    Parquet(ParquetTask),
    /// Checks games, and counts results and lengths.
    Check(CheckTask),
    /// Annotates games by searches of the engine.
    Annotate(AnnotateTask),
    /// Plays games of the engine against itself.
    SelfPlay(SelfPlayTask),
}

/// Perft of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerftTask {
    /// The position; `startpos` for the start position.
    pub fen: String,
    /// Depth in plies.
    pub depth: u32,
    /// Plies above the subtrees of the shards, at most the depth.
    pub split: u32,
    /// Hash table of a worker in MiB, 0 for none. It changes the speed and no count.
    #[serde(default)]
    pub hash_mib: usize,
}

/// Games as tables.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParquetTask {
    /// The rows.
    #[serde(default)]
    pub rows: TableRows,
    /// For positions: keeps every nth position of a game.
    #[serde(default = "every_position")]
    pub every: NonZeroU16,
    /// Names of the columns; all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
}

impl Default for ParquetTask {
    fn default() -> Self {
        Self { rows: TableRows::Games, every: every_position(), columns: Vec::new() }
    }
}

const fn every_position() -> NonZeroU16 {
    NonZeroU16::MIN
}

/// Rows of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableRows {
    /// A row for each game.
    #[default]
    Games,
    /// A row for each position in which a move was played.
    Positions,
}

/// Diagnostics of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckTask {
    /// The diagnostics to report.
    #[serde(default)]
    pub report: Reported,
}

/// Diagnostics that a check reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reported {
    /// Errors, and results that contradict the board.
    #[default]
    Errors,
    /// Lints as well.
    Lints,
}

/// Annotation by the engine: one thread, a fixed number of nodes for each position, and a hash table that is cleared
/// for each game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotateTask {
    /// Nodes for each position.
    pub nodes: NonZeroU64,
    /// Hash table in MiB.
    pub hash_mib: usize,
}

/// Games of the engine against itself, by the settings of `reynard selfplay generate`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfPlayTask {
    /// Seed of all games.
    pub seed: u64,
    /// Games in a shard.
    pub games: u32,
    /// Number of the first shard.
    #[serde(default)]
    pub first: u32,
    /// Number of shards.
    pub shards: u32,
    /// Soft node limit of each search.
    pub nodes: NonZeroU64,
    /// Position before the random moves of the opening.
    #[serde(default)]
    pub start: StartArrays,
    /// Hash table in MiB.
    pub hash_mib: usize,
    /// Node count of the engine's bench to depth 5, by which a plan names the engine.
    pub signature: u64,
}

/// Start positions of self-play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StartArrays {
    /// The start position.
    #[default]
    Standard,
    /// Those of Chess960.
    Chess960,
}

impl Task {
    /// Returns the name of the task.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Perft(_) => "perft",
            Self::Parquet(_) => "parquet",
            Self::Check(_) => "check",
            Self::Annotate(_) => "annotate",
            Self::SelfPlay(_) => "selfplay",
        }
    }

    /// Returns the unit of its progress: what the counts of a shard are compared by.
    pub const fn unit(&self) -> &'static str {
        match self {
            Self::Perft(_) => "leaves",
            _ => "games",
        }
    }

    /// The beginning and the extension of the names of its outputs.
    pub(crate) const fn output_name(&self) -> (&'static str, &'static str) {
        match self {
            Self::Perft(_) => ("perft", "jsonl"),
            Self::Parquet(ParquetTask { rows: TableRows::Games, .. }) => ("games", "parquet"),
            Self::Parquet(ParquetTask { rows: TableRows::Positions, .. }) => {
                ("positions", "parquet")
            }
            Self::Check(_) => ("check", "jsonl"),
            Self::Annotate(_) => ("annotated", "pgn"),
            Self::SelfPlay(_) => ("selfplay", reynard_train::shard::SHARD_EXTENSION),
        }
    }
}
