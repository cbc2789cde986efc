//! SAN, the notation people and PGN files use: `e4`, `Nbxd7`, `exd8=Q+`, `O-O`.
//!
//! There is one way to write a move and two to read one. [`Position::parse_san`] takes what the
//! PGN standard allows and nothing else, in a few nanoseconds; [`Position::parse_san_lenient`]
//! takes what people type. Neither lists the moves of the position: they look back from the target
//! square at the pieces that could have come from there.
//!
//! The notation is section 8.2.3 of the PGN standard.
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

/// A move as SAN text says it, before asking whether it is legal anywhere.
///
/// Reading is strict: see [`Position::parse_san`](crate::Position::parse_san).
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
    /// A piece goes from one square to another.
    Normal {
        /// The kind of piece.
        piece: PieceType,
        /// The file it comes from, where that has to be said.
        file: Option<File>,
        /// The rank it comes from, where that has to be said.
        rank: Option<Rank>,
        /// `true` for a capture, `x`.
        capture: bool,
        /// The square it goes to.
        to: Square,
        /// The piece a pawn promotes to.
        promotion: Option<PieceType>,
        /// The mark of check or checkmate.
        suffix: Option<SanSuffix>,
    },
    /// The king castles.
    Castle {
        /// Towards which side.
        side: CastlingSide,
        /// The mark of check or checkmate.
        suffix: Option<SanSuffix>,
    },
    /// The null move, written `--`: no move of chess, but annotators use it to ask what is
    /// threatened.
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
