//! `reynard book`: opening books in the Polyglot format.

mod check;
mod compare;
mod dump;
mod filter;
mod games;
mod make;
mod merge;
mod opened;
mod probe;
mod result;

use clap::Subcommand;

use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book make games.pgn --max-ply 30 -o book.bin
  reynard book probe book.bin
  reynard book merge first.bin second.bin -o both.bin
  reynard book dump book.bin --max-ply 6

All books are in the Polyglot format. `reynard book COMMAND --help` tells more about each command.")]
pub(crate) struct Args {
    /// What to do with books.
    #[command(subcommand)]
    command: Command,
}

/// What can be done with books, each in a file of its own.
#[derive(Subcommand)]
enum Command {
    /// Say which moves a book has for positions, or choose one of them
    Probe(probe::Args),
    /// Make a book of games in PGN
    Make(make::Args),
    /// Write what a book has, line by line
    Dump(dump::Args),
    /// Make one book of several
    Merge(merge::Args),
    /// Make a smaller book
    Filter(filter::Args),
    /// Say in which moves two books differ
    Compare(compare::Args),
    /// Say what is wrong with books
    Check(check::Args),
}

/// Runs the command that was asked for.
pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    match &args.command {
        Command::Probe(args) => probe::run(args, out),
        Command::Make(args) => make::run(args, out),
        Command::Dump(args) => dump::run(args, out),
        Command::Merge(args) => merge::run(args, out),
        Command::Filter(args) => filter::run(args, out),
        Command::Compare(args) => compare::run(args, out),
        Command::Check(args) => check::run(args, out),
    }
}
