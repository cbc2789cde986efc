//! Performance ratings.

/// Rating difference by score, for scores from 50 to 100 percent (FIDE Handbook B.02, table 8.1.1).
const DIFFERENCES: [u32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// Score against rated opponents.
///
/// ```
/// use reynard_games::RatedScore;
///
/// let mut score = RatedScore::default();
/// score.add(2, 2600);
/// score.add(1, 2700);
/// assert_eq!(score.performance(), Some(2650 + 193));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RatedScore {
    games: u64,
    half_points: u64,
    opponents: u64,
}

impl RatedScore {
    /// Adds a game in which the player scored 0, 1 or 2 half points against an opponent with this
    /// rating.
    ///
    /// ```
    /// use reynard_games::RatedScore;
    ///
    /// let mut score = RatedScore::default();
    /// score.add(1, 2500);
    /// assert_eq!(score.performance(), Some(2500));
    /// ```
    pub fn add(&mut self, half_points: u64, opponent: u32) {
        self.games += 1;
        self.half_points += half_points;
        self.opponents += u64::from(opponent);
    }

    /// Adds the games of another score.
    ///
    /// ```
    /// use reynard_games::RatedScore;
    ///
    /// let mut score = RatedScore::default();
    /// score.add_all(score);
    /// assert_eq!(score, RatedScore::default());
    /// ```
    pub const fn add_all(&mut self, other: Self) {
        self.games += other.games;
        self.half_points += other.half_points;
        self.opponents += other.opponents;
    }

    /// Returns the mean rating of the opponents, rounded, or `None` if there are no rated
    /// opponents.
    pub fn mean_opponent(&self) -> Option<i64> {
        let mean = (self.opponents + self.games / 2).checked_div(self.games)?;
        i64::try_from(mean).ok()
    }

    /// Returns the performance rating according to FIDE: the mean rating of the opponents plus the
    /// rating difference for the score. Returns `None` if there are no rated opponents.
    ///
    /// ```
    /// use reynard_games::RatedScore;
    ///
    /// assert_eq!(RatedScore::default().performance(), None);
    /// ```
    pub fn performance(&self) -> Option<i64> {
        let mean = self.mean_opponent()?;
        let hundredths = (self.half_points * 100 + self.games) / (2 * self.games);
        let distance = usize::try_from(hundredths.abs_diff(50)).ok()?;
        let difference = i64::from(*DIFFERENCES.get(distance)?);
        Some(if hundredths < 50 { mean - difference } else { mean + difference })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn performances_follow_the_table_of_fide() {
        let performance = |half_points: &[u64]| {
            let mut score = RatedScore::default();
            for &points in half_points {
                score.add(points, 2400);
            }
            score.performance()
        };
        for (half_points, expected) in [
            (&[][..], None),
            (&[2], Some(3200)),
            (&[0, 0], Some(1600)),
            (&[1, 1], Some(2400)),
            (&[2, 1, 1, 1], Some(2495)),
            (&[0, 1, 1, 1], Some(2313)),
            (&[2, 2, 0], Some(2525)),
        ] {
            assert_eq!(performance(half_points), expected, "{half_points:?}");
        }
        assert!(DIFFERENCES.is_sorted());
    }
}
