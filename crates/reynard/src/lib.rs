//! The rules of chess: positions, legal moves and notation, for standard chess and Chess960.
//!
//! The crate is `no_std` (it needs `alloc`), has no dependencies and no `unsafe` code.
//!
//! * The nouns: [`Square`], [`Piece`], [`Color`], [`Bitboard`], [`Move`], [`Board`].
//! * [`Setup`] is a position as it was written down; [`Position`] is one that the rules accept.
//! * [`Position::legal_moves`] and its relatives generate, [`Position::play`] and
//!   [`Position::make`] play.
//! * [`attacks`] answers what a piece attacks, [`zobrist`] what the keys are made of.
//!
//! ```
//! use reynard::Position;
//!
//! // The fool's mate.
//! let mut pos = Position::startpos();
//! for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
//!     pos.play(pos.parse_uci(text)?)?;
//! }
//! assert!(pos.is_check() && !pos.has_legal_move());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![no_std]
#![forbid(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "squares, counts and bits are narrowed to what they are known to fit"
)]

extern crate alloc;

pub mod attacks;
mod bitboard;
mod board;
mod castling;
mod chess960;
mod chess_move;
mod color;
mod file;
mod move_list;
mod movegen;
mod notation;
mod piece;
mod position;
mod rank;
mod setup;
mod square;
pub mod zobrist;

pub use bitboard::{Bitboard, Squares, Subsets};
pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use chess960::StartArray;
pub use chess_move::{Move, MoveKind};
pub use color::Color;
pub use file::File;
pub use move_list::MoveList;
pub use movegen::{Selection, Stage};
pub use notation::{
    CastlingNotation, FenError, FenErrorKind, FenField, FenOptions, FenStyle, FenText,
    InvalidUciMove, ParsePositionError, ParseUciMoveError, UciMove, UciMoveError,
};
pub use piece::{Piece, PieceType};
pub use position::{
    CheckState, EnPassantMode, Explanation, IllegalMove, IllegalNullMove, Position, SetupError,
    SetupFault, SetupFaults, Undo,
};
pub use rank::Rank;
pub use setup::{Sanitized, Setup};
pub use square::{ParseSquareError, Square};
