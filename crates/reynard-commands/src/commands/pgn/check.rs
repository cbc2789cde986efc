//! `reynard pgn check`: errors and lints of games.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use reynard_games::{ResultChecker, WrongResult};
use reynard_pgn::{Diagnostic, Severity};
use serde::Serialize;

use super::input::{Batch, CONTINUE, Inputs, Lints, Sums};
use crate::fen_input::Format;
use crate::numbers::{in_units, in_words, per_second};
use crate::output::{Output, Status, printable};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn check games.pgn
  reynard pgn check --lints --json games.pgn.zst
  zcat *.pgn.gz | reynard pgn check -

Every move is played. A part of a game that cannot be read is an error; a deviation from the standard \
that loses nothing is a lint. The exit code is 1 if there are errors or results that contradict the \
board.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Report lints as well as errors
    #[arg(long)]
    lints: bool,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let begun = Instant::now();
    let mut wrong = 0;
    let lints = if args.lints { Lints::Kept } else { Lints::Dropped };
    let sums = args.inputs.read(out.paint_remarks(), lints, ResultChecker::default, |batch| {
        wrong += batch.visitor.wrong_results().len() as u64;
        if wrong > 0 || batch.log.errors > 0 {
            out.found(Status::Findings);
        }
        args.report(&batch, out)?;
        CONTINUE
    })?;
    args.sum_up(&sums, wrong, begun.elapsed(), out)?;
    Ok(if wrong > 0 { Status::Findings } else { sums.status() })
}

/// An error or a lint.
#[derive(Serialize)]
struct Found<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    offset: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ply: Option<u64>,
    severity: String,
    kind: &'a str,
    #[serde(skip_serializing_if = "String::is_empty")]
    token: String,
    message: String,
}

impl<'a> Found<'a> {
    fn diagnostic(diagnostic: &'a Diagnostic) -> Self {
        Self {
            file: diagnostic.source.as_deref(),
            line: Some(diagnostic.line),
            column: Some(diagnostic.column),
            offset: diagnostic.offset,
            game: diagnostic.game,
            ply: diagnostic.ply,
            severity: diagnostic.severity().to_string(),
            kind: diagnostic.kind.name(),
            token: diagnostic.token.to_string(),
            message: diagnostic.kind.to_string(),
        }
    }

    fn wrong_result(wrong: &WrongResult, batch: &'a Batch<ResultChecker>) -> Self {
        let WrongResult { game, line, offset, says, outcome } = wrong;
        Self {
            file: batch.file.as_deref(),
            line: *line,
            column: None,
            offset: *offset,
            game: Some(game + batch.chunk.games_before),
            ply: None,
            severity: Severity::Error.to_string(),
            kind: "wrong-result",
            token: says.to_string(),
            message: format!("contradicts the last position: {outcome}"),
        }
    }

    fn print(&self, out: &mut Output) -> io::Result<()> {
        if let Some(file) = self.file {
            write!(out, "{}:", printable(file))?;
        }
        if let Some(line) = self.line {
            write!(out, "{line}:")?;
        }
        if let Some(column) = self.column {
            write!(out, "{column}:")?;
        }
        let severity = match self.severity.as_str() {
            "error" => out.paint_data(anstyle::AnsiColor::Red, "error"),
            other => out.paint_data(anstyle::AnsiColor::Yellow, other),
        };
        write!(out, " {severity}:")?;
        if !self.token.is_empty() {
            write!(out, " `{}`", self.token)?;
        }
        write!(out, " {}", self.message)?;
        match (self.game, self.ply) {
            (Some(game), Some(ply)) => writeln!(out, " (game {game}, ply {ply})"),
            (Some(game), None) => writeln!(out, " (game {game})"),
            (None, _) => writeln!(out),
        }
    }
}

/// The sums over all files.
#[derive(Serialize)]
struct Total {
    games: u64,
    moves: u64,
    errors: u64,
    wrong_results: u64,
    bytes: u64,
    seconds: f64,
}

impl Args {
    fn report(&self, batch: &Batch<ResultChecker>, out: &mut Output) -> io::Result<()> {
        let findings = batch.log.list.iter().map(Found::diagnostic);
        let wrong =
            batch.visitor.wrong_results().iter().map(|wrong| Found::wrong_result(wrong, batch));
        let mut found: Vec<Found<'_>> = findings.chain(wrong).collect();
        found.sort_by_key(|found| found.offset);
        for found in found {
            if self.format.json { out.json(&found)? } else { found.print(out)? }
        }
        Ok(())
    }

    fn sum_up(
        &self,
        sums: &Sums,
        wrong_results: u64,
        time: Duration,
        out: &mut Output,
    ) -> io::Result<()> {
        let &Sums { games, plies: moves, bytes, errors, .. } = sums;
        if games == 0 {
            out.remark(format_args!("{}: no games found", out.paint_warning("note")))?;
        }
        if self.format.json {
            let seconds = time.as_secs_f64();
            return out.json(&Total { games, moves, errors, wrong_results, bytes, seconds });
        }
        writeln!(out, "Games    {games}")?;
        writeln!(out, "Moves    {moves}")?;
        writeln!(out, "Errors   {errors}")?;
        if wrong_results > 0 {
            writeln!(out, "Results  {wrong_results} that contradict the board")?;
        }
        writeln!(out, "Time     {}", in_words(time))?;
        let (moves, bytes) = (per_second(moves, time), per_second(bytes, time));
        writeln!(out, "Speed    {} moves/s, {} MB/s", in_units(moves), bytes / 1_000_000)
    }
}
