//! `reynard pgn crosstable`: standings with tie-breaks, and who scored what against whom.

use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_games::{Crosstable, EncounterCollector, Query};

use super::input::{CONTINUE, Inputs, Lints, OnErrors};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard pgn crosstable tournament.pgn
  reynard pgn crosstable --where 'event~candidates year=2024' games.pgn.zst
  reynard pgn crosstable --json tournament.pgn

Players are ordered by points, then by direct encounter (the points in games among those level on \
points), Sonneborn-Berger, Buchholz, and name. The performance rating follows the table of FIDE. Games \
without a result do not count.")]
pub(super) struct Args {
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    errors: OnErrors,
    /// Games that count, in the filter language: `event~candidates year=2024`
    #[arg(long = "where", value_name = "FILTER", value_parser = Query::parse)]
    filter: Option<Query>,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let query = args.filter.clone().unwrap_or_default();
    let (mut encounters, mut unfinished) = (Vec::new(), 0);
    let collector = || EncounterCollector::new(&query);
    let sums = args.inputs.read(out.paint_remarks(), Lints::Dropped, collector, |batch| {
        encounters.extend_from_slice(batch.visitor.encounters());
        unfinished += batch.visitor.unfinished();
        batch.remark(out)?;
        CONTINUE
    })?;
    let table = Crosstable::new(&encounters)?;
    if args.format.json {
        out.json(&table)?;
    } else {
        out.text(&table)?;
    }
    if unfinished > 0 {
        let (note, games) = (out.paint_warning("note"), counted(unfinished, "game"));
        out.remark(format_args!("{note}: {games} without a result or a name left out"))?;
    }
    Ok(args.errors.status(&sums, out)?)
}
