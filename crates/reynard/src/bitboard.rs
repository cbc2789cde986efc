//! Sets of squares.
//!
//! Longer than 600 lines: every method has an example.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::{Color, File, Rank, Square};

/// A set of squares, with one bit each: bit 0 is a1, bit 63 is h8.
///
/// The operators are set operators: `|` union, `&` intersection, `^` symmetric difference, `-`
/// difference, `!` complement. Iterators yield their items in ascending order and report their
/// exact length.
///
/// ```
/// use reynard::{Bitboard, File, Rank, Square};
///
/// let corners = Bitboard::from_iter([Square::A1, Square::H1, Square::A8, Square::H8]);
/// assert_eq!(corners.len(), 4);
/// assert!(corners.contains(Square::H8));
/// assert_eq!(corners & Rank::First, Bitboard::from_iter([Square::A1, Square::H1]));
/// assert_eq!((corners - File::A).first(), Some(Square::H1));
/// assert_eq!(
///     corners.to_string(),
///     "X . . . . . . X\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      . . . . . . . .\n\
///      X . . . . . . X"
/// );
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Bitboard(u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);
    /// The set of all squares.
    pub const FULL: Self = Self(!0);
    /// The light squares, such as b1.
    pub const LIGHT: Self = Self(0x55AA_55AA_55AA_55AA);
    /// The dark squares, such as a1.
    pub const DARK: Self = Self(!Self::LIGHT.0);
    /// The first and eighth ranks.
    pub const BACK_RANKS: Self = Self(0xFF00_0000_0000_00FF);

    const FILE_A: u64 = 0x0101_0101_0101_0101;
    const FILE_H: u64 = Self::FILE_A << 7;

    /// Creates the set of the squares whose bits are set in `bits`.
    ///
    /// ```
    /// use reynard::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::from_bits(1), Bitboard::from(Square::A1));
    /// ```
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the set as an integer.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the squares of a file.
    ///
    /// ```
    /// use reynard::{Bitboard, File};
    ///
    /// assert_eq!(Bitboard::file(File::A).bits(), 0x0101_0101_0101_0101);
    /// ```
    #[inline]
    pub const fn file(file: File) -> Self {
        Self(Self::FILE_A << file as u8)
    }

    /// Returns the squares of a rank.
    ///
    /// ```
    /// use reynard::{Bitboard, Rank};
    ///
    /// assert_eq!(Bitboard::rank(Rank::Second).bits(), 0xFF00);
    /// ```
    #[inline]
    pub const fn rank(rank: Rank) -> Self {
        Self(0xFF << (8 * rank as u8))
    }

    /// Returns the squares of one shade.
    ///
    /// ```
    /// use reynard::{Bitboard, Color, Square};
    ///
    /// assert!(Bitboard::shade(Color::Black).contains(Square::A1));
    /// ```
    pub const fn shade(color: Color) -> Self {
        match color {
            Color::White => Self::LIGHT,
            Color::Black => Self::DARK,
        }
    }

    /// Returns one of the fifteen diagonals that run from lower left to upper right. They are
    /// numbered from h1 (0) through a1-h8 (7) to a8 (14). Returns `None` for a larger index.
    ///
    /// ```
    /// use reynard::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::diagonal(7).unwrap().first(), Some(Square::A1));
    /// assert_eq!(Bitboard::diagonal(0), Some(Square::H1.bitboard()));
    /// assert_eq!(Bitboard::diagonal(15), None);
    /// ```
    pub const fn diagonal(index: u8) -> Option<Self> {
        const MAIN: u64 = 0x8040_2010_0804_0201;
        match index {
            0..=7 => Some(Self(MAIN >> (8 * (7 - index)))),
            8..=14 => Some(Self(MAIN << (8 * (index - 7)))),
            _ => None,
        }
    }

    /// Returns one of the fifteen antidiagonals, which run from lower right to upper left. They are
    /// numbered from a1 (0) through h1-a8 (7) to h8 (14). Returns `None` for a larger index.
    ///
    /// ```
    /// use reynard::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::antidiagonal(7).unwrap().first(), Some(Square::H1));
    /// assert_eq!(Bitboard::antidiagonal(14), Some(Square::H8.bitboard()));
    /// ```
    pub const fn antidiagonal(index: u8) -> Option<Self> {
        const MAIN: u64 = 0x0102_0408_1020_4080;
        match index {
            0..=7 => Some(Self(MAIN >> (8 * (7 - index)))),
            8..=14 => Some(Self(MAIN << (8 * (index - 7)))),
            _ => None,
        }
    }

    /// Returns `true` for the empty set.
    ///
    /// ```
    /// use reynard::Bitboard;
    ///
    /// assert!(Bitboard::EMPTY.is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns `true` if the set contains at least one square.
    ///
    /// ```
    /// use reynard::{Bitboard, Square};
    ///
    /// assert!(Bitboard::from(Square::A1).any());
    /// ```
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Returns `true` if the set contains two or more squares. This is cheaper than counting them.
    ///
    /// ```
    /// use reynard::{Bitboard, File};
    ///
    /// assert!(Bitboard::file(File::B).more_than_one());
    /// assert!(!Bitboard::EMPTY.more_than_one());
    /// ```
    #[inline]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the number of squares in the set, 0 to 64.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!((Square::A1 | Square::H8).len(), 2);
    /// ```
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns `true` if the set contains `square`.
    ///
    /// ```
    /// use reynard::{Bitboard, Rank, Square};
    ///
    /// assert!(Bitboard::rank(Rank::First).contains(Square::E1));
    /// ```
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// Returns `true` if every square of this set is also in `other`.
    ///
    /// ```
    /// use reynard::{Bitboard, Rank, Square};
    ///
    /// assert!(Square::E1.bitboard().is_subset(Bitboard::rank(Rank::First)));
    /// ```
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns `true` if the sets have no squares in common.
    ///
    /// ```
    /// use reynard::Bitboard;
    ///
    /// assert!(Bitboard::LIGHT.is_disjoint(Bitboard::DARK));
    /// ```
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Returns the lowest square of the set.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!((Square::C3 | Square::B2).first(), Some(Square::B2));
    /// ```
    #[inline]
    pub const fn first(self) -> Option<Square> {
        // The bit scan returns 64 for the empty set, which is also the niche of `None`.
        Square::from_index(self.0.trailing_zeros() as u8)
    }

    /// Returns the highest square of the set.
    ///
    /// ```
    /// use reynard::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::FULL.last(), Some(Square::H8));
    /// assert_eq!(Bitboard::EMPTY.last(), None);
    /// ```
    #[inline]
    pub const fn last(self) -> Option<Square> {
        match self.0.checked_ilog2() {
            Some(index) => Square::from_index(index as u8),
            None => None,
        }
    }

    /// Returns the set that contains only the lowest square (*isolate least significant bit*).
    ///
    /// ```
    /// use reynard::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::FULL.isolate_first(), Square::A1.bitboard());
    /// assert_eq!(Bitboard::EMPTY.isolate_first(), Bitboard::EMPTY);
    /// ```
    #[inline]
    #[must_use]
    pub const fn isolate_first(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    /// Returns the set without its lowest square (*clear least significant bit*).
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!((Square::C3 | Square::B2).without_first(), Square::C3.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn without_first(self) -> Self {
        Self(self.0 & self.0.wrapping_sub(1))
    }

    /// Returns the only square of the set, or `None` if the set is empty or contains several.
    ///
    /// ```
    /// use reynard::{Bitboard, Square};
    ///
    /// assert_eq!(Square::C3.bitboard().single(), Some(Square::C3));
    /// assert_eq!(Bitboard::FULL.single(), None);
    /// ```
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// Removes the lowest square from the set and returns it.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// let mut set = Square::C3 | Square::B2;
    /// assert_eq!(set.pop_first(), Some(Square::B2));
    /// assert_eq!(set.len(), 1);
    /// ```
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let first = self.first();
        *self = self.without_first();
        first
    }

    /// Adds a square to the set.
    ///
    /// ```
    /// use reynard::{Bitboard, Square};
    ///
    /// let mut set = Bitboard::EMPTY;
    /// set.insert(Square::E4);
    /// assert!(set.contains(Square::E4));
    /// ```
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square as u8;
    }

    /// Removes a square from the set.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// let mut set = Square::E4 | Square::D4;
    /// set.remove(Square::E4);
    /// assert_eq!(set, Square::D4.bitboard());
    /// ```
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square as u8);
    }

    /// Returns the set with `square` added.
    ///
    /// ```
    /// use reynard::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::EMPTY.with(Square::E4), Square::E4.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | 1 << square as u8)
    }

    /// Returns the set without `square`.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert!(Square::E4.bitboard().without(Square::E4).is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !(1 << square as u8))
    }

    /// Moves every square one step up the board. Squares that leave the board are dropped.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!((Square::A1 | Square::A8).north(), Square::A2.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn north(self) -> Self {
        Self(self.0 << 8)
    }

    /// Moves every square one step down the board.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!((Square::A1 | Square::A8).south(), Square::A7.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn south(self) -> Self {
        Self(self.0 >> 8)
    }

    /// Moves every square one step to the right.
    ///
    /// ```
    /// use reynard::{Bitboard, File, Square};
    ///
    /// assert_eq!(Square::E4.bitboard().east(), Square::F4.bitboard());
    /// assert_eq!(Bitboard::file(File::H).east(), Bitboard::EMPTY);
    /// ```
    #[inline]
    #[must_use]
    pub const fn east(self) -> Self {
        Self((self.0 & !Self::FILE_H) << 1)
    }

    /// Moves every square one step to the left.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!((Square::A1 | Square::H1).west(), Square::G1.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn west(self) -> Self {
        Self((self.0 & !Self::FILE_A) >> 1)
    }

    /// Moves every square one step toward the opponent's side, as seen by `color`.
    ///
    /// ```
    /// use reynard::{Color, Square};
    ///
    /// assert_eq!(Square::E7.bitboard().forward(Color::Black), Square::E6.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => self.north(),
            Color::Black => self.south(),
        }
    }

    /// Mirrors the board top to bottom.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// assert_eq!(Square::E2.bitboard().flip_ranks(), Square::E7.bitboard());
    /// ```
    #[inline]
    #[must_use]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Mirrors the board left to right.
    ///
    /// ```
    /// use reynard::{Bitboard, File};
    ///
    /// assert_eq!(Bitboard::file(File::B).flip_files(), Bitboard::file(File::G));
    /// ```
    #[must_use]
    pub const fn flip_files(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// Returns the squares of the set in ascending order.
    ///
    /// ```
    /// use reynard::Square;
    ///
    /// let names: Vec<String> = (Square::C3 | Square::B2).iter().map(|at| at.to_string()).collect();
    /// assert_eq!(names, ["b2", "c3"]);
    /// ```
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// Returns all subsets of this set, starting with the empty set. There are `2.pow(len)` of
    /// them.
    ///
    /// This is the "carry-rippler" used to fill slider tables: see
    /// <https://www.chessprogramming.org/Traversing_Subsets_of_a_Set>.
    ///
    /// ```
    /// use reynard::{Bitboard, Square};
    ///
    /// let pair = Square::A1.bitboard() | Square::B1.bitboard();
    /// let subsets: Vec<u64> = pair.subsets().map(Bitboard::bits).collect();
    /// assert_eq!(subsets, [0, 1, 2, 3]);
    /// ```
    pub const fn subsets(self) -> Subsets {
        Subsets { set: self, next: Some(Self::EMPTY) }
    }
}

