//! `reynard-lab net show`: prints facts about a network.

use std::io::Write;
use std::path::PathBuf;

use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};

use super::super::train::read_network;

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  reynard-lab net show net.rnn")]
pub(super) struct Args {
    /// Network file
    #[arg(value_name = "NET")]
    file: PathBuf,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let network = read_network(&args.file)?;
    let (shape, weights) = (network.shape(), network.weights());
    let facts = [
        ("hidden", shape.hidden().to_string()),
        ("buckets", shape.buckets().to_string()),
        ("king-buckets", shape.king_buckets().count().to_string()),
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
    let lines: Vec<_> = all.collect();
    let width = lines.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, value) in lines {
        writeln!(out, "{name:width$}  {value}")?;
    }
    Ok(Status::Fine)
}
