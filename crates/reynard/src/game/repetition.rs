//! Counting of repeated positions in a game.
//!
//! The latest earlier occurrence of a position stores how often the position had occurred until
//! then. It is found by its key, and then the positions themselves are compared, so different
//! positions with the same key are not confused. This matters because the keys are public, and an
//! attacker might search for two such positions.

use super::Game;
use crate::Position;

impl Game {
    /// Counts the occurrences of the current position in this game, including this one: 1 to
    /// 65,535.
    ///
    /// Positions are the same if the same pieces stand on the same squares, the same side is to
    /// move, and the same moves are possible: equal castling rights and an equal *legal* en-passant
    /// capture (FIDE, article 9.2.3). [`Position`] compares in the same way.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
    ///     game.play(game.position().parse_uci(text)?)?;
    /// }
    /// assert_eq!(game.repetitions(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn repetitions(&self) -> u32 {
        self.repetitions.into()
    }

    /// Counts the occurrences of `position`, which is the next or the current position of the game.
    pub(super) fn repetitions_of(&self, position: &Position) -> u16 {
        self.index
            .find(position.key(), &self.played)
            .find(|&index| self.nth_position(index) == *position)
            .map_or(1, |index| self.played[index].repetitions.saturating_add(1))
    }
}
