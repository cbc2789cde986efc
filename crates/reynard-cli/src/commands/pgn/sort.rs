//! `reynard pgn sort`: sorts games by their tags.

use std::io::Write;

use anyhow::anyhow;

use super::input::{CONTINUE, Inputs, Lints, OnErrors};
use super::target::To;
use reynard_console::output::{Output, Status};
use reynard_console::sort_memory::SortMemory;
use reynard_games::{GameKey, InvalidCondition, Keyer, SortTag};

/// The tag to sort by unless another one is given.
const DEFAULT_TAG: &str = "Date";

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn sort --by Date,Round games.pgn > sorted.pgn
  reynard pgn sort --by -WhiteElo --memory 64 -o strongest.pgn games.pgn.zst

Games are written as they stand in the file. Numbers are compared as numbers and come before text; \
unknown values (`?`, `-`, none) come last in both directions; games that are equal stay in their order.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    /// Tags to sort by, the most important one first; a - in front sorts in descending order
    #[arg(
        long,
        value_name = "TAGS",
        value_delimiter = ',',
        default_value = DEFAULT_TAG,
        allow_hyphen_values = true
    )]
    by: Vec<SortTag>,
    #[command(flatten)]
    budget: SortMemory,
    #[command(flatten)]
    to: To,
}

impl Args {
    /// Names the option in place of a suggestion if the missing tag is the default.
    fn explained(&self, error: InvalidCondition) -> anyhow::Error {
        match &self.by[..] {
            [tag] if tag.name() == DEFAULT_TAG => {
                anyhow!("no game has the tag `{DEFAULT_TAG}`: name another one with --by")
            }
            _ => error.into(),
        }
    }
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let paint = out.paint_notes();
    let mut target = args.to.open_games(out)?;
    let mut sorter = args.budget.sorter();
    let key_of = GameKey::Tags(args.by.clone());
    let mut seen = vec![false; args.by.len()];
    let sums = args.to.inputs(&args.inputs)?.read(
        paint,
        Lints::Dropped,
        || Keyer::new(&key_of),
        |batch| {
            batch.note(target.out())?;
            for (sum, &one) in seen.iter_mut().zip(batch.visitor.seen_tags()) {
                *sum |= one;
            }
            for game in batch.visitor.into_games() {
                sorter.push(game.key, game.text)?;
            }
            CONTINUE
        },
    )?;
    if sums.games > 0 {
        key_of.check_seen(&seen).map_err(|error| args.explained(error))?;
    }
    let mut written = 0;
    for record in sorter.finish()? {
        let text = record?.content;
        target.write_all(&text)?;
        written += u64::from(!text.is_empty());
    }
    let status = args.errors.status(&sums, target.out())?;
    args.to.finish(target, &sums, status, |to, out| to.note_written(written, out))
}
