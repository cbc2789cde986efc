//! Positions and moves as text.
//!
//! Every notation is read in two steps: from text to a value that any nonsense in that notation can
//! express, and from there, by asking the rules, to a legal one.

mod fen;
mod uci;

pub use fen::{
    FenError, FenErrorKind, FenField, FenOptions, FenStyle, FenText, ParsePositionError,
};
pub use uci::{CastlingNotation, InvalidUciMove, ParseUciMoveError, UciMove, UciMoveError};
