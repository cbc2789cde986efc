//! Reports diagnostics for games as JSON lines, and counts them.

use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;

use reynard::Position;
use reynard_games::{GameDiagnostic, ResultChecker};
use reynard_pgn::{
    Chunk, DiagnosticLog, GameEnd, GameStart, GameText, Logged, Termination, Visitor, read_parallel,
};
use serde::{Deserialize, Serialize};

use crate::file_names::is_games;
use crate::games::{GameSource, read_failed};
use crate::{Counts, InputFile, Job, JobError, OutputName, Shard, ShardPart, Splitter, Task};

/// The task that checks games and reports diagnostics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckTask {
    /// The diagnostics to report.
    #[serde(default)]
    pub report: Reported,
}

/// The diagnostics that a check reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reported {
    /// Only errors, and results that contradict the board.
    #[default]
    Errors,
    /// Errors and lints.
    Lints,
}

impl Task for CheckTask {
    const NAME: &'static str = "check";

    fn reads(&self, name: &str) -> bool {
        is_games(name)
    }

    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        splitter.files(InputFile::games)
    }

    fn output(&self, _: Option<&ShardPart>) -> OutputName {
        OutputName { stem: "check", extension: "jsonl" }
    }

    fn run(&self, job: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
        let GameSource { input, options } = GameSource::open(job, shard)?;
        let log = match self.report {
            Reported::Errors => DiagnosticLog::default(),
            Reported::Lints => DiagnosticLog::with_lints(),
        };
        let make = || Logged::new(CheckedGames::default(), log.clone());
        let mut counts = Counts::default();
        let one = NonZero::<usize>::MIN;
        let read = read_parallel(input, &options, one, make, |mut checked, chunk| {
            counts.add(&checked.visitor.counts);
            counts.errors += checked.log.errors;
            counts.wrong_results += checked.visitor.checker.wrong_results().len() as u64;
            match report(&mut checked, chunk, out) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        match read.map_err(read_failed(shard))? {
            ControlFlow::Continue(totals) => {
                (counts.games, counts.plies) = (totals.games, totals.plies);
                Ok(counts)
            }
            ControlFlow::Break(error) => Err(shard.output_failed()(error)),
        }
    }
}

/// Writes the diagnostics of a chunk, in file order. Game numbers are relative to the shard, and
/// offsets are relative to the file. Line numbers are unknown, since a shard can begin anywhere.
fn report(
    checked: &mut Logged<CheckedGames>,
    chunk: &Chunk,
    out: &mut dyn Write,
) -> io::Result<()> {
    checked.log.list.iter_mut().for_each(|diagnostic| chunk.place(diagnostic));
    let wrong = checked.visitor.checker.wrong_results();
    for found in GameDiagnostic::of_chunk(&checked.log.list, wrong, chunk, None) {
        let found = GameDiagnostic { file: None, line: None, column: None, ..found };
        serde_json::to_writer(&mut *out, &found)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// A result checker, and the counts that it updates.
#[derive(Default)]
struct CheckedGames {
    checker: ResultChecker,
    counts: Counts,
}

impl Visitor for CheckedGames {
    fn begin_game(&mut self, game: GameStart) {
        self.checker.begin_game(game);
    }

    fn final_position(&mut self, position: &Position) {
        self.checker.final_position(position);
    }

    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        self.checker.game_text(end, text);
        if let Some(result) = end.result.and_then(Termination::result) {
            self.counts.add_result(result);
        }
    }
}
