//! A position to show.

use reynard::{Game, Move, Position};

use crate::drawing_args::Drawings;

/// A position to show, with the arrows and highlights on it.
pub(super) struct Shown<'a> {
    pub(super) game: &'a Game,
    pub(super) last_move: Option<Move>,
    /// Arrows and lit squares of the annotator.
    pub(super) drawings: Drawings,
    /// The name, for people who cannot see the board and above it in print.
    pub(super) caption: Option<String>,
    /// The solution, for the end of a sheet.
    pub(super) solution: String,
    /// The positions from the start to this one, for an animation.
    pub(super) frames: Vec<(Position, Option<Move>)>,
}
