//! `reynard cluster plan`: the manifest of a job.

mod common;
mod spsa;
mod tasks;
mod training;

use clap::Subcommand;
use reynard_cluster::{Job, LocalFiles, list};
use reynard_console::output::{Output, Status};

use self::spsa::SpsaArgs;
use self::tasks::{
    AnnotateArgs, CheckArgs, DatabaseArgs, MatchArgs, ParquetArgs, PerftArgs, SyzygyArgs,
};
use self::training::{SamplesArgs, SelfPlayArgs};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster plan perft perft-9 9 --split 3
  reynard cluster plan check checked games.pgn more-games/
  reynard cluster plan annotate annotated games.pgn --nodes 20000
  reynard cluster plan selfplay games --shards 200 --games 500
  reynard cluster plan check checked games.pgn --print-commands lines | sh

The same plan again, for the same folder, changes nothing. Workers open the files by the paths of the plan.")]
pub(super) struct Args {
    /// The task.
    #[command(subcommand)]
    task: PlannedTask,
}

/// The tasks, with their options.
#[derive(Subcommand)]
enum PlannedTask {
    /// Count the leaves of the tree of legal moves
    Perft(PerftArgs),
    /// Convert games to Parquet files, in a build with the feature parquet
    Parquet(ParquetArgs),
    /// Check games: errors, results that contradict the board, counts
    Check(CheckArgs),
    /// Annotate games with the engine
    Annotate(AnnotateArgs),
    /// Look positions up in Syzygy tables
    Syzygy(SyzygyArgs),
    /// Make databases of games, for `reynard db merge`
    Database(DatabaseArgs),
    /// Play games of the engine against itself
    Selfplay(SelfPlayArgs),
    /// Write the training positions of self-play games
    Samples(SamplesArgs),
    /// Play a match of two engines
    Match(MatchArgs),
    /// Tune the parameters of an engine by SPSA
    Spsa(SpsaArgs),
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let (folder, common, plan) = match &args.task {
        PlannedTask::Perft(args) => (&args.folder, &args.common, args.plan()),
        PlannedTask::Parquet(args) => args.games.parts(args.task()?)?,
        PlannedTask::Check(args) => args.games.parts(args.task())?,
        PlannedTask::Annotate(args) => args.games.parts(args.task())?,
        PlannedTask::Syzygy(args) => args.games.parts(args.task()?)?,
        PlannedTask::Database(args) => args.games.parts(args.task())?,
        PlannedTask::Selfplay(args) => (&args.folder, &args.common, args.plan()?),
        PlannedTask::Samples(args) => args.games.parts(args.task())?,
        PlannedTask::Match(args) => (&args.folder, &args.common, args.plan()?),
        PlannedTask::Spsa(args) => (&args.folder, &args.common, args.plan()?),
    };
    let job = Job::create(&list(&plan, &LocalFiles)?, folder)?;
    common.print(&job, folder, out)?;
    Ok(Status::Fine)
}
