//! An incorrect move, with the opponent's line after it.

use reynard::Move;
use reynard_analysis::Assessment;

/// An incorrect move, and what is known about it.
#[derive(Clone)]
pub(super) struct WrongMove {
    pub(super) mv: Move,
    /// The opponent's line after the move; empty if unknown.
    pub(super) reply: Vec<Move>,
    /// Evaluations of the best move and of this one, if known.
    pub(super) values: Option<[Assessment; 2]>,
}
