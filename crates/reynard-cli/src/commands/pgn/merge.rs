//! `reynard pgn merge`: merges several files into one.

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

Games are written as they stand in the files, in the order of the files, an empty line behind each. The output cannot be one of the inputs, so that a second run does not write games twice.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    #[command(flatten)]
    to: To,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    args.to.refuse_as_input(&args.inputs.files)?;
    let keyer = || Keyer::new(&GameKey::None);
    pass_on(&args.inputs, args.errors, &args.to, out, keyer, |visitor, target| {
        visitor.games().iter().try_for_each(|game| target.write_all(&game.text))?;
        // Games that are too long have no text.
        Ok(visitor.games().iter().filter(|game| !game.text.is_empty()).count() as u64)
    })
}
