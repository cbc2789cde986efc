//! Names of players that a mistyped one may mean.

use reynard_games::{EncounterCollector, PlayerRecords, Query};

use super::input::{CONTINUE, Inputs, Lints};
use crate::output::{Output, printable};

/// Notes the players that a name without a game may mean; those of standard input cannot be read again.
pub(super) fn note_near_players(
    inputs: &Inputs,
    name: &str,
    out: &mut Output,
) -> anyhow::Result<()> {
    if inputs.files.iter().any(|path| path.as_os_str() == "-") {
        return Ok(());
    }
    let (all, mut records) = (Query::default(), PlayerRecords::default());
    let collector = || EncounterCollector::new(&all);
    inputs.read(out.paint_remarks(), Lints::Dropped, collector, |batch| {
        batch.visitor.encounters().iter().for_each(|encounter| records.add(encounter));
        CONTINUE
    })?;
    let near = records.near(name);
    if !near.is_empty() {
        let (note, near) = (out.paint_warning("note"), near.join(" or "));
        out.remark(format_args!("{note}: did you mean {}?", printable(&near)))?;
    }
    Ok(())
}
