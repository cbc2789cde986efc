//! `reynard pgn`: collections of games.
//!
//! * `input`: files in, with progress;
//! * `target`: where games go;
//! * the others: a subcommand each.

mod check;
mod convert;
mod dedup;
mod filter;
mod fmt;
mod input;
mod merge;
mod sort;
mod split;
mod stats;
mod target;

use clap::Subcommand;

use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn check games.pgn
  reynard pgn filter --tag 'WhiteElo>=2500' --result 1-0 games.pgn.zst
  reynard pgn convert --to jsonl - < games.pgn

Files may be compressed; `-` is standard input. No command holds a file in memory.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Pgn,
}

#[derive(Subcommand)]
enum Pgn {
    /// Count games and moves, and say what is wrong with them
    Check(check::Args),
    /// Say what is in a collection: results, lengths, openings, players, years
    Stats(stats::Args),
    /// Find the games that fulfill conditions on tags, moves and positions
    Filter(Box<filter::Args>),
    /// Convert games to other formats, leave out parts of them, add tags
    Convert(convert::Args),
    /// Leave out games that are there already
    Dedup(dedup::Args),
    /// Put games in the order of their tags
    Sort(sort::Args),
    /// Write the games of one file into several
    Split(split::Args),
    /// Write the games of several files into one
    Merge(merge::Args),
    /// Write games in the export format of the standard
    Fmt(fmt::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    match &args.command {
        Pgn::Check(args) => check::run(args, out),
        Pgn::Stats(args) => stats::run(args, out),
        Pgn::Filter(args) => filter::run(args, out),
        Pgn::Convert(args) => convert::run(args, out),
        Pgn::Dedup(args) => dedup::run(args, out),
        Pgn::Sort(args) => sort::run(args, out),
        Pgn::Split(args) => split::run(args, out),
        Pgn::Merge(args) => merge::run(args, out),
        Pgn::Fmt(args) => fmt::run(args, out),
    }
}
