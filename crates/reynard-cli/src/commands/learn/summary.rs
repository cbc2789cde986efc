//! The summary that is printed after adding games.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use reynard_console::numbers::counted;
use reynard_console::output::Output;
use reynard_learn::{CardId, CardKind, NoCardReason};

use super::notebook::Contents;

/// The cards and mistakes that existed before the new games.
pub(super) struct Before {
    cards: BTreeSet<CardId>,
    left_out: BTreeMap<NoCardReason, u64>,
}

impl Before {
    pub(super) fn of(contents: &Contents) -> Self {
        let cards = contents.deck.cards().map(|card| card.id).collect();
        Self { cards, left_out: contents.deck.left_out().clone() }
    }
}

/// The work that was done on games, with the number of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    Added(u64),
    Analyzed(u64),
}

/// Prints the number of new games, of cards of each kind, and of mistakes without a card, followed
/// by a suggestion for the next step.
pub(super) fn print_summary(
    before: &Before,
    after: &Contents,
    work: Work,
    known: u64,
    out: &mut Output,
) -> anyhow::Result<()> {
    for note in &after.notes {
        out.note(note)?;
    }
    let skipped = match known {
        0 => String::new(),
        1 => ", 1 was there already".to_owned(),
        _ => format!(", {known} were there already"),
    };
    let games = counted(after.games, "game");
    let (what, number) = match work {
        Work::Added(number) => ("added", number),
        Work::Analyzed(number) => ("analyzed", number),
    };
    let number = counted(number, "game");
    writeln!(out, "{number} {what}{skipped}; the notebook has {games}.")?;
    let new = after.deck.cards().filter(|card| !before.cards.contains(&card.id));
    let mut kinds: BTreeMap<CardKind, u64> = BTreeMap::new();
    for card in new {
        *kinds.entry(card.kind).or_default() += 1;
    }
    let all = after.deck.cards().len() as u64;
    let list: Vec<String> =
        kinds.iter().map(|(kind, count)| counted(*count, kind.noun())).collect();
    match list.as_slice() {
        [] => writeln!(out, "No new cards; {} in all.", counted(all, "card"))?,
        list => writeln!(
            out,
            "{}: {}; {all} in all.",
            counted(kinds.values().sum(), "new card"),
            list.join(", ")
        )?,
    }
    for (reason, count) in after.deck.left_out() {
        let more = count.saturating_sub(before.left_out.get(reason).copied().unwrap_or(0));
        if more > 0 {
            writeln!(out, "{} without a card: {}.", counted(more, "mistake"), reason.text())?;
            if *reason == NoCardReason::NoBetterLine {
                writeln!(out, "`reynard learn analyze` looks for one.")?;
            }
        }
    }
    if all > 0 {
        writeln!(out, "\nNow: reynard learn drill")?;
    }
    Ok(())
}
