//! Splits the inputs of a plan into parts.

use std::io::SeekFrom;

use super::{games, records};
use crate::digest::sha256_of;
use crate::file_names::is_records;
use crate::storage::Storage;
use crate::{InputChecksums, JobError, JobInput, Plan, ShardPart};

/// Splits the inputs of a plan for a [`Task`](crate::Task), using the sizes set in the plan.
#[derive(Debug)]
pub struct Splitter<'a> {
    plan: &'a Plan,
    storage: &'a dyn Storage,
    inputs: Vec<JobInput>,
}

impl<'a> Splitter<'a> {
    pub(super) const fn new(plan: &'a Plan, storage: &'a dyn Storage) -> Self {
        Self { plan, storage, inputs: Vec::new() }
    }

    /// Returns the inputs that were split.
    pub(super) fn into_inputs(self) -> Vec<JobInput> {
        self.inputs
    }

    /// Splits each input of the plan with a function, and returns all parts in order.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the plan has no inputs, an input cannot be read, or the function fails.
    pub fn files(
        &mut self,
        split: impl Fn(&InputFile<'a>) -> Result<Vec<ShardPart>, JobError>,
    ) -> Result<Vec<ShardPart>, JobError> {
        let Self { plan, storage, .. } = *self;
        if plan.inputs.is_empty() {
            return Err(JobError::new(plan.task.name(), "the task needs files"));
        }
        let shard_bytes = match plan.shard_bytes {
            Some(bytes) => bytes,
            None => default_shard_bytes(plan, storage)?,
        };
        let mut parts = Vec::new();
        for path in &plan.inputs {
            let input = described(path, plan.checksums, storage)?;
            let file = InputFile { input, shard_bytes, storage };
            parts.extend(split(&file)?);
            self.inputs.push(file.input);
        }
        Ok(parts)
    }

    /// Returns the parts for a number of game pairs. Each part has the number of pairs per shard
    /// set in the plan.
    pub fn pairs(&self, pairs: u32) -> Vec<ShardPart> {
        let in_a_shard = self.plan.shard_pairs.max(1);
        let firsts = (0..pairs.div_ceil(in_a_shard)).map(|shard| shard * in_a_shard);
        let count = |first| in_a_shard.min(pairs - first);
        firsts.map(|first| ShardPart::Pairs { first, count: count(first) }).collect()
    }

    /// Returns the number of perft subtrees per shard.
    pub(crate) fn subtrees(&self) -> usize {
        self.plan.shard_subtrees.max(1)
    }
}

/// Returns the description of an input for the manifest.
fn described(
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

/// Returns the default size of a shard, based on the size of the text in all inputs and on the
/// number of workers.
fn default_shard_bytes(plan: &Plan, storage: &dyn Storage) -> Result<u64, JobError> {
    /// Number of shards per worker. There are several, so that the last shards finish at about the
    /// same time.
    const FOR_A_WORKER: u64 = 4;
    /// The largest default size divided by this number is the smallest default size. Smaller shards
    /// are not worth starting a process for.
    const SMALLEST_PART: u64 = 64;
    let mut text = 0_u64;
    for path in &plan.inputs {
        text = text.saturating_add(games::text_bytes(path, storage)?);
    }
    let workers = u64::try_from(plan.workers.get()).unwrap_or(u64::MAX);
    let most = plan.task.shard_bytes();
    let bytes = text.div_ceil(workers.saturating_mul(FOR_A_WORKER));
    Ok(bytes.clamp(most / SMALLEST_PART, most))
}

/// An input, listed in a plan, that is to be split.
#[derive(Debug)]
pub struct InputFile<'a> {
    input: JobInput,
    shard_bytes: u64,
    storage: &'a dyn Storage,
}

impl InputFile<'_> {
    /// Returns the input.
    pub const fn input(&self) -> &JobInput {
        &self.input
    }

    /// Returns a single part for the whole file.
    pub fn whole(&self) -> Vec<ShardPart> {
        vec![ShardPart::File { path: self.input.path.clone() }]
    }

    /// Splits a PGN file at the starts of games. A compressed file is split between frames if it
    /// has several frames, and otherwise not at all.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the file cannot be read.
    pub fn games(&self) -> Result<Vec<ShardPart>, JobError> {
        games::list(&self.input, self.shard_bytes, self.storage)
    }

    /// Splits an EPD or FEN file, which is recognized by its name, between lines. Other files are
    /// split as [`games`](Self::games) does.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the file cannot be read.
    pub fn games_or_records(&self) -> Result<Vec<ShardPart>, JobError> {
        if is_records(&self.input.path) {
            return records::list(&self.input, self.shard_bytes, self.storage);
        }
        self.games()
    }
}
