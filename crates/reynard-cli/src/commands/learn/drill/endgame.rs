//! Endgames that the learner plays against the tables.

use std::io::Write;

use reynard::Move;
use reynard_console::output::Output;
use reynard_learn::{
    CardKind, EndgameEnd, EndgamePlay, EndgameStep, EndgameTables, EndgameValue, LearnCard,
    ReviewGrade,
};

use super::session::{Next, Session};
use super::wrong_move::WrongMove;

impl Session<'_> {
    /// Starts playing an endgame if the tables contain it.
    pub(super) fn begin_endgame(
        &mut self,
        card: &LearnCard,
        out: &mut Output,
    ) -> anyhow::Result<Option<EndgamePlay>> {
        // A repertoire move is asked as such.
        let goal = card.goal.filter(|_| card.kind == CardKind::Endgame);
        let Some(goal) = goal else { return Ok(None) };
        let Some(tables) = self.tables.get(&self.notebook, out)? else { return Ok(None) };
        let is_known = tables.value(&card.position).is_some_and(|value| value >= goal);
        Ok(is_known.then(|| EndgamePlay::new(card.position.clone(), goal)))
    }

    /// Returns the correct move in the current position.
    pub(super) fn best(&self) -> Option<Move> {
        let question = self.question.as_ref()?;
        let tables = self.tables.opened().filter(|_| question.endgame.is_some());
        tables.and_then(|tables| tables.best(&question.pos)).or_else(|| question.best())
    }

    /// Returns the best line from the tables for the endgame in progress.
    pub(super) fn table_line(&self) -> Option<Vec<Move>> {
        /// Number of plies shown.
        const PLIES: usize = 12;
        let question = self.question.as_ref().filter(|question| question.endgame.is_some())?;
        let tables = self.tables.opened()?;
        Some(tables.best_line(&question.pos, PLIES))
    }

    /// Plays a move of an endgame. Returns `None` if there are no tables for the endgame.
    pub(super) fn play_endgame(
        &mut self,
        mv: Move,
        out: &mut Output,
    ) -> anyhow::Result<Option<Next>> {
        let (Some(question), Some(tables)) = (&mut self.question, self.tables.opened()) else {
            return Ok(None);
        };
        let Some(play) = &mut question.endgame else { return Ok(None) };
        let next = match play.answer(mv, tables) {
            EndgameStep::Unknown => {
                question.endgame = None;
                return Ok(None);
            }
            EndgameStep::Reply(reply) => {
                question.pos.play(mv)?;
                let text = question.pos.numbered_move(reply);
                question.pos = play.position().clone();
                question.step += 2;
                question.wrong = None;
                writeln!(out, "Right. {text}: go on.")?;
                self.draw(out)?;
                Next::Ask
            }
            EndgameStep::Settled(end) => {
                writeln!(out, "{}", end_text(end))?;
                self.count_right(mv, "", out)?
            }
            EndgameStep::Repeats => {
                writeln!(out, "That wins, and repeats a position: try another move.")?;
                Next::Ask
            }
            EndgameStep::GivenUp(value) => {
                let reply = question.pos.after(mv).ok().and_then(|after| tables.best(&after));
                question.wrong = Some(WrongMove::new(mv, reply.into_iter().collect()));
                let (id, is_graded) = (question.card.id, question.is_graded());
                let millis = question.millis();
                if !is_graded {
                    self.grade(id, Some(mv), ReviewGrade::Again, millis, out)?;
                }
                let what = if value == EndgameValue::Draw { "a draw" } else { "lost" };
                writeln!(out, "No, now it is {what}. Try again, or show.")?;
                Next::Ask
            }
        };
        Ok(Some(next))
    }
}

/// Returns a sentence that states why an endgame is decided.
const fn end_text(end: EndgameEnd) -> &'static str {
    match end {
        EndgameEnd::Mate => "Mate.",
        EndgameEnd::BasicMate => "The rest is the mate of the bare king.",
        EndgameEnd::Draw => "That is a draw.",
        EndgameEnd::Safe => "It holds: nothing can go wrong any more.",
        EndgameEnd::Long => "It holds: that is enough.",
    }
}
