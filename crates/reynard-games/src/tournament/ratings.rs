//! Tie-breaks by ratings (C.07, Article 10).

use super::model::RoundKind;
use super::points::Hundredths;
use super::scores::Scores;
use super::tie_break::{TieBreak, TieBreakKind};
use crate::RatedScore;

/// The largest rating difference at which the expected score is still 50, 51, .. 99 hundredths
/// (FIDE Handbook B.02, table 8.1.2).
const EXPECTED: [i64; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
];

/// The over-the-board games of a player against rated opponents, each as the opponent's rating and
/// the player's half points.
pub(super) struct RatedGames(Vec<(u32, u32)>);

impl RatedGames {
    /// Collects the games of a player. An opponent without a rating is assigned the rating
    /// `unrated`.
    pub(super) fn of(scores: &Scores<'_>, player: usize, unrated: Option<u32>) -> Self {
        let rated = scores.entries[player].iter().filter_map(|entry| match entry.kind {
            RoundKind::Game { opponent, result, .. } => {
                let rating = scores.tournament.players[opponent].rating.or(unrated)?;
                Some((rating, result.half_points()))
            }
            _ => None,
        });
        Self(rated.collect())
    }

    /// Drops the games against the lowest-rated opponents, then those against the highest-rated
    /// ones.
    pub(super) fn cut(&mut self, low: u32, high: u32) {
        self.0.sort_unstable();
        let count = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        let low = count(low).min(self.0.len());
        self.0.drain(..low);
        let high = count(high).min(self.0.len());
        self.0.truncate(self.0.len() - high);
    }

    fn score(&self) -> RatedScore {
        let mut score = RatedScore::default();
        self.0.iter().for_each(|&(rating, half_points)| score.add(half_points.into(), rating));
        score
    }

    /// Returns the mean rating of the opponents, with halves rounded up (10.1).
    pub(super) fn mean(&self) -> Option<i64> {
        self.score().mean_opponent()
    }

    /// Returns the tournament performance rating (10.2).
    pub(super) fn performance(&self) -> Option<i64> {
        self.score().performance()
    }

    /// Returns the perfect tournament performance: the lowest rating whose expected score is at
    /// least the player's points. For a player without points, it is the rating of the lowest-rated
    /// opponent minus 800 (10.3).
    pub(super) fn perfect(&self) -> Option<i64> {
        let (lowest, highest) = (self.0.iter().min()?.0, self.0.iter().max()?.0);
        let points: u32 = self.0.iter().map(|(_, half_points)| half_points).sum();
        if points == 0 {
            return Some(i64::from(lowest) - 800);
        }
        let reaches = |rating: i64| {
            let expected: i64 =
                self.0.iter().map(|&(other, _)| expected(rating - i64::from(other))).sum();
            expected >= i64::from(points) * 50
        };
        let (mut below, mut reached) = (i64::from(lowest) - 801, i64::from(highest) + 736);
        while reached - below > 1 {
            let middle = below.midpoint(reached);
            if reaches(middle) { reached = middle } else { below = middle }
        }
        Some(reached)
    }
}

/// Returns the expected score for a rating difference, in hundredths.
fn expected(difference: i64) -> i64 {
    let above = EXPECTED.partition_point(|&most| most < difference.abs());
    let hundredths = 50 + i64::try_from(above).unwrap_or(50);
    if difference < 0 { 100 - hundredths } else { hundredths }
}

/// Returns the value of a tie-break by ratings.
pub(super) fn value(
    scores: &Scores<'_>,
    player: usize,
    tie_break: TieBreak,
    unrated: Option<u32>,
) -> Option<Hundredths> {
    let games = |player, low, high| {
        let mut games = RatedGames::of(scores, player, unrated);
        games.cut(low, high);
        games
    };
    let own = || games(player, tie_break.low, tie_break.high);
    let of_opponents = |value: &dyn Fn(&RatedGames) -> Option<i64>| {
        let met = scores.entries[player].iter().filter_map(|entry| match entry.kind {
            RoundKind::Game { opponent, .. } => Some(opponent),
            _ => None,
        });
        mean(&met.filter_map(|it| value(&games(it, 0, 0))).collect::<Vec<_>>())
    };
    let value = match tie_break.kind {
        TieBreakKind::AverageRating => own().mean(),
        TieBreakKind::Performance => own().performance(),
        TieBreakKind::PerfectPerformance => own().perfect(),
        TieBreakKind::AveragePerformance => of_opponents(&RatedGames::performance),
        TieBreakKind::AveragePerfect => of_opponents(&RatedGames::perfect),
        _ => scores.tournament.players[player].rating.or(unrated).map(i64::from),
    };
    value.map(Hundredths::whole)
}

/// Returns the mean, with halves rounded up.
fn mean(values: &[i64]) -> Option<i64> {
    let count = i64::try_from(values.len()).ok().filter(|&count| count > 0)?;
    Some((2 * values.iter().sum::<i64>() + count).div_euclid(2 * count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_perfect_performance_is_the_lowest_rating_that_expects_the_points() {
        let perfect = |games: &[(u32, u32)]| RatedGames(games.to_vec()).perfect();
        // A draw: 50 hundredths are expected up to three points below.
        assert_eq!(perfect(&[(2400, 1)]), Some(2397));
        assert_eq!(perfect(&[(2400, 2)]), Some(3136));
        assert_eq!(perfect(&[(2400, 0), (2200, 0)]), Some(1400));
        assert_eq!(perfect(&[]), None);
        for score in 1..=10 {
            let games: Vec<_> = (0..5)
                .map(|index| {
                    (
                        2000 + 100 * index,
                        u32::from(2 * index < score) + u32::from(2 * index + 1 < score),
                    )
                })
                .collect();
            let rating = RatedGames(games.clone()).perfect().expect("games");
            let sum = |rating: i64| {
                games.iter().map(|(it, _)| expected(rating - i64::from(*it))).sum::<i64>()
            };
            assert!(
                sum(rating) >= i64::from(score) * 50 && sum(rating - 1) < i64::from(score) * 50
            );
        }
    }

    #[test]
    fn expected_scores_follow_the_table_of_fide() {
        for (difference, hundredths) in [
            (0, 50),
            (3, 50),
            (4, 51),
            (-4, 49),
            (400, 92),
            (735, 99),
            (736, 100),
            (-736, 0),
            (-2000, 0),
        ] {
            assert_eq!(expected(difference), hundredths, "{difference}");
        }
        assert!(EXPECTED.is_sorted());
    }
}
