//! The current question.

use std::time::Instant;

use reynard::{Move, Position};
use reynard_learn::{
    DrillVerdict, EndgamePlay, LearnCard, ReviewKey, judge_answer, judge_solution_move,
};

/// The card that is currently asked.
pub(super) struct Question {
    pub(super) card: LearnCard,
    /// The position to move in: that of the card, or a later one in the solution of a puzzle.
    pub(super) pos: Position,
    /// The endgame in progress, if it is played against the tables.
    pub(super) endgame: Option<EndgamePlay>,
    /// Number of moves of the solution that have been played.
    pub(super) step: usize,
    pub(super) asked: Instant,
    /// Number of hints given.
    pub(super) hints: u32,
    /// `true` if the card was already answered in another line of this session.
    pub(super) is_repeated: bool,
    /// Key of the journal line, once the answer has been graded.
    pub(super) graded: Option<ReviewKey>,
    /// The last wrong answer with the opponent's line after it, if known.
    pub(super) wrong: Option<(Move, Vec<Move>)>,
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

    /// Returns `true` if the answer has been graded, so that further answers do not count.
    pub(super) const fn is_graded(&self) -> bool {
        self.graded.is_some() || self.is_repeated
    }

    /// Returns the time since the question was asked, in milliseconds.
    pub(super) fn millis(&self) -> u32 {
        u32::try_from(self.asked.elapsed().as_millis()).unwrap_or(u32::MAX)
    }

    /// Returns the correct move in the current position, if the card has one.
    pub(super) fn best(&self) -> Option<Move> {
        if self.step > 0 { self.card.solution.get(self.step).copied() } else { self.card.best() }
    }

    /// Judges a move by the stored data.
    pub(super) fn judge(&self, mv: Move) -> DrillVerdict {
        if self.step == 0 {
            return judge_answer(&self.card, mv);
        }
        judge_solution_move(&self.pos, self.best(), mv)
    }

    /// Plays the correct move of a puzzle and the reply to it. Returns the reply as text if the
    /// solution continues.
    pub(super) fn go_on(&mut self) -> Option<String> {
        let line = self.card.solution.get(self.step..self.step + 3)?;
        let (mv, reply) = (line[0], line[1]);
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
