//! Tasks: the work of a job, with all options that its output depends on.

use std::num::{NonZeroU16, NonZeroU32, NonZeroU64};
use std::path::Path;

use reynard_play::{Adjudication, DrawRule, ResignRule};
use serde::{Deserialize, Serialize};

/// The task of a job. With a shard and the version of Reynard it determines the bytes of the output.
///
/// ```
/// use reynard_cluster::Task;
///
/// let task: Task = serde_json::from_str(r#"{"name": "perft", "fen": "startpos", "depth": 3, "split": 1}"#)?;
/// assert_eq!(task.name(), "perft");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    /// Looks positions up in endgame tables.
    Syzygy(SyzygyTask),
    /// Makes databases of games, in builds with the feature `db`.
    Database(DatabaseTask),
    /// Plays games of the engine against itself.
    SelfPlay(SelfPlayTask),
    /// Writes the training positions of self-play games.
    Samples(SamplesTask),
    /// Plays a match between two engines.
    Match(MatchTask),
    /// Tunes the parameters of an engine by SPSA.
    Spsa(SpsaTask),
}

/// Perft of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PerftTask {
    /// The position; `startpos` for the start position, which it is unless set.
    #[serde(default = "start_position")]
    pub fen: String,
    /// Depth in plies.
    pub depth: u32,
    /// Plies above the subtrees of the shards, at most the depth; 2 unless set.
    #[serde(default = "two_plies")]
    pub split: u32,
    /// Hash table of a worker in MiB, 0 for none. It changes the speed and no count.
    #[serde(default)]
    pub hash_mib: usize,
}

fn start_position() -> String {
    "startpos".to_owned()
}

const fn two_plies() -> u32 {
    2
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

/// Annotation of games, and of the records of EPD files, by the engine: one thread, a fixed number of nodes for each
/// position, and a hash table that is cleared for each game or record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotateTask {
    /// Nodes for each position.
    pub nodes: NonZeroU64,
    /// Hash table in MiB, 16 unless set.
    #[serde(default = "annotation_hash")]
    pub hash_mib: usize,
}

const fn annotation_hash() -> usize {
    16
}

/// Games of the engine against itself, by the settings of `reynard-lab selfplay generate`.
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
    /// Hash table in MiB, 2 unless set.
    #[serde(default = "self_play_hash")]
    pub hash_mib: usize,
    /// Node count of the engine's bench to depth 5, by which a plan names the engine.
    pub signature: u64,
}

const fn self_play_hash() -> usize {
    2
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

/// Values of endgame tables for the positions of games, and for the records of EPD files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyzygyTask {
    /// Folders with tables, as the workers are to open them.
    pub folders: Vec<String>,
    /// Number of tables in them; a worker that finds others refuses.
    pub tables: usize,
}

/// Databases of games, to be merged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatabaseTask {
    /// Most plies of a game whose positions are indexed; all if `None`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
    /// Comments, variations and NAGs.
    #[serde(default)]
    pub extra: KeptContent,
}

/// Treatment of comments, variations and NAGs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KeptContent {
    /// They are kept.
    #[default]
    Kept,
    /// They are dropped.
    Dropped,
}

/// Training positions of self-play games, by the filter of `reynard-lab selfplay export`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SamplesTask {
    /// Largest score for either side in centipawns; `None` keeps all positions with mate scores, too.
    pub max_score: Option<u16>,
    /// Kind of positions.
    pub kind: SampleKind,
}

impl Default for SamplesTask {
    fn default() -> Self {
        Self { max_score: Some(2_000), kind: SampleKind::Quiet }
    }
}

/// Kind of training positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SampleKind {
    /// No check, and the best move is neither a capture nor a promotion.
    #[default]
    Quiet,
    /// Any position.
    Any,
}

/// A match of two engines: a pair of games from each opening, with either color.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchTask {
    /// The engines, `PROGRAM[,KEY=VALUE]..` as in `reynard match`, limited by nodes or depth.
    pub players: [String; 2],
    /// Number of pairs.
    pub pairs: u32,
    /// The openings.
    #[serde(default)]
    pub openings: MatchOpenings,
    /// Moves of both sides after which a game is a draw, 200 unless set.
    #[serde(default = "two_hundred_moves")]
    pub max_moves: u32,
}

const fn two_hundred_moves() -> u32 {
    200
}

/// Openings of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MatchOpenings {
    /// The built-in lines.
    #[default]
    Balanced,
    /// The start positions of Chess960.
    Chess960,
}

