//! Names of players that a mistyped one may mean.

use std::io;

use reynard_base::printable;
use reynard_console::output::{Output, Paint};
use reynard_games::{EncounterCollector, PlayerRecords, Query};

use super::input::{Batch, CONTINUE, Inputs, Lints, Sums};

/// Reads the records of the players of the games that a query matches; `note` gets each part of the input.
pub(super) fn player_records(
    inputs: &Inputs,
    query: &Query,
    mut note: impl FnMut(&Batch<EncounterCollector<'_>>) -> io::Result<()>,
    paint: Paint,
) -> anyhow::Result<(PlayerRecords, Sums)> {
    let mut records = PlayerRecords::default();
    let collector = || EncounterCollector::new(query);
    let sums = inputs.read(paint, Lints::Dropped, collector, |batch| {
        batch.visitor.encounters().iter().for_each(|encounter| records.add(encounter));
        note(&batch)?;
        CONTINUE
    })?;
    Ok((records, sums))
}

/// Notes the players that a name without a game may mean; those of standard input cannot be read again.
pub(super) fn note_near_players(
    inputs: &Inputs,
    name: &str,
    out: &mut Output,
) -> anyhow::Result<()> {
    if inputs.files.iter().any(|path| path.as_os_str() == "-") {
        return Ok(());
    }
    let (records, _) = player_records(inputs, &Query::default(), |_| Ok(()), out.paint_remarks())?;
    let near = records.near(name);
    if !near.is_empty() {
        let (note, near) = (out.paint_warning("note"), near.join(" or "));
        out.remark(format_args!("{note}: did you mean {}?", printable(&near)))?;
    }
    Ok(())
}
