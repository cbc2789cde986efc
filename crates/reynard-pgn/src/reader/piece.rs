//! Results of a step in the movetext.

use super::machine::Step;
use crate::written_result::WrittenResult;

/// Result of a step in the movetext.
pub(super) enum Piece {
    /// It has been read.
    Read,
    /// More input is needed.
    Unseen,
    /// The mark of the result has been read: what follows may belong to the game.
    Result,
    /// The game is over.
    Over(Step),
}

/// The mark of a result as the tag `Result` has it.
pub(super) enum TagMark {
    /// More input is needed.
    Unseen,
    /// It does not stand there.
    Absent,
    /// It ends the game: the result, and the end of the mark.
    Found(WrittenResult, usize),
}
