//! Endings of games on the board.

/// The way a game ends on the board.
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
    /// The last position does not end the game.
    Open,
}
