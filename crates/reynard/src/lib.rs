//! The rules of chess: positions, legal moves and notation, for standard chess and Chess960.
//!
//! The crate is `no_std` (it needs `alloc`), has no dependencies and no `unsafe` code.
//!
//! * The nouns: [`Square`], [`Piece`], [`Color`], [`Bitboard`], [`Move`], [`Board`].
//! * [`Setup`] is a position as it was written down; [`Position`] is one that the rules accept.
//! * [`Position::legal_moves`] and its relatives generate, [`Position::play`] and
//!   [`Position::make`] play.
//! * [`attacks`] answers what a piece attacks, [`zobrist`] what the keys are made of.
//! * [`Game`] keeps the moves and counts repetitions, [`Outcome`] is how it ended;
//!   [`Position::find_helpmate`] searches for a way to mate at all.
//! * [`Position::see`] follows the exchanges on a square, [`Board::pawn_structure`] looks at pawns.
//! * [`draw`] makes pictures, with characters or as SVG.
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
//!
//! # Features
//!
//! * `serde`, off unless asked for: the types below can be stored and read. Each has one form.
//!
//! | type | form | example |
//! |---|---|---|
//! | [`Square`], [`File`], [`Rank`] | name | `"e4"`, `"e"`, `"4"` |
//! | [`Color`], [`PieceType`] | word | `"white"`, `"knight"` |
//! | [`Piece`] | letter of a FEN | `"N"` |
//! | [`Bitboard`] | hexadecimal number, a1 is the last bit | `"0x000000001000efff"` |
//! | [`Board`] | first field of a FEN | `"4k3/8/8/8/8/8/8/4K3"` |
//! | [`Position`], [`Setup`] | X-FEN | `"4k3/8/8/8/8/8/8/4K3 w - - 0 1"` |
//! | [`PackedPosition`] | 64 hexadecimal digits | |
//! | [`UciMove`] | UCI text | `"e2e4"` |
//! | [`Move`] | UCI text, castling as the king taking its rook, with the kind where it is not plain | `"g1f3"`, `"e2e4:double-push"` |
//! | [`San`] | standard algebraic notation | `"Nbxd7+"` |
//! | [`FullMove`], [`PolicyIndex`] | their number | `796` |
//! | [`Epd`] | strict EPD | `"4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+;"` |
//! | [`Game`] | what UCI's `position` says, castling as for [`Move`]; moves taken back are forgotten | `"startpos moves e2e4 e7e5"` |
//! | [`Outcome`] | name, with the winner if there is one | `"checkmate:white"`, `"stalemate"` |
//! | [`GameResult`] | as in PGN | `"1-0"`, `"1/2-1/2"` |
//!
//! UCI text alone means a move only together with a position: that is a [`UciMove`]. What is read is
//! checked as [`str::parse`] checks it. So a [`Position`] that was accepted with faults waived, or
//! whose en-passant square is wanted although nothing can be captured there, is stored as its
//! [`Setup`].

#![no_std]
#![forbid(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "squares, counts and bits are narrowed to what they are known to fit"
)]

extern crate alloc;

pub mod attacks;
pub mod bitboard;
mod board;
mod castling;
mod chess960;
mod chess_move;
mod color;
pub mod consistency;
pub mod convert;
mod dead;
pub mod draw;
mod file;
pub mod full_move;
pub mod game;
mod helpmate;
mod material;
mod move_list;
mod movegen;
mod notation;
mod outcome;
pub mod packed;
mod pawn_structure;
mod piece;
mod piece_values;
mod policy_index;
mod position;
mod rank;
mod see;
#[cfg(feature = "serde")]
mod serialize;
pub mod setup;
mod square;
pub mod suggest;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use chess_move::{Move, MoveKind};
pub use chess960::StartArray;
pub use color::Color;
pub use file::File;
pub use game::Game;
pub use helpmate::Helpmate;
pub use material::MateKind;
pub use move_list::MoveList;
pub use movegen::{Selection, Stage};
pub use notation::{
    CastlingNotation, Epd, FenError, FenOptions, InvalidSan, InvalidUciMove, ParsePositionError,
    San, UciMove, epd, fen, lan, san, uci,
};
pub use outcome::{GameResult, Outcome};
pub use packed::PackedPosition;
pub use pawn_structure::PawnStructure;
pub use piece::{Piece, PieceType};
pub use piece_values::PieceValues;
pub use policy_index::PolicyIndex;
pub use position::{CheckState, EnPassantMode, IllegalMove, IllegalNullMove, Position, Undo};
pub use rank::Rank;
pub use setup::{Setup, SetupError, SetupFault, SetupFaults};
pub use square::{ParseSquareError, Square};
