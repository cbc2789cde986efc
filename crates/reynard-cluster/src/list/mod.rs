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

/// A job that is to be listed.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The task.
    pub task: JobTask,
    /// Paths or addresses of the inputs, as the workers open them, for tasks with inputs.
    pub inputs: Vec<String>,
    /// Minimum size of a shard of games in bytes: of plain text if known, otherwise of the file.
    /// `None` makes four shards per worker, with a size between a 64th of
    /// [`Task::shard_bytes`](crate::Task::shard_bytes) and the full value.
    pub shard_bytes: Option<u64>,
    /// Number of workers for which the job is planned.
    pub workers: NonZeroUsize,
    /// Perft subtrees per shard.
    pub shard_subtrees: usize,
    /// Game pairs of a match or of SPSA per shard.
    pub shard_pairs: u32,
    /// Checksums of the inputs.
    pub checksums: InputChecksums,
}

/// Checksums of the inputs in a manifest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputChecksums {
    /// Computed, which reads all inputs once.
    #[default]
    Computed,
    /// Omitted. Inputs are checked only by size.
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

/// Lists the shards of a job. Plain files are read only near the splits. Zstandard files are read
/// frame by frame without decompression. Inputs with checksums are read completely.
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
