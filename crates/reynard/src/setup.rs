//! A position as it was written down, legal or not.

pub use crate::position::{Explanation, SetupError, SetupFault, SetupFaults};

use crate::position::{faults_of, sanitized};
use crate::{Bitboard, Board, Color, Square};

/// Everything that a FEN can say, without any promise that it makes sense.
///
/// A `Setup` becomes a [`Position`](crate::Position) by
/// [`Position::from_setup`](crate::Position::from_setup), which names all that is wrong with it.
/// Its equality is strict: every field counts, the clocks included.
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
    /// The square a pawn has just passed by going two squares.
    pub en_passant: Option<Square>,
    /// Moves of either side since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the current move: 1 at the start, counted up after Black's move.
    pub fullmove_number: u32,
}

impl Setup {
    /// An empty board, White to move.
    pub const EMPTY: Self = Self {
        board: Board::EMPTY,
        turn: Color::White,
        castling_rooks: Bitboard::EMPTY,
        en_passant: None,
        halfmove_clock: 0,
        fullmove_number: 1,
    };

    /// The start of a game of standard chess.
    pub const fn standard() -> Self {
        const CORNERS: u64 = 0x8100_0000_0000_0081;
        Self { board: Board::STANDARD, castling_rooks: Bitboard::from_bits(CORNERS), ..Self::EMPTY }
    }

    /// Everything that is wrong with this set-up; nothing if it is a position.
    ///
    /// ```
    /// use reynard::{Setup, SetupFault};
    ///
    /// assert!(Setup::standard().faults().is_empty());
    /// assert!(Setup::EMPTY.faults().contains(SetupFault::MissingBlackKing));
    /// ```
    pub fn faults(&self) -> SetupFaults {
        faults_of(self)
    }

    /// Drops what the board contradicts: every right to castle without its king or rook or with a
    /// second rook on the same side, an en-passant square that no double push can have left, and
    /// a move number 0, which becomes 1. Nothing else is touched, so other faults remain.
    ///
    /// If two rooks could be meant by one right, neither is guessed: both rights go.
    ///
    /// ```
    /// use reynard::{Position, Setup};
    ///
    /// let setup: Setup = "r3k2r/8/8/8/8/8/8/R4K1R w KQkq e3 0 1".parse()?;
    /// let sanitized = setup.sanitize();
    /// assert_eq!(sanitized.setup.to_string(), "r3k2r/8/8/8/8/8/8/R4K1R w KQkq - 0 1");
    /// assert_eq!(sanitized.dropped.to_string(), "en-passant-rank");
    /// assert!(Position::from_setup(&sanitized.setup).is_ok());
    /// # Ok::<(), reynard::FenError>(())
    /// ```
    pub fn sanitize(&self) -> Sanitized {
        let dropped = self.faults() & SetupFaults::SANITIZABLE;
        Sanitized { setup: sanitized(self), dropped }
    }
}

/// A set-up without what its board contradicted; made by [`Setup::sanitize`].
///
/// Comparing its fields with those of the set-up it was made from shows which rights are gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sanitized {
    /// The set-up that is left.
    pub setup: Setup,
    /// The faults that are gone, empty if nothing was dropped. The original set-up
    /// [explains](crate::SetupFault::explain) them.
    pub dropped: SetupFaults,
}

impl Default for Setup {
    /// [`Setup::EMPTY`].
    fn default() -> Self {
        Self::EMPTY
    }
}
