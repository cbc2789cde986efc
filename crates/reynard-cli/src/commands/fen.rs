//! `reynard fen`: validates FENs and prints them in standard form.

use std::io::Write;

use reynard::{EnPassantMode, Outcome, Position};
use reynard_console::choice::{Choice, choice};
use reynard_console::fen_input::{Fen, Format};
use reynard_console::output::{Output, Status};
use reynard_console::rules::{Accepted, Diagnostic, Reading};
use serde::Serialize;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1
  reynard fen --sanitize '4k3/8/8/8/8/8/8/4K2R w KQkq e3 0 1'
  reynard fen --json - < positions.txt

Accepted positions are written to standard output, what is wrong with the others to standard \
error; with --json every line of input gets one object.")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: Fen,
    #[command(flatten)]
    reading: Reading,
    /// Cases in which the en-passant square is written
    #[arg(long, value_name = "WHEN", default_value = "legal", value_parser = choice(&EN_PASSANT))]
    en_passant: EnPassantMode,
    #[command(flatten)]
    format: Format,
}

/// The conditions under which the en-passant square is written.
const EN_PASSANT: [Choice<EnPassantMode>; 3] = [
    ("legal", EnPassantMode::Legal, "If a pawn can legally capture there"),
    ("pseudo-legal", EnPassantMode::PseudoLegal, "If an enemy pawn stands next to the pushed pawn"),
    ("always", EnPassantMode::Always, "After every double push"),
];

/// The answer to a valid FEN.
#[derive(Serialize)]
struct Answer<'a> {
    input: &'a str,
    ok: bool,
    fen: String,
    legal_moves: u32,
    check: bool,
    outcome: Option<&'static str>,
    diagnostics: &'a [Diagnostic],
}

impl<'a> Answer<'a> {
    fn new(input: &'a str, pos: &Position, fen: String, diagnostics: &'a [Diagnostic]) -> Self {
        Self {
            input,
            ok: true,
            fen,
            legal_moves: pos.count_legal_moves(),
            check: pos.is_check(),
            outcome: pos.outcome().map(Outcome::name),
            diagnostics,
        }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    args.fen.input().answer(args.reading.judging(), out, |item, out| {
        match &item.read {
            Err(diagnostics) => item.refuse(diagnostics, args.format, out)?,
            Ok(Accepted { position, diagnostics, .. }) => {
                let fen = args.reading.writing.fen(position, args.en_passant);
                if args.format.json {
                    out.json(&Answer::new(item.input, position, fen, diagnostics))?;
                } else {
                    writeln!(out, "{fen}")?;
                    item.note(diagnostics, out)?;
                }
            }
        }
        Ok(Status::Fine)
    })
}
