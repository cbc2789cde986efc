//! The tasks of a plan for training, with their options.

use std::num::NonZeroU64;
use std::path::PathBuf;

use reynard_cluster::Plan;
use reynard_console::filter_args::FilterArgs;
use reynard_train::jobs::{SamplesTask, SelfPlayTask, StartArrays, engine_signature};

use super::common::{Common, GameFiles};

#[derive(clap::Args)]
pub(super) struct SelfPlayArgs {
    /// Folder of the job; created if missing
    #[arg(value_name = "JOB")]
    pub(super) folder: PathBuf,
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
    pub(super) common: Common,
}

impl SelfPlayArgs {
    pub(super) fn plan(&self) -> anyhow::Result<Plan> {
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
  reynard cluster plan samples positions selfplay-job/*.rsp")]
pub(super) struct SamplesArgs {
    #[command(flatten)]
    pub(super) games: GameFiles,
    #[command(flatten)]
    filter: FilterArgs,
}

impl SamplesArgs {
    pub(super) const fn task(&self) -> SamplesTask {
        SamplesTask { filter: self.filter.filter() }
    }
}
