//! Rating lists.
//!
//! The ratings follow the Bradley–Terry model ("Rank analysis of incomplete block designs", 1952):
//! the expected score of a game depends on the difference between two ratings. A draw counts as
//! half a win and half a loss. The maximum likelihood ratings are found with the iteration of
//! Hunter ("MM algorithms for generalized Bradley-Terry models", 2004), which is monotone.

use super::normal::Z95;
use super::tally::Tally;

/// Results between two players, from the first player's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadToHead {
    /// Index of the first player.
    pub first: usize,
    /// Index of the second player.
    pub second: usize,
    /// Results.
    pub tally: Tally,
}

/// Rating of a player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo relative to the average of all players.
    pub elo: f64,
    /// Half the width of the 95 % confidence interval; `None` for a player without games, and if all
    /// games of all players are drawn.
    pub error: Option<f64>,
    /// Number of games.
    pub games: u64,
    /// Points scored.
    pub points: f64,
}

/// Prior: for each player, this number of drawn games against an average opponent is added, so that
/// a perfect score has a finite rating. The prior shrinks the ratings slightly.
const PRIOR: f64 = 0.5;

/// Fits ratings to results. The ratings are in the same order as the players, and their average is
/// zero.
///
/// ```
/// use reynard_arena::stats::{HeadToHead, Tally, ratings};
///
/// let meeting = |first, second, wins, draws, losses| HeadToHead {
///     first,
///     second,
///     tally: Tally { wins, draws, losses },
/// };
/// let games = [meeting(0, 1, 400, 400, 200), meeting(1, 2, 400, 400, 200)];
/// let list = ratings(3, &games);
/// assert!((list[0].elo - list[1].elo - 70.4).abs() < 0.1);
/// assert!((list[0].elo - list[2].elo - 140.7).abs() < 0.2);
/// ```
pub fn ratings(players: usize, meetings: &[HeadToHead]) -> Vec<Rating> {
    let known = |meeting: &&HeadToHead| meeting.first < players && meeting.second < players;
    let meetings: Vec<&HeadToHead> = meetings.iter().filter(known).collect();
    let strengths = strengths(players, &meetings);
    let elo: Vec<f64> = strengths.iter().map(|strength| ELO * strength.ln()).collect();
    let average = elo.iter().sum::<f64>() / count(players).max(1.0);
    let errors = errors(&strengths, &meetings);
    // If all games are drawn, there is no estimate of the variance.
    let is_decisive = |meeting: &&HeadToHead| meeting.tally.wins + meeting.tally.losses > 0;
    let varies = meetings.iter().any(is_decisive);
    let rating = |player: usize| {
        let own = meetings.iter().filter(|meeting| meeting.has(player));
        let games = own.map(|meeting| meeting.tally.games()).sum();
        Rating {
            elo: elo[player] - average,
            error: (varies && games > 0).then_some(errors[player]),
            games,
            points: points(player, &meetings),
        }
    };
    (0..players).map(rating).collect()
}

/// Elo difference that corresponds to odds of e to one.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

