//! `reynard pgn merge`: several files in one.

use std::io::Write;

use super::input::{CONTINUE, Inputs, Lints, OnErrors};
use super::target::To;
use crate::output::{Output, Status};
use reynard_games::{GameKey, Keyer};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn merge -o all.pgn january.pgn february.pgn.zst
  reynard pgn merge archive/*.pgn | reynard pgn dedup - > all.pgn

Games are written as they stand in the files, in the order of the files, an empty line behind each.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    #[command(flatten)]
    to: To,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let paint = out.paint_remarks();
    let mut target = args.to.open(out)?;
    let sums = args.inputs.read(
        paint,
        Lints::Dropped,
        || Keyer::new(&GameKey::None),
        |batch| {
            for game in batch.visitor.games() {
                target.write_all(&game.text)?;
            }
            batch.remark(target.out())?;
            CONTINUE
        },
    )?;
    let status = args.errors.status(&sums, target.out())?;
    target.finish()?;
    Ok(status)
}
