//! The arguments of `reynard perft`.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use reynard_console::fen_input::Format;
use reynard_console::rules::Reading;
use reynard_console::threads::threads;
use reynard_perft::Method;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard perft 6
  reynard perft 5 --divide r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -
  reynard perft 9 --hash 1024
  reynard perft 5 --compare stockfish
  reynard perft --suite positions.epd --max-nodes 100000000

A suite has lines like `FEN ;D1 20 ;D2 400`; every count that is wrong is reported, and the exit \
code is 1 then.")]
pub(crate) struct Args {
    /// Depth in plies, moves of either side
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(0..=MAX_DEPTH))]
    #[arg(required_unless_present_any = ["suite", "fen"])]
    pub(super) depth: Option<u32>,
    /// FEN of the position to count from, or `-` to read one a line from standard input; default:
    /// the start position
    #[arg(value_name = "FEN", num_args = 0.., conflicts_with = "fen")]
    pub(super) position: Vec<String>,
    /// Position to count from, as the argument FEN
    #[arg(long, value_name = "FEN", num_args = 1..=6)]
    pub(super) fen: Vec<String>,
    /// Print the count below each legal move
    #[arg(long)]
    pub(super) divide: bool,
    /// Verify the counts of an EPD suite: a file, compressed or not, or `-` for standard input
    #[arg(long, value_name = "FILE", conflicts_with_all = ["depth", "position", "fen", "divide"])]
    #[arg(conflicts_with_all = ["strict", "relaxed", "sanitize", "standard"])]
    pub(super) suite: Option<PathBuf>,
    /// Compare with `go perft` of another engine, as PROGRAM[,option.NAME=VALUE].., and descend to
    /// the first position and move in which it differs
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["divide", "suite", "json"])]
    pub(super) compare: Option<String>,
    /// Skip counts of the suite that are larger than N
    #[arg(long, value_name = "N", requires = "suite")]
    #[arg(conflicts_with_all = ["depth", "position", "fen", "divide"])]
    pub(super) max_nodes: Option<u64>,
    /// Hash table size in MiB, 0 (default) for none; transpositions are then counted once
    #[arg(long, value_name = "MIB", default_value_t = 0, hide_default_value = true)]
    pub(super) hash: usize,
    /// Number of threads; default: one for each core
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(super) threads: Option<NonZeroUsize>,
    /// Counting method; all give the same numbers
    #[arg(long, value_name = "METHOD", default_value = "auto", hide_default_value = true)]
    #[arg(value_parser = method_parser())]
    pub(super) method: Method,
    #[command(flatten)]
    pub(super) reading: Reading,
    #[command(flatten)]
    pub(super) format: Format,
}

/// Maximum depth. A deeper count could only finish in positions with very few moves, and a line
/// would be printed for each depth.
const MAX_DEPTH: i64 = 100;

/// Returns the depth and the fields of the FEN. If a quoted FEN precedes the depth, the
/// command-line parser has treated the depth as an additional FEN field.
pub(super) fn depth_and_fen(args: &Args) -> anyhow::Result<(u32, &[String])> {
    if let Some(depth) = args.depth {
        let words = if args.fen.is_empty() { &args.position } else { &args.fen };
        return Ok((depth, words));
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
        Method::Avx512 => "AVX-512, eight positions at a time",
        Method::Avx2 => "AVX2, four positions at a time",
        Method::Portable => "any processor, one position at a time",
        Method::List => "public move generator, counting the moves of the last ply",
        Method::Full => "public move generator, playing every move",
        _ => "",
    };
    let auto = PossibleValue::new("auto").help("the fastest method that this processor supports");
    let others =
        Method::ALL.into_iter().map(|method| PossibleValue::new(method.name()).help(about(method)));
    let names: Vec<_> = std::iter::once(auto).chain(others).collect();
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Method>())
}
