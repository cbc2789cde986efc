//! Conversions between the small types and numbers or letters.
//!
//! [`Square`], [`File`] and [`Rank`] convert from and to every integer type by their index (a1 = 0
//! .. h8 = 63; the a-file and the first rank = 0). [`Color`], [`PieceType`], [`Piece`], [`File`]
//! and [`Rank`] convert from and to FEN letters, and can be parsed from a string of a single
//! letter.
//!
//! ```
//! use reynard::{Color, File, Piece, Rank, Square};
//!
//! assert_eq!(Square::try_from(28)?, Square::E4);
//! assert_eq!(usize::from(Square::H8), 63);
//! assert_eq!(Square::from((File::E, Rank::Fourth)), Square::E4);
//! assert_eq!(Piece::try_from('n')?.color, Color::Black);
//! assert_eq!("b".parse::<Color>()?, Color::Black);
//! assert!(Square::try_from(64_u8).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;
use core::str::FromStr;

use crate::{Color, File, Piece, PieceType, Rank, Square};

/// The error returned for a number that is not an index of the type: see [`convert`](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexError;

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("index out of range")
    }
}

impl core::error::Error for IndexError {}

/// The error returned for a letter that does not represent a value of the type: see
/// [`convert`](self).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LetterError;

impl fmt::Display for LetterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a known letter")
    }
}

impl core::error::Error for LetterError {}

macro_rules! index_conversions {
    ($type:ident: $($integer:ident)*) => {$(
        impl TryFrom<$integer> for $type {
            type Error = IndexError;

            /// Returns the value with this index.
            #[inline]
            fn try_from(index: $integer) -> Result<Self, IndexError> {
                u8::try_from(index).ok().and_then(Self::from_index).ok_or(IndexError)
            }
        }

        impl From<$type> for $integer {
            /// Returns the index.
            #[inline]
            fn from(value: $type) -> Self {
                value as Self
            }
        }
    )*};
}

index_conversions!(Square: u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
index_conversions!(File: u8 u16 u32 u64 usize i8 i16 i32 i64 isize);
index_conversions!(Rank: u8 u16 u32 u64 usize i8 i16 i32 i64 isize);

macro_rules! letter_conversions {
    ($($type:ident)*) => {$(
        impl TryFrom<char> for $type {
            type Error = LetterError;

            /// Returns the value with this letter.
            fn try_from(letter: char) -> Result<Self, LetterError> {
                Self::from_char(letter).ok_or(LetterError)
            }
        }

        impl From<$type> for char {
            /// Returns the letter.
            fn from(value: $type) -> Self {
                value.to_char()
            }
        }

        impl FromStr for $type {
            type Err = LetterError;

            /// Parses a single letter.
            fn from_str(text: &str) -> Result<Self, LetterError> {
                let mut letters = text.chars();
                match (letters.next(), letters.next()) {
                    (Some(letter), None) => Self::try_from(letter),
                    _ => Err(LetterError),
                }
            }
        }
    )*};
}

letter_conversions!(Color File Rank PieceType Piece);

impl From<(File, Rank)> for Square {
    /// Returns the square at the intersection of a file and a rank: see [`Square::new`].
    fn from((file, rank): (File, Rank)) -> Self {
        Self::new(file, rank)
    }
}

impl From<Square> for (File, Rank) {
    /// Returns the file and rank of the square.
    fn from(square: Square) -> Self {
        (square.file(), square.rank())
    }
}

impl From<(Color, PieceType)> for Piece {
    /// Returns the piece of this color and kind.
    fn from((color, kind): (Color, PieceType)) -> Self {
        kind.of(color)
    }
}

impl From<Piece> for PieceType {
    /// Returns the kind of the piece.
    fn from(piece: Piece) -> Self {
        piece.kind
    }
}

impl From<Piece> for Color {
    /// Returns the color of the piece.
    fn from(piece: Piece) -> Self {
        piece.color
    }
}
