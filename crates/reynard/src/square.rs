//! Squares of the board.

use core::fmt;
use core::str::FromStr;

use crate::{Bitboard, Color, File, Rank};

/// A square of the board. The discriminants run from a1 = 0 to h8 = 63, with the file varying
/// fastest. They are part of the API; Chess::Plisco calls them *shifts*.
///
/// There is no "no square" variant. Use `Option<Square>`, which also takes one byte.
///
/// ```
/// use reynard::{File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::E4);
/// assert_eq!(square as u8, 28);
/// assert_eq!((square.file(), square.rank()), (File::E, Rank::Fourth));
/// assert_eq!(size_of::<Option<Square>>(), 1);
/// # Ok::<(), reynard::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[rustfmt::skip]
#[expect(missing_docs, reason = "the names of the squares say all")]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// All squares: a1, b1, .., h8.
    #[rustfmt::skip]
    pub const ALL: [Self; 64] = [
        Self::A1, Self::B1, Self::C1, Self::D1, Self::E1, Self::F1, Self::G1, Self::H1,
        Self::A2, Self::B2, Self::C2, Self::D2, Self::E2, Self::F2, Self::G2, Self::H2,
        Self::A3, Self::B3, Self::C3, Self::D3, Self::E3, Self::F3, Self::G3, Self::H3,
        Self::A4, Self::B4, Self::C4, Self::D4, Self::E4, Self::F4, Self::G4, Self::H4,
        Self::A5, Self::B5, Self::C5, Self::D5, Self::E5, Self::F5, Self::G5, Self::H5,
        Self::A6, Self::B6, Self::C6, Self::D6, Self::E6, Self::F6, Self::G6, Self::H6,
        Self::A7, Self::B7, Self::C7, Self::D7, Self::E7, Self::F7, Self::G7, Self::H7,
        Self::A8, Self::B8, Self::C8, Self::D8, Self::E8, Self::F8, Self::G8, Self::H8,
    ];

    /// Returns the square at the intersection of a file and a rank.
    ///
    /// ```
    /// use reynard::{File, Rank, Square};
    ///
    /// assert_eq!(Square::new(File::C, Rank::Seventh), Square::C7);
    /// ```
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_low_bits((rank as u8) << 3 | file as u8)
    }

    /// Returns the square with this index, or `None` if it is 64 or above.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!(Square::from_index(63), Some(Square::H8));
    /// assert_eq!(Square::from_index(64), None);
    /// ```
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self::from_low_bits(index)) } else { None }
    }

    /// Returns the square with the number in the six low bits of `bits`. An exhaustive match
    /// compiles to a mask, whereas a look-up in [`Square::ALL`] would cost a load.
    #[inline]
    #[rustfmt::skip]
    pub(crate) const fn from_low_bits(bits: u8) -> Self {
        match bits & 63 {
            0 => Self::A1,
            1 => Self::B1,
            2 => Self::C1,
            3 => Self::D1,
            4 => Self::E1,
            5 => Self::F1,
            6 => Self::G1,
            7 => Self::H1,
            8 => Self::A2,
            9 => Self::B2,
            10 => Self::C2,
            11 => Self::D2,
            12 => Self::E2,
            13 => Self::F2,
            14 => Self::G2,
            15 => Self::H2,
            16 => Self::A3,
            17 => Self::B3,
            18 => Self::C3,
            19 => Self::D3,
            20 => Self::E3,
            21 => Self::F3,
            22 => Self::G3,
            23 => Self::H3,
            24 => Self::A4,
            25 => Self::B4,
            26 => Self::C4,
            27 => Self::D4,
            28 => Self::E4,
            29 => Self::F4,
            30 => Self::G4,
            31 => Self::H4,
            32 => Self::A5,
            33 => Self::B5,
            34 => Self::C5,
            35 => Self::D5,
            36 => Self::E5,
            37 => Self::F5,
            38 => Self::G5,
            39 => Self::H5,
            40 => Self::A6,
            41 => Self::B6,
            42 => Self::C6,
            43 => Self::D6,
            44 => Self::E6,
            45 => Self::F6,
            46 => Self::G6,
            47 => Self::H6,
            48 => Self::A7,
            49 => Self::B7,
            50 => Self::C7,
            51 => Self::D7,
            52 => Self::E7,
            53 => Self::F7,
            54 => Self::G7,
            55 => Self::H7,
            56 => Self::A8,
            57 => Self::B8,
            58 => Self::C8,
            59 => Self::D8,
            60 => Self::E8,
            61 => Self::F8,
            62 => Self::G8,
            _ => Self::H8,
        }
    }

    /// Returns the square at the given coordinates, both 0 to 7, counted from a1.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!(Square::from_coordinates(4, 3), Some(Square::E4));
    /// assert_eq!(Square::from_coordinates(8, 0), None);
    /// ```
    pub const fn from_coordinates(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self::from_low_bits(rank << 3 | file)) } else { None }
    }

    /// Returns the coordinates of this square, (file, rank), both 0 to 7.
    ///
    /// ```
    /// assert_eq!(reynard::Square::E4.coordinates(), (4, 3));
    /// ```
    pub const fn coordinates(self) -> (u8, u8) {
        (self as u8 & 7, self as u8 >> 3)
    }

    /// Returns the file of this square.
    ///
    /// ```
    /// use reynard::{File, Square};
    ///
    /// assert_eq!(Square::E4.file(), File::E);
    /// ```
    #[inline]
    pub const fn file(self) -> File {
        File::from_low_bits(self as u8)
    }

    /// Returns the rank of this square.
    ///
    /// ```
    /// use reynard::{Rank, Square};
    ///
    /// assert_eq!(Square::E4.rank(), Rank::Fourth);
    /// ```
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::from_low_bits(self as u8 >> 3)
    }

    /// Returns the color of the square itself. For example, a1 is dark, which is `Black`.
    ///
    /// ```
    /// use reynard::{Color, Square};
    ///
    /// assert_eq!(Square::A1.shade(), Color::Black);
    /// assert_eq!(Square::B1.shade(), Color::White);
    /// ```
    pub const fn shade(self) -> Color {
        let (file, rank) = self.coordinates();
        if (file + rank) % 2 == 0 { Color::Black } else { Color::White }
    }

    /// Returns the set that contains only this square; Chess::Plisco calls it the *shift mask*.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!(Square::E4.bitboard().bits(), 1 << 28);
    /// ```
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(1 << self as u8)
    }

    /// Mirrors the square top to bottom: e2 becomes e7.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!(Square::E2.flip_rank(), Square::E7);
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip_rank(self) -> Self {
        Self::from_low_bits(self as u8 ^ 0b11_1000)
    }

    /// Mirrors the square left to right: e2 becomes d2.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!(Square::E2.flip_file(), Square::D2);
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip_file(self) -> Self {
        Self::from_low_bits(self as u8 ^ 0b111)
    }

    /// Returns the square `files` to the right and `ranks` up, or `None` if it is off the board.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::H1.offset(1, 0), None);
    /// ```
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let (file, rank) = self.coordinates();
        match (file.checked_add_signed(files), rank.checked_add_signed(ranks)) {
            (Some(file), Some(rank)) => Self::from_coordinates(file, rank),
            _ => None,
        }
    }

    /// Returns the minimum number of king moves between two squares.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!(Square::A1.distance(Square::C2), 2);
    /// ```
    pub const fn distance(self, other: Self) -> u8 {
        let (file, rank) = self.coordinates();
        let (other_file, other_rank) = other.coordinates();
        let files = file.abs_diff(other_file);
        let ranks = rank.abs_diff(other_rank);
        if files > ranks { files } else { ranks }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), self.rank())
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Parses a file letter (in either case) and a rank digit.
    ///
    /// # Errors
    ///
    /// [`ParseSquareError`] if the text is not the name of a square.
    fn from_str(text: &str) -> Result<Self, ParseSquareError> {
        let mut letters = text.chars();
        match (letters.next(), letters.next(), letters.next()) {
            (Some(file), Some(rank), None) => {
                match (File::from_char(file), Rank::from_char(rank)) {
                    (Some(file), Some(rank)) => Ok(Self::new(file, rank)),
                    _ => Err(ParseSquareError),
                }
            }
            _ => Err(ParseSquareError),
        }
    }
}

/// The error returned for text that is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square: a file a to h and a rank 1 to 8 are needed")
    }
}

impl core::error::Error for ParseSquareError {}

const _: () = assert!(size_of::<Option<Square>>() == 1);
