//! Running a shard.

use crate::output::OutputFile;
use crate::tasks;
use crate::{Counts, Job, JobError, Manifest, Shard, ShardPart, ShardSummary, Task};

/// Runs a shard on the calling thread, and writes its output and then its summary. A shard that is done is left as it
/// is.
///
/// # Errors
///
/// [`JobError`] if there is no such shard, one of [`Job::shards_before`] it has not been run, its input is damaged or not that of the plan, or the folder cannot be
/// written. A game with errors is none.
///
/// See [`Job`] for an example.
pub fn run(job: &Job, number: u32) -> Result<ShardSummary, JobError> {
    let shard = job.shard(number)?;
    if let Some(summary) = job.summary(number)? {
        return Ok(summary);
    }
    let path = job.output_path(number);
    let mut output = OutputFile::create(&path)?;
    let counts = work(job, shard, &mut output)?;
    let (sha256, bytes) = output.finish_with(&[])?;
    let summary = ShardSummary {
        shard: number,
        job: job.id().to_owned(),
        version: Manifest::VERSION.to_owned(),
        file: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        bytes,
        sha256,
        counts,
    };
    let path = job.summary_path(number);
    let mut text =
        serde_json::to_vec(&summary).map_err(|error| JobError::new(path.display(), error))?;
    text.push(b'\n');
    OutputFile::create(&path)?.finish_with(&text)?;
    Ok(summary)
}

/// Writes the output of a shard.
fn work(job: &Job, shard: &Shard, output: &mut OutputFile) -> Result<Counts, JobError> {
    match &job.manifest().task {
        Task::Perft(task) => tasks::perft::run(task, shard, output),
        #[cfg(feature = "parquet")]
        Task::Parquet(task) => tasks::parquet::run(task, job, shard, output),
        #[cfg(not(feature = "parquet"))]
        Task::Parquet(_) => Err(missing_feature("parquet", "parquet")),
        Task::Check(task) => tasks::check::run(task, job, shard, output),
        Task::Annotate(task) => match shard.part {
            ShardPart::Records { .. } => tasks::evaluate::run(task, job, shard, output),
            _ => tasks::annotate::run(task, job, shard, output),
        },
        Task::Syzygy(task) => tasks::syzygy::run(task, job, shard, output),
        #[cfg(feature = "db")]
        Task::Database(task) => tasks::database::run(task, job, shard, output),
        #[cfg(not(feature = "db"))]
        Task::Database(_) => Err(missing_feature("database", "db")),
        Task::Samples(task) => tasks::samples::run(task, job, shard, output),
        Task::Match(task) => tasks::matches::run(task, shard, output),
        Task::Spsa(task) => tasks::spsa::run(task, job, shard, output),
        Task::SelfPlay(task) => tasks::selfplay::run(task, shard, output),
    }
}

/// An error for a task that this build does not know.
#[cfg(not(all(feature = "db", feature = "parquet")))]
fn missing_feature(task: &str, feature: &str) -> JobError {
    JobError::new(
        task,
        format_args!("this build has no such task: it is without the feature `{feature}`"),
    )
}
