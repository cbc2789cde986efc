//! Results of a step in the movetext.

use super::machine::Step;
use crate::written_result::WrittenResult;

/// Result of a step in the movetext.
pub(super) enum Piece {
    /// The item has been read.
    Read,
    /// More input is needed.
    Unseen,
    /// The termination mark has been read; the text after it may belong to the game.
    Result,
    /// The game is over.
    Over(Step),
}

/// A termination mark spelled as in the tag `Result`.
pub(super) enum TagMark {
    /// More input is needed.
    Unseen,
    /// It is not there.
    Absent,
    /// It ends the game: the result, and the end of the mark.
    Found(WrittenResult, usize),
}
