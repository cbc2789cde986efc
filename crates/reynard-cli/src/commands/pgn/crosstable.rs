//! `reynard pgn crosstable`: standings with tie-breaks, and who scored what against whom.

use super::input::{CONTINUE, Inputs, Lints, OnErrors};
use super::near::{Joining, note_abbreviated, note_conditions};
use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_games::{AbbreviatedName, Crosstable, Encounter, EncounterCollector, Query};
use std::collections::HashSet;
use std::sync::Arc;

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
    joining: Joining,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let query = args.filter.clone().unwrap_or_default();
    let (mut encounters, mut unfinished, mut matching) = (Vec::new(), 0, 0);
    let mut fulfilled = vec![false; query.conditions().len()];
    let collector = || EncounterCollector::new(&query);
    let sums = args.inputs.read(out.paint_notes(), Lints::Dropped, collector, |batch| {
        encounters.extend_from_slice(batch.visitor.encounters());
        unfinished += batch.visitor.unfinished();
        matching += batch.visitor.matching();
        for (sum, &one) in fulfilled.iter_mut().zip(batch.visitor.fulfilled()) {
            *sum |= one;
        }
        batch.note(out)?;
        CONTINUE
    })?;
    let names = encounters.iter().flat_map(|encounter: &Encounter| &encounter.names);
    let abbreviated = AbbreviatedName::find(unique(names));
    if args.joining.join_initials {
        join(&mut encounters, &abbreviated);
    }
    let table = Crosstable::new(&encounters)?;
    args.format.answer(&table, out)?;
    if matching == 0 && sums.games > 0 {
        note_conditions(&args.inputs, &query, &fulfilled, out)?;
    }
    if !args.joining.join_initials {
        note_abbreviated(&abbreviated, out)?;
    }
    if unfinished > 0 {
        let (note, games) = (out.paint_warning("note"), counted(unfinished, "game"));
        out.note(format_args!("{note}: {games} without a result or a name left out"))?;
    }
    Ok(args.errors.status(&sums, out)?)
}

/// Returns the names, each once.
fn unique<'a>(names: impl Iterator<Item = &'a Arc<str>>) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    names.map(|name| &**name).filter(|name| seen.insert(*name)).collect()
}

/// Gives the games under a name with initials to the player whose name it abbreviates.
fn join(encounters: &mut [Encounter], abbreviated: &[AbbreviatedName]) {
    for name in encounters.iter_mut().flat_map(|encounter| &mut encounter.names) {
        let known = abbreviated.iter().find(|it| *it.name == **name);
        if let Some([full]) = known.map(|it| &*it.full) {
            *name = Arc::from(full.as_str());
        }
    }
}
