//! `reynard perft`: how many sequences of legal moves are there?

mod count;
mod suite;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use reynard_perft::{Method, Perft, PerftOptions};

use crate::fen_input::Format;
use crate::output::{Output, Status};
use crate::rules::{Reading, Writing};
use crate::threads::threads;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard perft 6
  reynard perft 5 --divide --fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -
  reynard perft 9 --hash 1024
  reynard perft --suite positions.epd --max-nodes 100000000

A suite has lines like `FEN ;D1 20 ;D2 400`; every count that is wrong is reported, and the exit \
code is 1 then.")]
pub(crate) struct Args {
    /// How many moves deep to count, those of both sides
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=MAX_DEPTH))]
    #[arg(required_unless_present_any = ["suite", "fen"])]
    depth: Option<u32>,
    /// The position to count from, or `-` for one on each line of standard input; the start
    /// position if left out
    #[arg(long, value_name = "FEN", num_args = 1..=6)]
    fen: Vec<String>,
    /// Count for each move of the position separately
    #[arg(long)]
    divide: bool,
    /// Verify the counts of a suite, a file or `-` for standard input, plain or compressed with zstd
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "fen", "divide", "relaxed", "sanitize"])]
    suite: Option<PathBuf>,
    /// Leave out the counts of the suite that are larger
    #[arg(long, value_name = "N", requires = "suite")]
    #[arg(conflicts_with_all = ["depth", "fen", "divide"])]
    max_nodes: Option<u64>,
    /// Use a hash table of so many MiB, so that positions met again are not counted again
    #[arg(long, value_name = "MIB", default_value_t = 0, hide_default_value = true)]
    hash: usize,
    /// Count with so many threads; one for each core if left out
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
    /// How to count; all methods give the same numbers
    #[arg(long, value_name = "METHOD", default_value = "auto", hide_default_value = true)]
    #[arg(value_parser = method_parser())]
    method: Method,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    writing: Writing,
    #[command(flatten)]
    format: Format,
}

/// Deeper than any count that ends, but for positions with hardly a move; those would print a line
/// for each depth.
const MAX_DEPTH: i64 = 100;

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let threads = match args.threads {
        Some(threads) => threads,
        None => thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
    };
    let perft = Perft::new(&PerftOptions { method: args.method, threads, hash_mib: args.hash })?;
    match &args.suite {
        Some(path) => {
            let max_nodes = args.max_nodes.unwrap_or(u64::MAX);
            suite::verify(&perft, path, max_nodes, args.format, out)
                .with_context(|| format!("suite {}", path.display()))
        }
        None => count::run(&perft, threads, args, out),
    }
}

/// The depth and the words of the FEN. A quoted FEN may stand before the depth, which then looks
/// like one more word of it.
fn depth_and_fen(args: &Args) -> anyhow::Result<(u32, &[String])> {
    if let Some(depth) = args.depth {
        return Ok((depth, &args.fen));
    }
    if let [fen, depth] = args.fen.as_slice()
        && fen.contains(' ')
        && let Ok(depth) = depth.parse()
        && i64::from(depth) <= MAX_DEPTH
    {
        return Ok((depth, &args.fen[..1]));
    }
    bail!("the depth is missing; it comes before an unquoted FEN: reynard perft DEPTH --fen FEN")
}

fn method_parser() -> impl TypedValueParser<Value = Method> {
    let about = |method| match method {
        Method::Avx512 => "eight positions at a time with AVX-512",
        Method::Avx2 => "four positions at a time with AVX2",
        Method::Portable => "one position at a time, on any processor",
        Method::List => "the public generator: moves listed, the last ply counted",
        Method::Full => "the public generator: every move played",
        _ => "",
    };
    let auto = PossibleValue::new("auto").help("the fastest that this processor supports");
    let others =
        Method::ALL.into_iter().map(|method| PossibleValue::new(method.name()).help(about(method)));
    let names: Vec<_> = std::iter::once(auto).chain(others).collect();
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Method>())
}
