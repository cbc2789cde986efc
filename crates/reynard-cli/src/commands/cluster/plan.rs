//! `reynard cluster plan`: the manifest of a job.

use std::io::{self, Write};
use std::num::{NonZeroU16, NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Subcommand, ValueEnum};
use reynard_engine::{Control, EngineSettings};
use reynard_shards::{
    AnnotateTask, CheckTask, InputChecksums, Job, LocalFiles, ParquetTask, PerftTask, Plan,
    Reported, SelfPlayTask, StartArrays, TableRows, Task, list,
};
use serde::Serialize;

use crate::fen_input::Format;
use crate::numbers::counted;
use crate::output::{Output, Status};
use crate::rules::START;
use crate::source::expand;

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
    /// Play games of the engine against itself
    Selfplay(SelfPlayArgs),
}

/// The folder of the job, and what is printed.
#[derive(clap::Args)]
struct Common {
    /// Print the commands that run the shards: for a shell, or as a job array for Slurm
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "json")]
    print_commands: Option<CommandForm>,
    #[command(flatten)]
    format: Format,
}

/// Form of the commands that run shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CommandForm {
    /// A line for each shard
    Lines,
    /// A script for `sbatch`
    Slurm,
}

/// Files of games.
#[derive(clap::Args)]
struct GameFiles {
    /// Folder of the job; created if missing
    #[arg(value_name = "JOB")]
    folder: PathBuf,
    /// Files of games in PGN, plain or compressed, or folders of such files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Least size of a shard in bytes of text [default: 256 MB, 256 kB to annotate]
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..))]
    shard_bytes: Option<u64>,
    /// Leave checksums of the files out of the manifest: they are not read as a whole
    #[arg(long)]
    no_checksums: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(clap::Args)]
struct PerftArgs {
    /// Folder of the job; created if missing
    #[arg(value_name = "JOB")]
    folder: PathBuf,
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
    common: Common,
}

#[derive(clap::Args)]
struct ParquetArgs {
    #[command(flatten)]
    games: GameFiles,
    /// Rows of the tables
    #[arg(long, value_enum, value_name = "ROWS", default_value = "games")]
    what: Rows,
    /// Keep every Nth position of a game, the first one included
    #[arg(long, value_name = "N", default_value_t = NonZeroU16::MIN)]
    every: NonZeroU16,
    /// Columns [default: all]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Vec<String>,
}

/// The rows of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Rows {
    /// A row for each game
    Games,
    /// A row for each position, with the move that was played there
    Positions,
}

#[derive(clap::Args)]
struct CheckArgs {
    #[command(flatten)]
    games: GameFiles,
    /// Report lints as well as errors
    #[arg(long)]
    lints: bool,
}

#[derive(clap::Args)]
struct AnnotateArgs {
    #[command(flatten)]
    games: GameFiles,
    /// Nodes for each position
    #[arg(long, value_name = "N")]
    nodes: NonZeroU64,
    /// Transposition table size of each worker in MiB, cleared for each game
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=32_768))]
    hash: u16,
}

#[derive(clap::Args)]
struct SelfPlayArgs {
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

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let (folder, common, plan) = match &args.task {
        PlannedTask::Perft(args) => (&args.folder, &args.common, args.plan()),
        PlannedTask::Parquet(args) => {
            (&args.games.folder, &args.games.common, args.games.plan(args.task())?)
        }
        PlannedTask::Check(args) => {
            (&args.games.folder, &args.games.common, args.games.plan(args.task())?)
        }
        PlannedTask::Annotate(args) => {
            (&args.games.folder, &args.games.common, args.games.plan(args.task())?)
        }
        PlannedTask::Selfplay(args) => (&args.folder, &args.common, args.plan()?),
    };
    let job = Job::create(&list(&plan, &LocalFiles)?, folder)?;
    common.print(&job, folder, out)?;
    Ok(Status::Fine)
}

