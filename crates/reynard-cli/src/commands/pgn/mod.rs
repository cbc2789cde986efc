//! `reynard pgn`: commands for collections of games.
//!
//! * `input`: files of games, read with progress;
//! * `target`: the output;
//! * `trees`: games as trees, for reports that need comments; `mistakes`: one of these reports;
//! * all other modules: one subcommand each.

mod check;
mod convert;
mod crosstable;
mod dedup;
mod filter;
mod fmt;
pub(crate) mod input;
mod merge;
mod mistakes;
pub(super) mod near;
mod players;
mod puzzles;
mod ratings;
mod sort;
mod split;
mod stats;
pub(crate) mod target;
mod tournament_games;
mod trees;

pub(in crate::commands) use filter::parsed as filter_term;

use clap::Subcommand;
use reynard_console::output::{Output, Status};

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
    /// Check games: play every move, count games and moves, report errors
    Check(check::Args),
    /// Statistics of a collection: results, lengths, openings, players, years
    Stats(stats::Args),
    /// Standings of a tournament, by FIDE's tie-breaks, from games or a report file (TRF)
    Crosstable(Box<crosstable::Args>),
    /// Ratings of players from their games alone, with errors
    Ratings(Box<ratings::Args>),
    /// List players with games, score and performance, or report the mistakes of one
    Players(Box<players::Args>),
    /// Find positions with one winning move
    Puzzles(puzzles::Args),
    /// Find games by conditions on tags, moves and positions
    Filter(Box<filter::Args>),
    /// Convert games to other formats, strip parts of them, add tags
    Convert(convert::Args),
    /// Remove duplicate games
    Dedup(dedup::Args),
    /// Sort games by their tags
    Sort(sort::Args),
    /// Split a file of games into several
    Split(split::Args),
    /// Merge several files of games into one
    Merge(merge::Args),
    /// Format games in the export format of the PGN standard
    Fmt(fmt::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    match &args.command {
        Pgn::Check(args) => check::run(args, out),
        Pgn::Stats(args) => stats::run(args, out),
        Pgn::Crosstable(args) => crosstable::run(args, out),
        Pgn::Ratings(args) => ratings::run(args, out),
        Pgn::Players(args) => players::run(args, out),
        Pgn::Puzzles(args) => puzzles::run(args, out),
        Pgn::Filter(args) => filter::run(args, out),
        Pgn::Convert(args) => convert::run(args, out),
        Pgn::Dedup(args) => dedup::run(args, out),
        Pgn::Sort(args) => sort::run(args, out),
        Pgn::Split(args) => split::run(args, out),
        Pgn::Merge(args) => merge::run(args, out),
        Pgn::Fmt(args) => fmt::run(args, out),
    }
}
