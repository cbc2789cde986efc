//! Listing the shards of a job.

mod frames;
mod games;
mod records;
mod subtrees;

pub(crate) use games::part_in_range;
pub(crate) use subtrees::prefixes as subtrees;

use std::io::SeekFrom;

use crate::digest::sha256_of;
use crate::storage::Storage;
use crate::task::is_records;
use crate::{JobError, JobInput, Manifest, Shard, ShardPart, Task};

/// A job to make a manifest of.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The task.
    pub task: Task,
    /// Paths or addresses of the inputs, for tasks that have any; as the workers are to open them.
    pub inputs: Vec<String>,
    /// Least size of a shard of games, in bytes of plain text where it is known, else of the file.
    pub shard_bytes: u64,
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
    /// Creates a plan with shards of the default size and without inputs.
    ///
    /// ```
    /// use reynard_cluster::{CheckTask, Plan, Task};
    ///
    /// assert_eq!(Plan::new(Task::Check(CheckTask::default())).shard_bytes, 256_000_000);
    /// ```
    pub fn new(task: Task) -> Self {
        // Some seconds of work: to read games, or to search the positions of a few hundred.
        let shard_bytes = if matches!(task, Task::Annotate(_)) { 256_000 } else { 256_000_000 };
        let checksums = InputChecksums::default();
        Self {
            task,
            inputs: Vec::new(),
            shard_bytes,
            shard_subtrees: 16,
            shard_pairs: 8,
            checksums,
        }
    }
}

/// Lists the shards of a job. Plain files are looked at where they are split, files of Zstandard frame by frame without
/// decompressing them; inputs with checksums are read as a whole.
///
/// # Errors
///
/// [`JobError`] if an input cannot be read, or the task cannot be split as the plan says.
///
/// See [`Job`](crate::Job) for an example.
pub fn list(plan: &Plan, storage: &dyn Storage) -> Result<Manifest, JobError> {
    let mut inputs = Vec::new();
    let mut parts = Vec::new();
    match &plan.task {
        Task::Perft(task) => parts = subtrees::list(task, plan.shard_subtrees)?,
        Task::SelfPlay(task) => {
            let end = task.first.checked_add(task.shards).ok_or_else(|| {
                JobError::new("selfplay", format_args!("shards have numbers up to {}", u32::MAX))
            })?;
            parts.extend((task.first..end).map(|shard| ShardPart::Seed { seed: task.seed, shard }));
        }
        Task::Match(task) => {
            crate::tasks::matches::tournament(task)?;
            parts = pairs(task.pairs, plan.shard_pairs);
        }
        Task::Spsa(task) => {
            parts = crate::tasks::spsa::list(task, pairs(task.pairs, plan.shard_pairs))?;
        }
        task => {
            if let Task::Syzygy(task) = task {
                crate::tasks::syzygy::open(task)?;
            }
            if plan.inputs.is_empty() {
                return Err(JobError::new(task.name(), "the task needs files"));
            }
            for path in &plan.inputs {
                let input = input(path, plan.checksums, storage)?;
                parts.extend(match task {
                    Task::Samples(_) => vec![ShardPart::File { path: path.clone() }],
                    Task::Annotate(_) | Task::Syzygy(_) if is_records(path) => {
                        records::list(&input, plan.shard_bytes, storage)?
                    }
                    _ => games::list(&input, plan.shard_bytes, storage)?,
                });
                inputs.push(input);
            }
        }
    }
    #[cfg(feature = "parquet")]
    if let Task::Parquet(task) = &plan.task {
        crate::tasks::parquet::spec(task)?;
    }
    let shards = (0..).zip(parts).map(|(number, part)| Shard { number, part }).collect();
    let (version, task) = (Manifest::VERSION.to_owned(), plan.task.clone());
    Ok(Manifest { version, task, inputs, shards })
}

/// Lists pairs of games.
fn pairs(pairs: u32, in_a_shard: u32) -> Vec<ShardPart> {
    let in_a_shard = in_a_shard.max(1);
    let firsts = (0..pairs.div_ceil(in_a_shard)).map(|shard| shard * in_a_shard);
    firsts.map(|first| ShardPart::Pairs { first, count: in_a_shard.min(pairs - first) }).collect()
}

/// Describes an input.
fn input(
    path: &str,
    checksums: InputChecksums,
    storage: &dyn Storage,
) -> Result<JobInput, JobError> {
    let failed = |error| JobError::io(path, error);
    let mut file = storage.open(path).map_err(failed)?;
    let (sha256, bytes) = match checksums {
        InputChecksums::Computed => {
            let (sha256, bytes) = sha256_of(file).map_err(failed)?;
            (Some(sha256), bytes)
        }
        InputChecksums::Omitted => (None, file.seek(SeekFrom::End(0)).map_err(failed)?),
    };
    Ok(JobInput { path: path.to_owned(), bytes, sha256 })
}
