//! Playing a step of a line.

use reynard::{Move, Position};

/// Plays a step that is known to be possible. `None` denotes a null move.
pub(super) fn play(pos: &mut Position, step: Option<Move>) {
    match step {
        Some(mv) => pos.play_unchecked(mv),
        // It was possible when the game was read.
        None => drop(pos.play_null()),
    }
}
