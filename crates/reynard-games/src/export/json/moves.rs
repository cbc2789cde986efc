//! Moves in standard and in UCI notation.

use std::io;

use reynard::san::PieceLetters;
use reynard::{CastlingNotation, Move, Position, San, UciMove};

use super::array::JsonArray;
use super::object::JsonObject;

/// The moves of a line in standard and in UCI notation.
#[derive(Debug, Default)]
pub(in crate::export) struct MoveColumns {
    san: JsonArray,
    uci: JsonArray,
}

impl MoveColumns {
    /// Drops all moves.
    pub(in crate::export) fn clear(&mut self) {
        self.san.clear();
        self.uci.clear();
    }

    /// Adds a move that is legal in the given position.
    #[inline]
    pub(in crate::export) fn push(&mut self, pos: &Position, mv: Move, castling: CastlingNotation) {
        self.san.push_move(pos.san(mv));
        self.uci.push_move(UciMove::new(mv, castling).text());
    }

    /// Adds a null move.
    pub(in crate::export) fn push_null(&mut self) {
        self.san.push_move(San::Null.text(PieceLetters::English));
        self.uci.push_move(UciMove::Null.text());
    }

    pub(super) fn write(&self, object: &mut JsonObject<'_>) -> io::Result<()> {
        object.array("san", &self.san)?;
        object.array("uci", &self.uci)
    }
}