impl GameFiles {
    fn plan(&self, task: Task) -> anyhow::Result<Plan> {
        #[cfg(not(feature = "parquet"))]
        if matches!(task, Task::Parquet(_)) {
            match crate::parquet::refuse()? {}
        }
        let mut plan = Plan::new(task);
        for path in expand(self.files.iter().map(PathBuf::as_path))? {
            let path = std::path::absolute(&path).with_context(|| path.display().to_string())?;
            let text = path.to_str().with_context(|| format!("{} is no UTF-8", path.display()))?;
            plan.inputs.push(text.to_owned());
        }
        plan.shard_bytes = self.shard_bytes.unwrap_or(plan.shard_bytes);
        if self.no_checksums {
            plan.checksums = InputChecksums::Omitted;
        }
        Ok(plan)
    }
}

impl PerftArgs {
    fn plan(&self) -> Plan {
        let fen = if self.position.is_empty() { START.to_owned() } else { self.position.join(" ") };
        let (depth, hash_mib) = (self.depth, self.hash);
        // The default is for deep counts.
        let split = self.split.min(depth);
        let mut plan = Plan::new(Task::Perft(PerftTask { fen, depth, split, hash_mib }));
        plan.shard_subtrees = self.shard_subtrees.get();
        plan
    }
}

impl ParquetArgs {
    fn task(&self) -> Task {
        let rows = match self.what {
            Rows::Games => TableRows::Games,
            Rows::Positions => TableRows::Positions,
        };
        Task::Parquet(ParquetTask { rows, every: self.every, columns: self.columns.clone() })
    }
}

impl CheckArgs {
    const fn task(&self) -> Task {
        let report = if self.lints { Reported::Lints } else { Reported::Errors };
        Task::Check(CheckTask { report })
    }
}

impl AnnotateArgs {
    fn task(&self) -> Task {
        Task::Annotate(AnnotateTask { nodes: self.nodes, hash_mib: self.hash.into() })
    }
}

impl SelfPlayArgs {
    fn plan(&self) -> anyhow::Result<Plan> {
        // Depth 5 is fast, and any change to the search or the evaluation shows in it.
        let signature =
            reynard_engine::bench(5, &EngineSettings::default(), &Control::new())?.nodes;
        Ok(Plan::new(Task::SelfPlay(SelfPlayTask {
            seed: self.seed,
            games: self.games,
            first: self.first,
            shards: self.shards,
            nodes: self.nodes,
            start: if self.chess960 { StartArrays::Chess960 } else { StartArrays::Standard },
            hash_mib: self.hash.into(),
            signature,
        })))
    }
}

/// A planned job.
#[derive(Serialize)]
struct Planned<'a> {
    job: &'a str,
    task: &'a str,
    manifest: String,
    shards: usize,
    input_bytes: u64,
}

impl Common {
    fn print(&self, job: &Job, folder: &Path, out: &mut Output) -> io::Result<()> {
        let manifest = job.manifest();
        let shards = manifest.shards.len();
        match self.print_commands {
            Some(CommandForm::Lines) => {
                for shard in &manifest.shards {
                    let folder = quoted(&folder.to_string_lossy());
                    writeln!(out, "reynard cluster run-shard {folder} {}", shard.number)?;
                }
                Ok(())
            }
            Some(CommandForm::Slurm) => {
                let folder = std::path::absolute(folder)?;
                let folder = quoted(&folder.to_string_lossy());
                writeln!(out, "#!/bin/sh")?;
                writeln!(out, "#SBATCH --array=0-{}", shards.saturating_sub(1))?;
                writeln!(out, "#SBATCH --cpus-per-task=1")?;
                writeln!(out, "exec reynard cluster run-shard {folder} \"$SLURM_ARRAY_TASK_ID\"")
            }
            None if self.format.json => out.json(&Planned {
                job: job.id(),
                task: manifest.task.name(),
                manifest: folder.join(Job::MANIFEST).to_string_lossy().into_owned(),
                shards,
                input_bytes: manifest.inputs.iter().map(|input| input.bytes).sum(),
            }),
            None => writeln!(out, "{}: {}", folder.display(), counted(shards as u64, "shard")),
        }
    }
}

/// Quotes a word for a shell, if that is needed.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+:,@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_are_quoted_for_a_shell() {
        let words = ["/data/job-1", "my job", "it's", ""].map(quoted);
        assert_eq!(words, ["/data/job-1", "'my job'", "'it'\\''s'", "''"]);
    }
}
