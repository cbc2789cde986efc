//! Positions and moves as text.
//!
//! Every notation is parsed in two steps: first into a value that is well-formed in that notation
//! but may make no sense in chess, and then, according to the rules, into a legal move or position.

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
