//! Errors from the FEN reader.

use core::fmt;

use crate::{Rank, SetupError};

/// The error returned for text that is not a valid FEN: where and why parsing stopped.
///
/// ```
/// use reynard::{Rank, Setup, fen::{FenErrorKind, FenField}};
///
/// let error = Setup::from_fen("rnbqkbnr/pppppppp/8/9/8/8/PPPPPPPP/RNBQKBNR w").unwrap_err();
/// assert_eq!(error.field(), FenField::Pieces);
/// assert_eq!(error.offset(), 20);
/// assert_eq!(error.to_string(), "pieces: `9` is not a number of squares, 1 to 8 (byte 20)");
///
/// let error = Setup::from_fen("rnbqkbnr/pppppppp/8/8p/8/8/PPPPPPPP/RNBQKBNR w").unwrap_err();
/// assert_eq!(error.kind(), FenErrorKind::RankLength { rank: Rank::Fifth, files: 9 });
/// assert_eq!(error.to_string(), "pieces: rank 5 has 9 files, not 8 (byte 21)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FenError {
    pub(super) kind: FenErrorKind,
    pub(super) field: FenField,
    pub(super) offset: usize,
}

impl FenError {
    /// Returns the kind of error.
    pub const fn kind(&self) -> FenErrorKind {
        self.kind
    }

    /// Returns the field with the error.
    pub const fn field(&self) -> FenField {
        self.field
    }

    /// Returns the byte offset of the error, from 0. For a missing field it is the end of the text.
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} (byte {})", self.field, self.kind, self.offset)
    }
}

impl core::error::Error for FenError {}

/// A field of a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FenField {
    /// Piece placement.
    Pieces,
    /// The side to move.
    Turn,
    /// The castling rights.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// The half-move clock.
    HalfmoveClock,
    /// The move number.
    FullmoveNumber,
    /// Text after the last field.
    Rest,
}

impl fmt::Display for FenField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pieces => "pieces",
            Self::Turn => "side to move",
            Self::Castling => "castling",
            Self::EnPassant => "en passant",
            Self::HalfmoveClock => "half-move clock",
            Self::FullmoveNumber => "move number",
            Self::Rest => "end",
        })
    }
}

/// Kind of error in a FEN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenErrorKind {
    /// The text ends before this field, which is required.
    Missing,
    /// A character that does not represent a piece.
    UnknownPiece(char),
    /// The digit 0 or 9 in place of a number of squares.
    SquareCount(char),
    /// Two digits in a row. A run of empty squares is a single number, so something is missing.
    TwoCounts,
    /// A rank that does not have eight files.
    RankLength {
        /// The rank. FEN lists ranks from the eighth down.
        rank: Rank,
        /// The number of files found in it.
        files: usize,
    },
    /// The number of ranks is not eight. Holds the number found.
    RankCount(usize),
    /// The side to move is neither `w` nor `b`.
    UnknownTurn,
    /// A character that does not represent a castling right.
    UnknownCastling(char),
    /// A repeated castling right.
    RepeatedCastling(char),
    /// The en-passant field is neither the name of a square nor `-`.
    NotASquare,
    /// The text is not a number.
    NotANumber,
    /// A number above the maximum that can be stored.
    NumberTooLarge(u32),
    /// Text after the six fields.
    TrailingText,
}

impl fmt::Display for FenErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("missing"),
            Self::UnknownPiece(letter) => write!(f, "`{}` is not a piece", letter.escape_debug()),
            Self::SquareCount(digit) => {
                write!(f, "`{digit}` is not a number of squares, 1 to 8")
            }
            Self::TwoCounts => f.write_str("two digits in a row"),
            Self::RankLength { rank, files: 1 } => write!(f, "rank {rank} has 1 file, not 8"),
            Self::RankLength { rank, files } => write!(f, "rank {rank} has {files} files, not 8"),
            Self::RankCount(1) => f.write_str("1 rank, not 8"),
            Self::RankCount(ranks) => write!(f, "{ranks} ranks, not 8"),
            Self::UnknownTurn => f.write_str("neither `w` nor `b`"),
            Self::UnknownCastling(letter) => {
                write!(f, "`{}` is not a castling right", letter.escape_debug())
            }
            Self::RepeatedCastling(letter) => {
                write!(f, "`{letter}` repeats a right that was given before")
            }
            Self::NotASquare => f.write_str("neither a square nor `-`"),
            Self::NotANumber => f.write_str("not a number"),
            Self::NumberTooLarge(max) => write!(f, "the number is larger than {max}"),
            Self::TrailingText => f.write_str("text after the last field"),
        }
    }
}

/// The error returned for text that is not the FEN of a position: it is either not a FEN at all, or
/// its set-up is not a valid position.
///
/// ```
/// use reynard::{ParsePositionError, Position, SetupFault};
///
/// let error = "4k3/8/8/8/8/8/8/8 w - - 0 1".parse::<Position>().unwrap_err();
/// let ParsePositionError::Setup(error) = error else { panic!() };
/// assert!(error.faults().contains(SetupFault::MissingWhiteKing));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsePositionError {
    /// The text is not a FEN.
    Fen(FenError),
    /// The FEN does not describe a valid position.
    Setup(SetupError),
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Setup(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ParsePositionError {}

impl From<FenError> for ParsePositionError {
    fn from(error: FenError) -> Self {
        Self::Fen(error)
    }
}

impl From<SetupError> for ParsePositionError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}
