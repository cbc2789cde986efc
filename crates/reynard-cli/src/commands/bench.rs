//! `reynard bench`: how fast is the engine, and is it the same one?

use std::io::Write;

use reynard_engine::{BENCH_DEPTH, Control};
use serde::Serialize;

use crate::fen_input::Format;
use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard bench
  reynard bench 8 --json

The number of nodes is the engine's signature: it is the same on every machine, and changes when the \
search or the evaluation does.")]
pub(crate) struct Args {
    /// How deep each of the forty positions is searched, in plies
    #[arg(value_name = "DEPTH", default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    #[command(flatten)]
    format: Format,
}

#[derive(Serialize)]
struct Position {
    fen: String,
    nodes: u64,
}

#[derive(Serialize)]
struct Total {
    depth: u32,
    nodes: u64,
    seconds: f64,
    nps: u64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut failed = Ok(());
    let result = reynard_engine::bench(args.depth, &Control::new(), &mut |pos, nodes| {
        if failed.is_ok() {
            failed = if args.format.json {
                out.json(&Position { fen: pos.to_string(), nodes })
            } else {
                writeln!(out, "{nodes:>9}  {pos}")
            };
        }
    })?;
    failed?;
    let seconds = result.time.as_secs_f64();
    if args.format.json {
        out.json(&Total { depth: args.depth, nodes: result.nodes, seconds, nps: result.speed() })?;
    } else {
        writeln!(out, "{result}")?;
    }
    Ok(Status::Fine)
}
