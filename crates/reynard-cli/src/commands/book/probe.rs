//! `reynard book probe`: prints the book moves for positions.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::PathBuf;

use reynard::{EnPassantMode, Position, UciMove};
use reynard_base::SplitMix64;
use reynard_book::{BookAnswer, BookMoveAnswer, BookProbeError, RejectedAnswer, RejectedEntry};
use reynard_console::fen_input::{FenOrStart, Format};
use reynard_console::output::{Output, Status};
use reynard_console::rules::{Accepted, Reading};
use serde::Serialize;

use super::opened::{AnyBook, Opening};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book probe book.bin
  reynard book probe book.bin rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -
  reynard book probe book.bin --choose
  reynard book probe --json book.bin - < positions.fen

Moves are chosen with the probability that their weight says; with --seed the same one each time.")]
pub(super) struct Args {
    /// The book
    #[arg(value_name = "BOOK")]
    book: PathBuf,
    #[command(flatten)]
    fen: FenOrStart,
    /// Choose one of the moves at random, by their weights
    #[arg(long)]
    choose: bool,
    /// Seed of the random choices [default: random]
    #[arg(long, value_name = "N", requires = "choose")]
    seed: Option<u64>,
    #[command(flatten)]
    opening: Opening,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    format: Format,
}

/// The answer for a position.
#[derive(Serialize)]
struct Reply<'a> {
    fen: String,
    key: String,
    moves: Vec<BookMoveAnswer>,
    rejected: Vec<RejectedAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    choice: Option<&'a Option<String>>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let book = args.opening.open(&args.book, out)?;
    let mut numbers = SplitMix64::new(args.seed.unwrap_or_else(|| RandomState::new().hash_one(0)));
    let input = args.fen.input();
    input.answer(args.reading, out, |item, out| match &item.read {
        Err(diagnostics) => {
            item.refuse(diagnostics, args.format, out)?;
            Ok(Status::Diagnostics)
        }
        Ok(Accepted { position, diagnostics, .. }) => {
            item.note(diagnostics, out)?;
            args.answer(position, &book, &mut numbers, out)
        }
    })
}

impl Args {
    fn answer(
        &self,
        pos: &Position,
        book: &AnyBook,
        numbers: &mut SplitMix64,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        let mut status = Status::Fine;
        let answer = match book.probe(pos) {
            Err(error @ BookProbeError::Unsorted { .. }) => {
                status = Status::Diagnostics;
                let unsorted = out.paint_warning("unsorted");
                out.note(format_args!("{unsorted}: {error}; all entries are looked at"))?;
                book.probe_unsorted(pos)?
            }
            answer => answer?,
        };
        if !answer.rejected.is_empty() {
            status = Status::Diagnostics;
        }
        let choice = self.choose.then(|| {
            let chosen = answer.choose(numbers.next_u64());
            let castling = self.reading.writing.castling(pos);
            chosen.map(|chosen| UciMove::new(chosen.mv, castling).to_string())
        });
        if self.format.json {
            let moves = answer.moves(pos, self.reading.writing.castling(pos));
            let rejected = answer.rejected.iter().map(RejectedAnswer::from).collect();
            let fen = self.reading.writing.fen(pos, EnPassantMode::default());
            let key = format!("{:016x}", pos.polyglot_key());
            out.json(&Reply { fen, key, moves, rejected, choice: choice.as_ref() })?;
            return Ok(status);
        }
        match choice {
            Some(Some(text)) => writeln!(out, "{text}")?,
            None if !answer.is_empty() => self.table(pos, &answer, out)?,
            Some(None) | None => out.note("the book has no move for this position")?,
        }
        for RejectedEntry { entry, error } in &answer.rejected {
            let kind = out.paint_warning(error.name());
            out.note(format_args!("{kind}: {} with weight {}: {error}", entry.mv, entry.weight))?;
        }
        Ok(status)
    }

    fn table(&self, pos: &Position, answer: &BookAnswer, out: &mut Output) -> anyhow::Result<()> {
        writeln!(out, "{:<8} {:>6} {:>8} {:>10}", "move", "weight", "percent", "learn")?;
        let moves = answer.moves(pos, self.reading.writing.castling(pos));
        for BookMoveAnswer { san, weight, percent, learn, .. } in moves {
            writeln!(out, "{san:<8} {weight:>6} {percent:>8.2} {learn:>10}")?;
        }
        Ok(())
    }
}
