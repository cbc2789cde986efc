//! Maximum-likelihood ratings, by Newton's method with conjugate gradients.

use std::collections::HashMap;
use std::f64::consts::LN_10;

use super::pairs::{PairGames, Pairs};
use super::settings::{AdvantageSource, RatingSettings};

/// Natural units per Elo point.
pub(super) const UNIT: f64 = LN_10 / 400.0;

/// The largest change in a player's rating in one step, in natural units.
const LONGEST_STEP: f64 = 1.0;

/// The largest plausible advantage of White, in Elo.
const MAX_ADVANTAGE: f64 = 1_000.0;

/// Ratings in Elo.
pub(super) struct Fit {
    pub(super) ratings: Vec<f64>,
    pub(super) advantage: f64,
    pub(super) source: AdvantageSource,
    pub(super) draw_rate: f64,
}

/// Returns the expected score for a rating difference in Elo.
pub(super) fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference * UNIT).exp())
}

#[expect(clippy::cast_precision_loss, reason = "numbers of games are far below 2^53")]
pub(super) const fn float(number: u64) -> f64 {
    number as f64
}

impl Fit {
    /// Fits the ratings and White's advantage. If the likelihood has no maximum with respect to the
    /// advantage, for instance because White wins all games of a pair, the advantage is zero.
    pub(super) fn new(
        count: usize,
        pairs: &Pairs,
        groups: &[Option<usize>],
        anchors: &HashMap<usize, f64>,
        settings: &RatingSettings,
    ) -> Self {
        let mut ratings: Vec<f64> = (0..count)
            .map(|player| anchors.get(&player).copied().unwrap_or(settings.mean))
            .collect();
        let source = match settings.white_advantage {
            Some(_) => AdvantageSource::Given,
            None => AdvantageSource::Estimated,
        };
        let mut advantage = settings.white_advantage.unwrap_or(0.0);
        let mut is_found = false;
        let is_free: Vec<bool> =
            (0..count).map(|it| groups[it].is_some() && !anchors.contains_key(&it)).collect();
        let has_advantage = settings.white_advantage.is_none();
        // Newton's method ends after a few steps; the limit is for what cannot be foreseen.
        for _ in 0..200 {
            let step = newton_step(&ratings, advantage, pairs, &is_free, has_advantage);
            let longest = step.iter().fold(0.0_f64, |longest, it| longest.max(it.abs()));
            let scale = if longest > LONGEST_STEP { LONGEST_STEP / longest } else { 1.0 };
            for (rating, step) in ratings.iter_mut().zip(&step) {
                *rating += scale * step / UNIT;
            }
            advantage += scale * step[count] / UNIT;
            if longest < 1e-10 {
                is_found = true;
                break;
            }
            if advantage.abs() > MAX_ADVANTAGE {
                break;
            }
        }
        if has_advantage && !is_found {
            let settings = RatingSettings { white_advantage: Some(0.0), ..settings.clone() };
            let fit = Self::new(count, pairs, groups, anchors, &settings);
            return Self { source: AdvantageSource::Undetermined, ..fit };
        }
        center(&mut ratings, groups, anchors, settings.mean);
        let draw_rate = draw_rate(&ratings, advantage, pairs);
        Self { ratings, advantage, source, draw_rate }
    }

    /// Returns the rating that results from a player's own games alone, given the ratings of the
    /// opponents, or `None` if the player scored all or none of the points.
    pub(super) fn alone(&self, player: usize, pairs: &Pairs) -> Option<f64> {
        let (games, half_points, _) = pairs.total(player);
        if half_points == 0 || half_points == 2 * games {
            return None;
        }
        let (mut low, mut high) = (self.ratings[player] - 5_000.0, self.ratings[player] + 5_000.0);
        for _ in 0..60 {
            let middle = f64::midpoint(low, high);
            let sum: f64 = opponents(player, pairs)
                .map(|(other, sign, games)| {
                    float(games.games)
                        * expected(middle - self.ratings[other] + sign * self.advantage)
                })
                .sum();
            if sum * 2.0 > float(half_points) { high = middle } else { low = middle }
        }
        Some(f64::midpoint(low, high))
    }
}

/// Returns the opponents of a player. For each, also returns the sign of White's advantage, from
/// the player's point of view, and the games between the two.
fn opponents(player: usize, pairs: &Pairs) -> impl Iterator<Item = (usize, f64, PairGames)> + '_ {
    pairs.by_pair.iter().filter_map(move |(&(white, black), &games)| {
        if white == player {
            Some((black, 1.0, games))
        } else if black == player {
            Some((white, -1.0, games))
        } else {
            None
        }
    })
}

