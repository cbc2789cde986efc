//! Training positions of self-play games, as `reynard-lab selfplay export` writes them.

use std::io::Write;

use reynard::GameResult;
use reynard_train::shard::{PositionFilter, PositionKind, ShardError, ShardReader};

use crate::{Counts, Job, JobError, SampleKind, SamplesTask, Shard};

/// Writes the positions of a shard that are worth learning from.
pub(crate) fn run(
    task: &SamplesTask,
    job: &Job,
    shard: &Shard,
    out: &mut impl Write,
) -> Result<Counts, JobError> {
    let path = shard.part.path().ok_or_else(|| JobError::wrong_part(shard))?;
    let (file, _) = job.open_input(path)?;
    let mut counts = Counts::default();
    let failed = |error: ShardError| JobError::new(path, error);
    let mut reader = ShardReader::new(std::io::BufReader::new(file)).map_err(failed)?;
    let kind = match task.kind {
        SampleKind::Quiet => PositionKind::Quiet,
        SampleKind::Any => PositionKind::Any,
    };
    let filter = PositionFilter { max_score: task.max_score, kind };
    while let Some(game) = reader.next_packed().map_err(failed)? {
        let game = game.unpack().map_err(|error| JobError::new(path, error))?;
        counts.games += 1;
        counts.plies += game.plies.len() as u64;
        for sample in game.samples(filter) {
            counts.positions += 1;
            let result = match sample.result {
                GameResult::WhiteWins => "1.0",
                GameResult::Draw => "0.5",
                GameResult::BlackWins => "0.0",
            };
            let (fen, score) = (sample.position.fen(), sample.score.number());
            writeln!(out, "{fen} | {score} | {result}").map_err(JobError::of_output(shard))?;
        }
    }
    Ok(counts)
}
