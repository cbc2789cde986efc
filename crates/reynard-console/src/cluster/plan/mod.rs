//! `reynard cluster plan`: plans a job and writes its manifest.

pub mod common;
mod spsa;
mod tasks;

use std::path::Path;

use crate::opening_args::shortage;
use crate::output::{Output, Status};
use clap::Subcommand;
use reynard_cluster::{Job, LocalFiles, MatchTask, Plan, list};

use self::common::Common;
use self::spsa::SpsaArgs;
use self::tasks::{
    AnnotateArgs, CheckArgs, DatabaseArgs, MatchArgs, ParquetArgs, PerftArgs, SyzygyArgs,
};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster plan perft perft-9 9 --split 3
  reynard cluster plan check checked games.pgn more-games/
  reynard cluster plan annotate annotated games.pgn --nodes 20000
  reynard cluster plan check checked games.pgn --print-commands lines | sh

The same plan again, for the same folder, changes nothing. Workers open the files by the paths of the plan.")]
pub(super) struct Args<T: PlanTask> {
    /// The task.
    #[command(subcommand)]
    task: T,
}

/// The tasks that a program can plan.
pub trait PlanTask: Subcommand {
    /// Returns the job folder, the common options, and the plan.
    fn parts(&self) -> anyhow::Result<(&Path, &Common, Plan)>;

    /// Name of the program that supports the tasks.
    const PROGRAM: &'static str;
}

/// Tasks of all programs, with their options.
#[derive(Subcommand)]
pub enum StandardTask {
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
    /// Play a match of two engines
    Match(MatchArgs),
    /// Tune the parameters of an engine by SPSA
    Spsa(SpsaArgs),
}

impl PlanTask for StandardTask {
    const PROGRAM: &'static str = "reynard";

    fn parts(&self) -> anyhow::Result<(&Path, &Common, Plan)> {
        Ok(match self {
            Self::Perft(args) => (&args.folder, &args.common, args.plan()),
            Self::Parquet(args) => args.games.parts(args.task()?)?,
            Self::Check(args) => args.games.parts(args.task())?,
            Self::Annotate(args) => args.games.parts(args.task())?,
            Self::Syzygy(args) => args.games.parts(args.task()?)?,
            Self::Database(args) => args.games.parts(args.task())?,
            Self::Match(args) => (&args.folder, &args.common, args.plan()?),
            Self::Spsa(args) => (&args.folder, &args.common, args.plan()?),
        })
    }
}

pub(super) fn run<T: PlanTask>(args: &Args<T>, out: &mut Output) -> anyhow::Result<Status> {
    let (folder, common, plan) = args.task.parts()?;
    let job = Job::create(&list(&plan, &LocalFiles)?, folder)?;
    if let Some(task) = job.manifest().task.get::<MatchTask>() {
        let tournament = task.tournament()?;
        let rounds = tournament.schedule.rounds;
        if let Some(note) = shortage(rounds, &tournament.openings, &tournament.players) {
            out.note(note)?;
        }
    }
    common.print(&job, folder, T::PROGRAM, out)?;
    Ok(Status::Fine)
}
