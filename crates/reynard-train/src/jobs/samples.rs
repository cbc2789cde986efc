//! Training positions from self-play games, in the format of `reynard-lab selfplay export`.

use std::io::{BufReader, Write};
use std::path::Path;

use reynard::GameResult;
use reynard_cluster::{Counts, Job, JobError, OutputName, Shard, ShardPart, Splitter, Task};
use serde::{Deserialize, Serialize};

use crate::shard::{PositionFilter, SHARD_EXTENSION, ShardError, ShardReader};

/// Task that writes the training positions from self-play games. Each shard reads one file of
/// games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SamplesTask {
    /// Filter that selects the positions.
    pub filter: PositionFilter,
}

impl Task for SamplesTask {
    const NAME: &'static str = "samples";

    fn reads(&self, name: &str) -> bool {
        let extension = Path::new(name).extension().unwrap_or_default();
        extension.eq_ignore_ascii_case(SHARD_EXTENSION)
    }

    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        splitter.files(|file| Ok(file.whole()))
    }

    fn output(&self, _: Option<&ShardPart>) -> OutputName {
        OutputName { stem: "positions", extension: "txt" }
    }

    fn run(&self, job: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
        let path = shard.part.path().ok_or_else(|| shard.wrong_part())?;
        let (file, _) = job.open_input(path)?;
        let mut counts = Counts::default();
        let failed = |error: ShardError| JobError::new(path, error);
        let mut reader = ShardReader::new(BufReader::new(file)).map_err(failed)?;
        while let Some(game) = reader.next_packed().map_err(failed)? {
            let game = game.unpack().map_err(|error| JobError::new(path, error))?;
            counts.games += 1;
            counts.plies += game.plies.len() as u64;
            for sample in game.samples(self.filter) {
                counts.positions += 1;
                let result = match sample.result {
                    GameResult::WhiteWins => "1.0",
                    GameResult::Draw => "0.5",
                    GameResult::BlackWins => "0.0",
                };
                let (fen, score) = (sample.position.fen(), sample.score.number());
                writeln!(out, "{fen} | {score} | {result}").map_err(shard.output_failed())?;
            }
        }
        Ok(counts)
    }
}
