//! `reynard learn status`: prints the number of cards, the cards that are due, and the state of the
//! files.

use std::collections::BTreeMap;
use std::fmt;

use reynard_console::fen_input::Format;
use reynard_console::numbers::counted;
use reynard_console::output::{Output, Status};
use reynard_learn::{CardHistories, CardHistory, CardKind, DrillQueue, LearnDeck, due_times};
use serde::Serialize;

#[cfg(feature = "fetch")]
use super::fetch::AccountState;
use super::notebook::NotebookArg;
use super::present::Present;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  reynard learn status
  reynard learn status --json

A leech is a card that was wrong eight times: look at it with another eye, or suspend it in `drill`.")]
pub(super) struct Args {
    #[command(flatten)]
    notebook: NotebookArg,
    #[command(flatten)]
    format: Format,
}

/// The state of a notebook.
#[derive(Serialize)]
struct Answer {
    folder: String,
    games: u64,
    cards: usize,
    kinds: BTreeMap<&'static str, usize>,
    due: usize,
    new: usize,
    never_asked: usize,
    suspended: usize,
    leeches: Vec<String>,
    answers: usize,
    gone: usize,
    next_due_days: Option<i64>,
    #[cfg(feature = "fetch")]
    accounts: Vec<AccountState>,
}

pub(super) fn run(args: &Args, out: &mut Output) -> anyhow::Result<Status> {
    let notebook = args.notebook.open()?;
    let present = Present::new(&notebook.settings);
    #[cfg(feature = "fetch")]
    let mut accounts = AccountState::all(&notebook, present.offset);
    #[cfg(feature = "fetch")]
    let (contents, journal) = notebook.contents_and_journal_with(|game| {
        for account in &mut accounts {
            account.count(game);
        }
    })?;
    #[cfg(not(feature = "fetch"))]
    let (contents, journal) = notebook.contents_and_journal()?;
    let histories = notebook.histories(&journal);
    let deck = &contents.deck;
    let queue = DrillQueue::new(deck.cards(), &histories, present.day, notebook.settings.new_a_day);
    let answer = Answer {
        folder: notebook.folder.display().to_string(),
        games: contents.games,
        cards: deck.cards().len(),
        kinds: kinds(deck),
        due: queue.due(),
        new: queue.new_cards(),
        never_asked: deck.cards().filter(|card| !is_answered(&histories, card.id)).count(),
        suspended: deck
            .cards()
            .filter(|card| histories.of(card.id).is_some_and(|it| it.is_suspended))
            .count(),
        leeches: deck
            .cards()
            .filter(|card| histories.of(card.id).is_some_and(CardHistory::is_leech))
            .map(|card| card.position.to_string())
            .collect(),
        answers: histories.iter().map(|(_, history)| history.answers.len()).sum(),
        gone: histories.iter().filter(|(id, _)| deck.card_of(*id).is_none()).count(),
        next_due_days: due_times(deck.places(&histories))
            .filter(|due| *due >= present.day.end())
            .map(|due| due.days_since(present.day.start()))
            .min(),
        #[cfg(feature = "fetch")]
        accounts,
    };
    args.format.answer(&answer, out)?;
    for note in &contents.notes {
        out.note(note)?;
    }
    note_journal(&journal, &histories, out)?;
    if contents.foreign > 0 {
        out.note(format_args!(
            "{} in games.pgn without your name",
            counted(contents.foreign, "game")
        ))?;
    }
    Ok(Status::Fine)
}

/// Prints notes about the parts of the journal that are ignored, and about answers whose dates come
/// from a wrong clock.
pub(super) fn note_journal(
    journal: &reynard_learn::ReviewJournal,
    histories: &CardHistories,
    out: &mut Output,
) -> anyhow::Result<()> {
    let notes = journal.notes();
    if notes.unfinished > 0 {
        out.note("the last line of reviews.jsonl was not finished: it does not count")?;
    }
    if notes.unknown > 0 {
        out.note(format_args!(
            "{} of reviews.jsonl not understood: kept, and without effect",
            counted(notes.unknown, "line")
        ))?;
    }
    if histories.from_the_future() > 0 {
        out.note(format_args!(
            "{} dated in the future by a wrong clock: counted as given with the answer before",
            counted(histories.from_the_future(), "answer")
        ))?;
    }
    Ok(())
}

fn kinds(deck: &LearnDeck) -> BTreeMap<&'static str, usize> {
    let count = |kind| deck.cards().filter(|card| card.kind == kind).count();
    let kinds = CardKind::ALL.into_iter().map(|kind| (kind.name(), count(kind)));
    kinds.filter(|(_, count)| *count > 0).collect()
}

fn is_answered(histories: &CardHistories, card: reynard_learn::CardId) -> bool {
    histories.of(card).is_some_and(|history| history.due.is_some())
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Notebook     {}", self.folder)?;
        writeln!(f, "Games        {}", self.games)?;
        let kinds: Vec<String> = CardKind::ALL
            .iter()
            .filter_map(|kind| Some((kind, self.kinds.get(kind.name())?)))
            .map(|(kind, count)| counted(*count as u64, kind.noun()))
            .collect();
        let kinds =
            if kinds.is_empty() { String::new() } else { format!(": {}", kinds.join(", ")) };
        writeln!(f, "Cards        {}{kinds}", self.cards)?;
        writeln!(f, "Due today    {}, and {} new", self.due, self.new)?;
        writeln!(f, "Never asked  {}", self.never_asked)?;
        if self.suspended > 0 {
            writeln!(f, "Suspended    {}", self.suspended)?;
        }
        if self.gone > 0 {
            writeln!(f, "Gone         {}, whose history stays", counted(self.gone as u64, "card"))?;
        }
        writeln!(f, "Answers      {}", self.answers)?;
        if let Some(days) = self.next_due_days {
            let when = if days == 1 { "tomorrow".to_owned() } else { format!("in {days} days") };
            writeln!(f, "Next due     {when}")?;
        }
        #[cfg(feature = "fetch")]
        for account in &self.accounts {
            writeln!(f, "Account      {account}")?;
        }
        for leech in &self.leeches {
            writeln!(f, "Leech        {leech}")?;
        }
        Ok(())
    }
}
