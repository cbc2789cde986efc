//! The command `cluster` with the training tasks and their options.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use crate::filter_args::FilterArgs;
use clap::Subcommand;
use reynard_cluster::Plan;
use reynard_console::cluster::plan::common::{Common, GameFiles};
use reynard_console::cluster::plan::{PlanTask, StandardTask};
use reynard_train::jobs::{SamplesTask, SelfPlayTask, StartArrays, engine_signature};

/// The tasks, with their options.
#[derive(Subcommand)]
pub(crate) enum LabTask {
    #[command(flatten)]
    Standard(StandardTask),
    /// Play games of the engine against itself
    Selfplay(SelfPlayArgs),
    /// Write the training positions of self-play games
    Samples(SamplesArgs),
}

impl PlanTask for LabTask {
    const PROGRAM: &'static str = "reynard-lab";

    fn parts(&self) -> anyhow::Result<(&Path, &Common, Plan)> {
        match self {
            Self::Standard(task) => task.parts(),
            Self::Selfplay(args) => Ok((&args.folder, &args.common, args.plan()?)),
            Self::Samples(args) => args.games.parts(args.task()),
        }
    }
}

#[derive(clap::Args)]
pub(crate) struct SelfPlayArgs {
    /// Folder of the job; created if missing
    #[arg(value_name = "JOB")]
    folder: PathBuf,
    /// Number of shards
    #[arg(long, value_name = "N")]
    shards: u32,
    /// Number of the first shard
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u32,
    /// Games per shard
    #[arg(long, value_name = "N", default_value_t = 500)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Seed of the games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Soft node limit: no iteration begins after N nodes
    #[arg(long, value_name = "N", default_value = "1000")]
    nodes: NonZeroU64,
    /// Transposition table size of each worker in MiB
    #[arg(long, value_name = "MIB", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=32_768))]
    hash: u16,
    /// Begin from the start positions of Chess960
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    common: Common,
}

impl SelfPlayArgs {
    fn plan(&self) -> anyhow::Result<Plan> {
        Ok(Plan::new(SelfPlayTask {
            seed: self.seed,
            games: self.games,
            first: self.first,
            shards: self.shards,
            nodes: self.nodes,
            start: if self.chess960 { StartArrays::Chess960 } else { StartArrays::Standard },
            hash_mib: self.hash.into(),
            signature: engine_signature()?,
        }))
    }
}

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab cluster plan samples positions selfplay-job/*.rsp")]
pub(crate) struct SamplesArgs {
    #[command(flatten)]
    games: GameFiles,
    #[command(flatten)]
    filter: FilterArgs,
}

impl SamplesArgs {
    const fn task(&self) -> SamplesTask {
        SamplesTask { filter: self.filter.filter() }
    }
}
