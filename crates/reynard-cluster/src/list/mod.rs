//! Listing the shards of a job.

mod frames;
mod games;
mod records;
mod splitter;

pub(crate) use games::part_in_range;
use std::num::NonZeroUsize;

pub use splitter::{InputFile, Splitter};

use crate::storage::Storage;
use crate::{JobError, JobTask, Manifest, Shard};

/// A job to make a manifest of.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The task.
    pub task: JobTask,
    /// Paths or addresses of the inputs, for tasks that have any; as the workers are to open them.
    pub inputs: Vec<String>,
    /// Minimum size of a shard of games, in bytes of plain text where it is known, else of the
    /// file. `None` makes four shards for each of the workers, of a size between a 64th of
    /// [`Task::shard_bytes`](crate::Task::shard_bytes) and that.
    pub shard_bytes: Option<u64>,
    /// Number of workers that the job is made for.
    pub workers: NonZeroUsize,
    /// Subtrees of perft in a shard.
    pub shard_subtrees: usize,
    /// Pairs of games of a match or of SPSA in a shard.
    pub shard_pairs: u32,
    /// Checksums of the inputs.
    pub checksums: InputChecksums,
}

/// Checksums of the inputs in a manifest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputChecksums {
    /// All inputs are read once.
    #[default]
    Computed,
    /// Sizes have to do.
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

/// Lists the shards of a job. Plain files are examined where they are split, files of Zstandard
/// frame by frame without decompressing them; inputs with checksums are read as a whole.
///
/// # Errors
///
/// [`JobError`] if an input cannot be read, or the task cannot be split as the plan says.
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
