//! `reynard see`: evaluates the material that a move wins or loses in the captures on its target
//! square.

use std::fmt;
use std::io::Write;

use reynard::{EnPassantMode, PieceValues, UciMove};
use reynard_console::fen_input::{FenInput, Format};
use reynard_console::output::{Output, Status};
use reynard_console::rules::{Accepted, Reading};
use serde::Serialize;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard see 4k3/8/4p3/3p4/4P3/8/8/3QK3 w - - 0 1 e4d5
  reynard see --values 100,320,330,500,900 '4k3/8/4p3/3p4/4P3/8/8/3QK3 w - - 0 1' Qxd5
  reynard see --json - < positions-and-moves.txt

The answer is what the side to move gains, negative if it loses material.")]
pub(crate) struct Args {
    /// FEN and a move in UCI text or SAN, or `-` to read both from each line of standard input
    #[arg(value_name = "FEN MOVE", required = true, num_args = 1..)]
    fen_and_move: Vec<String>,
    /// Values of pawn, knight, bishop, rook and queen in centipawns, separated by commas
    #[arg(long, value_name = "P,N,B,R,Q", default_value = "100,300,300,500,900", value_parser = values)]
    values: PieceValues,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    format: Format,
}

/// The error returned for invalid piece values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct InvalidValues;

impl fmt::Display for InvalidValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("five whole numbers from 0 to 32767 are needed, separated by commas")
    }
}

impl std::error::Error for InvalidValues {}

fn values(text: &str) -> Result<PieceValues, InvalidValues> {
    let number = |part: &str| part.trim().parse().ok().filter(|value| *value >= 0);
    let numbers: Option<Vec<i16>> = text.split(',').map(number).collect();
    match numbers.as_deref() {
        Some(&[pawn, knight, bishop, rook, queen]) => {
            Ok(PieceValues { pawn, knight, bishop, rook, queen })
        }
        _ => Err(InvalidValues),
    }
}

/// The answer about a position and a move.
#[derive(Serialize)]
struct Answer {
    fen: String,
    r#move: String,
    see: i32,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    FenInput::from_words(&args.fen_and_move).answer_with_move(args.reading, out, |item, out| {
        match &item.read {
            Err(diagnostics) => item.refuse(diagnostics, args.format, out)?,
            Ok((Accepted { position, diagnostics, .. }, m)) => {
                let see = position.see(*m, &args.values);
                if args.format.json {
                    let fen = args.reading.writing.fen(position, EnPassantMode::default());
                    let text =
                        UciMove::new(*m, args.reading.writing.castling(position)).to_string();
                    out.json(&Answer { fen, r#move: text, see })?;
                } else {
                    writeln!(out, "{see}")?;
                    item.note(diagnostics, out)?;
                }
            }
        }
        Ok(Status::Fine)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_five_numbers() {
        assert_eq!(values("100,320,330,500,900"), Ok(PieceValues::PLISCO));
        assert_eq!(values("100, 300, 300, 500, 900"), Ok(PieceValues::DEFAULT));
        for text in ["", "1,2,3,4", "1,2,3,4,5,6", "1,2,3,4,x", "1,2,3,4,32768", "-1,2,3,4,5"] {
            assert_eq!(values(text), Err(InvalidValues), "{text}");
        }
    }
}
