//! Positions and moves as text.
//!
//! Every notation is read in two steps: from text to a value that any nonsense in that notation can
//! express, and from there, by asking the rules, to a legal one.

mod epd;
mod fen;
mod lan;
mod move_text;
mod pseudo_legal;
mod san;
mod uci;

pub use epd::{
    Epd, EpdFinding, EpdFindingKind, EpdMode, EpdOperand, EpdOperation, EpdOptions, EpdReader,
    EpdRecord,
};
pub use fen::{
    FenError, FenErrorKind, FenField, FenOptions, FenStyle, FenText, ParsePositionError,
};
pub use lan::{LanOptions, LanPawn, LanSeparator};
pub use move_text::MoveText;
pub use san::{InvalidSan, ParseSanError, PieceLetters, San, SanCandidates, SanError, SanSuffix};
pub use uci::{CastlingNotation, InvalidUciMove, ParseUciMoveError, UciMove, UciMoveError};
