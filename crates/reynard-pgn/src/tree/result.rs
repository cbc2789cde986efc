//! The result of a game, and the mark after its moves.

use super::GameTree;
use crate::Termination;

impl GameTree {
    /// Returns the result of the game.
    pub const fn result(&self) -> Termination {
        self.result
    }

    /// Returns the mark that is written after the moves of the game: the result, or the mark in the
    /// file if the `Result` tag differs from it.
    ///
    /// ```
    /// use reynard_pgn::{Games, Termination};
    ///
    /// let pgn = b"[Result \"1-0\"]\n\n1. e4 e5 0-1\n";
    /// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
    /// assert_eq!((game.result(), game.mark()), (Termination::WhiteWins, Termination::BlackWins));
    /// # Ok::<(), reynard_pgn::ReadError>(())
    /// ```
    pub fn mark(&self) -> Termination {
        self.other_mark.unwrap_or(self.result)
    }

    /// Sets the result of the game, and the `Result` tag.
    ///
    /// ```
    /// use reynard_pgn::{GameTree, Termination};
    ///
    /// let mut game = GameTree::new();
    /// game.set_result(Termination::Draw);
    /// assert_eq!(game.tags().get("Result"), Some(b"1/2-1/2".as_slice()));
    /// ```
    pub fn set_result(&mut self, result: Termination) {
        self.result = result;
        self.other_mark = None;
        // The name is a good one.
        let _ = self.tags.set("Result", result.as_str());
    }
}
