//! The state of a drill session.

use std::collections::BTreeMap;

use reynard::{Move, Position};
use reynard_analysis::Assessment;
use reynard_learn::{
    CardId, DrillQueue, LearnCard, LearnerDay, ReviewGrade, ReviewKey, UtcMillis, UtcOffset,
};

/// A drill session.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) queue: DrillQueue,
    pub(super) day: LearnerDay,
    pub(super) offset: UtcOffset,
    pub(super) median_millis: Option<u32>,
    pub(super) question: Option<Question>,
    /// The last graded answer.
    pub(super) last: Option<(CardId, ReviewKey)>,
    pub(super) asked: usize,
    /// The grades of the answers of this session that still count.
    pub(super) grades: BTreeMap<ReviewKey, ReviewGrade>,
}

impl Session {
    /// Returns the number of answers that were right at the first try.
    pub(super) fn right(&self) -> usize {
        self.grades.values().filter(|&&grade| grade != ReviewGrade::Again).count()
    }
}

/// The card on which the learner is being quizzed.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) card: CardId,
    /// The position: either the card's own, or one within the solution of a puzzle.
    pub(super) pos: Position,
    /// Number of solution moves played so far.
    pub(super) step: usize,
    pub(super) since: UtcMillis,
    pub(super) hints: u32,
    pub(super) is_graded: bool,
    /// The last move judged by searches, with the evaluations of the best move and of it.
    pub(super) searched: Option<(Move, [Assessment; 2])>,
}

impl Question {
    /// Returns the correct move in this position.
    pub(super) fn best(&self, card: &LearnCard) -> Option<Move> {
        card.best_after(self.step)
    }

    /// Plays the correct move of a puzzle, followed by the reply if the solution continues. Returns
    /// that reply.
    pub(super) fn go_on(&mut self, card: &LearnCard) -> Option<Move> {
        let [mv, reply] = card.next_after(self.step)?;
        let mut pos = self.pos.clone();
        pos.play(mv).ok()?;
        pos.play(reply).ok()?;
        self.pos = pos;
        self.step += 2;
        self.hints = 0;
        Some(reply)
    }

    /// Returns the time since the question was shown, in milliseconds.
    pub(super) fn millis(&self, now: UtcMillis) -> u32 {
        u32::try_from(now.0.saturating_sub(self.since.0).max(0)).unwrap_or(u32::MAX)
    }
}
