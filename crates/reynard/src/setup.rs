//! Positions as written, legal or not.

pub use crate::position::{
    Explanation, ParseSetupFaultError, Sanitized, SetupError, SetupFault, SetupFaults,
};

use crate::{Bitboard, Board, Color, Square};

/// A position as written: everything that a FEN can express, without any guarantee that it is
/// valid.
///
/// A `Setup` is converted to a [`Position`](crate::Position) by
/// [`Position::from_setup`](crate::Position::from_setup), which reports all of its faults. Equality
/// is strict: every field counts, including the clocks.
///
/// ```
/// use reynard::{Position, Setup};
///
/// let setup = Setup::standard();
/// assert_eq!(Position::from_setup(&setup)?.to_setup(), setup);
/// # Ok::<(), reynard::SetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling_rooks: Bitboard,
    /// The square that a pawn has just passed with a double push.
    pub en_passant: Option<Square>,
    /// Number of moves by either side since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the current move. It is 1 at the start of a game and is incremented after
    /// Black's move.
    pub fullmove_number: u32,
}

impl Setup {
    /// An empty board with White to move.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        turn: Color::White,
        castling_rooks: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// Returns the start position of standard chess.
    ///
    /// ```
    /// use reynard::{Position, Setup};
    ///
    /// assert_eq!(Setup::standard().fen(), Position::startpos().fen());
    /// ```
    pub const fn standard() -> Self {
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        Self { board: Board::STANDARD, castling_rooks: Bitboard::from_bits(CORNERS), ..Self::EMPTY }
    }
}

impl Default for Setup {
    /// Returns [`Setup::EMPTY`].
    fn default() -> Self {
        Self::EMPTY
    }
}
