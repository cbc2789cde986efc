//! Incorrect answers: what refutes them, and what is known without a refutation.

use std::io::Write;

use reynard::Move;
use reynard_console::output::Output;
use reynard_learn::{CardKind, JudgeSearch, ReviewGrade};

use super::engine_judge::{Judged, SearchContext};
use super::session::{Next, Session};
use super::text::{missed, pawns, refutation};
use super::wrong_move::WrongMove;

/// The greatest loss in centipawns that is said to matter in the long run only.
const LONG_RUN: i32 = 150;

impl Session<'_> {
    /// Grades an incorrect answer, and says what refutes it.
    pub(super) fn wrong(
        &mut self,
        mv: Move,
        judged: Option<Judged>,
        out: &mut Output,
    ) -> anyhow::Result<Next> {
        let Some(question) = &self.question else { return Ok(Next::End) };
        let (id, is_graded) = (question.card.id, question.is_graded());
        let is_repertoire = question.card.kind == CardKind::Repertoire;
        let millis = question.millis();
        if !is_graded {
            self.grade(id, Some(mv), ReviewGrade::Again, millis, out)?;
        }
        let wrong = if is_repertoire {
            WrongMove::new(mv, Vec::new())
        } else {
            self.refuted(mv, judged, out)?
        };
        let Some(question) = &mut self.question else { return Ok(Next::End) };
        let loss = wrong.loss(question.pos.turn());
        let why = match (refutation(&question.pos, &wrong), loss) {
            _ if is_repertoire => "Your repertoire has another move.".to_owned(),
            (Some(why), _) => format!("No. {why}"),
            (None, Some(loss)) if loss > 0 => format!("No, that is worth {} less.", pawns(loss)),
            (None, _) => "No.".to_owned(),
        };
        question.wrong = Some(wrong);
        writeln!(out, "{why} Try again, or show.")?;
        Ok(Next::Ask)
    }

    /// Returns an incorrect move with the line that refutes it: that of the game, or that of a
    /// search. A line that ends before it shows anything is searched on.
    fn refuted(
        &mut self,
        mv: Move,
        judged: Option<Judged>,
        out: &mut Output,
    ) -> anyhow::Result<WrongMove> {
        let mut wrong = WrongMove::new(mv, Vec::new());
        let Some(question) = &self.question else { return Ok(wrong) };
        let pos = question.pos.clone();
        let played = question.card.mistakes.iter().find(|mistake| mistake.played == mv);
        let (settings, interrupt) = (&self.notebook.settings, &self.interrupt);
        let context = SearchContext { settings, interrupt };
        wrong.best = question.best_line().to_vec();
        if let Some(judged) = judged {
            (wrong.best, wrong.reply) = (judged.best, judged.reply);
            wrong.values = Some(judged.values);
        }
        match played.filter(|it| question.step == 0 && !it.reply.is_empty()) {
            Some(played) => {
                wrong.reply.clone_from(&played.reply);
                wrong.values = Some([played.before, played.after]);
            }
            None if wrong.values.is_none() => {
                let found = self.engine.search(&pos, mv, JudgeSearch::Usual, context, out)?;
                wrong.reply = found.map(|(_, line)| line).unwrap_or_default();
            }
            None => {}
        }
        if !wrong.reply.is_empty() && refutation(&pos, &wrong).is_none() {
            self.engine.search_on(&pos, &mut wrong, context, out)?;
        }
        Ok(wrong)
    }

    /// Prints why the last incorrect answer, or the move of the game, is bad.
    pub(super) fn why(&self, out: &mut Output) -> anyhow::Result<()> {
        let Some(question) = &self.question else { return Ok(()) };
        let played = question.card.mistakes.last().filter(|_| question.step == 0);
        let played = played.map(|it| WrongMove {
            mv: it.played,
            reply: it.reply.clone(),
            best: question.best_line().to_vec(),
            values: Some([it.before, it.after]),
        });
        let Some(wrong) = question.wrong.clone().or(played) else {
            writeln!(out, "There is no bad move to explain.")?;
            return Ok(());
        };
        let loss = wrong.loss(question.pos.turn());
        match (refutation(&question.pos, &wrong), loss) {
            (Some(text), _) => writeln!(out, "{text}")?,
            (None, Some(..=LONG_RUN)) => {
                writeln!(out, "No short line shows it: another move is better in the long run.")?;
            }
            (None, Some(loss)) => {
                let loss = pawns(loss);
                match missed(&question.pos, &wrong) {
                    Some(kind) => writeln!(out, "It is worth {loss} less: it {kind}.")?,
                    None => writeln!(out, "It is worth {loss} less. No short line shows why.")?,
                }
            }
            (None, None) => writeln!(out, "No short line shows it.")?,
        }
        let mut after = question.pos.clone();
        after.play(wrong.mv)?;
        if !wrong.reply.is_empty() {
            writeln!(out, "{}", after.numbered_line(&wrong.reply))?;
        }
        Ok(())
    }
}
