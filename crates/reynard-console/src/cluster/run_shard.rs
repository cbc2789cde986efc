//! `reynard cluster run-shard`: runs shards as a worker.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{process, thread};

use crate::fen_input::Format;
use crate::interrupt::{self, Interrupt};
use crate::output::{Output, Status};
use reynard_base::files::abandon;
use reynard_cluster::{Job, ShardSummary, Tasks, run as run_shard};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard cluster run-shard checked 17
  for shard in 0 1 2; do reynard cluster run-shard checked $shard; done
  reynard cluster run-shard /shared/annotated \"$SLURM_ARRAY_TASK_ID\"

The output appears only when it is complete, and then its summary. A shard that is done is left as it is.")]
pub(super) struct Args {
    /// Folder of the job, or its manifest
    #[arg(value_name = "JOB")]
    job: PathBuf,
    /// Numbers of the shards
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<u32>,
    /// Seconds to wait until the shards are done that a shard of SPSA goes on from
    #[arg(long, value_name = "SECONDS", default_value_t = 0)]
    wait: u64,
    /// End when standard input ends: the worker does not outlive the process that started it
    #[arg(long, hide = true)]
    leashed: bool,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, tasks: &Tasks, out: &mut Output) -> anyhow::Result<Status> {
    interrupt::on_end(abandon);
    Interrupt::install()?;
    if args.leashed {
        thread::spawn(end_with_input);
    }
    let job = Job::open(&args.job, tasks)?;
    for &number in &args.shards {
        wait_for(&job, job.shards_before(number), Duration::from_secs(args.wait))?;
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

/// Waits until the first `count` shards of a job are done, but at most `most`.
fn wait_for(job: &Job, count: u32, most: Duration) -> anyhow::Result<()> {
    /// Maximum time between two checks of the folder.
    const PAUSE: Duration = Duration::from_millis(200);
    let start = Instant::now();
    let mut pause = Duration::from_millis(10);
    for number in 0..count {
        while job.summary(number)?.is_none() && start.elapsed() < most {
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSE);
        }
    }
    Ok(())
}

/// Ends the process when standard input ends.
#[expect(clippy::exit, reason = "the work is on another thread, and cannot be stopped otherwise")]
fn end_with_input() {
    let mut bytes = [0; 64];
    while matches!(io::stdin().read(&mut bytes), Ok(1..)) {}
    abandon(&mut || process::exit(2));
}
