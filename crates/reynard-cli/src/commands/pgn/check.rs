//! `reynard pgn check`: reports errors and lints in games.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anstyle::AnsiColor;
use reynard_base::printable;
use reynard_console::fen_input::Format;
use reynard_console::numbers::{in_units, in_words, per_second};
use reynard_console::output::{Output, Status};
use reynard_games::{GameDiagnostic, ResultChecker};
use reynard_pgn::Severity;
use serde::Serialize;

use super::input::{Batch, CONTINUE, Inputs, Lints, Sums};

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
    let inputs = args.inputs.past_unreadable();
    let sums = inputs.read(out.paint_notes(), lints, ResultChecker::default, |batch| {
        wrong += batch.visitor.wrong_results().len() as u64;
        if wrong > 0 || batch.log.errors > 0 {
            out.found(Status::Diagnostics);
        }
        args.report(&batch, out)?;
        CONTINUE
    })?;
    sums.note_failures(out)?;
    args.sum_up(&sums, wrong, begun.elapsed(), out)?;
    Ok(if wrong > 0 { Status::Diagnostics } else { sums.status() })
}

/// Prints a diagnostic in human-readable form.
fn print(found: &GameDiagnostic, out: &mut Output) -> io::Result<()> {
    if let Some(file) = &found.file {
        write!(out, "{}:", printable(file))?;
    }
    if let Some(line) = found.line {
        write!(out, "{line}:")?;
    }
    if let Some(column) = found.column {
        write!(out, "{column}:")?;
    }
    let severity = match found.severity {
        Severity::Error => out.paint_data(AnsiColor::Red, "error"),
        Severity::Lint => out.paint_data(AnsiColor::Yellow, "lint"),
    };
    write!(out, " {severity}:")?;
    if !found.token.is_empty() {
        write!(out, " `{}`", found.token)?;
    }
    write!(out, " {}", found.message)?;
    match (found.game, found.ply) {
        (Some(game), Some(ply)) => writeln!(out, " (game {game}, ply {ply})"),
        (Some(game), None) => writeln!(out, " (game {game})"),
        (None, _) => writeln!(out),
    }
}

/// Totals over all files.
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
        let wrong = batch.visitor.wrong_results();
        let file = batch.file.as_deref();
        let found = GameDiagnostic::of_chunk(&batch.log.list, wrong, &batch.chunk, file);
        for found in found {
            if self.format.json { out.json(&found)? } else { print(&found, out)? }
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
            out.note(format_args!("{}: no games found", out.paint_warning("note")))?;
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
