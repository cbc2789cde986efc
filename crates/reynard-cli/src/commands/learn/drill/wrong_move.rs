//! An incorrect move, with the opponent's line after it.

use reynard::{Color, Move};
use reynard_analysis::Assessment;
use reynard_learn::centipawn_loss;

/// An incorrect move, and what is known about it.
#[derive(Clone)]
pub(super) struct WrongMove {
    pub(super) mv: Move,
    /// The opponent's line after the move; empty if unknown.
    pub(super) reply: Vec<Move>,
    /// The line of the best move; empty if unknown.
    pub(super) best: Vec<Move>,
    /// Evaluations of the best move and of this one, if known.
    pub(super) values: Option<[Assessment; 2]>,
}

impl WrongMove {
    /// Creates a move of which only the opponent's line is known.
    pub(super) const fn new(mv: Move, reply: Vec<Move>) -> Self {
        Self { mv, reply, best: Vec::new(), values: None }
    }

    /// Returns the centipawns that the move loses for its side, if both evaluations are known and
    /// neither is a mate.
    pub(super) fn loss(&self, side: Color) -> Option<i32> {
        self.values.and_then(|[best, after]| centipawn_loss(best, after, side))
    }
}
