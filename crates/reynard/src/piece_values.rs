//! Piece values.

use crate::PieceType;

/// Piece values in centipawns. The king has no value, because it is never traded.
///
/// Piece values are a parameter wherever they matter, because no choice is right for every purpose.
/// They are small integers, so no sum over a board can overflow.
/// [`Position::see`](crate::Position::see) captures with pieces in the order pawn, knight, bishop,
/// rook, queen, and therefore expects values that do not decrease in this order.
///
/// ```
/// use reynard::{PieceType, PieceValues};
///
/// let values = PieceValues { bishop: 330, ..PieceValues::DEFAULT };
/// assert_eq!(values.of(PieceType::Bishop), 330);
/// assert_eq!(values.of(PieceType::King), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceValues {
    /// The value of a pawn.
    pub pawn: i16,
    /// The value of a knight.
    pub knight: i16,
    /// The value of a bishop.
    pub bishop: i16,
    /// The value of a rook.
    pub rook: i16,
    /// The value of a queen.
    pub queen: i16,
}

impl PieceValues {
    /// The values in the Chess::Plisco documentation and in the published SEE test positions: pawn
    /// 100, knight and bishop 300, rook 500, queen 900.
    pub const DEFAULT: Self = Self { pawn: 100, knight: 300, bishop: 300, rook: 500, queen: 900 };

    /// The values in the Chess::Plisco program, which differ from its documentation: pawn 100,
    /// knight 320, bishop 330, rook 500, queen 900.
    pub const PLISCO: Self = Self { knight: 320, bishop: 330, ..Self::DEFAULT };

    /// Returns the value of one kind of piece; 0 for the king.
    ///
    /// ```
    /// use reynard::{PieceType, PieceValues};
    ///
    /// assert_eq!(PieceValues::default().of(PieceType::Pawn), 100);
    /// ```
    #[inline]
    pub const fn of(&self, kind: PieceType) -> i32 {
        (match kind {
            PieceType::Pawn => self.pawn,
            PieceType::Knight => self.knight,
            PieceType::Bishop => self.bishop,
            PieceType::Rook => self.rook,
            PieceType::Queen => self.queen,
            PieceType::King => 0,
        }) as i32
    }
}

impl Default for PieceValues {
    /// Returns [`PieceValues::DEFAULT`].
    fn default() -> Self {
        Self::DEFAULT
    }
}
