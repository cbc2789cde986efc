//! `reynard moves`: lists the legal moves of positions.

use std::fmt::Display;
use std::io::Write;

use reynard::{EnPassantMode, Move, Position, UciMove, san::MoveText};
use reynard_console::fen_input::{Fen, Format};
use reynard_console::output::{Output, Status};
use reynard_console::rules::{Accepted, Reading, Writing};
use serde::{Serialize, Serializer};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard moves r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1
  reynard moves startpos e4 c5 Nf3
  reynard moves --chess960 bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9
  reynard moves --json - < positions.txt

The answer is one line for each position, empty where there is no legal move.")]
pub(crate) struct Args {
    #[command(flatten)]
    fen: Fen,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    format: Format,
}

/// The answer to a valid FEN.
#[derive(Serialize)]
struct Answer {
    fen: String,
    moves: Vec<Notations>,
}

impl Answer {
    fn new(pos: &Position, writing: Writing) -> Self {
        let castling = writing.castling(pos);
        let notations = |m: Move| Notations {
            uci: UciMove::new(m, castling),
            san: pos.san(m),
            lan: pos.lan(m),
        };
        Self {
            fen: writing.fen(pos, EnPassantMode::default()),
            moves: pos.legal_moves().into_iter().map(notations).collect(),
        }
    }
}

/// A move in each notation.
#[derive(Serialize)]
struct Notations {
    #[serde(serialize_with = "as_text")]
    uci: UciMove,
    #[serde(serialize_with = "as_text")]
    san: MoveText,
    #[serde(serialize_with = "as_text")]
    lan: MoveText,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    args.fen.input().answer(args.reading, out, |item, out| {
        match &item.read {
            Err(diagnostics) => item.refuse(diagnostics, args.format, out)?,
            Ok(Accepted { position, .. }) if args.format.json => {
                out.json(&Answer::new(position, args.reading.writing))?;
            }
            Ok(Accepted { position, diagnostics, .. }) => {
                let castling = args.reading.writing.castling(position);
                for (index, m) in position.legal_moves().into_iter().enumerate() {
                    let separator = if index == 0 { "" } else { " " };
                    write!(out, "{separator}{}", UciMove::new(m, castling))?;
                }
                writeln!(out)?;
                item.note(diagnostics, out)?;
            }
        }
        Ok(Status::Fine)
    })
}

/// Serializes a value as a JSON string that contains its text, without an allocation.
fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
