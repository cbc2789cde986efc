//! The repertoire in whole lines, with moves of the opponent drawn.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use reynard::{Color, Move, Position};
use reynard_base::SplitMix64;
use reynard_console::output::Output;
use reynard_db::{Database, ExploreLimits};
use reynard_games::Query;
use reynard_learn::{CardHistories, CardId, FsrsScheduler, LearnCard, LineDrill, LineQuestion};

use super::super::full_report::repertoire_of;
use super::super::notebook::Notebook;
use super::super::present::now;
use super::knowledge::Known;
use super::question::Question;
use super::session::{Next, Session};

/// Options of a drill in lines.
#[derive(clap::Args)]
pub(super) struct LineArgs {
    /// Ask the repertoire in whole lines from their start
    #[arg(long, conflicts_with_all = ["kind", "new"])]
    lines: bool,
    /// Database of games: the opponent plays what they play, as often as they do
    #[arg(long, value_name = "DATABASE", requires = "lines")]
    db: Option<PathBuf>,
}

/// Lines of a session.
pub(super) struct SessionLines {
    drill: LineDrill,
    random: SplitMix64,
    base: Option<Database>,
    /// Games of each move of a position.
    games: BTreeMap<u64, BTreeMap<u16, u64>>,
}

impl LineArgs {
    /// Begins the lines, if they are asked for.
    pub(super) fn begin(&self, notebook: &Notebook) -> anyhow::Result<Option<SessionLines>> {
        if !self.lines {
            return Ok(None);
        }
        let open =
            |path: &PathBuf| Database::open(path).with_context(|| path.display().to_string());
        Ok(Some(SessionLines {
            drill: LineDrill::new(repertoire_of(notebook)?),
            random: SplitMix64::new(u64::from_ne_bytes(now().0.to_ne_bytes())),
            base: self.db.as_ref().map(open).transpose()?,
            games: BTreeMap::new(),
        }))
    }
}

impl SessionLines {
    /// Returns the next position. Of the opponent's moves those are likelier that are played more
    /// often, and those after which the learner knows less.
    fn next(
        &mut self,
        histories: &CardHistories,
        scheduler: FsrsScheduler,
    ) -> anyhow::Result<Option<LineQuestion>> {
        let Self { drill, random, base, games } = self;
        let mut failure = None;
        let step = drill.next(
            |pos, moves| {
                let counts = match games_of(pos, base.as_ref(), games) {
                    Ok(counts) => counts,
                    Err(error) => {
                        failure = Some(error);
                        return Vec::new();
                    }
                };
                let count = |mv: &Move| counts.get(&mv.bits()).copied().unwrap_or(0);
                let is_known = moves.iter().any(|mv| count(mv) > 0);
                let frequency = |mv: &Move| if is_known { count(mv) } else { 1 };
                let weights =
                    moves.iter().map(|mv| frequency(mv) * need(pos, *mv, histories, scheduler));
                weights.collect()
            },
            |below| random.next_u64() % below.max(1),
        );
        failure.map_or(Ok(step), Err)
    }
}

/// Returns the games of each move in a position, by the bits of the move.
fn games_of<'a>(
    pos: &Position,
    base: Option<&Database>,
    games: &'a mut BTreeMap<u64, BTreeMap<u16, u64>>,
) -> anyhow::Result<&'a BTreeMap<u16, u64>> {
    match games.entry(pos.key()) {
        Entry::Occupied(known) => Ok(known.into_mut()),
        Entry::Vacant(place) => {
            let limits = ExploreLimits::default();
            let explored = base.map(|base| base.explore(pos, &Query::default(), &limits));
            let explored = explored.transpose()?;
            let moves = explored.iter().flat_map(|explored| &explored.moves);
            Ok(place.insert(moves.map(|it| (it.mv.bits(), it.score.games())).collect()))
        }
    }
}

/// Returns 1 for a move whose answer the learner knows well, up to 4 for one that was never asked.
fn need(pos: &Position, mv: Move, histories: &CardHistories, scheduler: FsrsScheduler) -> u64 {
    let next = pos.after(mv).ok();
    let history = next.and_then(|next| histories.of(CardId::of(&next)));
    let known = history.and_then(|history| {
        let days = now().days_since(history.last_time()?);
        Some(scheduler.retrievability(history.memory?, days))
    });
    match known {
        Some(known) if known >= 0.95 => 1,
        Some(known) if known >= 0.85 => 2,
        Some(_) => 3,
        None => 4,
    }
}

impl Session<'_> {
    /// Begins the first line.
    pub(super) fn begin_lines(&mut self, out: &mut Output) -> anyhow::Result<Next> {
        if self.lines.as_ref().is_some_and(|lines| lines.drill.is_empty()) {
            let folder = self.notebook.folder.join("repertoire");
            writeln!(out, "There is no repertoire: put PGN files into {}", folder.display())?;
            return Ok(Next::End);
        }
        writeln!(out, "Lines of your repertoire. Type a move, or help.")?;
        self.next_in_line(out)
    }

    /// Asks the next position of a line. Positions that are suspended are played.
    pub(super) fn next_in_line(&mut self, out: &mut Output) -> anyhow::Result<Next> {
        loop {
            let scheduler = FsrsScheduler::new(self.notebook.settings.retention);
            let (Some(lines), Known { histories, contents, .. }) =
                (&mut self.lines, self.knowledge.get()?)
            else {
                return Ok(Next::End);
            };
            let Some(question) = lines.next(histories, scheduler)? else {
                writeln!(out, "\nAll lines are asked.")?;
                return Ok(Next::End);
            };
            let card = contents.deck.card_of(question.card).cloned();
            let is_suspended =
                histories.of(question.card).is_some_and(|history| history.is_suspended);
            match card {
                Some(card) if !is_suspended => return self.ask_in_line(card, question, out),
                Some(card) => {
                    let main = card.best();
                    self.play_in_line(main);
                }
                None => self.leave_line(),
            }
        }
    }

    fn ask_in_line(
        &mut self,
        card: LearnCard,
        question: LineQuestion,
        out: &mut Output,
    ) -> anyhow::Result<Next> {
        let LineQuestion { reply, is_start, is_repeated, position, .. } = question;
        if is_start || self.asked == 0 {
            writeln!(out, "\nA new line.")?;
        }
        self.asked += usize::from(!is_repeated);
        let side = if card.side() == Color::White { "White" } else { "Black" };
        match reply {
            Some((before, mv)) => writeln!(out, "{}: your move?", before.numbered_move(mv))?,
            None => writeln!(out, "{side} to move: your move?")?,
        }
        let mut question = Question::new(card, None);
        // The counters of the line, not those of the file.
        question.pos = position;
        question.is_repeated = is_repeated;
        self.question = Some(question);
        self.draw(out)?;
        Ok(Next::Ask)
    }

    /// Plays a move of the learner in the line, if there is one.
    pub(super) fn play_in_line(&mut self, mv: Option<Move>) {
        if let (Some(lines), Some(mv)) = (&mut self.lines, mv) {
            lines.drill.answer(mv);
        }
    }

    /// Leaves the line, if there is one.
    pub(super) fn leave_line(&mut self) {
        if let Some(lines) = &mut self.lines {
            lines.drill.abandon();
        }
    }
}
