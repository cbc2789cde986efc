//! The tasks of a plan, with their options.

use std::num::{NonZeroU16, NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use crate::choice::{Choice, choice};
use crate::rules::START;
use anyhow::{Context, bail};
use reynard_cluster::{
    AnnotateTask, CheckTask, DatabaseTask, KeptContent, MatchOpenings, MatchTask, ParquetTask,
    PerftTask, Plan, Reported, SyzygyTask, TableRows,
};
use reynard_syzygy::Tablebase;

use super::common::{Common, GameFiles, engine};

#[derive(clap::Args)]
pub struct PerftArgs {
    /// Folder of the job; created if missing
    #[arg(value_name = "JOB")]
    pub(super) folder: PathBuf,
    /// Depth in plies
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// FEN of the position [default: the start position]
    #[arg(value_name = "FEN", num_args = 0..)]
    position: Vec<String>,
    /// Plies above the subtrees that are counted
    #[arg(long, value_name = "PLIES", default_value_t = 2)]
    split: u32,
    /// Subtrees in a shard
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN.saturating_add(15))]
    shard_subtrees: NonZeroUsize,
    /// Hash table size of each worker in MiB, 0 for none
    #[arg(long, value_name = "MIB", default_value_t = 0)]
    hash: usize,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(clap::Args)]
pub struct ParquetArgs {
    #[command(flatten)]
    pub(super) games: GameFiles,
    /// Rows of the tables
    #[arg(long, value_name = "ROWS", default_value = "games", value_parser = choice(&ROWS))]
    what: TableRows,
    /// Keep every Nth position of a game, the first one included
    #[arg(long, value_name = "N", default_value_t = NonZeroU16::MIN)]
    every: NonZeroU16,
    /// Columns [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<String>,
}

/// The kinds of rows that a table can have.
const ROWS: [Choice<TableRows>; 2] = [
    ("games", TableRows::Games, "A row for each game"),
    (
        "positions",
        TableRows::Positions,
        "A row for each position, with the move that was played there",
    ),
];

#[derive(clap::Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub(super) games: GameFiles,
    /// Report lints as well as errors
    #[arg(long)]
    lints: bool,
}

#[derive(clap::Args)]
pub struct AnnotateArgs {
    #[command(flatten)]
    pub(super) games: GameFiles,
    /// Nodes for each position
    #[arg(long, value_name = "N")]
    nodes: NonZeroU64,
    /// Transposition table size of each worker in MiB, cleared for each game
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=32_768))]
    hash: u16,
}

impl PerftArgs {
    pub(super) fn plan(&self) -> Plan {
        let fen = if self.position.is_empty() { START.to_owned() } else { self.position.join(" ") };
        let (depth, hash_mib) = (self.depth, self.hash);
        // The default is for deep counts.
        let split = self.split.min(depth);
        let mut plan = Plan::new(PerftTask { fen, depth, split, hash_mib });
        plan.shard_subtrees = self.shard_subtrees.get();
        plan
    }
}

impl ParquetArgs {
    #[cfg(feature = "parquet")]
    #[expect(clippy::unnecessary_wraps, reason = "builds without Parquet files refuse")]
    pub(super) fn task(&self) -> anyhow::Result<ParquetTask> {
        Ok(ParquetTask { rows: self.what, every: self.every, columns: self.columns.clone() })
    }

    #[cfg(not(feature = "parquet"))]
    #[expect(clippy::unused_self, reason = "builds with Parquet files use it")]
    pub(super) fn task(&self) -> anyhow::Result<ParquetTask> {
        match crate::parquet::refuse()? {}
    }
}

impl CheckArgs {
    pub(super) const fn task(&self) -> CheckTask {
        let report = if self.lints { Reported::Lints } else { Reported::Errors };
        CheckTask { report }
    }
}

impl AnnotateArgs {
    pub(super) fn task(&self) -> AnnotateTask {
        AnnotateTask { nodes: self.nodes, hash_mib: self.hash.into() }
    }
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster plan syzygy looked-up games.pgn --tables ~/syzygy
  reynard cluster plan syzygy looked-up positions.epd --tables ~/syzygy")]
pub struct SyzygyArgs {
    #[command(flatten)]
    pub(super) games: GameFiles,
    /// Folder with tables; can be repeated
    #[arg(long = "tables", value_name = "DIR", required = true)]
    tables: Vec<PathBuf>,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster plan database segments games/ && reynard cluster run segments
  reynard db merge games.rdb segments/games-*.rdb")]
pub struct DatabaseArgs {
    #[command(flatten)]
    pub(super) games: GameFiles,
    /// Maximum number of plies of a game whose positions are indexed [default: all]
    #[arg(long, value_name = "N")]
    plies: Option<u16>,
    /// Drop comments, variations and NAGs
    #[arg(long)]
    no_extra: bool,
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster plan match m self,nodes=2000 self,nodes=1000,name=weaker --pairs 500
  reynard cluster plan match m ./new,nodes=5000 ./old,nodes=5000 --chess960")]
pub struct MatchArgs {
    /// Folder of the job; created if missing
    #[arg(value_name = "JOB")]
    pub(super) folder: PathBuf,
    /// The engines: `PROGRAM[,KEY=VALUE]..` as in `match`, limited by nodes or depth; `self` is
    /// this program
    #[arg(value_name = "ENGINE", num_args = 2)]
    players: Vec<String>,
    /// Number of pairs of games
    #[arg(long, value_name = "N", default_value = "100")]
    pairs: NonZeroU32,
    /// Pairs in a shard
    #[arg(long, value_name = "N", default_value = "8")]
    shard_pairs: NonZeroU32,
    /// Moves of both sides after which a game is a draw
    #[arg(long, value_name = "N", default_value = "200")]
    max_moves: NonZeroU32,
    /// Begin from the start positions of Chess960, in place of the built-in lines
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

impl SyzygyArgs {
    pub(super) fn task(&self) -> anyhow::Result<SyzygyTask> {
        let mut folders = Vec::new();
        let mut tables = Tablebase::new();
        for folder in &self.tables {
            let named = || folder.display().to_string();
            let path = std::path::absolute(folder).with_context(named)?;
            tables.add_directory(&path).with_context(named)?;
            let text = path.to_str().with_context(|| format!("{} is not UTF-8", named()))?;
            folders.push(text.to_owned());
        }
        let tables = tables.tables().count();
        if tables == 0 {
            bail!("there are no tables in {}", folders.join(" and "));
        }
        Ok(SyzygyTask { folders, tables })
    }
}

impl DatabaseArgs {
    pub(super) const fn task(&self) -> DatabaseTask {
        let extra = if self.no_extra { KeptContent::Dropped } else { KeptContent::Kept };
        DatabaseTask { plies: self.plies, extra }
    }
}

impl MatchArgs {
    pub(super) fn plan(&self) -> anyhow::Result<Plan> {
        let [first, second] = &self.players[..] else { bail!("a match has two engines") };
        let openings =
            if self.chess960 { MatchOpenings::Chess960 } else { MatchOpenings::Balanced };
        let mut plan = Plan::new(MatchTask {
            players: [engine(first, "")?, engine(second, "")?],
            pairs: self.pairs.get(),
            openings,
            max_moves: self.max_moves.get(),
        });
        plan.shard_pairs = self.shard_pairs.get();
        Ok(plan)
    }
}
