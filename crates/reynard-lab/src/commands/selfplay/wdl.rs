//! `reynard-lab selfplay wdl`: fits the model of win, draw and loss probabilities.

use anyhow::Context;
use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_train::{ScoreOutcomes, WdlFit};

use super::files::Files;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard-lab selfplay wdl games
  reynard-lab selfplay wdl games --json

The table compares the results of positions with the probabilities of the fitted model. Material is counted in points \
of both sides: pawn 1, knight and bishop 3, rook 5, queen 9.")]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut outcomes = ScoreOutcomes::new();
    for game in args.files.find()?.games() {
        outcomes.add(&game?);
    }
    let fit = WdlFit::new(&outcomes).context("too few positions for a fit")?;
    args.format.answer(&fit, out)?;
    Ok(Status::Fine)
}
