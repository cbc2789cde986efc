//! A drill session: questions, answers, and their journal lines.

use std::io::Write;
use std::sync::Arc;

use reynard::draw::Figures;
use reynard::{Bitboard, Color, Move};
use reynard_console::interrupt::Interrupt;
use reynard_console::numbers::counted;
use reynard_console::output::Output;
use reynard_learn::{
    CardHistory, CardId, CardKind, DrillQueue, DrillStep, DrillVerdict, LearnCard, ReviewAction,
    ReviewGrade, ReviewJournal, ReviewKey, ReviewLine, UtcMillis, due_times, right_grade,
};

use super::super::drill_cache::DrillCache;
use super::super::notebook::Notebook;
use super::super::present::{Present, now};
use super::super::status::note_journal;
use super::args::Args;
use super::engine_judge::{EngineJudge, SearchContext};
use super::input::{COMMANDS, Command, Input};
use super::knowledge::{Knowledge, Known};
use super::question::Question;
use super::score::SessionScore;
use super::session_lines::SessionLines;
use super::session_tables::SessionTables;
use super::text::{explanation, piece_hint, print_question};
use crate::picture::print_board;

/// The next step after a line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Ask,
    End,
}

/// A drill session.
pub(super) struct Session<'a> {
    args: &'a Args,
    pub(super) notebook: Arc<Notebook>,
    /// The saved schedule, which is used for the first question.
    cache: Option<DrillCache>,
    pub(super) knowledge: Knowledge,
    has_kept_schedule: bool,
    has_cards: bool,
    next_due: Option<UtcMillis>,
    present: Present,
    pub(super) tables: SessionTables<'a>,
    queue: DrillQueue,
    pub(super) lines: Option<SessionLines>,
    pub(super) engine: EngineJudge,
    pub(super) interrupt: Interrupt,
    /// `true` if a person answers, in which case boards are drawn.
    interactive: bool,
    pub(super) question: Option<Question>,
    /// The last graded answer.
    last: Option<(CardId, ReviewKey)>,
    /// Number of journal lines written by this run.
    written: u64,
    /// Number of cards shown, without those that were skipped.
    pub(super) asked: usize,
    score: SessionScore,
    /// Median time taken by the correct answers so far, in milliseconds.
    median_millis: Option<u32>,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        args: &'a Args,
        notebook: Notebook,
        interrupt: Interrupt,
        interactive: bool,
        out: &mut Output,
    ) -> anyhow::Result<Self> {
        let notebook = Arc::new(notebook);
        let present = Present::new(&notebook.settings);
        let new = args.new.unwrap_or(notebook.settings.new_a_day);
        let kind = args.kind.map(CardKind::from);
        let cache = DrillCache::read(&notebook);
        let mut knowledge = Knowledge::of(Arc::clone(&notebook));
        let (queue, has_cards, next_due, median_millis);
        if let Some(cache) = &cache {
            for note in cache.notes() {
                out.note(note)?;
            }
            let most_new = new.saturating_sub(cache.begun_on(present.day));
            queue = DrillQueue::of(cache.places(kind), present.day, most_new);
            has_cards = !cache.is_empty();
            (next_due, median_millis) = (cache.next_due(), cache.median_millis());
        } else {
            let Known { contents, journal, histories, .. } = knowledge.get()?;
            for note in &contents.notes {
                out.note(note)?;
            }
            note_journal(journal, histories, out)?;
            let deck = &contents.deck;
            let of_kind = deck.cards().filter(|card| kind.is_none_or(|kind| kind == card.kind));
            queue = DrillQueue::new(of_kind, histories, present.day, new);
            has_cards = deck.cards().len() > 0;
            next_due = due_times(deck.places(histories)).min();
            median_millis = histories.median_millis();
        }
        let lines = args.lines.begin(&notebook)?;
        Ok(Self {
            args,
            lines,
            median_millis,
            notebook,
            has_kept_schedule: cache.is_some(),
            cache,
            knowledge,
            has_cards,
            next_due,
            present,
            tables: SessionTables::Closed(&args.tables),
            queue,
            engine: EngineJudge::default(),
            interrupt,
            interactive,
            question: None,
            last: None,
            written: 0,
            asked: 0,
            score: SessionScore::default(),
        })
    }

    /// Prints the number of cards that are due, and shows the first card.
    pub(super) fn begin(&mut self, out: &mut Output) -> anyhow::Result<Next> {
        if self.lines.is_some() {
            return self.begin_lines(out);
        }
        if !self.has_cards {
            writeln!(out, "There are no cards yet: reynard learn add GAMES.pgn")?;
            return Ok(Next::End);
        }
        let (due, new) = (self.queue.due(), self.queue.new_cards());
        if due + new == 0 && self.args.kind.is_some() {
            writeln!(out, "No card of this kind is due today.")?;
            return Ok(Next::End);
        }
        if due + new == 0 {
            writeln!(out, "Nothing is due today. {}", self.when_next())?;
            return Ok(Next::End);
        }
        writeln!(out, "{} due, {new} new. Type a move, or help.", counted(due as u64, "card"))?;
        let next = self.next(out)?;
        out.flush()?;
        // Read the files while the first question is being answered.
        self.knowledge.load();
        Ok(next)
    }

    /// Returns the input prompt, which is the move number.
    pub(super) fn prompt(&self) -> String {
        let Some(question) = &self.question else { return ">".to_owned() };
        let dots = if question.pos.turn() == Color::White { "." } else { "..." };
        format!("{}{dots}", question.pos.fullmove_number())
    }

    /// Shows the next card.
    fn next(&mut self, out: &mut Output) -> anyhow::Result<Next> {
        self.question = None;
        if self.args.limit.is_some_and(|limit| self.asked >= limit) {
            return Ok(Next::End);
        }
        if self.lines.is_some() {
            return self.next_in_line(out);
        }
        match self.queue.next(now()) {
            DrillStep::Done => Ok(Next::End),
            DrillStep::OnlyTheLast(_) => {
                writeln!(out, "\nThe last card was wrong: it comes back another time.")?;
                Ok(Next::End)
            }
            DrillStep::Ask(id) => {
                let Some((card, is_leech)) = self.card(id)? else { return self.next(out) };
                self.asked += 1;
                let left = self.queue.left();
                write!(out, "\nCard {} ({left} left), {}. ", self.asked, card.kind)?;
                let endgame = self.begin_endgame(&card, out)?;
                print_question(&card, endgame.as_ref(), out)?;
                self.question = Some(Question::new(card, endgame));
                self.draw(out)?;
                if is_leech {
                    writeln!(out, "This card was wrong many times: suspend puts it aside.")?;
                }
                Ok(Next::Ask)
            }
        }
    }

    /// Returns a card, and `true` if the card is a leech. While the files are still being read, the
    /// card comes from the cache.
    fn card(&mut self, id: CardId) -> anyhow::Result<Option<(LearnCard, bool)>> {
        if let Some(cache) = self.cache.take()
            && let Some(found) = cache.card(&self.notebook, id)?
        {
            return Ok(Some(found));
        }
        let Known { contents, histories, .. } = self.knowledge.get()?;
        let is_leech = histories.of(id).is_some_and(CardHistory::is_leech);
        Ok(contents.deck.card_of(id).map(|card| (card.clone(), is_leech)))
    }

    /// Draws the board, or prints the position for a program.
    pub(super) fn draw(&self, out: &mut Output) -> anyhow::Result<()> {
        let Some(question) = &self.question else { return Ok(()) };
        if !self.interactive {
            writeln!(out, "{}", question.pos)?;
            return Ok(());
        }
        let squares = |mv: Move| mv.from().bitboard() | mv.to();
        let last = question.card.lead_in.last().filter(|_| question.step == 0);
        let moved = last.map_or(Bitboard::EMPTY, squares);
        let figures = if self.args.ascii { Figures::Letters } else { Figures::Figurines };
        print_board(&question.pos, question.card.side(), moved, figures, out)?;
        Ok(())
    }

    /// Handles a line of input.
    pub(super) fn answer(&mut self, line: &str, out: &mut Output) -> anyhow::Result<Next> {
        let Some(question) = &self.question else { return Ok(Next::End) };
        match Input::read(line, &question.pos, self.notebook.settings.letters) {
            Input::Nothing => Ok(Next::Ask),
            Input::Unclear(why) => {
                out.text(format_args!("{why}\n"))?;
                Ok(Next::Ask)
            }
            Input::Move(mv) => self.judge(mv, out),
            Input::Command(command) => self.obey(command, out),
        }
    }

    fn judge(&mut self, mv: Move, out: &mut Output) -> anyhow::Result<Next> {
        if let Some(next) = self.play_endgame(mv, out)? {
            return Ok(next);
        }
        let Some(question) = &self.question else { return Ok(Next::End) };
        let mut verdict = question.judge(mv);
        let mut judged = None;
        if let DrillVerdict::Unknown(search) = verdict {
            let Some(best) = question.best() else { return self.next(out) };
            if self.interactive {
                writeln!(out, "Looking at it ...")?;
                out.flush()?;
            }
            let (settings, interrupt) = (&self.notebook.settings, &self.interrupt);
            let context = SearchContext { settings, interrupt };
            judged = self.engine.judge(&question.pos, [best, mv], search, context, out)?;
            let Some(judged) = &judged else { return Ok(Next::End) };
            verdict = judged.verdict;
        }
        match verdict {
            DrillVerdict::Best => self.right(mv, true, out),
            DrillVerdict::AlsoRight => self.right(mv, false, out),
            DrillVerdict::NotYet(moves) => {
                writeln!(out, "That wins, and there is a mate in {moves}: try again.")?;
                Ok(Next::Ask)
            }
            DrillVerdict::Wrong | DrillVerdict::Unknown(_) => self.wrong(mv, judged, out),
        }
    }

    fn right(&mut self, mv: Move, is_best: bool, out: &mut Output) -> anyhow::Result<Next> {
        if is_best
            && let Some(question) = &mut self.question
            && let Some(reply) = question.go_on()
        {
            writeln!(out, "Right. {reply}: go on.")?;
            self.draw(out)?;
            return Ok(Next::Ask);
        }
        let Some(question) = &self.question else { return Ok(Next::End) };
        let mut also = String::new();
        if !is_best && let Some(best) = question.best() {
            let is_repertoire = question.card.kind == CardKind::Repertoire;
            let what = if is_repertoire { "Your main move" } else { "Also" };
            also = format!(" {what}: {}.", question.pos.san(best));
        }
        self.count_right(mv, &also, out)
    }

    /// Grades a correct answer, unless an earlier answer to the question has been graded. Then
    /// explains the mistake and continues.
    pub(super) fn count_right(
        &mut self,
        mv: Move,
        also: &str,
        out: &mut Output,
    ) -> anyhow::Result<Next> {
        let Some(question) = &self.question else { return Ok(Next::End) };
        let (id, is_graded) = (question.card.id, question.is_graded());
        let millis = question.millis();
        // The time for a whole solution is not meaningful.
        let is_one_move = question.step == 0 && question.endgame.is_none();
        let median = self.median_millis.filter(|_| is_one_move);
        let grade = right_grade(question.hints, millis, median);
        let sentences = explanation(&question.card);
        write!(out, "Right.{also}")?;
        if !is_graded {
            self.grade(id, Some(mv), grade, millis, out)?;
            let again = self.days_of(id)?;
            write!(out, " Again in {}.", counted(again, "day"))?;
        }
        writeln!(out)?;
        for sentence in sentences {
            writeln!(out, "{sentence}")?;
        }
        self.play_in_line(Some(mv));
        self.next(out)
    }

    fn obey(&mut self, command: Command, out: &mut Output) -> anyhow::Result<Next> {
        match command {
            Command::Hint => self.hint(out)?,
            Command::Show => return self.show(out),
            Command::Why => self.why(out)?,
            Command::Skip => {
                // An answer counts, and a repeated card was not counted.
                let is_counted = self.question.as_ref().is_some_and(|it| !it.is_graded());
                self.asked -= usize::from(is_counted);
                if let Some(question) = &self.question {
                    self.queue.remove(question.card.id);
                }
                self.leave_line();
                return self.next(out);
            }
            Command::Easy => self.regrade(ReviewGrade::Easy, out)?,
            Command::Hard => self.regrade(ReviewGrade::Hard, out)?,
            Command::Again => self.regrade(ReviewGrade::Again, out)?,
            Command::Undo => self.undo(out)?,
            Command::Suspend => {
                let Some(question) = &self.question else { return Ok(Next::End) };
                let (id, main) = (question.card.id, question.card.best());
                self.write(id, ReviewAction::Suspend, out)?;
                self.queue.remove(id);
                self.play_in_line(main);
                writeln!(out, "This card is not asked any more.")?;
                return self.next(out);
            }
            Command::Board => self.draw(out)?,
            Command::Fen => {
                if let Some(question) = &self.question {
                    writeln!(out, "{}", question.pos)?;
                }
            }
            Command::Help => {
                writeln!(out, "A move, like e4, Nf3, e2e4 or O-O, or one of these:")?;
                for (name, _, meaning) in COMMANDS {
                    writeln!(out, "  {name:<8} {meaning}")?;
                }
            }
            Command::Quit => return Ok(Next::End),
        }
        Ok(Next::Ask)
    }

    fn hint(&mut self, out: &mut Output) -> anyhow::Result<()> {
        let best = self.best();
        let (Some(question), Some(best)) = (&mut self.question, best) else { return Ok(()) };
        question.hints += 1;
        let letters = self.notebook.settings.letters;
        match question.pos.piece_at(best.from()) {
            Some(piece) if question.hints == 1 => {
                writeln!(out, "{}", piece_hint(piece.kind, letters))?;
            }
            _ => writeln!(out, "The piece on {}.", best.from())?,
        }
        Ok(())
    }

    fn show(&mut self, out: &mut Output) -> anyhow::Result<Next> {
        let Some(question) = &self.question else { return Ok(Next::End) };
        let (id, is_graded) = (question.card.id, question.is_graded());
        let stored = match question.step {
            0 => question.card.best_line(),
            step => question.card.solution.get(step..).unwrap_or_default(),
        };
        let line = self.table_line();
        let line = question.pos.numbered_line(line.as_deref().unwrap_or(stored));
        let others = question.card.repertoire.iter().skip(1);
        let others: Vec<String> = others.map(|&mv| question.pos.san(mv).to_string()).collect();
        let (sentences, main) = (explanation(&question.card), question.card.best());
        if !is_graded {
            self.grade(id, None, ReviewGrade::Again, 0, out)?;
        }
        writeln!(out, "{line}")?;
        if !others.is_empty() {
            writeln!(out, "Also in your repertoire: {}.", others.join(", "))?;
        }
        for sentence in sentences {
            writeln!(out, "{sentence}")?;
        }
        self.play_in_line(main);
        self.next(out)
    }

    fn regrade(&mut self, grade: ReviewGrade, out: &mut Output) -> anyhow::Result<()> {
        let Some((card, of)) = self.last.clone() else {
            writeln!(out, "There is no answer before.")?;
            return Ok(());
        };
        self.write(card, ReviewAction::Regrade { of: of.clone(), grade }, out)?;
        self.queue.regrade(card, grade);
        self.score.set(of, grade);
        let days = self.days_of(card)?;
        writeln!(out, "Counted as {grade}: again in {}.", counted(days, "day"))?;
        Ok(())
    }

    fn undo(&mut self, out: &mut Output) -> anyhow::Result<()> {
        let Some((card, of)) = self.last.take() else {
            writeln!(out, "There is no answer before.")?;
            return Ok(());
        };
        self.score.remove(&of);
        self.queue.remove(card);
        self.write(card, ReviewAction::Undo { of }, out)?;
        if let Some(question) = self.question.as_mut().filter(|question| question.card.id == card) {
            question.graded = None;
            question.wrong = None;
            writeln!(out, "Taken back: answer again.")?;
        } else {
            writeln!(out, "Taken back: the card comes another time.")?;
        }
        Ok(())
    }

    /// Writes the grade of an answer to the current question to the journal; `None` if the answer
    /// was shown.
    pub(super) fn grade(
        &mut self,
        card: CardId,
        mv: Option<Move>,
        grade: ReviewGrade,
        millis: u32,
        out: &mut Output,
    ) -> anyhow::Result<()> {
        let uci = |(mv, question): (Move, &Question)| question.pos.uci(mv).to_string();
        let mv = mv.zip(self.question.as_ref()).map(uci).unwrap_or_default();
        let action = ReviewAction::Answer { mv, grade, millis };
        let key = self.write(card, action, out)?;
        self.queue.answer(card, grade);
        self.score.set(key.clone(), grade);
        if let Some(question) = &mut self.question {
            question.graded = Some(key.clone());
        }
        self.last = Some((card, key));
        Ok(())
    }

    fn write(
        &mut self,
        card: CardId,
        action: ReviewAction,
        out: &mut Output,
    ) -> anyhow::Result<ReviewKey> {
        self.written += 1;
        let Present { offset, run, .. } = &self.present;
        let key = ReviewKey { time: now(), run: run.clone(), count: self.written };
        let line = ReviewLine { key: key.clone(), offset: *offset, card, action };
        self.notebook.append(&line, out)?;
        self.knowledge.get()?.journal.insert(line);
        Ok(key)
    }

    /// Returns the number of days from today until a card is due.
    fn days_of(&mut self, card: CardId) -> anyhow::Result<u64> {
        let mut lines = ReviewJournal::default();
        let own = self.knowledge.get()?.journal.lines().filter(|line| line.card == card);
        own.for_each(|line| lines.insert(line.clone()));
        let histories = self.notebook.histories(&lines);
        let due = histories.of(card).and_then(|history| history.due);
        let days = due.map_or(0, |due| due.days_since(self.present.day.start()));
        Ok(u64::try_from(days).unwrap_or(0))
    }

    /// Returns text that states when the next card is due.
    fn when_next(&self) -> String {
        match self.next_due.map(|due| due.days_since(self.present.day.start())) {
            Some(1) => "The next card is due tomorrow.".to_owned(),
            Some(days) if days > 1 => format!("The next card is due in {days} days."),
            _ => String::new(),
        }
    }

    /// Saves the schedule, so that the next session can start immediately.
    pub(super) fn keep_schedule(&mut self, out: &mut Output) -> anyhow::Result<()> {
        out.flush()?;
        if self.written == 0 && self.has_kept_schedule {
            return Ok(());
        }
        let Known { contents, materials, .. } = self.knowledge.get()?;
        if let Some(cache) = DrillCache::of(&self.notebook, contents, *materials) {
            cache.write(&self.notebook);
        }
        Ok(())
    }

    /// Prints the results at the end of the session.
    pub(super) fn leave(&mut self, out: &mut Output) -> anyhow::Result<()> {
        let Known { contents, journal, .. } = self.knowledge.get()?;
        let histories = self.notebook.histories(journal);
        let tomorrow = self.present.day.end().plus_days(1);
        let due = due_times(contents.deck.places(&histories)).filter(|due| *due < tomorrow);
        writeln!(
            out,
            "\n{} of {} right at the first try. Due tomorrow: {}.",
            self.score.right(),
            self.score.answers(),
            due.count()
        )?;
        Ok(())
    }
}
