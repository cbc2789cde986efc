//! `reynard cluster model`: the time that a job takes with other workers, failures and storage.

use std::io::Write;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use reynard_console::fen_input::Format;
use reynard_console::numbers::{not_negative, positive};
use reynard_console::output::{Output, Status};
use reynard_console::whole_file;
use reynard_shards::{ClusterModel, ModelTable};

#[derive(clap::Args)]
#[group(id = "times", required = true, multiple = false, args = ["job", "seconds"])]
#[command(after_help = "\
Examples:
  reynard cluster model --shards 9000 --seconds 600 --workers 10,100,1000
  reynard cluster model --job annotated --shards 100000 --workers 100,1000 --failures 0.05 --plot time.svg
  reynard cluster model --shards 8000 --seconds 20 --shard-bytes 256000000 --bandwidth 1300000000 --json

Shards are given to workers as `run` does it. The times of the shards are those of a job that has been run, over and \
over again in their order, or all the same.")]
pub(super) struct Args {
    /// Folder of a job whose attempts have the times of the shards
    #[arg(long, value_name = "JOB")]
    job: Option<PathBuf>,
    /// Seconds that each shard takes a worker
    #[arg(long, value_name = "SECONDS", value_parser = positive)]
    seconds: Option<f64>,
    /// Number of shards [default: those of the job]
    #[arg(long, value_name = "N", required_unless_present = "job")]
    shards: Option<NonZeroUsize>,
    /// Numbers of workers to compare
    #[arg(long, value_name = "N,..", value_delimiter = ',', default_value = "1,10,100,1000")]
    workers: Vec<NonZeroUsize>,
    /// Failures of a worker in an hour, on average
    #[arg(long, value_name = "N", default_value_t = 0.0, value_parser = not_negative::<f64>)]
    failures: f64,
    /// Number of times that a shard is started before it is set aside
    #[arg(long, value_name = "N", default_value = "3")]
    attempts: NonZeroU32,
    /// Bytes that a shard reads
    #[arg(long, value_name = "BYTES", default_value_t = 0.0, value_parser = not_negative::<f64>)]
    shard_bytes: f64,
    /// Bytes a second that the storage gives to all workers together [default: no limit]
    #[arg(long, value_name = "BYTES", value_parser = positive)]
    bandwidth: Option<f64>,
    /// Seed of the failures
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Plot of the time by the number of workers to write, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut model = args.shards()?;
    model.shard_bytes = args.shard_bytes;
    model.bandwidth = args.bandwidth;
    model.failures_per_hour = args.failures;
    model.attempts = args.attempts.get();
    model.seed = args.seed;
    let workers: Vec<usize> = args.workers.iter().map(|workers| workers.get()).collect();
    let rows = model.compare(&workers);
    if let Some(path) = &args.plot {
        whole_file::write(path, model.plot(&rows).as_bytes())?;
    }
    if args.format.json {
        rows.iter().try_for_each(|row| out.json(row))?;
    } else {
        write!(out, "{}", ModelTable(&rows))?;
    }
    Ok(Status::Fine)
}

impl Args {
    /// Returns the model with the times of the shards.
    fn shards(&self) -> anyhow::Result<ClusterModel> {
        let mut model = match &self.job {
            Some(job) => ClusterModel::of_run(job, 1)?,
            None => ClusterModel::new(self.seconds.into_iter().collect(), 1),
        };
        if let Some(shards) = self.shards {
            let times = model.shard_seconds.into_iter().cycle();
            model.shard_seconds = times.take(shards.get()).collect();
        }
        Ok(model)
    }
}
