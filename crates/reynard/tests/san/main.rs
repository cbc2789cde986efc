//! Moves as people write them: rows R26 to R30 of the feature list, the vectors V01 to V08, and
//! SAN against a second implementation of it.

mod cozy;
mod differential;
mod lan;
mod lenient;
mod published;
mod strict;
mod written;

use reynard::{Move, Position};

/// The position of a FEN.
pub(crate) fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The legal move of a UCI text.
pub(crate) fn uci(pos: &Position, text: &str) -> Move {
    pos.parse_uci(text).unwrap_or_else(|error| panic!("{pos}: {text}: {error}"))
}
