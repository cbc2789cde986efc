//! The two sides.

use core::fmt;
use core::ops::Not;

use crate::{Rank, Square};

/// A side. White moves first and up the board.
///
/// The discriminants, white = 0 and black = 1, are part of the API.
///
/// ```
/// use reynard::Color;
///
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black as u8, 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first. Its pawns move toward the eighth rank.
    White = 0,
    /// The other side. Its pawns move toward the first rank.
    Black = 1,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// Returns the color with this FEN letter (`w` or `b`, in either case).
    ///
    /// ```
    /// use reynard::Color;
    ///
    /// assert_eq!(Color::from_char('b'), Some(Color::Black));
    /// assert_eq!(Color::from_char('x'), None);
    /// ```
    pub const fn from_char(letter: char) -> Option<Self> {
        match letter {
            'w' | 'W' => Some(Self::White),
            'b' | 'B' => Some(Self::Black),
            _ => None,
        }
    }

    /// Returns the FEN letter of this color.
    ///
    /// ```
    /// assert_eq!(reynard::Color::White.to_char(), 'w');
    /// ```
    pub const fn to_char(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }

    /// Returns the other side, like `!color`.
    ///
    /// ```
    /// use reynard::Color;
    ///
    /// assert_eq!(Color::White.opposite(), Color::Black);
    /// ```
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// Returns the rank on which this side's pieces start and castle.
    ///
    /// ```
    /// use reynard::{Color, Rank};
    ///
    /// assert_eq!(Color::Black.back_rank(), Rank::Eighth);
    /// ```
    #[inline]
    pub const fn back_rank(self) -> Rank {
        Rank::First.relative_to(self)
    }

    /// Returns the rank from this side's point of view: unchanged for White, mirrored for Black.
    ///
    /// ```
    /// use reynard::{Color, Rank};
    ///
    /// assert_eq!(Color::Black.relative_rank(Rank::Second), Rank::Seventh);
    /// ```
    #[inline]
    pub const fn relative_rank(self, rank: Rank) -> Rank {
        rank.relative_to(self)
    }

    /// Returns the square from this side's point of view: unchanged for White, mirrored top to
    /// bottom for Black.
    ///
    /// ```
    /// use reynard::{Color, Square};
    ///
    /// assert_eq!(Color::Black.relative_square(Square::E2), Square::E7);
    /// ```
    #[inline]
    pub const fn relative_square(self, square: Square) -> Square {
        match self {
            Self::White => square,
            Self::Black => square.flip_rank(),
        }
    }
}

impl Not for Color {
    type Output = Self;

    /// Returns the other side.
    #[inline]
    fn not(self) -> Self {
        self.opposite()
    }
}

impl fmt::Display for Color {
    /// Writes `white` or `black`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}
