//! The subcommands. Each file contains the arguments and the implementation of one.

mod ladder;
mod net;
mod puzzles;
mod selfplay;
mod train;
mod training_jobs;
mod tune;

use clap::Subcommand;
use reynard_cluster::Tasks;
use reynard_console::output::{Output, Status};
use reynard_console::{cluster, completions, man};
use reynard_train::jobs;

use self::training_jobs::LabTask;

/// The subcommands, each in a file or folder of its own, in the order of the help.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Generate self-play games for training, and work on shards of them
    Selfplay(selfplay::Args),
    /// Train a neural network on games of self-play
    Train(train::Args),
    /// Inspect, compare, average and check neural networks
    Net(net::Args),
    /// Tune the weights of the evaluation on games (Texel tuning)
    Tune(tune::Args),
    /// Fit the difficulty of puzzles to rated ones
    Puzzles(puzzles::Args),
    /// Play an engine against opponents of increasing strength
    Ladder(ladder::Args),
    /// Run large jobs in shards, by many processes or machines
    Cluster(cluster::Args<LabTask>),
    /// Print a shell completion script
    Completions(completions::Args),
    /// Print the manual page, or write all pages into a folder
    Man(man::Args),
}

impl Command {
    /// Runs the command. `cli` builds the whole command line, which is needed for completions and
    /// manual pages.
    pub(crate) fn run(
        self,
        cli: fn() -> clap::Command,
        out: &mut Output,
    ) -> anyhow::Result<Status> {
        match self {
            Self::Selfplay(args) => selfplay::run(&args, out),
            Self::Train(args) => train::run(&args, out),
            Self::Net(args) => net::run(&args, out),
            Self::Tune(args) => tune::run(&args, out),
            Self::Puzzles(args) => puzzles::run(&args, out),
            Self::Ladder(args) => ladder::run(&args, out),
            Self::Cluster(args) => cluster::run(&args, &jobs::register(Tasks::standard()), out),
            Self::Completions(args) => completions::run(&args, cli(), out),
            Self::Man(args) => man::run(&args, cli(), out),
        }
    }
}
