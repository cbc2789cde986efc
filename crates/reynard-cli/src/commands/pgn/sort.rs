//! `reynard pgn sort`: games sorted by their tags.

use std::io::Write;

use super::input::{CONTINUE, Inputs, Lints};
use super::target::To;
use crate::output::{Output, Status};
use crate::sort_memory::SortMemory;
use reynard_games::{GameKey, Keyer, SortTag};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn sort --by Date,Round games.pgn > sorted.pgn
  reynard pgn sort --by -WhiteElo --memory 64 -o strongest.pgn games.pgn.zst

Games are written as they stand in the file. Numbers are compared as numbers and come before text, a \
missing tag comes first; games that are equal stay in their order.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    /// Tags to sort by, the most important one first; a - in front sorts in descending order
    #[arg(
        long,
        value_name = "TAGS",
        value_delimiter = ',',
        default_value = "Date",
        allow_hyphen_values = true
    )]
    by: Vec<SortTag>,
    #[command(flatten)]
    budget: SortMemory,
    #[command(flatten)]
    to: To,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let paint = out.paint_remarks();
    let mut target = args.to.open(out)?;
    let mut sorter = args.budget.sorter();
    let key_of = GameKey::Tags(args.by.clone());
    let sums = args.inputs.read(
        paint,
        Lints::Dropped,
        || Keyer::new(&key_of),
        |batch| {
            batch.remark(target.out())?;
            for game in batch.visitor.into_games() {
                sorter.push(game.key, game.text)?;
            }
            CONTINUE
        },
    )?;
    for record in sorter.finish()? {
        target.write_all(&record?.content)?;
    }
    target.finish()?;
    Ok(sums.status())
}
