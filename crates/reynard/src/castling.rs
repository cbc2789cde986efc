//! Castling sides and rights.

use core::fmt;

use crate::{Bitboard, Color, File, MoveKind, Rank, Square};

/// The two castling sides, named after the side to which the king moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum CastlingSide {
    /// Toward the h-file: the king lands on the g-file, the rook on the f-file.
    KingSide = 0,
    /// Toward the a-file: the king lands on the c-file, the rook on the d-file.
    QueenSide = 1,
}

impl CastlingSide {
    /// Both sides, kingside first.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// Returns the file on which the king lands, in standard chess and Chess960 alike.
    ///
    /// ```
    /// use reynard::{CastlingSide, File};
    ///
    /// assert_eq!(CastlingSide::QueenSide.king_file(), File::C);
    /// ```
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            Self::KingSide => File::G,
            Self::QueenSide => File::C,
        }
    }

    /// Returns the file on which the rook lands, in standard chess and Chess960 alike.
    ///
    /// ```
    /// use reynard::{CastlingSide, File};
    ///
    /// assert_eq!(CastlingSide::QueenSide.rook_file(), File::D);
    /// ```
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            Self::KingSide => File::F,
            Self::QueenSide => File::D,
        }
    }

    /// Returns the kind of a castling move on this side.
    ///
    /// ```
    /// use reynard::{CastlingSide, MoveKind};
    ///
    /// assert_eq!(CastlingSide::KingSide.move_kind(), MoveKind::CastleKingSide);
    /// ```
    #[inline]
    pub const fn move_kind(self) -> MoveKind {
        match self {
            Self::KingSide => MoveKind::CastleKingSide,
            Self::QueenSide => MoveKind::CastleQueenSide,
        }
    }

    /// Returns the side on which a king on `king` castles with a rook on `rook`.
    #[inline]
    pub(crate) const fn of_rook(king: Square, rook: Square) -> Self {
        if (rook as u8) > king as u8 { Self::KingSide } else { Self::QueenSide }
    }
}

/// The remaining castling rights, as the set of rooks that may still castle.
///
/// A single set of squares suffices for standard chess and Chess960. A rook belongs to the player
/// on whose back rank it stands. Its position relative to the king determines the castling side. A
/// move from or to a rook's square forfeits that rook's right; a king move forfeits both rights.
///
/// ```
/// use reynard::{CastlingSide, Color, Position, Square};
///
/// let rights = Position::startpos().castling_rights();
/// assert!(rights.has(Color::White, CastlingSide::KingSide));
/// assert_eq!(rights.rook(Color::Black, CastlingSide::QueenSide), Some(Square::A8));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CastlingRights {
    rooks: Bitboard,
    kings: [Square; 2],
}

impl CastlingRights {
    /// Creates castling rights from the squares of the castling rooks and of the two kings, White's
    /// king first.
    #[inline]
    pub(crate) const fn new(rooks: Bitboard, kings: [Square; 2]) -> Self {
        Self { rooks, kings }
    }

    /// Returns the squares of all rooks that may still castle.
    #[inline]
    pub const fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// Returns `true` if no castling rights remain.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse()?;
    /// assert!(pos.castling_rights().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.rooks.is_empty()
    }

    /// Returns `true` if `color` has not yet lost the right to castle on `side`.
    ///
    /// ```
    /// use reynard::{CastlingSide, Color, Position};
    ///
    /// let rights = Position::startpos().castling_rights();
    /// assert!(rights.has(Color::White, CastlingSide::KingSide));
    /// ```
    #[inline]
    pub fn has(self, color: Color, side: CastlingSide) -> bool {
        self.rook(color, side).is_some()
    }

    /// Returns the square of the rook with which `color` may still castle on `side`.
    ///
    /// ```
    /// use reynard::{CastlingSide, Color, Position, Square};
    ///
    /// let rights = Position::startpos().castling_rights();
    /// assert_eq!(rights.rook(Color::White, CastlingSide::KingSide), Some(Square::H1));
    /// ```
    #[inline]
    pub fn rook(self, color: Color, side: CastlingSide) -> Option<Square> {
        let own = self.rooks & Bitboard::rank(color.back_rank());
        own.iter().find(|&rook| CastlingSide::of_rook(self.kings[color as usize], rook) == side)
    }

    /// Returns the rights as four bits, with the numbering of Chess::Plisco: 1 White's king side, 2
    /// White's queen side, 4 Black's king side, 8 Black's queen side.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert_eq!(Position::startpos().castling_rights().bits(), 0b1111);
    /// ```
    pub fn bits(self) -> u8 {
        let mut bits = 0;
        for color in Color::ALL {
            for side in CastlingSide::ALL {
                bits |= u8::from(self.has(color, side)) << (2 * color as u8 + side as u8);
            }
        }
        bits
    }
}

impl fmt::Display for CastlingRights {
    /// Writes the letters of `KQkq` for the remaining rights, or `-` if there are none. The letters
    /// do not identify the rooks: see [`Position::fen`](crate::Position::fen) for notations that
    /// do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (letter, bit) in ['K', 'Q', 'k', 'q'].into_iter().zip(0..) {
            if self.bits() >> bit & 1 == 1 {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

/// Returns the target squares of the king and the rook when castling.
#[inline]
pub(crate) const fn castling_targets(rank: Rank, side: CastlingSide) -> (Square, Square) {
    (Square::new(side.king_file(), rank), Square::new(side.rook_file(), rank))
}
