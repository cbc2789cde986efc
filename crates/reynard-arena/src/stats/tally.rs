//! Counts of game results.

use serde::{Deserialize, Serialize};

/// Results of games from one player's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Wins.
    pub wins: u64,
    /// Draws.
    pub draws: u64,
    /// Losses.
    pub losses: u64,
}

/// Results of game pairs from one player's point of view. A pair is two games from the same opening
/// with reversed colors.
///
/// The games of a pair are correlated: an opening that favors White favors both players in turn.
/// Counting pairs (the *pentanomial* model) removes that variance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs {
    /// Number of pairs with 0, 0.5, 1, 1.5 and 2 points.
    pub counts: [u64; 5],
}

impl Tally {
    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the draw ratio, 0 to 1; 0 if there are no games.
    ///
    /// ```
    /// use reynard_arena::stats::Tally;
    ///
    /// let tally = Tally { wins: 3, draws: 1, losses: 0 };
    /// assert!((tally.draw_ratio() - 0.25).abs() < 1e-12);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "a ratio needs no more than a float has")]
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }

    /// Returns the results from the opponent's point of view.
    ///
    /// ```
    /// use reynard_arena::stats::Tally;
    ///
    /// assert_eq!(Tally { wins: 3, draws: 1, losses: 0 }.reversed().losses, 3);
    /// ```
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Adds a game in which the player scored 0, 1 or 2 half points.
    ///
    /// ```
    /// use reynard_arena::stats::Tally;
    ///
    /// let mut tally = Tally::default();
    /// tally.add(2);
    /// assert_eq!((tally.wins, tally.reversed().losses), (1, 1));
    /// ```
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Removes a game that was added before.
    pub(crate) fn remove(&mut self, half_points: u8) {
        let count = match half_points {
            0 => &mut self.losses,
            1 => &mut self.draws,
            _ => &mut self.wins,
        };
        *count = count.saturating_sub(1);
    }

    pub(crate) const fn outcomes(&self) -> [(f64, u64); 3] {
        [(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)]
    }
}

impl Pairs {
    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Returns the results from the opponent's point of view.
    ///
    /// ```
    /// use reynard_arena::stats::Pairs;
    ///
    /// assert_eq!(Pairs { counts: [5, 4, 3, 2, 1] }.reversed().counts, [1, 2, 3, 4, 5]);
    /// ```
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.counts.reverse();
        self
    }

    /// Adds a pair of games, in each of which the player scored 0, 1 or 2 half points.
    ///
    /// ```
    /// use reynard_arena::stats::Pairs;
    ///
    /// let mut pairs = Pairs::default();
    /// pairs.add(2, 1);
    /// assert_eq!(pairs.counts, [0, 0, 0, 1, 0]);
    /// ```
    pub fn add(&mut self, first: u8, second: u8) {
        let sum = usize::from(first + second).min(self.counts.len() - 1);
        self.counts[sum] += 1;
    }

    pub(crate) fn outcomes(&self) -> [(f64, u64); 5] {
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        std::array::from_fn(|index| (scores[index], self.counts[index]))
    }
}
