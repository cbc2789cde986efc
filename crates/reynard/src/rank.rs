//! Ranks of the board.

use core::fmt;

use crate::Color;

/// A rank (row) of the board; the discriminants are 0 (White's back rank) to 7.
///
/// ```
/// use reynard::Rank;
///
/// assert_eq!(Rank::from_char('4'), Some(Rank::Fourth));
/// assert_eq!(Rank::Fourth as u8, 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names of the ranks say all")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// The eight ranks, from White's back rank up.
    pub const ALL: [Self; 8] = [
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Sixth,
        Self::Seventh,
        Self::Eighth,
    ];

    /// Returns the rank with this index, or `None` if it is 8 or above.
    ///
    /// ```
    /// use reynard::Rank;
    ///
    /// assert_eq!(Rank::from_index(0), Some(Rank::First));
    /// assert_eq!(Rank::from_index(8), None);
    /// ```
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self::from_low_bits(index)) } else { None }
    }

    /// Returns the rank with the number in the three low bits of `bits`; see `File::from_low_bits`.
    #[inline]
    pub(crate) const fn from_low_bits(bits: u8) -> Self {
        match bits & 7 {
            0 => Self::First,
            1 => Self::Second,
            2 => Self::Third,
            3 => Self::Fourth,
            4 => Self::Fifth,
            5 => Self::Sixth,
            6 => Self::Seventh,
            _ => Self::Eighth,
        }
    }

    /// Returns the rank whose digit is `digit`.
    ///
    /// ```
    /// assert_eq!(reynard::Rank::from_char('9'), None);
    /// ```
    pub const fn from_char(digit: char) -> Option<Self> {
        match digit {
            '1'..='8' => Some(Self::from_low_bits(digit as u8 - b'1')),
            _ => None,
        }
    }

    /// Returns the digit of this rank.
    ///
    /// ```
    /// use reynard::Rank;
    ///
    /// assert_eq!(Rank::Fourth.to_char(), '4');
    /// ```
    pub const fn to_char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank mirrored top to bottom: the first becomes the eighth.
    ///
    /// ```
    /// use reynard::Rank;
    ///
    /// assert_eq!(Rank::Second.flip(), Rank::Seventh);
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::from_low_bits(7 - self as u8)
    }

    /// Returns the rank as counted by `color`, from its own back rank.
    ///
    /// ```
    /// use reynard::{Color, Rank};
    ///
    /// assert_eq!(Rank::Seventh.relative_to(Color::White), Rank::Seventh);
    /// assert_eq!(Rank::Seventh.relative_to(Color::Black), Rank::Second);
    /// ```
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip(),
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

const _: () = assert!(size_of::<Option<Rank>>() == 1);
