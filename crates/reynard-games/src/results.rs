//! Results of games.

use reynard_pgn::Termination;
use serde::Serialize;

/// Number of games by result.
///
/// ```
/// use reynard_games::GameResults;
/// use reynard_pgn::Termination;
///
/// let mut results = GameResults::default();
/// results.count(Termination::Draw);
/// assert_eq!((results.draw, results.games()), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct GameResults {
    /// Games that White has won.
    pub white: u64,
    /// Drawn games.
    pub draw: u64,
    /// Games that Black has won.
    pub black: u64,
    /// Games without a known result.
    pub unknown: u64,
}

impl GameResults {
    /// Counts a game.
    ///
    /// ```
    /// use reynard_games::GameResults;
    /// use reynard_pgn::Termination;
    ///
    /// let mut results = GameResults::default();
    /// results.count(Termination::WhiteWins);
    /// assert_eq!(results.white, 1);
    /// ```
    pub const fn count(&mut self, result: Termination) {
        match result {
            Termination::WhiteWins => self.white += 1,
            Termination::Draw => self.draw += 1,
            Termination::BlackWins => self.black += 1,
            Termination::Unknown => self.unknown += 1,
        }
    }

    /// Adds other games.
    ///
    /// ```
    /// use reynard_games::GameResults;
    ///
    /// let mut results = GameResults { white: 1, ..GameResults::default() };
    /// results.add(results);
    /// assert_eq!(results.games(), 2);
    /// ```
    pub const fn add(&mut self, other: Self) {
        self.white += other.white;
        self.draw += other.draw;
        self.black += other.black;
        self.unknown += other.unknown;
    }

    /// Returns the number of all games.
    pub const fn games(&self) -> u64 {
        self.white + self.draw + self.black + self.unknown
    }
}
