//! A position to show.

use reynard::{Game, Move, Position};

use crate::drawing_args::Drawings;

/// A position to show, with the arrows and highlights on it.
pub(super) struct Shown<'a> {
    pub(super) game: &'a Game,
    pub(super) last_move: Option<Move>,
    /// The annotator's arrows and highlighted squares.
    pub(super) drawings: Drawings,
    /// The name of the position, used as alternative text for the board and as a caption in print.
    pub(super) caption: Option<String>,
    /// The solution, printed at the end of a sheet.
    pub(super) solution: String,
    /// The positions from the start to the current one, for an animation.
    pub(super) frames: Vec<(Position, Option<Move>)>,
}
