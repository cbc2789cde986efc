//! The current question.

use std::time::Instant;

use reynard::{Move, Position};
use reynard_learn::{
    DrillVerdict, EndgamePlay, LearnCard, ReviewKey, judge_answer, judge_solution_move,
};

use super::wrong_move::WrongMove;

/// The card that the current question is about.
pub(super) struct Question {
    pub(super) card: LearnCard,
    /// The position in which to find a move: that of the card, or a later one in the solution of a
    /// puzzle.
    pub(super) pos: Position,
    /// The endgame in progress, if it is being played against the tables.
    pub(super) endgame: Option<EndgamePlay>,
    /// Number of solution moves played so far.
    pub(super) step: usize,
    pub(super) asked: Instant,
    /// Number of hints given.
    pub(super) hints: u32,
    /// `true` if the card has already been answered in another line of this session.
    pub(super) is_repeated: bool,
    /// Key of the answer's journal line, once the answer has been graded.
    pub(super) graded: Option<ReviewKey>,
    /// The last incorrect answer.
    pub(super) wrong: Option<WrongMove>,
}

impl Question {
    pub(super) fn new(card: LearnCard, endgame: Option<EndgamePlay>) -> Self {
        Self {
            pos: card.position.clone(),
            card,
            endgame,
            step: 0,
            asked: Instant::now(),
            hints: 0,
            is_repeated: false,
            graded: None,
            wrong: None,
        }
    }

    /// Returns `true` if the answer has been graded, in which case further answers do not count.
    pub(super) const fn is_graded(&self) -> bool {
        self.graded.is_some() || self.is_repeated
    }

    /// Returns the time since the question was shown, in milliseconds.
    pub(super) fn millis(&self) -> u32 {
        u32::try_from(self.asked.elapsed().as_millis()).unwrap_or(u32::MAX)
    }

    /// Returns the correct move in the current position, if the card has one.
    pub(super) fn best(&self) -> Option<Move> {
        self.card.best_after(self.step)
    }

    /// Returns the line of that move, as far as the card has it.
    pub(super) fn best_line(&self) -> &[Move] {
        match self.step {
            0 => self.card.best_line(),
            step => self.card.solution.get(step..).unwrap_or_default(),
        }
    }

    /// Judges a move by the data stored on the card.
    pub(super) fn judge(&self, mv: Move) -> DrillVerdict {
        if self.step == 0 {
            return judge_answer(&self.card, mv);
        }
        judge_solution_move(&self.pos, self.best(), mv)
    }

    /// Plays the correct move of a puzzle, followed by the reply if the solution continues. Returns
    /// that reply as text.
    pub(super) fn go_on(&mut self) -> Option<String> {
        let [mv, reply] = self.card.next_after(self.step)?;
        let mut pos = self.pos.clone();
        pos.play(mv).ok()?;
        let text = pos.numbered_move(reply);
        pos.play(reply).ok()?;
        self.pos = pos;
        self.step += 2;
        self.wrong = None;
        self.hints = 0;
        Some(text)
    }
}
