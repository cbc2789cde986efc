//! `reynard-lab net quantize`: writes the network of a checkpoint.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use reynard_console::output::Status;
use reynard_console::whole_file;
use reynard_train::network::checkpoint_network;

#[derive(clap::Args)]
#[command(after_help = "Examples:\n  reynard-lab net quantize net.rnn.checkpoint -o early.rnn")]
pub(super) struct Args {
    /// Checkpoint of `reynard-lab train`
    #[arg(value_name = "CHECKPOINT")]
    file: PathBuf,
    /// Network file to write
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(args: &Args) -> anyhow::Result<Status> {
    let name = || args.file.display().to_string();
    let network =
        checkpoint_network(&fs::read(&args.file).with_context(name)?).with_context(name)?;
    whole_file::write(&args.output, &network.to_bytes())?;
    Ok(Status::Fine)
}