/// SPSA: a pair of games of an engine against itself from each opening, with parameters that are changed in opposite
/// ways. The values are those of `reynard spsa` with the same settings, one process and the same concurrency.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaTask {
    /// The engine, `PROGRAM[,KEY=VALUE]..` as in `reynard match`, limited by nodes or depth.
    pub engine: String,
    /// The parameters, `NAME,VALUE,MIN,MAX,STEP` each.
    pub parameters: Vec<String>,
    /// Number of pairs, 10,000 unless set.
    #[serde(default = "spsa_pairs")]
    pub pairs: u32,
    /// Part of a step that a won pair moves a value at the end of the run, 0.002 unless set.
    #[serde(default = "spsa_gain")]
    pub gain: f64,
    /// Seed of the changes, 1 unless set.
    #[serde(default = "spsa_seed")]
    pub seed: u64,
    /// Number of pairs that are played at a time, 32 unless set: a pair knows the results of all pairs but the last ones
    /// that many before it. At least the pairs of a shard, and that many times more for shards that are run at a time.
    #[serde(default = "spsa_concurrency")]
    pub concurrency: NonZeroU32,
    /// The openings.
    #[serde(default)]
    pub openings: MatchOpenings,
    /// Adjudication; unless set, a side resigns at 600 centipawns for 3 moves, and after 34 moves 8 moves within 10
    /// centipawns are a draw.
    #[serde(default = "spsa_adjudication")]
    pub adjudication: Adjudication,
}

impl SpsaTask {
    /// Creates a task with the default settings.
    ///
    /// ```
    /// use reynard_cluster::SpsaTask;
    ///
    /// let task = SpsaTask::new("./engine,nodes=5000".to_owned(), vec!["Contempt,20,0,100,5".to_owned()]);
    /// assert_eq!((task.pairs, task.concurrency.get()), (10_000, 32));
    /// ```
    pub fn new(engine: String, parameters: Vec<String>) -> Self {
        Self {
            engine,
            parameters,
            pairs: spsa_pairs(),
            gain: spsa_gain(),
            seed: spsa_seed(),
            concurrency: spsa_concurrency(),
            openings: MatchOpenings::default(),
            adjudication: spsa_adjudication(),
        }
    }
}

const fn spsa_pairs() -> u32 {
    10_000
}

const fn spsa_gain() -> f64 {
    0.002
}

const fn spsa_seed() -> u64 {
    1
}

const fn spsa_concurrency() -> NonZeroU32 {
    NonZeroU32::MIN.saturating_add(31)
}

const fn spsa_adjudication() -> Adjudication {
    Adjudication {
        resign: Some(ResignRule { moves: 3, score: 600 }),
        draw: Some(DrawRule { from: 34, moves: 8, score: 10 }),
        max_moves: None,
    }
}

/// Returns `true` for the name of a file of records.
pub(crate) fn is_records(name: &str) -> bool {
    has_extension(name, &["epd", "fen"])
}

fn has_extension(name: &str, extensions: &[&str]) -> bool {
    let extension = Path::new(name).extension().unwrap_or_default();
    extensions.iter().any(|it| extension.eq_ignore_ascii_case(it))
}

impl Task {
    /// Returns the name of the task.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Perft(_) => "perft",
            Self::Parquet(_) => "parquet",
            Self::Check(_) => "check",
            Self::Annotate(_) => "annotate",
            Self::Syzygy(_) => "syzygy",
            Self::Database(_) => "database",
            Self::SelfPlay(_) => "selfplay",
            Self::Samples(_) => "samples",
            Self::Match(_) => "match",
            Self::Spsa(_) => "spsa",
        }
    }

    /// Returns `true` if the task reads files with such a name, of those in a folder: games in PGN, plain or compressed,
    /// to be annotated or looked up also records in EPD or FEN, and for training positions self-play games.
    ///
    /// ```
    /// use reynard_cluster::{CheckTask, Task};
    ///
    /// let task = Task::Check(CheckTask::default());
    /// assert!(task.reads("games/2026.pgn.zst") && !task.reads("positions.epd"));
    /// ```
    pub fn reads(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        let is_games = ends(&[".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst", ".zip"]);
        match self {
            Self::Perft(_) | Self::SelfPlay(_) | Self::Match(_) | Self::Spsa(_) => false,
            Self::Parquet(_) | Self::Check(_) | Self::Database(_) => is_games,
            Self::Annotate(_) | Self::Syzygy(_) => is_games || is_records(&name),
            Self::Samples(_) => has_extension(&name, &[reynard_train::shard::SHARD_EXTENSION]),
        }
    }

    /// Returns the unit of its progress: what the counts of a shard are compared by.
    pub const fn unit(&self) -> &'static str {
        match self {
            Self::Perft(_) => "leaves",
            _ => "games",
        }
    }
}
