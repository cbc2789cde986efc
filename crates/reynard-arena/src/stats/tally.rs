//! Counting results.

use serde::{Deserialize, Serialize};

/// Results of games, from the point of view of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Results of pairs of games from the same opening with reversed colors, from the point of view of one
/// player.
///
/// Two games of a pair are not independent of each other, since an opening that is good for White is
/// good for both in turn. Counting pairs takes that out, which makes errors smaller (the *pentanomial*
/// model).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// How many pairs brought 0, 0.5, 1, 1.5 and 2 points.
    pub counts: [u64; 5],
}

impl Tally {
    /// The number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The part of games that was drawn, 0 to 1; 0 without games.
    #[expect(clippy::cast_precision_loss, reason = "a ratio needs no more than a float has")]
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }

    /// The results as the other player sees them.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Counts a game that brought so many half points: 0, 1 or 2.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    pub(crate) const fn outcomes(&self) -> [(f64, u64); 3] {
        [(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)]
    }
}

impl Pairs {
    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The results as the other player sees them.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.counts.reverse();
        self
    }

    /// Counts a pair whose games brought so many half points: 0 to 2 each.
    pub fn add(&mut self, first: u8, second: u8) {
        let sum = usize::from(first + second).min(self.counts.len() - 1);
        self.counts[sum] += 1;
    }

    pub(crate) fn outcomes(&self) -> [(f64, u64); 5] {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        std::array::from_fn(|index| (scores[index], self.counts[index]))
    }
}
