//! How often a position has occurred in a game.
//!
//! A position can only be the same as one after the last capture or pawn move, with the same side to
//! move, so only every second position of that stretch is looked at, from the latest back. The first
//! that is the same tells all: it knows how often it had occurred itself. Positions are found by
//! their keys and then compared themselves, so that two that share a key are told apart: the keys
//! are public, and somebody might look for such a pair.

use super::Game;
use crate::Position;

impl Game {
    /// How often the position now has occurred in this game, this time included: 1 or more.
    ///
    /// Positions are the same when the same pieces stand on the same squares, the same side is to
    /// move, and the same moves are possible: equal rights to castle and an equal *legal* capture en
    /// passant (FIDE, article 9.2.3), as [`Position`] compares.
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
    pub const fn repetitions(&self) -> u32 {
        self.repetitions
    }

    /// How often `position` will have occurred if it is reached by the move number `plies` of the
    /// game, counted from 0 for the first position.
    pub(super) fn repetitions_of(&self, position: &Position, plies: usize) -> u32 {
        let window = match position.halfmove_clock() {
            // The clock has stopped and says no more than that.
            u16::MAX => plies,
            clock => plies.min(clock.into()),
        };
        // What is nearer than four moves cannot be the same: each side must leave and come back.
        let mut candidates = (4..=window).step_by(2).map(|back| plies - back);
        let is_same = |&index: &usize| {
            self.played[index].undo.key() == position.key() && self.is_at(index, position)
        };
        candidates.find(is_same).map_or(1, |index| self.played[index].repetitions + 1)
    }

    /// Whether the position before the move at `index` was the same as `position`.
    fn is_at(&self, index: usize, position: &Position) -> bool {
        let mut earlier = self.position.clone();
        for played in self.played[index..].iter().rev() {
            earlier.unmake(played.m, played.undo.clone());
        }
        earlier == *position
    }
}
