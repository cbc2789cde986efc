//! Lists the shards of a job.

mod frames;
mod games;
mod records;
mod splitter;

pub(crate) use games::part_in_range;
use std::num::NonZeroUsize;

pub use splitter::{InputFile, Splitter};

use crate::storage::Storage;
use crate::{JobError, JobTask, Manifest, Shard};

/// The plan of a job, from which its shards are listed.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The task.
    pub task: JobTask,
    /// The paths or addresses by which the workers open the inputs. Empty for tasks without inputs.
    pub inputs: Vec<String>,
    /// Minimum size of a shard of games in bytes, measured as decompressed text if the size of that
    /// text is known, and otherwise as stored in the file. With `None`, there are four shards per
    /// worker, and the size is between a 64th of [`Task::shard_bytes`](crate::Task::shard_bytes)
    /// and the full value.
    pub shard_bytes: Option<u64>,
    /// Number of workers for which the job is planned.
    pub workers: NonZeroUsize,
    /// Number of perft subtrees per shard.
    pub shard_subtrees: usize,
    /// Number of game pairs per shard, in a match or an SPSA run.
    pub shard_pairs: u32,
    /// Checksums of the inputs.
    pub checksums: InputChecksums,
}

/// Checksums of the inputs in a manifest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputChecksums {
    /// Checksums are computed, which requires reading all inputs once.
    #[default]
    Computed,
    /// Checksums are omitted. Only the sizes of the inputs are checked.
    Omitted,
}

impl Plan {
    /// Creates a plan for one worker, with shards of the default size and without inputs.
    ///
    /// ```
    /// use reynard_cluster::{CheckTask, Plan};
    ///
    /// assert_eq!(Plan::new(CheckTask::default()).workers.get(), 1);
    /// ```
    pub fn new(task: impl Into<JobTask>) -> Self {
        Self {
            task: task.into(),
            inputs: Vec::new(),
            shard_bytes: None,
            workers: NonZeroUsize::MIN,
            shard_subtrees: 16,
            shard_pairs: 8,
            checksums: InputChecksums::default(),
        }
    }
}

/// Lists the shards of a job. Plain files are read only near the splits. For Zstandard files, only
/// the frame headers are read, and nothing is decompressed. If checksums are computed, all inputs
/// are read completely.
///
/// # Errors
///
/// [`JobError`] if an input cannot be read, or the task cannot be split as planned.
///
/// See [`Job`](crate::Job) for an example.
pub fn list(plan: &Plan, storage: &dyn Storage) -> Result<Manifest, JobError> {
    plan.task.check()?;
    let mut splitter = Splitter::new(plan, storage);
    let parts = plan.task.parts(&mut splitter)?;
    let shards = (0..).zip(parts).map(|(number, part)| Shard { number, part }).collect();
    Ok(Manifest {
        version: Manifest::VERSION.to_owned(),
        task: plan.task.clone(),
        inputs: splitter.into_inputs(),
        shards,
    })
}
