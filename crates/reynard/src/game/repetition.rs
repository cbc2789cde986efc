//! Counts the repetitions of positions in a game.
//!
//! The latest earlier position that is the same knows how often it had occurred itself. It is found
//! by its key, and then compared itself, so that two positions that share a key are distinguished:
//! the keys are public, and an attacker might look for such a pair.

use super::Game;
use crate::Position;

impl Game {
    /// Counts the occurrences of the current position in this game, this one included: 1 to 65,535.
    ///
    /// Positions are the same when the same pieces stand on the same squares, the same side is to
    /// move, and the same moves are possible: equal rights to castle and an equal *legal* capture
    /// en passant (FIDE, article 9.2.3), as [`Position`] compares.
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

    /// Counts the occurrences of `position` if it comes next or has just come.
    pub(super) fn repetitions_of(&self, position: &Position) -> u16 {
        self.index
            .find(position.key(), &self.played)
            .find(|&index| self.nth_position(index) == *position)
            .map_or(1, |index| self.played[index].repetitions.saturating_add(1))
    }
}
