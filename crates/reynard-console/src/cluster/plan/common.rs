//! The job folder, the files and the output of a plan.

use std::io::{self, Write};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};

use crate::fen_input::Format;
use crate::numbers::counted;
use crate::output::Output;
use crate::source::expand_to;
use crate::threads::threads_or_cores;
use crate::tuning_args::is_self;
use anyhow::Context;
use clap::ValueEnum;
use reynard_arena::MatchPlayer;
use reynard_cluster::{InputChecksums, Job, JobTask, Manifest, Plan, ShardPart};
use serde::Serialize;

/// The folder of the job, and the output.
#[derive(clap::Args)]
pub struct Common {
    /// Print the commands that run the shards: for a shell, or as a job array for Slurm
    #[arg(long, value_enum, value_name = "FORM", conflicts_with = "json")]
    print_commands: Option<CommandForm>,
    /// Number of workers that the shards are made for [default: one for each core]
    #[arg(long, value_name = "N")]
    workers: Option<NonZeroUsize>,
    #[command(flatten)]
    format: Format,
}

/// The form of the commands that run shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CommandForm {
    /// A line for each shard
    Lines,
    /// A script for `sbatch`
    Slurm,
}

/// Input files.
#[derive(clap::Args)]
pub struct GameFiles {
    /// Folder of the job; created if missing
    #[arg(value_name = "JOB")]
    folder: PathBuf,
    /// Files that the task reads, or folders of such files
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Minimum size of a shard in bytes of text [default: for four shards a worker, at most 256 MB,
    /// 256 kB to annotate]
    #[arg(long, value_name = "BYTES")]
    shard_bytes: Option<NonZeroU64>,
    /// Leave checksums of the files out of the manifest: they are not read as a whole
    #[arg(long)]
    no_checksums: bool,
    #[command(flatten)]
    common: Common,
}

impl GameFiles {
    /// Returns the job folder, the common options, and the plan of a task.
    pub fn parts(&self, task: impl Into<JobTask>) -> anyhow::Result<(&Path, &Common, Plan)> {
        Ok((&self.folder, &self.common, self.plan(task)?))
    }

    fn plan(&self, task: impl Into<JobTask>) -> anyhow::Result<Plan> {
        let mut plan = Plan::new(task);
        let is_read = |path: &Path| path.to_str().is_some_and(|path| plan.task.reads(path));
        let files = self.files.iter().map(PathBuf::as_path);
        for path in expand_to(files, "file for this task", &is_read)? {
            let path = std::path::absolute(&path).with_context(|| path.display().to_string())?;
            let text = path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))?;
            plan.inputs.push(text.to_owned());
        }
        plan.shard_bytes = self.shard_bytes.map(NonZeroU64::get);
        plan.workers = self.common.workers();
        if self.no_checksums {
            plan.checksums = InputChecksums::Omitted;
        }
        Ok(plan)
    }
}

/// A job that has been planned.
#[derive(Serialize)]
struct Planned<'a> {
    job: &'a str,
    task: &'a str,
    manifest: String,
    shards: usize,
    input_bytes: u64,
}

impl Common {
    /// Returns the number of workers for which to plan.
    fn workers(&self) -> NonZeroUsize {
        threads_or_cores(self.workers)
    }

    /// Returns a note if there are fewer shards than workers.
    fn idle_workers(&self, manifest: &Manifest) -> Option<String> {
        let (shards, workers) = (manifest.shards.len(), self.workers().get());
        if shards >= workers {
            return None;
        }
        let mend = match manifest.shards.first()?.part {
            ShardPart::File { .. } => "`reynard pgn split` makes several files of one",
            ShardPart::Pairs { .. } => "a smaller --shard-pairs makes more",
            ShardPart::Subtrees { .. } => "a smaller --shard-subtrees makes more",
            ShardPart::Seed { .. } => "--shards sets their number",
            _ => "a smaller --shard-bytes makes more",
        };
        let shards = counted(shards as u64, "shard");
        Some(format!("note: {shards} for {workers} workers, of which some stay idle: {mend}"))
    }

    pub(super) fn print(
        &self,
        job: &Job,
        folder: &Path,
        program: &str,
        out: &mut Output,
    ) -> io::Result<()> {
        let manifest = job.manifest();
        let shards = manifest.shards.len();
        if let Some(note) = self.idle_workers(manifest) {
            out.note(note)?;
        }
        match self.print_commands {
            Some(CommandForm::Lines) => {
                job.commands(program).iter().try_for_each(|command| writeln!(out, "{command}"))
            }
            Some(CommandForm::Slurm) => write!(out, "{}", job.slurm_script(program)),
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

/// Returns the engine's description `text`, with `self` replaced by the path of this program and by
/// `settings`, which are placed before the engine's own settings.
pub(super) fn engine(text: &str, settings: &str) -> anyhow::Result<String> {
    MatchPlayer::parse(text, "").with_context(|| format!("engine `{}`", text.escape_debug()))?;
    let Some(rest) = text.strip_prefix("self").filter(|_| is_self(text)) else {
        return Ok(text.to_owned());
    };
    let program = std::env::current_exe().context("cannot find this program")?;
    let program = program.to_str().context("the program path is not valid UTF-8")?;
    Ok(format!("{program}{settings}{rest}"))
}
