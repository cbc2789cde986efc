//! `reynard tb`: Syzygy endgame tables.

mod list;
mod probe;
mod tables;
mod verify;

use clap::Subcommand;
use reynard_console::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard tb probe --path ~/syzygy 8/8/8/8/8/3k4/8/K6R w - - 0 1
  reynard tb probe --path ~/syzygy --json - < positions.txt
  reynard tb verify --path ~/syzygy
  reynard tb list --path ~/syzygy

Where no --path is given, the environment variable REYNARD_SYZYGY_PATH or SYZYGY_PATH names the folders.")]
pub(crate) struct Args {
    /// The subcommand.
    #[command(subcommand)]
    command: Command,
}

/// The subcommands of `tb`, each in a file of its own.
#[derive(Subcommand)]
enum Command {
    /// Probe positions: WDL, DTZ and the best moves
    Probe(probe::Args),
    /// Verify whole tables and their checksums
    Verify(verify::Args),
    /// List the tables of the folders
    List(list::Args),
}

/// Runs the selected subcommand.
pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    match &args.command {
        Command::Probe(args) => probe::run(args, out),
        Command::Verify(args) => verify::run(args, out),
        Command::List(args) => list::run(args, out),
    }
}
