//! The command `cluster`: large jobs divided into shards, run by worker processes on this machine
//! or on several.

pub mod plan;
mod run;
mod run_shard;
mod verify;

use clap::Subcommand;
use reynard_cluster::Tasks;

use self::plan::PlanTask;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster plan perft perft-8 8
  reynard cluster run perft-8 --workers 2
  reynard cluster plan check checked games/ && reynard cluster run checked
  reynard cluster plan annotate annotated games.pgn --print-commands slurm > annotate.sh
  reynard cluster verify annotated

A job is a folder with a manifest, which lists the shards. Any worker can run any shard, more than once and, \
but for SPSA, in any order: the files are the same, byte for byte, from one process, from many, and from a cluster.")]
#[expect(missing_docs, reason = "clap would take it for the help of the command")]
pub struct Args<T: PlanTask> {
    /// The subcommand.
    #[command(subcommand)]
    command: Command<T>,
}

/// The subcommands of `cluster`, each in a file of its own.
#[derive(Subcommand)]
enum Command<T: PlanTask> {
    /// Plan a job: list its shards in a manifest
    Plan(plan::Args<T>),
    /// Run a job with worker processes, or resume it
    Run(run::Args),
    /// Run single shards of a job: the worker
    RunShard(run_shard::Args),
    /// Read the outputs of a job back, and add up
    Verify(verify::Args),
}

/// Runs the selected command. `tasks` contains the tasks that the program supports.
pub fn run<T: PlanTask>(args: &Args<T>, tasks: &Tasks, out: &mut Output) -> anyhow::Result<Status> {
    match &args.command {
        Command::Plan(args) => plan::run(args, out),
        Command::Run(args) => run::run(args, tasks, out),
        Command::RunShard(args) => run_shard::run(args, tasks, out),
        Command::Verify(args) => verify::run(args, tasks, out),
    }
}
