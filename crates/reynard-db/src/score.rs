//! Sums of game results.

use reynard::Color;
use reynard_pgn::{ResultCounts, Termination};

use crate::Damage;
use crate::bytes::{ByteCursor, put_varint};

/// Returns a share in percent, rounded; 0 if `whole` is 0.
pub(crate) fn percent(part: u64, whole: u64) -> u64 {
    (part * 200 + whole).checked_div(2 * whole).unwrap_or(0)
}

/// Numbers of games by result, and the ratings in the games in which both players have a rating.
///
/// Counting a game is branchless, because results and missing ratings cannot be predicted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RatedResults {
    /// Number of games by result: unknown, White, draw, Black.
    games: [u64; 4],
    /// Number of games in which both players have a rating, by result.
    rated: [u64; 4],
    /// Sum of White's ratings in these games.
    white: u64,
    black: u64,
}

impl RatedResults {
    #[inline]
    pub(crate) fn count(&mut self, result: Termination, [white, black]: [u16; 2]) {
        let is_rated = u64::from(white > 0) & u64::from(black > 0);
        let index = match result {
            Termination::Unknown => 0,
            Termination::WhiteWins => 1,
            Termination::Draw => 2,
            Termination::BlackWins => 3,
        };
        self.games[index] += 1;
        self.rated[index] += is_rated;
        self.white += is_rated * u64::from(white);
        self.black += is_rated * u64::from(black);
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (sum, number) in self.games.iter_mut().zip(other.games) {
            *sum += number;
        }
        for (sum, number) in self.rated.iter_mut().zip(other.rated) {
            *sum += number;
        }
        self.white += other.white;
        self.black += other.black;
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let sums = [self.white, self.black];
        let numbers = self.games.iter().chain(&self.rated).chain(&sums);
        numbers.for_each(|&number| put_varint(out, number));
    }

    /// Reads the results of at most `games` games.
    pub(crate) fn read(cursor: &mut ByteCursor<'_>, games: u64) -> Result<Self, Damage> {
        let mut read = Self::default();
        let sums = [&mut read.white, &mut read.black];
        for number in read.games.iter_mut().chain(&mut read.rated).chain(sums) {
            *number = cursor.varint()?;
        }
        let all = read.games.iter().try_fold(0_u64, |sum, &number| sum.checked_add(number));
        let is_rated = read.rated.iter().zip(&read.games).all(|(rated, games)| rated <= games);
        if !is_rated || all.is_none_or(|all| all > games) {
            return Err(Damage::NUMBER);
        }
        let most = read.rated.iter().sum::<u64>() * u64::from(u16::MAX);
        if read.white > most || read.black > most { Err(Damage::NUMBER) } else { Ok(read) }
    }

    pub(crate) fn score(&self) -> ResultCounts {
        let [unknown, white, draws, black] = self.games;
        ResultCounts { white, draws, black, unknown }
    }

    /// Sums the ratings from the point of view of a side.
    pub(crate) fn ratings(&self, color: Color) -> RatingSums {
        let [unknown, white, draws, black] = self.rated;
        let decided = white + draws + black;
        let (own, opponents, won) = match color {
            Color::White => (self.white, self.black, white),
            Color::Black => (self.black, self.white, black),
        };
        let games = unknown + decided;
        RatingSums { own, opponents, games, half_points: 2 * won + draws, decided }
    }
}

/// Ratings of the players on one side and of their opponents, over games in which both players have
/// a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RatingSums {
    own: u64,
    opponents: u64,
    games: u64,
    /// Score of the side in half points.
    half_points: u64,
    decided: u64,
}

impl RatingSums {
    /// Returns the average rating of the side.
    pub(crate) fn average(&self) -> Option<u16> {
        let average = (self.own + self.games / 2).checked_div(self.games)?;
        u16::try_from(average).ok()
    }

    /// Returns the average rating of both sides.
    pub(crate) fn average_of_both(&self) -> Option<u16> {
        let average = (self.own + self.opponents + self.games).checked_div(2 * self.games)?;
        u16::try_from(average).ok()
    }

    /// Returns the performance rating: the average rating of the opponents plus the rating
    /// difference that corresponds to the score on the Elo logistic curve. The difference is at
    /// most 800 points in either direction.
    #[expect(clippy::cast_precision_loss, reason = "sums of ratings are far below 2^52")]
    #[expect(clippy::cast_possible_truncation, reason = "within -800 and 10,799")]
    pub(crate) fn performance(&self) -> Option<i32> {
        if self.decided == 0 {
            return None;
        }
        let opponents = self.opponents as f64 / self.games as f64;
        let share = self.half_points as f64 / (2 * self.decided) as f64;
        let difference = (400.0 * (share / (1.0 - share)).log10()).clamp(-800.0, 800.0);
        Some((opponents + difference).round() as i32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn performance_is_the_rating_at_which_the_score_is_expected() {
        let mut sums = RatedResults::default();
        for result in [Termination::WhiteWins, Termination::Draw, Termination::BlackWins] {
            sums.count(result, [2400, 2600]);
            // A game without a rating does not count in the sums.
            sums.count(result, [0, 2600]);
        }
        sums.count(Termination::Unknown, [2400, 2600]);
        let score = ResultCounts { white: 2, draws: 2, black: 2, unknown: 1 };
        assert_eq!(sums.score(), score);
        let white = sums.ratings(Color::White);
        assert_eq!((white.average(), white.average_of_both()), (Some(2400), Some(2500)));
        assert_eq!(white.performance(), Some(2600));
        let mut won = RatedResults::default();
        won.count(Termination::BlackWins, [2000, 1900]);
        let black = won.ratings(Color::Black);
        assert_eq!((black.average(), black.performance()), (Some(1900), Some(2800)));
        won.add(&sums);
        assert_eq!((won.score().games(), won.score().black), (8, 3));
        assert_eq!(RatedResults::default().ratings(Color::White).performance(), None);
    }
}
