//! `reynard selfplay`: games of the engine against itself, to learn from.

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

use clap::Subcommand;

use crate::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard selfplay generate games --shards 200 --threads 2
  reynard selfplay stats games
  reynard selfplay shuffle games -o all.rsp
  reynard selfplay export games --limit 10

Files of games have names that end in `.rsp`; where one is wanted, a folder stands for all that are in \
it. `reynard selfplay COMMAND --help` tells more about each command.")]
pub(crate) struct Args {
    /// What to do with games of self-play.
    #[command(subcommand)]
    command: Command,
}

/// What can be done with games of self-play, each in a file of its own.
#[derive(Subcommand)]
enum Command {
    /// Play games; those that are there already are kept
    Generate(generate::Args),
    /// Count what files of games hold
    Stats(stats::Args),
    /// Write the positions of games as lines of text
    Export(export::Args),
    /// Make one file of several
    Merge(merge::Args),
    /// Put games into a random order
    Shuffle(shuffle::Args),
    /// Leave out games that have occurred before
    Dedup(dedup::Args),
    /// Say what is wrong with files of games
    Check(check::Args),
}

/// Runs the command that was asked for.
pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    match &args.command {
        Command::Generate(args) => generate::run(args, out),
        Command::Stats(args) => stats::run(args, out),
        Command::Export(args) => export::run(args, out),
        Command::Merge(args) => merge::run(args, out),
        Command::Shuffle(args) => shuffle::run(args, out),
        Command::Dedup(args) => dedup::run(args, out),
        Command::Check(args) => check::run(args, out),
    }
}
