//! `reynard-lab net average`: averages the weights of networks.

use std::path::PathBuf;
use std::str::FromStr;

use anyhow::Context;
use reynard_console::output::Status;
use reynard_console::whole_file;
use reynard_nnue::Network;

use super::super::train::read_network;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab net average start.rnn trained.rnn -o average.rnn
  reynard-lab net average start.rnn=3 trained.rnn=1 -o average.rnn

A network that was trained further on few positions has forgotten some of what it knew. Its average with the one \
that it started from can be better than both; `reynard-lab net loss` tells.")]
pub(super) struct Args {
    /// Networks of the same shape; each counts once, or as often as the number after it
    #[arg(value_name = "NET[=COUNT]", required = true)]
    parts: Vec<Part>,
    /// Network file to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

/// A network, with its weight in the average.
#[derive(Clone, Debug)]
struct Part {
    path: PathBuf,
    count: u32,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (path, count) = match text.rsplit_once('=') {
            None => (text, 1),
            Some((path, count)) => match count.parse() {
                Ok(count) if count > 0 => (path, count),
                _ => return Err(format!("`{count}` is not a number from 1 on")),
            },
        };
        Ok(Self { path: path.into(), count })
    }
}

pub(super) fn run(args: &Args) -> anyhow::Result<Status> {
    let networks: Vec<Network> =
        args.parts.iter().map(|part| read_network(&part.path)).collect::<Result<_, _>>()?;
    let counts = args.parts.iter().map(|part| part.count);
    let parts: Vec<(&Network, u32)> = networks.iter().zip(counts).collect();
    let average = Network::average(&parts).context("the networks cannot be averaged")?;
    whole_file::write(&args.output, &average.to_bytes())?;
    Ok(Status::Fine)
}
