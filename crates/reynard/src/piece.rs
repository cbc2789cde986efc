//! Kinds of pieces, and pieces with a color.

use core::fmt;

use crate::Color;

/// A kind of piece, without a color.
///
/// The discriminants, pawn = 1 to king = 6, are those of Chess::Plisco, which uses 0 for "no
/// piece". Here that is `Option::None`, which takes no additional space.
///
/// ```
/// use reynard::PieceType;
///
/// assert_eq!(PieceType::King as u8, 6);
/// assert_eq!(size_of::<Option<PieceType>>(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum PieceType {
    /// The pawn.
    Pawn = 1,
    /// The knight.
    Knight = 2,
    /// The bishop.
    Bishop = 3,
    /// The rook.
    Rook = 4,
    /// The queen.
    Queen = 5,
    /// The king.
    King = 6,
}

impl PieceType {
    /// All six kinds, from pawn to king.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The kinds to which a pawn can promote, from knight to queen.
    pub const PROMOTIONS: [Self; 4] = [Self::Knight, Self::Bishop, Self::Rook, Self::Queen];

    /// Returns the kind with this English letter, in either case.
    ///
    /// ```
    /// use reynard::PieceType;
    ///
    /// assert_eq!(PieceType::from_char('n'), Some(PieceType::Knight));
    /// assert_eq!(PieceType::from_char('x'), None);
    /// ```
    pub const fn from_char(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Self::Pawn,
            'n' => Self::Knight,
            'b' => Self::Bishop,
            'r' => Self::Rook,
            'q' => Self::Queen,
            'k' => Self::King,
            _ => return None,
        })
    }

    /// Returns the lowercase English letter of this kind.
    ///
    /// ```
    /// assert_eq!(reynard::PieceType::Knight.to_char(), 'n');
    /// ```
    pub const fn to_char(self) -> char {
        match self {
            Self::Pawn => 'p',
            Self::Knight => 'n',
            Self::Bishop => 'b',
            Self::Rook => 'r',
            Self::Queen => 'q',
            Self::King => 'k',
        }
    }

    /// Returns the piece of this kind in the given color.
    ///
    /// ```
    /// use reynard::{Color, PieceType};
    ///
    /// assert_eq!(PieceType::Queen.of(Color::White).to_char(), 'Q');
    /// ```
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, kind: self }
    }

    /// Returns the index in [`PieceType::ALL`]: pawn = 0 to king = 5, for use in tables.
    ///
    /// ```
    /// use reynard::PieceType;
    ///
    /// assert_eq!(PieceType::Knight.index(), 1);
    /// ```
    #[inline]
    pub const fn index(self) -> usize {
        self as usize - 1
    }
}

impl fmt::Display for PieceType {
    /// Writes the English name in lower case.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        })
    }
}

/// A piece: a kind and a color.
///
/// ```
/// use reynard::{Color, Piece, PieceType};
///
/// let piece = Piece::from_char('n').unwrap();
/// assert_eq!(piece, Piece { color: Color::Black, kind: PieceType::Knight });
/// assert_eq!(piece.to_string(), "n");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The side to which the piece belongs.
    pub color: Color,
    /// The kind of piece.
    pub kind: PieceType,
}

impl Piece {
    /// Returns the piece with this FEN letter: uppercase for White, lowercase for Black.
    ///
    /// ```
    /// use reynard::Piece;
    ///
    /// assert_eq!(Piece::from_char('K').unwrap().to_char(), 'K');
    /// assert_eq!(Piece::from_char('1'), None);
    /// ```
    pub const fn from_char(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match PieceType::from_char(letter) {
            Some(kind) => Some(Self { color, kind }),
            None => None,
        }
    }

    /// Returns the FEN letter of this piece: uppercase for White, lowercase for Black.
    ///
    /// ```
    /// use reynard::{Color, PieceType};
    ///
    /// assert_eq!(PieceType::Pawn.of(Color::Black).to_char(), 'p');
    /// ```
    pub const fn to_char(self) -> char {
        match self.color {
            Color::White => self.kind.to_char().to_ascii_uppercase(),
            Color::Black => self.kind.to_char(),
        }
    }

    /// Returns the Unicode chess figure of this piece, outlined for White and filled for Black.
    ///
    /// ```
    /// use reynard::{Color, PieceType};
    ///
    /// assert_eq!(PieceType::King.of(Color::White).to_figurine(), '♔');
    /// ```
    pub const fn to_figurine(self) -> char {
        const FIGURINES: [[char; 6]; 2] =
            [['♙', '♘', '♗', '♖', '♕', '♔'], ['♟', '♞', '♝', '♜', '♛', '♚']];
        FIGURINES[self.color as usize][self.kind.index()]
    }
}

impl fmt::Display for Piece {
    /// Writes the FEN letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

const _: () = assert!(size_of::<Option<PieceType>>() == 1 && size_of::<Option<Piece>>() == 2);
