//! `reynard net explain`: the score of a position, explained.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use reynard::Position;
use serde::Serialize;

use super::super::train::read_network;
use crate::fen_input::Format;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  reynard net explain net.rnn 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")]
pub(super) struct Args {
    /// Network file
    #[arg(value_name = "NET")]
    file: PathBuf,
    /// Position as FEN, quoted or not; the start position if left out
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    #[command(flatten)]
    format: Format,
}

/// A score explained, as JSON.
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

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let network = read_network(&args.file)?;
    let pos: Position = match args.fen.join(" ").as_str() {
        "" | "startpos" => Position::startpos(),
        fen => fen.parse().with_context(|| fen.to_owned())?,
    };
    let explanation = network.explain(&pos);
    if args.format.json {
        let pieces = explanation.pieces.iter().map(|piece| PieceShare {
            square: piece.square.to_string(),
            piece: piece.piece.to_char(),
            value: piece.value,
        });
        out.json(&Explained {
            fen: pos.to_string(),
            score: explanation.score,
            bucket: explanation.bucket,
            buckets: explanation.buckets.clone(),
            pieces: pieces.collect(),
        })?;
        return Ok(Status::Fine);
    }
    writeln!(out, "{explanation}")?;
    Ok(Status::Fine)
}
