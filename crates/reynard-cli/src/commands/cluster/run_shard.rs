//! `reynard cluster run-shard`: the work of a worker.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::{process, thread};

use reynard_shards::{Job, ShardSummary, run as run_shard};

use crate::fen_input::Format;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster run-shard checked 17
  for shard in 0 1 2; do reynard cluster run-shard checked $shard; done
  reynard cluster run-shard /shared/annotated \"$SLURM_ARRAY_TASK_ID\"

The output is written whole or not at all, and then its summary. A shard that is done is left as it is.")]
pub(super) struct Args {
    /// Folder of the job, or its manifest
    #[arg(value_name = "JOB")]
    job: PathBuf,
    /// Numbers of the shards
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<u32>,
    /// End when standard input ends: the worker does not outlive the process that started it
    #[arg(long, hide = true)]
    leashed: bool,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    if args.leashed {
        thread::spawn(end_with_input);
    }
    let job = Job::open(&args.job)?;
    for &number in &args.shards {
        let summary = run_shard(&job, number)?;
        if args.format.json {
            out.json(&summary)?;
        } else {
            let ShardSummary { file, counts, .. } = &summary;
            let counts: Vec<String> =
                counts.named().map(|(name, number)| format!("{number} {name}")).collect();
            writeln!(out, "{file}: {}", counts.join(", "))?;
        }
        out.flush()?;
    }
    Ok(Status::Fine)
}

/// Ends the process when standard input does.
#[expect(clippy::exit, reason = "the work is on another thread, and cannot be stopped otherwise")]
fn end_with_input() {
    let mut bytes = [0; 64];
    while matches!(io::stdin().read(&mut bytes), Ok(1..)) {}
    process::exit(2);
}
