//! `reynard pgn stats`: prints statistics about a collection.

use std::num::NonZeroUsize;

use reynard_console::fen_input::Format;
use reynard_console::output::{Output, Status};
use reynard_games::{Counter, Statistics};

use super::input::{CONTINUE, Inputs, Lints, OnErrors};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn stats games.pgn
  reynard pgn stats --limit 20 --json games.pgn.zst

Openings are found by the moves; the tags ECO and Opening are ignored. At most 100,000 different \
players are counted, those that come first.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    /// Number of players, openings and years, or months of one year, that are shown
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN.saturating_add(9))]
    limit: NonZeroUsize,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let mut statistics = Statistics::default();
    let inputs = args.inputs.past_unreadable();
    let sums = inputs.read(out.paint_notes(), Lints::Dropped, Counter::default, |batch| {
        statistics.add(batch.visitor.statistics());
        batch.note(out)?;
        CONTINUE
    })?;
    let summary = statistics.summary(args.limit.get());
    args.format.answer(&summary, out)?;
    Ok(args.errors.status(&sums, out)?)
}
