//! `reynard pgn merge`: several files in one.

use std::io::Write;

use super::input::{Inputs, OnErrors};
use super::target::{To, pass_on};
use reynard_console::output::{Output, Status};
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
    if args.to.is_among(&args.inputs.files) {
        let note = out.paint_warning("note");
        let hint = "the output is one of the inputs, and its games are among those that are merged";
        out.note(format_args!("{note}: {hint}"))?;
    }
    let keyer = || Keyer::new(&GameKey::None);
    pass_on(&args.inputs, args.errors, &args.to, out, keyer, |visitor, target| {
        visitor.games().iter().try_for_each(|game| target.write_all(&game.text))
    })
}
