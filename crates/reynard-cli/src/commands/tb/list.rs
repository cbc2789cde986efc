//! `reynard tb list`: lists the available tables.

use std::io::Write;

use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};

use super::tables::Folders;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard tb list --path ~/syzygy
  reynard tb list --json --recursive --path ~/tables")]
pub(crate) struct Args {
    #[command(flatten)]
    folders: Folders,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let inventory = args.folders.some_tables(out)?.inventory();
    if args.format.json {
        inventory.files.iter().try_for_each(|file| out.json(file))?;
    } else {
        write!(out, "{inventory}")?;
    }
    Ok(Status::Fine)
}
