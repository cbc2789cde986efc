//! The screen after new games.

use std::collections::BTreeMap;
use std::io::Write;

use reynard_console::numbers::counted;
use reynard_console::output::Output;
use reynard_learn::CardKind;

use super::notebook::Contents;

/// Prints what has come in: games, cards by kind, mistakes without a card, and what to do next.
pub(super) fn print_summary(
    before: &Contents,
    after: &Contents,
    added: u64,
    known: u64,
    out: &mut Output,
) -> anyhow::Result<()> {
    for note in &after.notes {
        out.note(note)?;
    }
    let skipped = if known > 0 { format!(", {known} were there already") } else { String::new() };
    writeln!(out, "{} added{skipped}; the notebook has {}.", counted(added, "game"), after.games)?;
    let new = after.deck.cards().filter(|card| before.deck.card_of(card.id).is_none());
    let mut kinds: BTreeMap<CardKind, u64> = BTreeMap::new();
    for card in new {
        *kinds.entry(card.kind).or_default() += 1;
    }
    let gone = before.deck.cards().filter(|card| after.deck.card_of(card.id).is_none()).count();
    let all = after.deck.cards().len() as u64;
    let list: Vec<String> =
        kinds.iter().map(|(kind, count)| counted(*count, kind.name())).collect();
    match list.as_slice() {
        [] => writeln!(out, "No new cards; {} in all.", counted(all, "card"))?,
        list => writeln!(
            out,
            "{}: {}; {all} in all.",
            counted(kinds.values().sum(), "new card"),
            list.join(", ")
        )?,
    }
    if gone > 0 {
        writeln!(out, "{} gone; the history stays.", counted(gone as u64, "card"))?;
    }
    for (reason, count) in after.deck.left_out() {
        let more = count - before.deck.left_out().get(reason).copied().unwrap_or(0);
        if more > 0 {
            writeln!(out, "{} without a card: {}.", counted(more, "mistake"), reason.text())?;
        }
    }
    if all > 0 {
        writeln!(out, "\nNow: reynard learn drill")?;
    }
    Ok(())
}
