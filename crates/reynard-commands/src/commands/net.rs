//! `reynard net`: inspects, checks and converts neural networks.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Subcommand;
use reynard::Position;
use reynard_train::network::checkpoint_network;
use serde::Serialize;

use super::train::read_network;
use crate::fen_input::Format;
use crate::output::{Output, Status};
use crate::whole_file;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard net show net.rnn
  reynard net check net.rnn
  reynard net quantize net.rnn.checkpoint -o early.rnn
  reynard net explain net.rnn")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(Subcommand)]
enum NetCommand {
    /// Print the shape of a network and how it was made
    Show(Show),
    /// Check that files are networks that cannot overflow
    Check(Check),
    /// Write the network of a training checkpoint in integers
    Quantize(Quantize),
    /// Explain the score of a position by pieces and output buckets
    Explain(Explain),
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  reynard net show net.rnn")]
struct Show {
    /// Network file
    #[arg(value_name = "NET")]
    file: PathBuf,
    #[command(flatten)]
    format: Format,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  reynard net check *.rnn")]
struct Check {
    /// Network files
    #[arg(value_name = "NET", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    format: Format,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  reynard net quantize net.rnn.checkpoint -o early.rnn")]
struct Quantize {
    /// Checkpoint of `reynard train`
    #[arg(value_name = "CHECKPOINT")]
    file: PathBuf,
    /// Network file to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  reynard net explain net.rnn 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")]
struct Explain {
    /// Network file
    #[arg(value_name = "NET")]
    file: PathBuf,
    /// Position as FEN, quoted or not; the start position if left out
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    match &args.command {
        NetCommand::Show(args) => show(args, out),
        NetCommand::Check(args) => check(args, out),
        NetCommand::Quantize(args) => quantize(args),
        NetCommand::Explain(args) => explain(args, out),
    }
}

fn show(args: &Show, out: &mut Output) -> anyhow::Result<Status> {
    let network = read_network(&args.file)?;
    let (shape, weights) = (network.shape(), network.weights());
    let facts = [
        ("hidden", shape.hidden().to_string()),
        ("buckets", shape.buckets().to_string()),
        ("qb", weights.qb.to_string()),
        ("scale", weights.scale.to_string()),
        ("kernel", network.kernel().to_string()),
    ];
    let header = network.header().fields().map(|(name, value)| (name, value.to_owned()));
    let all = facts.into_iter().chain(header);
    if args.format.json {
        let object: serde_json::Map<_, _> =
            all.map(|(name, value)| (name.to_owned(), value.into())).collect();
        out.json(&object)?;
        return Ok(Status::Fine);
    }
    for (name, value) in all {
        writeln!(out, "{name:20} {value}")?;
    }
    Ok(Status::Fine)
}

/// The outcome of a check.
#[derive(Serialize)]
struct Checked {
    file: String,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

fn check(args: &Check, out: &mut Output) -> anyhow::Result<Status> {
    let mut status = Status::Fine;
    for path in &args.files {
        let bytes = fs::read(path).with_context(|| path.display().to_string())?;
        let error = reynard_nnue::Network::parse(&bytes).err().map(|error| error.to_string());
        if error.is_some() {
            status = Status::Findings;
        }
        let checked = Checked { file: path.display().to_string(), ok: error.is_none(), error };
        if args.format.json {
            out.json(&checked)?;
        } else {
            writeln!(out, "{}: {}", checked.file, checked.error.as_deref().unwrap_or("ok"))?;
        }
    }
    Ok(status)
}

fn quantize(args: &Quantize) -> anyhow::Result<Status> {
    let name = || args.file.display().to_string();
    let network =
        checkpoint_network(&fs::read(&args.file).with_context(name)?).with_context(name)?;
    whole_file::write(&args.output, &network.to_bytes())?;
    Ok(Status::Fine)
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

fn explain(args: &Explain, out: &mut Output) -> anyhow::Result<Status> {
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
