//! Suggestions for mistyped player names.

use std::io;

use reynard_base::printable;
use reynard_console::output::{Output, Paint};
use reynard_games::{AbbreviatedName, Condition, EncounterCollector, PlayerRecords, Query};

use super::input::{Batch, CONTINUE, Inputs, Lints, Sums};

/// Reads the player records of the games that match a query. `note` receives each chunk of the
/// input.
pub(super) fn player_records(
    inputs: &Inputs,
    query: &Query,
    mut note: impl FnMut(&Batch<EncounterCollector<'_>>) -> io::Result<()>,
    paint: Paint,
) -> anyhow::Result<(PlayerRecords, Sums)> {
    let mut records = PlayerRecords::default();
    let collector = || EncounterCollector::new(query);
    let sums = inputs.past_unreadable().read(paint, Lints::Dropped, collector, |batch| {
        batch.visitor.encounters().iter().for_each(|encounter| records.add(encounter));
        note(&batch)?;
        CONTINUE
    })?;
    Ok((records, sums))
}

/// The names that are joined to one player.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct Joining {
    /// Count games under a name with initials for the player whose name it abbreviates: `Carlsen,
    /// M` for `Carlsen, Magnus`
    #[arg(long)]
    pub(super) join_initials: bool,
}

/// Prints a note about abbreviated names that may belong to other players.
pub(super) fn note_abbreviated(names: &[AbbreviatedName], out: &mut Output) -> io::Result<()> {
    /// Maximum number of names listed.
    const SHOWN: usize = 3;
    let note = out.paint_warning("note");
    for AbbreviatedName { name, full } in names.iter().take(SHOWN) {
        let (name, many) = (printable(name), full.len() > 1);
        let full = full.iter().map(|it| format!("`{}`", printable(it))).collect::<Vec<_>>();
        let full = full.join(" or ");
        let hint = if many { "" } else { "; --join-initials counts them as one" };
        out.note(format_args!("{note}: `{name}` may be {full}{hint}"))?;
    }
    if names.len() > SHOWN {
        let more = names.len() - SHOWN;
        out.note(format_args!("{note}: {more} more names with initials may be those of others"))?;
    }
    Ok(())
}

/// Reads files for the conditions that no game meets, and prints a note about them.
pub(in crate::commands) fn note_unmet(
    inputs: &Inputs,
    query: &Query,
    out: &mut Output,
) -> anyhow::Result<()> {
    let mut fulfilled = vec![false; query.conditions().len()];
    let note = |batch: &Batch<EncounterCollector<'_>>| {
        add_fulfilled(&mut fulfilled, batch.visitor.fulfilled());
        Ok(())
    };
    player_records(inputs, query, note, out.paint_notes())?;
    note_conditions(inputs, query, &fulfilled, out)
}

/// Adds for each condition whether a game of another batch meets it.
pub(super) fn add_fulfilled(sums: &mut [bool], batch: &[bool]) {
    for (sum, &one) in sums.iter_mut().zip(batch) {
        *sum |= one;
    }
}

/// Prints a note about the conditions that no game meets.
pub(super) fn note_conditions(
    inputs: &Inputs,
    query: &Query,
    fulfilled: &[bool],
    out: &mut Output,
) -> anyhow::Result<()> {
    for text in query.unfulfilled(fulfilled) {
        let word = out.paint_warning("note");
        out.note(format_args!("{word}: no game fulfills {text}"))?;
    }
    for (condition, _) in query.conditions().zip(fulfilled).filter(|(_, it)| !**it) {
        if let Condition::Player(player) = condition {
            note_near_players(inputs, player.name.pattern.as_str(), out)?;
        }
    }
    Ok(())
}

/// Suggests similar player names if a name has no games. Standard input is skipped, since it cannot
/// be read again.
pub(super) fn note_near_players(
    inputs: &Inputs,
    name: &str,
    out: &mut Output,
) -> anyhow::Result<()> {
    if inputs.files.iter().any(|path| path.as_os_str() == "-") {
        return Ok(());
    }
    let (records, _) = player_records(inputs, &Query::default(), |_| Ok(()), out.paint_notes())?;
    Ok(note_near_names(&records.near(name), out)?)
}

/// Suggests similar names, if there are any, in place of a mistyped one.
pub(crate) fn note_near_names(near: &[String], out: &mut Output) -> io::Result<()> {
    if !near.is_empty() {
        let (note, near) = (out.paint_warning("note"), near.join(" or "));
        out.note(format_args!("{note}: did you mean {}?", printable(&near)))?;
    }
    Ok(())
}
