//! The games of a shard.

use reynard_pgn::{Input, ReadError, ReaderOptions};

use crate::{Job, JobError, Shard, ShardText};

/// The text of a shard's games, and the options for reading them.
pub(crate) struct GameSource {
    pub(crate) input: Input<'static>,
    pub(crate) options: ReaderOptions,
}

impl GameSource {
    /// Opens the input of a shard.
    pub(crate) fn open(job: &Job, shard: &Shard) -> Result<Self, JobError> {
        let path = shard.part.path().ok_or_else(|| shard.wrong_part())?;
        let text = ShardText::open(&shard.part, || job.open_input(path))?;
        let offset = text.offset();
        let input = text.into_input().map_err(|error| JobError::io(path, error))?;
        Ok(Self { input, options: ReaderOptions { offset, ..ReaderOptions::default() } })
    }
}

/// Returns a function that wraps errors that occur while reading the games of a shard.
pub(crate) fn read_failed(shard: &Shard) -> impl Fn(ReadError) -> JobError + use<> {
    let path = shard.part.path().unwrap_or_default().to_owned();
    move |error| match error {
        ReadError::Io(error) => JobError::io(&path, error),
        error @ ReadError::Stopped(_) => JobError::new(&path, error),
    }
}