impl HeadToHead {
    const fn has(&self, player: usize) -> bool {
        self.first == player || self.second == player
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are fewer games than a float can count")]
fn count(number: usize) -> f64 {
    number as f64
}

#[expect(clippy::cast_precision_loss, reason = "there are fewer games than a float can count")]
fn halves(tally: Tally) -> f64 {
    tally.wins as f64 + tally.draws as f64 / 2.0
}

#[expect(clippy::cast_precision_loss, reason = "there are fewer games than a float can count")]
fn games(tally: Tally) -> f64 {
    tally.games() as f64
}

fn points(player: usize, meetings: &[&HeadToHead]) -> f64 {
    let of = |meeting: &&HeadToHead| match player {
        _ if player == meeting.first => halves(meeting.tally),
        _ if player == meeting.second => halves(meeting.tally.reversed()),
        _ => 0.0,
    };
    meetings.iter().map(of).sum()
}

fn strengths(players: usize, meetings: &[&HeadToHead]) -> Vec<f64> {
    let points: Vec<f64> =
        (0..players).map(|player| points(player, meetings) + PRIOR / 2.0).collect();
    let mut strengths = vec![1.0; players];
    for _ in 0..MAX_STEPS {
        // Against the average, whose strength is one.
        let mut weights: Vec<f64> = strengths.iter().map(|own: &f64| PRIOR / (own + 1.0)).collect();
        for meeting in meetings {
            let share =
                games(meeting.tally) / (strengths[meeting.first] + strengths[meeting.second]);
            weights[meeting.first] += share;
            weights[meeting.second] += share;
        }
        let mut change: f64 = 0.0;
        for (player, strength) in strengths.iter_mut().enumerate() {
            let next = points[player] / weights[player];
            change = change.max((next / *strength).ln().abs());
            *strength = next;
        }
        if change < CLOSE {
            break;
        }
    }
    strengths
}

const MAX_STEPS: usize = 100_000;
const CLOSE: f64 = 1e-9;

/// Returns the errors of the ratings, computed from the curvature of the likelihood. The curvature
/// assumes decisive games; draws reduce the variance by a dispersion factor that is estimated from
/// the games.
fn errors(strengths: &[f64], meetings: &[&HeadToHead]) -> Vec<f64> {
    let players = strengths.len();
    let mut curvature = vec![vec![0.0; players]; players];
    let (mut expected, mut found) = (0.0, 0.0);
    for meeting in meetings {
        let (a, b) = (meeting.first, meeting.second);
        let chance = strengths[a] / (strengths[a] + strengths[b]);
        let spread = games(meeting.tally) * chance * (1.0 - chance);
        curvature[a][a] += spread;
        curvature[b][b] += spread;
        curvature[a][b] -= spread;
        curvature[b][a] -= spread;
        expected += spread;
        found += squares(meeting.tally, chance);
    }
    let dispersion = if expected > 0.0 { found / expected } else { 1.0 };
    for (player, row) in curvature.iter_mut().enumerate() {
        let chance = strengths[player] / (strengths[player] + 1.0);
        row[player] += PRIOR * chance * (1.0 - chance);
    }
    let inverse = inverse(curvature);
    // The errors are those of the differences from the average: the common part is removed.
    let share = 1.0 / count(players).max(1.0);
    let total: f64 = inverse.iter().flatten().sum();
    (0..players)
        .map(|player| {
            let row: f64 = inverse[player].iter().sum();
            let variance = inverse[player][player] - 2.0 * share * row + share * share * total;
            Z95 * ELO * (variance * dispersion).max(0.0).sqrt()
        })
        .collect()
}

/// Sums the squared differences between results and expectations.
#[expect(clippy::cast_precision_loss, reason = "there are fewer games than a float can count")]
fn squares(tally: Tally, chance: f64) -> f64 {
    let square = |result: f64, times: u64| (result - chance) * (result - chance) * times as f64;
    square(1.0, tally.wins) + square(0.5, tally.draws) + square(0.0, tally.losses)
}

/// Inverts a symmetric positive definite matrix by elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let unit = |row: usize| (0..size).map(|at| if at == row { 1.0 } else { 0.0 }).collect();
    let mut inverse: Vec<Vec<f64>> = (0..size).map(unit).collect();
    for pivot in 0..size {
        let divisor = matrix[pivot][pivot].max(f64::MIN_POSITIVE);
        for at in 0..size {
            matrix[pivot][at] /= divisor;
            inverse[pivot][at] /= divisor;
        }
        let (pivot_row, pivot_inverse) = (matrix[pivot].clone(), inverse[pivot].clone());
        for row in (0..size).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for at in 0..size {
                matrix[row][at] -= factor * pivot_row[at];
                inverse[row][at] -= factor * pivot_inverse[at];
            }
        }
    }
    inverse
}
