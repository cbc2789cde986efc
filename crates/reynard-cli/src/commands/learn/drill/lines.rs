//! Drills the repertoire in complete lines.

use std::io::Write;

use reynard::{Color, Move};
use reynard_console::output::Output;
use reynard_learn::{FsrsScheduler, LearnCard, LineQuestion};

use super::knowledge::Known;
use super::question::Question;
use super::session::{Next, Session};

impl Session<'_> {
    /// Starts the first line.
    pub(super) fn begin_lines(&mut self, out: &mut Output) -> anyhow::Result<Next> {
        if self.lines.as_ref().is_some_and(|lines| lines.drill.is_empty()) {
            let folder = self.notebook.folder.join("repertoire");
            writeln!(out, "There is no repertoire: put PGN files into {}", folder.display())?;
            return Ok(Next::End);
        }
        writeln!(out, "Lines of your repertoire. Type a move, or help.")?;
        self.next_in_line(out)
    }

    /// Shows the next position of a line as a question. Suspended positions are played
    /// automatically.
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
        // The move counters of the line, not those of the file.
        question.pos = position;
        question.is_repeated = is_repeated;
        self.question = Some(question);
        self.draw(out)?;
        Ok(Next::Ask)
    }

    /// Plays the learner's move in the current line, if there is one.
    pub(super) fn play_in_line(&mut self, mv: Option<Move>) {
        if let (Some(lines), Some(mv)) = (&mut self.lines, mv) {
            lines.drill.answer(mv);
        }
    }

    /// Leaves the current line, if there is one.
    pub(super) fn leave_line(&mut self) {
        if let Some(lines) = &mut self.lines {
            lines.drill.abandon();
        }
    }
}
