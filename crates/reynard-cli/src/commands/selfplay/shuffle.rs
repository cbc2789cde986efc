//! `reynard selfplay shuffle`: games in a random order.

use reynard_arena::selfplay::PackedGame;

use super::files::Files;
use super::target::Target;
use crate::fen_input::Format;
use crate::output::{Output, Status};
use crate::spill::Budget;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard selfplay shuffle games -o mixed.rsp
  reynard selfplay shuffle first second --seed 5 --memory 64 -o mixed.rsp

The same games with the same seed come out in the same order. Games stay whole: whoever learns from \
single positions has to mix these once more.")]
pub(super) struct Args {
    #[command(flatten)]
    files: Files,
    #[command(flatten)]
    target: Target,
    /// What the order depends on
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    budget: Budget,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let header = args.files.header()?;
    let mut sorter = args.budget.sorter();
    let mut state = args.seed;
    args.files.each_packed(|game| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        sorter.push(mixed(state).to_be_bytes().to_vec(), game.as_bytes().to_vec())
    })?;
    let mut games = args.target.create(&header)?;
    for record in sorter.finish()? {
        games.push(&PackedGame::from_bytes(record?.content))?;
    }
    games.finish(args.format, out)?;
    Ok(Status::Fine)
}

/// The output of the generator `splitmix64` of Sebastiano Vigna,
/// <https://prng.di.unimi.it/splitmix64.c> (public domain), for a state of it. It gives no number twice.
const fn mixed(state: u64) -> u64 {
    let z = (state ^ (state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
