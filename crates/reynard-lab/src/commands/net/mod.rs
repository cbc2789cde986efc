//! `reynard-lab net`: inspects, compares, checks and converts neural networks.

mod average;
mod check;
mod compare;
mod explain;
mod loss;
mod quantize;
mod scores;
mod show;

use clap::Subcommand;
use reynard_console::output::{Output, Status};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab net show net.rnn
  reynard-lab net check net.rnn
  reynard-lab net quantize net.rnn.checkpoint -o early.rnn
  reynard-lab net average start.rnn=3 net.rnn=1 -o average.rnn
  reynard-lab net loss start.rnn net.rnn --games new-games
  reynard-lab net compare old.rnn new.rnn --scores deep-scores.csv
  reynard-lab net explain net.rnn")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: NetCommand,
}

#[derive(Subcommand)]
enum NetCommand {
    /// Print the shape of a network and how it was made
    Show(show::Args),
    /// Check that files are networks that cannot overflow
    Check(check::Args),
    /// Write the network of a training checkpoint in integers
    Quantize(quantize::Args),
    /// Write the average of the weights of networks
    Average(average::Args),
    /// Compare the losses of networks over games
    Loss(loss::Args),
    /// Search positions with engines, for `net compare`
    Scores(scores::Args),
    /// Compare the static evaluations of networks with the scores of deep searches
    Compare(compare::Args),
    /// Explain the score of a position by pieces and output buckets
    Explain(explain::Args),
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    match &args.command {
        NetCommand::Show(args) => show::run(args, out),
        NetCommand::Check(args) => check::run(args, out),
        NetCommand::Quantize(args) => quantize::run(args),
        NetCommand::Average(args) => average::run(args),
        NetCommand::Loss(args) => loss::run(args, out),
        NetCommand::Scores(args) => scores::run(args, out),
        NetCommand::Compare(args) => compare::run(args, out),
        NetCommand::Explain(args) => explain::run(args, out),
    }
}
