//! Game counts by result.

use reynard::Color;

use crate::Termination;

/// Number of games by result.
///
/// ```
/// use reynard_pgn::{ResultCounts, Termination};
///
/// let mut results = ResultCounts::default();
/// results.count(Termination::Draw);
/// assert_eq!((results.draws, results.games()), (1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResultCounts {
    /// Number of games won by White.
    pub white: u64,
    /// Number of drawn games.
    pub draws: u64,
    /// Number of games won by Black.
    pub black: u64,
    /// Number of games without a known result.
    pub unknown: u64,
}

impl ResultCounts {
    /// Counts a game.
    ///
    /// ```
    /// use reynard_pgn::{ResultCounts, Termination};
    ///
    /// let mut results = ResultCounts::default();
    /// results.count(Termination::WhiteWins);
    /// assert_eq!(results.white, 1);
    /// ```
    #[inline]
    pub const fn count(&mut self, result: Termination) {
        match result {
            Termination::WhiteWins => self.white += 1,
            Termination::Draw => self.draws += 1,
            Termination::BlackWins => self.black += 1,
            Termination::Unknown => self.unknown += 1,
        }
    }

    /// Adds the counts of other games.
    ///
    /// ```
    /// use reynard_pgn::ResultCounts;
    ///
    /// let mut results = ResultCounts { white: 1, ..ResultCounts::default() };
    /// results.add(results);
    /// assert_eq!(results.games(), 2);
    /// ```
    pub const fn add(&mut self, other: Self) {
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.unknown += other.unknown;
    }

    /// Returns the total number of games.
    pub const fn games(&self) -> u64 {
        self.decided() + self.unknown
    }

    /// Returns the number of games with a known result.
    pub const fn decided(&self) -> u64 {
        self.white + self.draws + self.black
    }

    /// Returns the points of a side divided by the number of games with a known result, or `None`
    /// if there are no such games.
    ///
    /// ```
    /// use reynard_pgn::{ResultCounts, reynard::Color};
    ///
    /// let results = ResultCounts { white: 2, draws: 1, black: 1, unknown: 0 };
    /// assert_eq!(results.points(Color::White), Some(0.625));
    /// assert_eq!(ResultCounts::default().points(Color::Black), None);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "numbers of games are far below 2^52")]
    pub fn points(&self, color: Color) -> Option<f64> {
        let wins = if color == Color::White { self.white } else { self.black };
        let decided = self.decided();
        (decided > 0).then(|| (wins as f64 + self.draws as f64 / 2.0) / decided as f64)
    }

    /// Returns White's wins, the draws and Black's wins in percent, rounded so that they add up to
    /// 100, or `None` if no result is known.
    ///
    /// ```
    /// let results = reynard_pgn::ResultCounts { white: 1, draws: 1, black: 1, unknown: 5 };
    /// assert_eq!(results.percents(), Some([33, 34, 33]));
    /// ```
    pub fn percents(&self) -> Option<[u64; 3]> {
        let decided = self.decided();
        let percent = |part: u64| (part * 200 + decided).checked_div(2 * decided);
        let white = percent(self.white)?;
        let black = percent(self.black)?.min(100 - white);
        Some([white, 100 - white - black, black])
    }
}
