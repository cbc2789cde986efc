//! A move as stored in a book.

use core::fmt;

use reynard::{Move, PieceType, Position, Square, UciMove, uci::UciMoveError};

/// A move in the sixteen bits of a book entry: target square in bits 0 to 5, origin in bits 6 to
/// 11, promotion piece in bits 12 to 14 (0 for none, knight 1, bishop 2, rook 3, queen 4).
///
/// Castling is written as the king taking its own rook, `e1h1`. Books in which the king goes to its
/// target square, `e1g1`, are also supported. Any sixteen bits form a value of this type, so that a
/// broken book can be examined; legality is checked by [`to_move`](Self::to_move).
///
/// The layout is that of <http://hgm.nubati.net/book_format.html>.
///
/// ```
/// use reynard::Position;
/// use reynard_book::BookMove;
///
/// let pos = Position::startpos();
/// let mv = pos.parse_uci("e2e4")?;
/// assert_eq!(BookMove::new(mv).bits(), 0o1434);
/// assert_eq!(BookMove::from_bits(0o1434).to_move(&pos), Ok(mv));
///
/// let castling: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
/// let castles = castling.parse_uci("e1g1")?;
/// assert_eq!(BookMove::new(castles).to_string(), "e1h1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BookMove(u16);

impl BookMove {
    /// The value with all bits zero, which some books contain in place of a move. According to the
    /// format, entries with this value are to be ignored.
    pub const ZERO: Self = Self(0);

    /// Encodes a move for a book.
    ///
    /// ```
    /// use reynard_book::BookMove;
    /// use reynard_book::reynard::Position;
    ///
    /// let mv = Position::startpos().parse_uci("e2e4")?;
    /// assert_eq!(BookMove::new(mv).to_string(), "e2e4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(mv: Move) -> Self {
        let promotion = match mv.promotion() {
            None => 0,
            Some(PieceType::Knight) => 1,
            Some(PieceType::Bishop) => 2,
            Some(PieceType::Rook) => 3,
            Some(_) => 4,
        };
        Self(mv.to() as u16 | (mv.from() as u16) << 6 | promotion << 12)
    }

    /// Returns the move with these bits, without checking that they are valid.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Returns the sixteen bits.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the two squares and the promotion piece, provided that the bits could be a move in
    /// some position.
    ///
    /// # Errors
    ///
    /// Returns [`BookMoveError::Zero`], [`BookMoveError::SameSquare`] or
    /// [`BookMoveError::Promotion`] if the bits could not be a move in any position.
    ///
    /// ```
    /// use reynard_book::BookMove;
    ///
    /// assert!(BookMove::ZERO.to_uci().is_err());
    /// ```
    pub fn to_uci(self) -> Result<UciMove, BookMoveError> {
        if self == Self::ZERO {
            return Err(BookMoveError::Zero);
        }
        let promotion = match self.0 >> 12 {
            0 => None,
            1 => Some(PieceType::Knight),
            2 => Some(PieceType::Bishop),
            3 => Some(PieceType::Rook),
            4 => Some(PieceType::Queen),
            _ => return Err(BookMoveError::Promotion),
        };
        match (square(self.0 >> 6), square(self.0)) {
            (from, to) if from == to => Err(BookMoveError::SameSquare),
            (from, to) => Ok(UciMove::Normal { from, to, promotion }),
        }
    }

    /// Returns the move with these bits, provided that it is legal in a position.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`to_uci`](Self::to_uci), or [`BookMoveError::Illegal`] if the
    /// move is not legal.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_book::{BookMove, BookMoveError};
    ///
    /// let pos = Position::startpos();
    /// assert_eq!(BookMove::ZERO.to_move(&pos), Err(BookMoveError::Zero));
    /// let black = pos.clone().parse_uci("g1f3").map(BookMove::new)?;
    /// assert!(black.to_move(&"4k3/8/8/8/8/8/8/4K3 b - - 0 1".parse()?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_move(self, pos: &Position) -> Result<Move, BookMoveError> {
        self.to_uci()?.to_move(pos).map_err(BookMoveError::Illegal)
    }
}

/// Returns the square numbered by the lowest six bits.
fn square(bits: u16) -> Square {
    Square::ALL[usize::from(bits & 63)]
}

impl From<Move> for BookMove {
    fn from(mv: Move) -> Self {
        Self::new(mv)
    }
}

impl fmt::Display for BookMove {
    /// Writes two squares and an optional promotion piece, or the bits if they do not denote a
    /// move.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_uci() {
            Ok(uci) => uci.fmt(f),
            Err(_) => write!(f, "0x{:04x}", self.0),
        }
    }
}

/// The reason why the move of an entry cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookMoveError {
    /// All bits are 0, which denotes no move.
    Zero,
    /// The move ends on the square where it begins.
    SameSquare,
    /// The promotion piece is not one that the format defines.
    Promotion,
    /// The move is not legal in the position.
    Illegal(UciMoveError),
}

impl BookMoveError {
    /// Returns the machine-readable name of the error, in lower case with hyphens. Names never
    /// change.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero-move",
            Self::SameSquare => "same-square",
            Self::Promotion => "unknown-promotion",
            Self::Illegal(_) => "illegal-move",
        }
    }
}

impl fmt::Display for BookMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Zero => f.write_str("the move is 0, which stands for none"),
            Self::SameSquare => f.write_str("the move stays on its square"),
            Self::Promotion => f.write_str("the promotion piece is none that the format knows"),
            Self::Illegal(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for BookMoveError {}
