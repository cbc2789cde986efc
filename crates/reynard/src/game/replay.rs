//! The positions of a game in order.

use super::played::Played;
use super::{Game, MILESTONES};
use crate::Position;

impl Game {
    /// Returns every position of the game, from the first to the current one. There is one more
    /// position than there are moves.
    ///
    /// ```
    /// use reynard::Game;
    ///
    /// let mut game = Game::new();
    /// game.play(game.position().parse_uci("e2e4")?)?;
    /// let counts: Vec<u64> = game.positions().map(|pos| pos.ply()).collect();
    /// assert_eq!(counts, [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positions(&self) -> Positions<'_> {
        Positions { next: Some(self.root().clone()), moves: self.played.iter() }
    }

    /// Returns the position after the first `plies` moves, or `None` if the game is shorter.
    ///
    /// At most 63 moves are played or taken back, however long the game is.
    ///
    /// ```
    /// use reynard::{Game, Position};
    ///
    /// let mut game = Game::new();
    /// game.play(game.position().parse_uci("e2e4")?)?;
    /// assert_eq!(game.position_after(0), Some(Position::startpos()));
    /// assert_eq!(game.position_after(2), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position_after(&self, plies: usize) -> Option<Position> {
        (plies <= self.len()).then(|| self.nth_position(plies))
    }

    /// Finds the position after the first `plies` moves, which must not exceed the length of the
    /// game. The search starts from the current position or from the last milestone before the
    /// requested position, whichever is nearer.
    pub(super) fn nth_position(&self, plies: usize) -> Position {
        let later = &self.played[plies..];
        let past_milestone = plies % MILESTONES;
        if later.len() <= past_milestone {
            let mut position = self.position.clone();
            for played in later.iter().rev() {
                position.unmake(played.mv, played.undo.clone());
            }
            return position;
        }
        let mut position = self.milestones[plies / MILESTONES].clone();
        for played in &self.played[plies - past_milestone..plies] {
            position.play_unchecked(played.mv);
        }
        position
    }
}

/// Iterator over the positions of a [`Game`], created by [`Game::positions`].
#[derive(Clone, Debug)]
pub struct Positions<'a> {
    next: Option<Position>,
    moves: core::slice::Iter<'a, Played>,
}

impl Iterator for Positions<'_> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        let current = self.next.take()?;
        self.next = self.moves.next().map(|played| {
            let mut next = current.clone();
            next.play_unchecked(played.mv);
            next
        });
        Some(current)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = usize::from(self.next.is_some()) + self.moves.len();
        (len, Some(len))
    }
}

impl ExactSizeIterator for Positions<'_> {}

impl core::iter::FusedIterator for Positions<'_> {}
