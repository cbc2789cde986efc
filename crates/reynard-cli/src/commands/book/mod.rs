//! `reynard book`: opening books in the Polyglot format.

mod check;
mod compare;
mod dump;
mod filter;
pub(crate) mod make;
mod merge;
mod opened;
mod probe;
mod result;

use clap::Subcommand;
use reynard_console::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard book make games.pgn --max-ply 30 -o book.bin
  reynard book probe book.bin
  reynard book merge first.bin second.bin -o both.bin
  reynard book dump book.bin --max-ply 6

All books are in the Polyglot format. See `reynard book COMMAND --help` for each command.")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

/// The commands for books, each in a file of its own.
#[derive(Subcommand)]
enum Command {
    /// Print the moves of a book for positions, or choose one of them
    Probe(probe::Args),
    /// Make a book from games in PGN
    Make(make::Args),
    /// Print the entries of a book
    Dump(dump::Args),
    /// Merge several books into one
    Merge(merge::Args),
    /// Filter the entries of a book
    Filter(filter::Args),
    /// Print the differences of two books
    Compare(compare::Args),
    /// Check books for errors
    Check(check::Args),
}

/// Runs the selected subcommand.
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
