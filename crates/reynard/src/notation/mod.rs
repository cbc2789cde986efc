//! Positions and moves as text.
//!
//! Every notation is read in two steps: from text to a value that any nonsense in that notation can
//! express, and from there, by asking the rules, to a legal one.

pub mod epd;
pub mod fen;
pub mod lan;
mod move_text;
mod numbered;
mod pseudo_legal;
pub mod san;
pub mod uci;

pub use epd::Epd;
pub use fen::{FenError, FenOptions, ParsePositionError};
pub(crate) use move_text::MoveText;
pub use san::{InvalidSan, San};
pub use uci::{CastlingNotation, InvalidUciMove, UciMove};
