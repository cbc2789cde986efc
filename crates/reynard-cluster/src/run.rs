//! Runs a shard.

use crate::output::OutputFile;
use crate::{Job, JobError, Manifest, ShardSummary};

/// Runs a shard on the calling thread, and writes its output and then its summary. If the shard is
/// already complete, nothing is changed.
///
/// # Errors
///
/// [`JobError`] if the shard does not exist, if a shard that must be run before it (see
/// [`Job::shards_before`]) has not been run, if the input is damaged or differs from the plan, or
/// if the folder cannot be written. Errors in the games themselves do not make the call fail.
///
/// See [`Job`] for an example.
pub fn run(job: &Job, number: u32) -> Result<ShardSummary, JobError> {
    let shard = job.shard(number)?;
    if let Some(summary) = job.summary(number)? {
        return Ok(summary);
    }
    let path = job.output_path(number);
    let mut output = OutputFile::create(&path)?;
    let counts = job.manifest().task.run(job, shard, &mut output)?;
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
