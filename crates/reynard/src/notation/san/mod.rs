//! SAN, the notation used by people and PGN files: `e4`, `Nbxd7`, `exd8=Q+`, `O-O`.
//!
//! There is one way to write a move and two ways to parse one. [`Position::parse_san`] accepts only
//! what the PGN standard allows, in a few nanoseconds; [`Position::parse_san_lenient`] accepts what
//! people type. Neither generates the moves of the position: both look back from the target square
//! at the pieces that could have come from there.
//!
//! The notation is specified in section 8.2.3 of the PGN standard.
//!
//! [`Position::parse_san`]: crate::Position::parse_san
//! [`Position::parse_san_lenient`]: crate::Position::parse_san_lenient

mod error;
mod fast;
mod lenient;
mod plain;
mod read;
mod resolve;
mod write;

pub use super::move_text::MoveText;
pub use error::{InvalidSan, ParseSanError, SanCandidates, SanError};
pub use write::PieceLetters;
pub(super) use write::{push_castling, push_promotion, push_square, push_suffix};

use crate::{CastlingSide, File, PieceType, Rank, Square};

/// A move as written in SAN, not checked for legality.
///
/// Parsing is strict: see [`Position::parse_san`](crate::Position::parse_san).
///
/// ```
/// use reynard::{Position, San};
///
/// let san: San = "Nf3".parse()?;
/// let pos = Position::startpos();
/// let mv = san.to_move(&pos)?;
/// assert_eq!(San::new(&pos, mv), san);
/// assert_eq!(san.to_string(), "Nf3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// A piece moves from one square to another.
    Normal {
        /// The kind of piece.
        piece: PieceType,
        /// The origin file, if it must be specified.
        file: Option<File>,
        /// The origin rank, if it must be specified.
        rank: Option<Rank>,
        /// `true` for a capture, `x`.
        capture: bool,
        /// The target square.
        to: Square,
        /// The piece to which a pawn promotes.
        promotion: Option<PieceType>,
        /// The mark of check or checkmate.
        suffix: Option<SanSuffix>,
    },
    /// The king castles.
    Castle {
        /// The castling side.
        side: CastlingSide,
        /// The mark of check or checkmate.
        suffix: Option<SanSuffix>,
    },
    /// The null move, written `--`. It is not a chess move, but annotators use it to show a threat.
    Null,
}

/// The mark of a move that gives check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SanSuffix {
    /// Check, `+`.
    Check,
    /// Checkmate, `#`.
    Checkmate,
}

impl SanSuffix {
    /// Returns the character of this mark.
    ///
    /// ```
    /// assert_eq!(reynard::san::SanSuffix::Checkmate.to_char(), '#');
    /// ```
    pub const fn to_char(self) -> char {
        match self {
            Self::Check => '+',
            Self::Checkmate => '#',
        }
    }
}
