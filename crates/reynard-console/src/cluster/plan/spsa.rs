//! Plans SPSA jobs.

use std::num::NonZeroU32;
use std::path::PathBuf;

use crate::tuning_args::{SHOW_PARAMETERS, TuningArgs};
use reynard_arena::MatchPlayer;
use reynard_cluster::{MatchOpenings, Plan, SpsaTask};

use super::common::{Common, engine};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster plan spsa tuned self,nodes=2000 --all --pairs 20000 --concurrency 128
  reynard cluster plan spsa tuned ./engine,nodes=5000 --param LmrBase,80,20,200,10
  reynard cluster run tuned --workers 16

A pair of games knows the results of all pairs but the last ones before it, as many as --concurrency says, less one. So \
--concurrency divided by --shard-pairs is the number of shards that can be run at a time, and the tuned values are those \
of `reynard spsa` with the same --concurrency.")]
pub struct SpsaArgs {
    /// Folder of the job; created if missing
    #[arg(value_name = "JOB")]
    pub(super) folder: PathBuf,
    /// The engine: `PROGRAM[,KEY=VALUE]..` as in `match`, limited by nodes or depth; `self` is
    /// this program
    #[arg(value_name = "ENGINE")]
    engine: String,
    #[command(flatten)]
    tuning: TuningArgs,
    /// Number of pairs of games
    #[arg(long, value_name = "N", default_value = "10000")]
    pairs: NonZeroU32,
    /// Pairs in a shard
    #[arg(long, value_name = "N", default_value = "8")]
    shard_pairs: NonZeroU32,
    /// Number of pairs that are played at a time, by all workers together
    #[arg(long, value_name = "N", default_value = "32")]
    concurrency: NonZeroU32,
    /// Begin from the start positions of Chess960, in place of the built-in lines
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

impl SpsaArgs {
    pub(super) fn plan(&self) -> anyhow::Result<Plan> {
        let text = engine(&self.engine, &format!(",arg={SHOW_PARAMETERS}"))?;
        let player = MatchPlayer::parse(&text, "")?;
        let parameters =
            self.tuning.parameters(&self.engine, &player, reynard_host::Timeouts::default())?;
        let mut task = SpsaTask::new(text, parameters.iter().map(ToString::to_string).collect());
        task.pairs = self.pairs.get();
        task.gain = self.tuning.gain;
        task.concurrency = self.concurrency;
        task.adjudication = self.tuning.adjudication();
        if self.chess960 {
            task.openings = MatchOpenings::Chess960;
        }
        let mut plan = Plan::new(task);
        plan.shard_pairs = self.shard_pairs.get();
        Ok(plan)
    }
}
