//! Error bars of ratings: the inverse of the information matrix.

use std::collections::HashMap;

use super::fit::{Fit, UNIT, expected, float};
use super::pairs::Pairs;
use super::settings::AdvantageSource;

/// The maximum number of players whose error bars are computed.
pub(super) const MAX_PLAYERS: usize = 2_000;

/// Half the width of a 95 % interval, in standard deviations.
const NORMAL_95: f64 = 1.959_963_985;

/// The covariance matrix of the ratings, in Elo.
#[derive(Clone, Debug)]
pub(super) struct Covariance {
    /// The row of each player who has one, by player.
    rows: HashMap<usize, usize>,
    /// The row of White's advantage, if it was estimated.
    advantage: Option<usize>,
    matrix: Vec<Vec<f64>>,
}

impl Covariance {
    /// Inverts the information matrix of the games. Returns `None` if there are too many players.
    ///
    /// Draws reduce the variance of the results: if `d` is the draw rate between equal players, the
    /// variance of a result is `(1 - d)` times the variance without draws.
    pub(super) fn new(
        fit: &Fit,
        pairs: &Pairs,
        groups: &[Option<usize>],
        anchors: &HashMap<usize, f64>,
    ) -> Option<Self> {
        let free: Vec<usize> = (0..groups.len())
            .filter(|player| groups[*player].is_some() && !anchors.contains_key(player))
            .collect();
        if free.is_empty() || free.len() > MAX_PLAYERS {
            return None;
        }
        let rows: HashMap<usize, usize> =
            free.iter().enumerate().map(|(row, &player)| (player, row)).collect();
        let advantage = (fit.source == AdvantageSource::Estimated).then_some(free.len());
        let size = free.len() + usize::from(advantage.is_some());
        let mut matrix = vec![vec![0.0; size]; size];
        for (&(white, black), games) in &pairs.by_pair {
            let score = expected(fit.ratings[white] - fit.ratings[black] + fit.advantage);
            let weight = float(games.games) * score * (1.0 - score);
            let parts =
                [(rows.get(&white), 1.0), (rows.get(&black), -1.0), (advantage.as_ref(), 1.0)];
            for (one, sign) in parts {
                for (two, other) in parts {
                    if let (Some(&one), Some(&two)) = (one, two) {
                        matrix[one][two] += weight * sign * other;
                    }
                }
            }
        }
        // The mean of a group without anchors is fixed: nothing is known in its direction.
        let means = means(&free, groups, anchors);
        add_means(&mut matrix, &means, 1.0);
        invert(&mut matrix)?;
        add_means(&mut matrix, &means, -1.0);
        let factor = (1.0 - fit.draw_rate) / (UNIT * UNIT);
        for value in matrix.iter_mut().flatten() {
            *value *= factor;
        }
        Some(Self { rows, advantage, matrix })
    }

    /// Returns half the width of the 95 % interval of a player's rating.
    pub(super) fn error(&self, player: usize) -> Option<f64> {
        let row = *self.rows.get(&player)?;
        Some(NORMAL_95 * self.matrix[row][row].max(0.0).sqrt())
    }

    /// Returns half the width of the 95 % interval of White's advantage.
    pub(super) fn advantage_error(&self) -> Option<f64> {
        let row = self.advantage?;
        Some(NORMAL_95 * self.matrix[row][row].max(0.0).sqrt())
    }

    /// Returns the standard deviation of the difference between two ratings. The rating of an
    /// anchor is exact.
    pub(super) fn spread(&self, one: usize, two: usize) -> Option<f64> {
        let (one, two) = (self.rows.get(&one), self.rows.get(&two));
        let value = |a: Option<&usize>, b: Option<&usize>| match (a, b) {
            (Some(&a), Some(&b)) => self.matrix[a][b],
            _ => 0.0,
        };
        let variance = value(one, one) + value(two, two) - 2.0 * value(one, two);
        (one.is_some() || two.is_some()).then(|| variance.max(0.0).sqrt())
    }
}

/// Returns the rows of each group without anchors.
fn means(
    free: &[usize],
    groups: &[Option<usize>],
    anchors: &HashMap<usize, f64>,
) -> Vec<Vec<usize>> {
    let count = groups.iter().flatten().copied().max().map_or(0, |last| last + 1);
    let mut is_anchored = vec![false; count];
    for (player, group) in groups.iter().enumerate() {
        if let Some(group) = group.filter(|_| anchors.contains_key(&player)) {
            is_anchored[group] = true;
        }
    }
    let mut means = vec![Vec::new(); count];
    for (row, &player) in free.iter().enumerate() {
        if let Some(group) = groups[player].filter(|&group| !is_anchored[group]) {
            means[group].push(row);
        }
    }
    means
}

fn add_means(matrix: &mut [Vec<f64>], means: &[Vec<usize>], sign: f64) {
    for rows in means {
        let share = sign / float(rows.len() as u64);
        for &one in rows {
            for &two in rows {
                matrix[one][two] += share;
            }
        }
    }
}

/// Inverts a symmetric positive definite matrix in place by Gauss-Jordan sweeps. Returns `None` if
/// it is singular.
fn invert(matrix: &mut [Vec<f64>]) -> Option<()> {
    let size = matrix.len();
    for pivot in 0..size {
        let value = matrix[pivot][pivot];
        if value.is_nan() || value <= 1e-14 {
            return None;
        }
        let row: Vec<f64> = matrix[pivot].iter().map(|it| it / value).collect();
        for (index, other) in matrix.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let factor = other[pivot];
            debug_assert!(index < size);
            for (cell, part) in other.iter_mut().zip(&row) {
                *cell -= factor * part;
            }
            other[pivot] = -factor / value;
        }
        matrix[pivot] = row;
        matrix[pivot][pivot] = 1.0 / value;
    }
    Some(())
}

/// Returns the cumulative normal distribution, using formula 7.1.26 of Abramowitz and Stegun for
/// the error function, accurate to 1e-6.
pub(super) fn normal(value: f64) -> f64 {
    const TERMS: [f64; 5] =
        [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let x = value.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let polynomial = TERMS.iter().fold(0.0, |sum, term| (sum + term) * t);
    let error_function = 1.0 - polynomial * (-x * x).exp();
    let upper = f64::midpoint(1.0, error_function);
    if value < 0.0 { 1.0 - upper } else { upper }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let original = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, -1.0], vec![0.5, -1.0, 5.0]];
        let mut inverse = original.clone();
        invert(&mut inverse).expect("not singular");
        for (index, row) in original.iter().enumerate() {
            for column in 0..3 {
                let product: f64 =
                    row.iter().zip(&inverse).map(|(a, other)| a * other[column]).sum();
                let expected = if index == column { 1.0 } else { 0.0 };
                assert!((product - expected).abs() < 1e-12);
            }
        }
        assert!(invert(&mut [vec![0.0]]).is_none());
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (value, expected) in
            [(0.0, 0.5), (1.0, 0.841_345), (-1.0, 0.158_655), (1.96, 0.975_002)]
        {
            assert!((normal(value) - expected).abs() < 2e-6, "{value}");
        }
    }
}
