//! `reynard-lab selfplay`: self-play games of the engine, as training data.

mod check;
mod dedup;
mod export;
mod files;
mod generate;
mod merge;
mod settings;
mod shuffle;
mod stats;
mod target;
mod wdl;

use clap::Subcommand;
use reynard_console::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab selfplay generate games --shards 200 --threads 2
  reynard-lab selfplay stats games
  reynard-lab selfplay shuffle games -o all.rsp
  reynard-lab selfplay export games --limit 10

Shards are files of games whose names end in `.rsp`; a folder stands for all shards in it. \
`reynard-lab selfplay COMMAND --help` describes each command.")]
pub(crate) struct Args {
    /// Subcommand.
    #[command(subcommand)]
    command: Command,
}

/// Subcommands of `selfplay`.
#[derive(Subcommand)]
enum Command {
    /// Play games into shards; existing shards are kept
    Generate(generate::Args),
    /// Print statistics of games and positions
    Stats(stats::Args),
    /// Write positions as lines of text
    Export(export::Args),
    /// Merge files into one
    Merge(merge::Args),
    /// Shuffle games
    Shuffle(shuffle::Args),
    /// Drop repeated games
    Dedup(dedup::Args),
    /// Fit the model of win, draw and loss probabilities to games
    Wdl(wdl::Args),
    /// Verify files and report damage
    Check(check::Args),
}

/// Runs a subcommand.
pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    match &args.command {
        Command::Generate(args) => generate::run(args, out),
        Command::Stats(args) => stats::run(args, out),
        Command::Export(args) => export::run(args, out),
        Command::Merge(args) => merge::run(args, out),
        Command::Shuffle(args) => shuffle::run(args, out),
        Command::Dedup(args) => dedup::run(args, out),
        Command::Wdl(args) => wdl::run(args, out),
        Command::Check(args) => check::run(args, out),
    }
}
