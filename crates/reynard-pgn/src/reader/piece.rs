//! The results of reading an item of movetext.

use super::machine::Step;
use crate::written_result::WrittenResult;

/// The result of reading an item of movetext.
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

/// The result of looking for a termination mark spelled as in the `Result` tag.
pub(super) enum TagMark {
    /// More input is needed.
    Unseen,
    /// There is no such mark.
    Absent,
    /// The mark ends the game. Holds the result and the index of the end of the mark.
    Found(WrittenResult, usize),
}
