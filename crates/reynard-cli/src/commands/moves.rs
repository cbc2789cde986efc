//! `reynard moves`: the legal moves of positions.

use std::io::Write;

use reynard::{CastlingNotation, EnPassantMode, Move, Position, UciMove};
use serde::{Serialize, Serializer};

use crate::fen_input::{FenInput, Format};
use crate::output::{Output, Status};
use crate::rules::{Accepted, Reading, Writing};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard moves r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1
  reynard moves --chess960 bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9
  reynard moves --json - < positions.txt

The answer is one line for each position, empty where there is no legal move.")]
pub(crate) struct Args {
    /// A position in Forsyth-Edwards notation, or `-` for one on each line of standard input
    #[arg(value_name = "FEN", required = true, num_args = 1..=6)]
    fen: Vec<String>,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    format: Format,
}

/// The answer to a FEN that is a position.
#[derive(Serialize)]
struct Answer {
    fen: String,
    moves: Vec<MoveText>,
}

/// One move in each notation.
#[derive(Serialize)]
struct MoveText {
    #[serde(serialize_with = "as_text")]
    uci: UciMove,
}

impl MoveText {
    fn new(m: Move, castling: CastlingNotation) -> Self {
        Self { uci: UciMove::new(m, castling) }
    }
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    FenInput::from_words(&args.fen).answer(Reading::STRICT, out, |item, out| {
        match &item.read {
            Err(findings) => item.refuse(findings, args.format, out)?,
            Ok(Accepted { position, .. }) if args.format.json => {
                let fen = args.writing.fen(position, EnPassantMode::default());
                out.json(&Answer { fen, moves: move_texts(position, args.writing).collect() })?;
            }
            Ok(Accepted { position, .. }) => {
                for (index, text) in move_texts(position, args.writing).enumerate() {
                    let separator = if index == 0 { "" } else { " " };
                    write!(out, "{separator}{}", text.uci)?;
                }
                writeln!(out)?;
            }
        }
        Ok(Status::Fine)
    })
}

fn move_texts(pos: &Position, writing: Writing) -> impl Iterator<Item = MoveText> {
    let castling = writing.castling(pos);
    pos.legal_moves().into_iter().map(move |m| MoveText::new(m, castling))
}

/// Writes a value as a JSON string of its text, without an allocation for it.
fn as_text<S: Serializer>(
    value: &impl std::fmt::Display,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