/// Returns the 95 % bound on the rating of a player who scored all (or none) of the points: the
/// rating below (or above) which such results have a probability of less than 5 %. Only games
/// against rated opponents count.
pub(super) fn bound(
    player: usize,
    pairs: &Pairs,
    groups: &[Option<usize>],
    fit: &Fit,
) -> Option<f64> {
    let (games, half_points, _) = pairs.total(player);
    let wins = if half_points == 2 * games {
        1.0
    } else if half_points == 0 {
        -1.0
    } else {
        return None;
    };
    let rated: Vec<(usize, f64, PairGames)> =
        opponents(player, pairs).filter(|(other, ..)| groups[*other].is_some()).collect();
    if rated.is_empty() {
        return None;
    }
    let probability = |rating: f64| {
        let logs = rated.iter().map(|&(other, sign, games)| {
            let difference = rating - fit.ratings[other] + sign * fit.advantage;
            float(games.games) * expected(wins * difference).ln()
        });
        logs.sum::<f64>().exp()
    };
    let (mut low, mut high) = (-20_000.0, 20_000.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if (probability(middle) < 0.05) == (wins > 0.0) { low = middle } else { high = middle }
    }
    Some(f64::midpoint(low, high))
}

/// Solves the linear equations of a Newton step. Returns the change for each player and, as the
/// last element, for White's advantage, in natural units.
fn newton_step(
    ratings: &[f64],
    advantage: f64,
    pairs: &Pairs,
    is_free: &[bool],
    has_advantage: bool,
) -> Vec<f64> {
    let count = ratings.len();
    let mut gradient = vec![0.0; count + 1];
    let mut weights = Vec::with_capacity(pairs.by_pair.len());
    for (&(white, black), games) in &pairs.by_pair {
        let score = expected(ratings[white] - ratings[black] + advantage);
        let surplus = float(games.half_points) / 2.0 - float(games.games) * score;
        gradient[white] += surplus;
        gradient[black] -= surplus;
        gradient[count] += surplus;
        weights.push((white, black, float(games.games) * score * (1.0 - score)));
    }
    let keep = |vector: &mut [f64]| {
        for (value, is_free) in vector.iter_mut().zip(is_free) {
            *value = if *is_free { *value } else { 0.0 };
        }
        if !has_advantage {
            vector[count] = 0.0;
        }
    };
    keep(&mut gradient);
    if gradient.iter().all(|it| it.abs() < 1e-9) {
        // The points are those expected; a smaller rest is rounding.
        return vec![0.0; count + 1];
    }
    let times = |vector: &[f64]| {
        let mut product = vec![0.0; count + 1];
        for &(white, black, weight) in &weights {
            let part = weight * (vector[white] - vector[black] + vector[count]);
            product[white] += part;
            product[black] -= part;
            product[count] += part;
        }
        keep(&mut product);
        product
    };
    conjugate_gradients(gradient, times)
}

/// Solves `A x = b` for a symmetric matrix that is positive definite except in directions in which
/// `b` is zero.
fn conjugate_gradients(right: Vec<f64>, times: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut solution = vec![0.0; right.len()];
    let mut rest = right;
    let mut direction = rest.clone();
    let mut square = dot(&rest, &rest);
    // A smaller rest would be rounding in the directions of which nothing is known.
    let end = square * 1e-18;
    for _ in 0..10 * rest.len() + 10 {
        if square <= end || square == 0.0 {
            break;
        }
        let product = times(&direction);
        let curvature = dot(&direction, &product);
        if curvature <= 0.0 {
            break;
        }
        let length = square / curvature;
        for index in 0..rest.len() {
            solution[index] += length * direction[index];
            rest[index] -= length * product[index];
        }
        let next = dot(&rest, &rest);
        for index in 0..rest.len() {
            direction[index] = rest[index] + next / square * direction[index];
        }
        square = next;
    }
    solution
}

/// Shifts each group without anchors so that its mean is `mean`.
fn center(ratings: &mut [f64], groups: &[Option<usize>], anchors: &HashMap<usize, f64>, mean: f64) {
    let count = groups.iter().flatten().copied().max().map_or(0, |last| last + 1);
    let mut sums = vec![(0.0, 0_u32); count];
    let mut is_anchored = vec![false; count];
    for (player, group) in groups.iter().enumerate() {
        if let Some(group) = *group {
            sums[group] = (sums[group].0 + ratings[player], sums[group].1 + 1);
            is_anchored[group] |= anchors.contains_key(&player);
        }
    }
    for (player, group) in groups.iter().enumerate() {
        if let Some(group) = group.filter(|&group| !is_anchored[group]) {
            ratings[player] += mean - sums[group].0 / f64::from(sums[group].1);
        }
    }
}

/// Returns the draw rate between equal players, assuming that the draw rate between unequal players
/// is lower in proportion to `4 E (1 - E)`, where `E` is the expected score.
fn draw_rate(ratings: &[f64], advantage: f64, pairs: &Pairs) -> f64 {
    let (mut draws, mut room) = (0.0, 0.0);
    for (&(white, black), games) in &pairs.by_pair {
        let score = expected(ratings[white] - ratings[black] + advantage);
        draws += float(games.draws);
        room += float(games.games) * 4.0 * score * (1.0 - score);
    }
    if room > 0.0 { (draws / room).min(1.0) } else { 0.0 }
}
