//! `reynard bench`: measures the speed of the engine and prints its signature.

use std::io::Write;

use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_console::threads::MOST;
use reynard_engine::{BENCH_DEPTH, BenchResult, Control, EngineSettings, Evaluation, SpeedUp};
use serde::Serialize;

use super::uci::parse_evaluation;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard bench
  reynard bench 8 --json
  reynard bench 15 --threads 2
  reynard bench --eval classic

The number of nodes is the engine's signature: it is the same on every machine, and changes when the \
search or the evaluation does.")]
pub(crate) struct Args {
    /// Depth of the search of each of the forty positions, in plies
    #[arg(value_name = "DEPTH", default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Static evaluation: network, classic, material or activity [default: network]
    #[arg(long, value_name = "NAME", value_parser = parse_evaluation, conflicts_with = "threads")]
    eval: Option<Evaluation>,
    /// Compare the time of N threads with that of one thread
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(2..=i64::from(MOST)))]
    threads: Option<u16>,
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

/// The times for one position, or for all positions.
#[derive(Serialize)]
struct Comparison {
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    depth: u32,
    threads: u16,
    one_seconds: f64,
    several_seconds: f64,
    factor: f64,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    if let Some(threads) = args.threads {
        return compare(args, threads, out);
    }
    let mut settings = EngineSettings::default();
    settings.evaluation = args.eval.unwrap_or(settings.evaluation);
    let control = Control::new();
    let mut results = Vec::new();
    for (pos, result) in reynard_engine::bench_positions(args.depth, &settings, &control)? {
        if args.format.json {
            out.json(&Position { fen: pos.to_string(), nodes: result.nodes })?;
        } else {
            writeln!(out, "{:>9}  {pos}", result.nodes)?;
        }
        results.push(result);
    }
    let result: BenchResult = results.into_iter().sum();
    let seconds = result.time.as_secs_f64();
    if args.format.json {
        out.json(&Total { depth: args.depth, nodes: result.nodes, seconds, nps: result.speed() })?;
    } else {
        writeln!(out, "{result}")?;
    }
    Ok(Status::Fine)
}

/// Compares one thread with several, position by position.
fn compare(args: &Args, threads: u16, out: &mut Output) -> anyhow::Result<Status> {
    let report = |out: &mut Output, fen: Option<String>, times: SpeedUp| {
        let (one, several) = (times.one.as_secs_f64(), times.several.as_secs_f64());
        let factor = times.factor();
        if args.format.json {
            let (one_seconds, several_seconds, depth) = (one, several, args.depth);
            out.json(&Comparison { fen, depth, threads, one_seconds, several_seconds, factor })
        } else {
            let fen = fen.unwrap_or_else(|| format!("in all, to depth {}", args.depth));
            writeln!(out, "{one:>9.3} s {several:>9.3} s  x {factor:<6.2} {fen}")
        }
    };
    let mut all = Vec::new();
    for (pos, times) in reynard_engine::time_to_depth(args.depth, threads.into(), &Control::new())?
    {
        report(out, Some(pos.to_string()), times)?;
        all.push(times);
    }
    let sum = all.into_iter().sum();
    report(out, None, sum)?;
    Ok(Status::Fine)
}
