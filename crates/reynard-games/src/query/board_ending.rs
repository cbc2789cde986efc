//! The ways in which games end on the board.

/// The way in which a game ends on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardEnding {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side has enough material to mate.
    InsufficientMaterial,
    /// Fifty moves by each side without a capture or a pawn move.
    FiftyMoves,
    /// The last position has occurred three times.
    Repetition,
    /// None of these.
    Open,
}