macro_rules! binary_operator {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, |$a:ident, $b:ident| $result:expr) => {
        impl<T: Into<Bitboard>> $trait<T> for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: T) -> Self {
                let ($a, $b) = (self.0, other.into().0);
                Self($result)
            }
        }

        impl<T: Into<Bitboard>> $assign_trait<T> for Bitboard {
            #[inline]
            fn $assign(&mut self, other: T) {
                *self = $trait::$method(*self, other);
            }
        }
    };
}

binary_operator!(BitAnd, bitand, BitAndAssign, bitand_assign, |a, b| a & b);
binary_operator!(BitOr, bitor, BitOrAssign, bitor_assign, |a, b| a | b);
binary_operator!(BitXor, bitxor, BitXorAssign, bitxor_assign, |a, b| a ^ b);
binary_operator!(Sub, sub, SubAssign, sub_assign, |a, b| a & !b);

impl<T: Into<Bitboard>> BitOr<T> for Square {
    type Output = Bitboard;

    /// Returns the set of this square and the squares of `other`.
    ///
    /// ```
    /// use reynard::{Bitboard, Square};
    ///
    /// let center = Square::D4 | Square::E4 | Square::D5 | Square::E5;
    /// assert_eq!(center.len(), 4);
    /// ```
    #[inline]
    fn bitor(self, other: T) -> Bitboard {
        self.bitboard() | other
    }
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

impl From<File> for Bitboard {
    #[inline]
    fn from(file: File) -> Self {
        Self::file(file)
    }
}

impl From<Rank> for Bitboard {
    #[inline]
    fn from(rank: Rank) -> Self {
        Self::rank(rank)
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl fmt::Display for Bitboard {
    /// Draws the board with rank 8 on top: `X` for a square in the set, `.` for any other.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let separator = if file == File::A { "" } else { " " };
                let mark = if self.contains(Square::new(file, rank)) { 'X' } else { '.' };
                write!(f, "{separator}{mark}")?;
            }
            if rank != Rank::First {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Bitboard {
    /// Lists the squares: `Bitboard {a1, e4}`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Bitboard ")?;
        f.debug_set().entries(self.iter().map(DisplayAsDebug)).finish()
    }
}

/// A square that is formatted by name in a debug list, without the quotation marks of a string.
struct DisplayAsDebug(Square);

impl fmt::Debug for DisplayAsDebug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl fmt::LowerHex for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(&self.0, f)
    }
}

impl fmt::UpperHex for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::UpperHex::fmt(&self.0, f)
    }
}

/// Iterator over the squares of a [`Bitboard`] in ascending order, created by [`Bitboard::iter`].
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        self.0.pop_first()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let last = self.0.last()?;
        self.0.remove(last);
        Some(last)
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}

/// Iterator over the subsets of a [`Bitboard`], created by [`Bitboard::subsets`].
#[derive(Clone, Debug)]
pub struct Subsets {
    set: Bitboard,
    next: Option<Bitboard>,
}

impl Iterator for Subsets {
    type Item = Bitboard;

    fn next(&mut self) -> Option<Bitboard> {
        let current = self.next?;
        let following = Bitboard(current.0.wrapping_sub(self.set.0) & self.set.0);
        self.next = following.any().then_some(following);
        Some(current)
    }
}

impl FusedIterator for Subsets {}
