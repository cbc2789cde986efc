//! Searches of the records of an EPD file: a line each.

use std::io::Write;

use reynard::{Color, Game, UciMove};
use reynard_engine::{Control, Engine, Score, SearchLimits};
use serde::Serialize;

use super::records::for_each_record;
use crate::json_lines::write_line;
use crate::{AnnotateTask, Counts, Job, JobError, Shard};

/// The result of a search, or the reason why there is none. Scores are White's.
#[derive(Default, Serialize)]
struct Line {
    offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cp: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Searches the records of a shard, each with an empty hash table.
pub(crate) fn run(
    task: &AnnotateTask,
    job: &Job,
    shard: &Shard,
    out: &mut impl Write,
) -> Result<Counts, JobError> {
    let mut engine =
        Engine::new(task.hash_mib).map_err(|error| JobError::new("annotate", error))?;
    let limits = SearchLimits::nodes(task.nodes.get());
    let mut counts = Counts::default();
    for_each_record(job, shard, |offset, position| {
        let line = match position {
            Ok(position) => {
                counts.positions += 1;
                let sign = if position.turn() == Color::White { 1 } else { -1 };
                engine.new_game();
                let game = Game::from_position(position);
                let report = engine.search(&game, &limits, &Control::new(), &mut |_| {});
                let line = report.lines.first();
                let (cp, mate) = match line.map(|line| line.score) {
                    Some(Score::Centipawns(score)) => (Some(sign * score), None),
                    Some(Score::Mate(moves)) => (None, Some(sign * moves)),
                    None => (None, None),
                };
                let best = report.best.map(|mv| UciMove::from(mv).to_string());
                Line { offset, best, cp, mate, depth: line.map(|line| line.depth), error: None }
            }
            Err(error) => {
                counts.errors += 1;
                Line { offset, error: Some(error), ..Line::default() }
            }
        };
        write_line(out, shard, &line)
    })?;
    Ok(counts)
}
