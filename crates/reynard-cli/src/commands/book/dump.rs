//! `reynard book dump`: prints the entries of a book as text.

use std::io::Write;
use std::path::PathBuf;

use reynard::{Color, EnPassantMode, Position};
use reynard_book::{BookMoveAnswer, BookVisit, Entry};
use reynard_console::fen_input::{Format, position_of_option};
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_console::rules::{Reading, Writing};
use serde::Serialize;

use super::opened::{AnyBook, Opening};
use crate::side::Side;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book dump book.bin
  reynard book dump book.bin --max-ply 6 --side white
  reynard book dump book.bin --flat > book.txt

A book has keys and no positions; those that moves lead to are found by playing, the nearest first. \
With --flat all entries are listed as they stand in the file, the others too.")]
pub(super) struct Args {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    /// List all entries by key, also those whose positions cannot be found
    #[arg(long, conflicts_with_all = ["fen", "max_ply", "side"])]
    flat: bool,
    /// Position to start from [default: start position]
    #[arg(long, value_name = "FEN", num_args = 1..=6)]
    fen: Vec<String>,
    /// Largest distance from the start, in plies (moves of either side)
    #[arg(long, value_name = "N")]
    max_ply: Option<usize>,
    /// Only the positions in which this side moves
    #[arg(long, value_name = "COLOR")]
    side: Option<Side>,
    #[command(flatten)]
    opening: Opening,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    format: Format,
}

/// A position in the book.
#[derive(Serialize)]
struct PositionLine {
    line: String,
    fen: String,
    key: String,
    moves: Vec<BookMoveAnswer>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let book = args.opening.open(&args.book, out)?;
    if args.flat {
        return flat(&book, args.format, out);
    }
    let Some(start) = position_of_option(&args.fen, Reading::PLAYABLE, out)? else {
        return Ok(Status::Diagnostics);
    };
    let mut walk = book.walk(&start, args.max_ply.unwrap_or(usize::MAX))?;
    let (mut positions, mut status) = (0_u64, Status::Fine);
    for visit in walk.by_ref() {
        let visit = visit?;
        positions += 1;
        if args.side.is_none_or(|side| Color::from(side) == visit.position.turn()) {
            status = status.and(args.write(&start, &visit, out)?);
        }
    }
    let all = counted(walk.positions() as u64, "position");
    out.note(format_args!("{positions} of {all} found"))?;
    Ok(status)
}

fn flat(book: &AnyBook, format: Format, out: &mut Output) -> anyhow::Result<Status> {
    for entry in book.entries() {
        let entry = entry?;
        if format.json {
            out.json(&entry)?;
        } else {
            let Entry { key, mv, weight, learn } = entry;
            writeln!(out, "{key:016x} {mv} {weight} {learn}")?;
        }
    }
    Ok(Status::Fine)
}

impl Args {
    fn write(
        &self,
        start: &Position,
        visit: &BookVisit,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        let BookVisit { position, line, answer } = visit;
        let moves = answer.moves(position, self.writing.castling(position));
        let line = start.numbered_line(line);
        if self.format.json {
            let fen = self.writing.fen(position, EnPassantMode::default());
            let key = format!("{:016x}", position.polyglot_key());
            out.json(&PositionLine { line, fen, key, moves })?;
        } else {
            let text = |line: &BookMoveAnswer| format!("{} {}", line.san, line.weight);
            let moves: Vec<String> = moves.iter().map(text).collect();
            let line = if line.is_empty() { "start" } else { &line };
            writeln!(out, "{line}: {}", moves.join(", "))?;
        }
        for rejected in &answer.rejected {
            let kind = out.paint_warning(rejected.error.name());
            let entry = rejected.entry;
            out.note(format_args!("{:016x}: {kind}: {}", entry.key, rejected.error))?;
        }
        Ok(Status::fine_if(answer.rejected.is_empty()))
    }
}
