//! Annotates games with the engine, as `reynard analyze` does, and searches EPD records.

use std::io::Write;
use std::num::NonZeroU64;

use reynard::{Color, Game};
use reynard_analysis::{GameAnalysis, GameSummary, MoveRange};
use reynard_engine::{Control, Engine, Score, SearchLimits};
use reynard_pgn::{Games, PgnWriter, Reader, Severity, WriterOptions};
use serde::{Deserialize, Serialize};

use super::records::for_each_record;
use crate::file_names::{is_games, is_records};
use crate::games::{GameSource, read_failed};
use crate::json_lines::write_line;
use crate::{
    Counts, InputFile, Job, JobError, Manifest, OutputName, Shard, ShardPart, Splitter, Task,
};

/// The task that annotates games, and searches the records of EPD files, with the engine. The
/// engine uses one thread, a fixed number of nodes per position, and a transposition table that is
/// cleared before each game or record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnnotateTask {
    /// Nodes per position.
    pub nodes: NonZeroU64,
    /// Size of the transposition table in MiB. The default is 16.
    #[serde(default = "default_hash")]
    pub hash_mib: usize,
}

const fn default_hash() -> usize {
    16
}

impl Task for AnnotateTask {
    const NAME: &'static str = "annotate";

    fn reads(&self, name: &str) -> bool {
        is_games(name) || is_records(name)
    }

    fn shard_bytes(&self) -> u64 {
        // Searches of the positions of a few hundred games.
        256_000
    }

    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        splitter.files(InputFile::games_or_records)
    }

    fn output(&self, part: Option<&ShardPart>) -> OutputName {
        let extension = match part {
            Some(ShardPart::Records { .. }) => "jsonl",
            _ => "pgn",
        };
        OutputName { stem: "annotated", extension }
    }

    fn run(&self, job: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
        match shard.part {
            ShardPart::Records { .. } => self.search_records(job, shard, out),
            _ => self.annotate_games(job, shard, out),
        }
    }
}

impl AnnotateTask {
    fn engine(&self) -> Result<Engine, JobError> {
        Engine::new(self.hash_mib).map_err(|error| JobError::new(Self::NAME, error))
    }

    /// Annotates the games of a shard.
    fn annotate_games(
        &self,
        job: &Job,
        shard: &Shard,
        out: &mut dyn Write,
    ) -> Result<Counts, JobError> {
        let mut engine = self.engine()?;
        let limits = SearchLimits::nodes(self.nodes.get());
        let GameSource { input, options } = GameSource::open(job, shard)?;
        let mut counts = Counts::default();
        let mut writer = PgnWriter::with_options(out, WriterOptions::AS_IS);
        for game in Games::new(Reader::new(input).with_options(options)) {
            let game = game.map_err(read_failed(shard))?;
            let errors = game.diagnostics.iter().filter(|it| it.severity() == Severity::Error);
            counts.errors += errors.count() as u64;
            let mut tree = game.tree;
            let analysis = GameAnalysis::new(&tree, MoveRange::ALL);
            // The control never stops it.
            let report = analysis
                .assess(&mut engine, &limits, &Control::new(), &mut || {})
                .unwrap_or_default();
            analysis.annotate(&report, &mut tree);
            counts.games += 1;
            counts.plies += report.moves.len() as u64;
            counts.positions += analysis.positions() as u64;
            let summary = GameSummary::new(&tree, report);
            summary.add_tags(&mut tree, &format!("Reynard {}", Manifest::VERSION));
            writer.write(&tree).map_err(shard.output_failed())?;
        }
        Ok(counts)
    }

    /// Searches the records of a shard, each with an empty transposition table.
    fn search_records(
        &self,
        job: &Job,
        shard: &Shard,
        out: &mut dyn Write,
    ) -> Result<Counts, JobError> {
        let mut engine = self.engine()?;
        let limits = SearchLimits::nodes(self.nodes.get());
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
                    let best = report.best.map(|mv| game.position().uci(mv).to_string());
                    let depth = line.map(|line| line.depth);
                    RecordLine { offset, best, cp, mate, depth, error: None }
                }
                Err(error) => {
                    counts.errors += 1;
                    RecordLine { offset, error: Some(error), ..RecordLine::default() }
                }
            };
            write_line(out, shard, &line)
        })?;
        Ok(counts)
    }
}

/// The result of searching a record, or the reason why the record was not searched. Scores are from
/// White's point of view.
#[derive(Default, Serialize)]
struct RecordLine {
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
