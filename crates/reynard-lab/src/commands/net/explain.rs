//! `reynard-lab net explain`: explains the score of a position.

use std::io::Write;
use std::path::PathBuf;

use reynard::Position;
use reynard_console::fen_input::{FenInput, Format};
use reynard_console::output::{Output, Status};
use reynard_console::rules::{Accepted, Reading};
use reynard_nnue::Network;
use serde::Serialize;

use super::super::train::read_network;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab net explain net.rnn 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1
  reynard-lab net explain net.rnn startpos e4 c5
  reynard-lab net explain net.rnn --json - < positions.txt")]
pub(super) struct Args {
    /// Network file
    #[arg(value_name = "NET")]
    file: PathBuf,
    /// Position as FEN, quoted or not, perhaps with moves after it; the start position if left
    /// out; `-` reads one a line from standard input
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    format: Format,
}

/// The explanation of a score, as JSON.
#[derive(Serialize)]
struct Explained {
    fen: String,
    score: i32,
    bucket: usize,
    buckets: Vec<i32>,
    pieces: Vec<PieceShare>,
}

#[derive(Serialize)]
struct PieceShare {
    square: String,
    piece: char,
    value: i32,
}

impl Explained {
    fn new(network: &Network, pos: &Position) -> Self {
        let explanation = network.explain(pos);
        let pieces = explanation.pieces.iter().map(|piece| PieceShare {
            square: piece.square.to_string(),
            piece: piece.piece.to_char(),
            value: piece.value,
        });
        Self {
            fen: pos.to_string(),
            score: explanation.score,
            bucket: explanation.bucket,
            pieces: pieces.collect(),
            buckets: explanation.buckets,
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let network = read_network(&args.file)?;
    FenInput::from_words(&args.fen).answer(args.reading, out, |item, out| {
        match &item.read {
            Err(diagnostics) => item.refuse(diagnostics, args.format, out)?,
            Ok(Accepted { position, .. }) if args.format.json => {
                out.json(&Explained::new(&network, position))?;
            }
            Ok(Accepted { position, diagnostics, .. }) => {
                writeln!(out, "{}", network.explain(position))?;
                item.note(diagnostics, out)?;
            }
        }
        Ok(Status::Fine)
    })
}
