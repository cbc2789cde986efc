//! The games of a shard.

use std::io::{Read, SeekFrom};

use reynard_pgn::{Input, ReadError, ReaderOptions};

use crate::frame_text::FrameText;
use crate::{Job, JobError, Shard, ShardPart};

/// The text of the games of a shard, and the options to read them with.
pub(crate) struct GameSource {
    pub(crate) input: Input<'static>,
    pub(crate) options: ReaderOptions,
}

impl GameSource {
    /// Opens the input of a shard.
    pub(crate) fn open(job: &Job, shard: &Shard) -> Result<Self, JobError> {
        let path = shard.part.path().ok_or_else(|| JobError::wrong_part(shard))?;
        let (mut file, _) = job.open_input(path)?;
        let mut offset = 0;
        let input = match shard.part {
            ShardPart::Bytes { start, end, .. } => {
                offset = start;
                file.seek(SeekFrom::Start(start))
                    .and_then(|_| Input::new(file.take(end.saturating_sub(start))))
            }
            ShardPart::Frames { start, end, offset: text, .. } => {
                let (behind, size) = job.open_input(path)?;
                FrameText::open((file, behind), start..end, size).and_then(|games| {
                    offset = text.unwrap_or_default() + games.skipped();
                    Input::new(games)
                })
            }
            _ => Input::new(file),
        };
        let input = input.map_err(|error| JobError::io(path, error))?;
        Ok(Self { input, options: ReaderOptions { offset, ..ReaderOptions::default() } })
    }
}

/// An error of reading the games of a shard.
pub(crate) fn read_failed(shard: &Shard) -> impl Fn(ReadError) -> JobError + use<> {
    let path = shard.part.path().unwrap_or_default().to_owned();
    move |error| match error {
        ReadError::Io(error) => JobError::io(&path, error),
        error @ ReadError::Stopped(_) => JobError::new(&path, error),
    }
}
