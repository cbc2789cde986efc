//! Diagnostics of games as JSON lines, and counts.

use std::io::{self, Write};
use std::num::NonZero;
use std::ops::ControlFlow;

use reynard::Position;
use reynard_games::{ResultChecker, WrongResult};
use reynard_pgn::{
    Chunk, Diagnostic, DiagnosticLog, GameEnd, GameStart, GameText, Logged, Termination, Visitor,
    read_parallel,
};
use serde::Serialize;

use crate::games::{GameSource, read_failed};
use crate::{CheckTask, Counts, Job, JobError, Reported, Shard};

/// Checks the games of a shard.
pub(crate) fn run(
    task: &CheckTask,
    job: &Job,
    shard: &Shard,
    out: &mut impl Write,
) -> Result<Counts, JobError> {
    let GameSource { input, options } = GameSource::open(job, shard)?;
    let log = match task.report {
        Reported::Errors => DiagnosticLog::default(),
        Reported::Lints => DiagnosticLog::with_lints(),
    };
    let make = || Logged::new(CheckedGames::default(), log.clone());
    let mut counts = Counts::default();
    let read = read_parallel(input, &options, NonZero::<usize>::MIN, make, |checked, chunk| {
        counts.add(&checked.visitor.counts);
        counts.errors += checked.log.errors;
        counts.wrong_results += checked.visitor.checker.wrong_results().len() as u64;
        match report(&checked, chunk, out) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    match read.map_err(read_failed(shard))? {
        ControlFlow::Continue(totals) => {
            (counts.games, counts.plies) = (totals.games, totals.plies);
            Ok(counts)
        }
        ControlFlow::Break(error) => Err(JobError::of_output(shard)(error)),
    }
}

/// A diagnostic as it is written. The number of the game counts within the shard; the offset is that of the file.
#[derive(Serialize)]
struct Found {
    offset: u64,
    game: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u64>,
    severity: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    token: String,
    message: String,
}

impl Found {
    fn diagnostic(diagnostic: &Diagnostic, chunk: &Chunk) -> Self {
        let mut diagnostic = diagnostic.clone();
        chunk.place(&mut diagnostic);
        Self {
            offset: diagnostic.offset,
            game: diagnostic.game,
            ply: diagnostic.ply,
            severity: diagnostic.severity().to_string(),
            kind: diagnostic.kind.name(),
            token: diagnostic.token.to_string(),
            message: diagnostic.kind.to_string(),
        }
    }

    fn wrong_result(wrong: &WrongResult, chunk: &Chunk) -> Self {
        Self {
            offset: wrong.offset,
            game: Some(wrong.game + chunk.games_before),
            ply: None,
            severity: reynard_pgn::Severity::Error.to_string(),
            kind: "wrong-result",
            token: wrong.says.to_string(),
            message: format!("contradicts the last position: {}", wrong.outcome),
        }
    }
}

/// Writes the diagnostics of a chunk, in the order of the file.
fn report(checked: &Logged<CheckedGames>, chunk: &Chunk, out: &mut impl Write) -> io::Result<()> {
    let diagnostics = checked.log.list.iter().map(|it| Found::diagnostic(it, chunk));
    let wrong = checked.visitor.checker.wrong_results();
    let wrong = wrong.iter().map(|it| Found::wrong_result(it, chunk));
    let mut found: Vec<Found> = diagnostics.chain(wrong).collect();
    found.sort_by_key(|found| found.offset);
    for found in found {
        serde_json::to_writer(&mut *out, &found)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// A checker of results that counts them.
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
