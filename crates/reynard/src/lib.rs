//! Chess rules: positions, legal moves and notation, for standard chess and Chess960.
//!
//! ```
//! use reynard::{Outcome, Position};
//!
//! // Fool's mate.
//! let mut pos = Position::startpos();
//! for san in ["f3", "e5", "g4", "Qh4#"] {
//!     pos.play(pos.parse_san(san)?)?;
//! }
//! assert!(pos.is_check() && pos.legal_moves().is_empty());
//! assert_eq!(pos.outcome().map(|outcome| outcome.to_string()).as_deref(), Some("Black wins by checkmate"));
//! println!("{pos}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate is `no_std` (it needs `alloc`), and has no dependencies and no `unsafe` code.
//!
//! * Small types: [`Square`], [`Piece`], [`Color`], [`Bitboard`], [`Move`], [`Board`]; [`convert`]
//!   lists their conversions.
//! * [`Setup`] is a position as written, legal or not; [`Position`] is one that the rules accept.
//!   [`Position::from_fen`] is strict, and [`Position::from_fen_playable`] accepts everything to
//!   which the rules can be applied. [`Setup::from_fen`] and [`Position::from_setup_waiving`]
//!   perform the two steps separately.
//! * [`Position::legal_moves`] and related methods generate moves; [`Position::play`],
//!   [`Position::after`] and [`Position::make`] play them.
//! * [`fen`], [`epd`], [`san`], [`lan`] and [`uci`]: reading and writing positions and moves.
//! * [`Game`] stores the moves and counts repetitions, and [`Outcome`] describes how a game ended.
//!   [`Position::find_helpmate`] searches for any way to mate.
//! * [`Position::see`] is the static exchange evaluation, [`Board::pawn_structure`] finds weak and
//!   passed pawns, [`attacks`] contains the attacks of every piece, and [`zobrist`] the Zobrist
//!   keys.
//! * [`PolicyIndex`] numbers the 1,968 moves of a policy head, and [`PackedPosition`] is a position
//!   in 32 bytes.
//! * [`draw`] draws boards, with characters or as SVG.
//!
//! # Features
//!
//! * `serde`, off by default: serializes and deserializes the types below. Each type has a single
//!   serialized form.
//!
//! | type | form | example |
//! |---|---|---|
//! | [`Square`], [`File`], [`Rank`] | name | `"e4"`, `"e"`, `"4"` |
//! | [`Color`], [`PieceType`] | word | `"white"`, `"knight"` |
//! | [`Piece`] | letter of a FEN | `"N"` |
//! | [`Bitboard`] | hexadecimal number, a1 is the last bit | `"0x000000001000efff"` |
//! | [`Board`] | first field of a FEN | `"4k3/8/8/8/8/8/8/4K3"` |
//! | [`Position`], [`Setup`] | FEN | `"4k3/8/8/8/8/8/8/4K3 w - - 0 1"` |
//! | [`PackedPosition`] | 64 hexadecimal digits | |
//! | [`UciMove`] | UCI text | `"e2e4"` |
//! | [`Move`] | UCI text, castling as the king taking its rook, with the kind where it is not plain | `"g1f3"`, `"e2e4:double-push"` |
//! | [`San`] | standard algebraic notation | `"Nbxd7+"` |
//! | [`full_move::FullMove`], [`PolicyIndex`] | their number | `796` |
//! | [`Epd`] | strict EPD | `"4k3/8/8/8/8/8/8/3QK3 w - - bm Qd7+;"` |
//! | [`Game`] | what UCI's `position` says, castling as for [`Move`]; without the moves taken back | `"startpos moves e2e4 e7e5"` |
//! | [`Outcome`] | name, with the winner if there is one | `"checkmate:white"`, `"stalemate"` |
//! | [`GameResult`] | as in PGN | `"1-0"`, `"1/2-1/2"` |
//!
//! Plain UCI notation, which identifies a move only together with a position, is the form of a
//! [`UciMove`]. Deserialization performs the same checks as [`str::parse`]. A [`Position`] that was
//! accepted with waived faults, or whose en-passant square matters although no capture is possible,
//! should therefore be stored as its [`Setup`].

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
pub use chess960::{ParseStartArrayError, StartArray};
pub use color::Color;
pub use file::File;
pub use game::Game;
pub use helpmate::Helpmate;
pub use material::MateKind;
pub use move_list::MoveList;
pub use movegen::{MoveSink, Selection, Stage};
pub use notation::{
    CastlingNotation, Epd, FenError, FenOptions, InvalidSan, InvalidUciMove, ParsePositionError,
    San, UciMove, epd, fen, lan, san, uci,
};
pub use outcome::{GameResult, Outcome, ParseGameResultError};
pub use packed::PackedPosition;
pub use pawn_structure::PawnStructure;
pub use piece::{Piece, PieceType};
pub use piece_values::PieceValues;
pub use policy_index::PolicyIndex;
pub use position::{CheckState, EnPassantMode, IllegalMove, IllegalNullMove, Position, Undo};
pub use rank::Rank;
pub use setup::{ParseSetupFaultError, Setup, SetupError, SetupFault, SetupFaults};
pub use square::{ParseSquareError, Square};

/// The README, included so that its examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
