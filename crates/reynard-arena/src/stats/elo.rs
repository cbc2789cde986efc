//! Elo differences with their errors.

use std::f64::consts::SQRT_2;

use reynard_base::signed;

use super::normal::{Z95, below};
use super::tally::{Pairs, Tally};

/// Elo difference that corresponds to odds of ten to one.
const SCALE: f64 = 400.0;

/// Normalized Elo per standard deviation of a game: `800 / ln 10`, so that it equals logistic Elo
/// near zero when no game is drawn. Michel Van den Bergh, "Normalized Elo", 2021.
pub(crate) const NORMALIZED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// Returns the Elo difference that corresponds to a score from 0 to 1. It is infinite for 0 and 1.
///
/// ```
/// use reynard_arena::stats::{elo_of_score, score_of_elo};
///
/// assert!((elo_of_score(0.75) - 190.848).abs() < 1e-3);
/// assert!((score_of_elo(elo_of_score(0.3)) - 0.3).abs() < 1e-12);
/// ```
pub fn elo_of_score(score: f64) -> f64 {
    -SCALE * (1.0 / score - 1.0).log10()
}

/// Returns the expected score for an Elo difference.
///
/// ```
/// use reynard_arena::stats::score_of_elo;
///
/// assert!((score_of_elo(0.0) - 0.5).abs() < 1e-12);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / SCALE))
}

/// Estimate of a difference in strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// Score, from 0 to 1.
    pub score: f64,
    /// Standard error of the score.
    pub score_error: f64,
    /// Elo difference; `None` if one side has all points.
    pub elo: Option<f64>,
    /// Half the width of the 95 % confidence interval. `None` if the interval reaches a score of 0 or
    /// 1, or if all results are the same.
    pub error: Option<f64>,
    /// Difference in normalized Elo: the amount by which the score exceeds one half, in standard
    /// deviations of a single game. `None` if all results are the same and not even.
    pub normalized: Option<f64>,
    /// Half the width of the 95 % confidence interval of the normalized difference.
    pub normalized_error: f64,
    /// Likelihood of superiority (LOS), from 0 to 1.
    pub superiority: f64,
}

impl Elo {
    /// Estimates the difference from individual games (trinomial model). Returns `None` if there
    /// are no games.
    ///
    /// ```
    /// use reynard_arena::stats::{Elo, Tally};
    ///
    /// let elo = Elo::of_games(&Tally { wins: 60, draws: 80, losses: 40 }).unwrap();
    /// assert!((elo.elo.unwrap() - 38.764).abs() < 1e-3);
    /// ```
    pub fn of_games(tally: &Tally) -> Option<Self> {
        Self::new(&tally.outcomes(), 1.0)
    }

    /// Estimates the difference from game pairs (pentanomial model). Returns `None` if there are no
    /// pairs.
    ///
    /// ```
    /// use reynard_arena::stats::{Elo, Pairs};
    ///
    /// let elo = Elo::of_pairs(&Pairs { counts: [2, 10, 30, 20, 8] }).unwrap();
    /// assert!(elo.elo > Some(0.0) && elo.superiority > 0.9);
    /// // Drawn pairs alone do not show the variance.
    /// let elo = Elo::of_pairs(&Pairs { counts: [0, 0, 7, 0, 0] }).unwrap();
    /// assert_eq!((elo.elo, elo.error), (Some(0.0), None));
    /// ```
    pub fn of_pairs(pairs: &Pairs) -> Option<Self> {
        Self::new(&pairs.outcomes(), SQRT_2)
    }

    /// Estimates Elo from the outcomes. `deviation` is the standard deviation of a game relative to
    /// that of an outcome, assuming independent games.
    fn new(outcomes: &[(f64, u64)], deviation: f64) -> Option<Self> {
        let Moments { count, mean, variance } = Moments::of(outcomes)?;
        let score_error = (variance / count).sqrt();
        let spread = Z95 * score_error;
        let (low, high) = (elo_of_score(mean - spread), elo_of_score(mean + spread));
        // Without different results there is no estimate of the variance.
        let uniform = variance == 0.0;
        let inside = !uniform && mean - spread > 0.0 && mean + spread < 1.0;
        let game = variance.sqrt() * deviation;
        let balanced = (mean - 0.5).abs() < f64::EPSILON;
        // If all results are the same and even, 0/0 counts as no difference.
        let deviations = |of: f64| if balanced { 0.0 } else { (mean - 0.5) / of };
        Some(Self {
            score: mean,
            score_error,
            elo: finite(elo_of_score(mean)),
            error: inside.then(|| (high - low) / 2.0),
            normalized: finite(deviations(game) * NORMALIZED_SCALE),
            normalized_error: Z95 / count.sqrt() / deviation * NORMALIZED_SCALE,
            superiority: if uniform && !balanced {
                superiority_of_uniform(mean, count)
            } else {
                below(deviations(score_error))
            },
        })
    }
}

/// Formats an Elo difference with its error, if that is known: `+4.2 ± 7.5`. Returns `None` if
/// there is no estimate.
///
/// ```
/// use reynard_arena::stats::elo_text;
///
/// assert_eq!(elo_text(Some(4.24), Some(7.5)).as_deref(), Some("+4.2 ± 7.5"));
/// assert_eq!(elo_text(Some(-0.04), None).as_deref(), Some("+0.0"));
/// ```
pub fn elo_text(elo: Option<f64>, error: Option<f64>) -> Option<String> {
    let elo = signed(elo?, 1);
    Some(match error {
        Some(error) => format!("{elo} ± {error:.1}"),
        None => elo,
    })
}

/// Returns a value unless it is infinite.
fn finite(value: f64) -> Option<f64> {
    // Adding 0 removes the sign of -0.
    value.is_finite().then_some(value + 0.0)
}

/// Returns the likelihood of superiority if all `count` results are the same and none is an even
/// score, using Laplace's rule of succession with a uniform prior.
fn superiority_of_uniform(mean: f64, count: f64) -> f64 {
    let doubt = 0.5_f64.powf(count + 1.0);
    if mean > 0.5 { 1.0 - doubt } else { doubt }
}

/// Count, mean and variance of outcomes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    pub(crate) count: f64,
    pub(crate) mean: f64,
    pub(crate) variance: f64,
}

impl Moments {
    #[expect(clippy::cast_precision_loss, reason = "there are fewer games than a float can count")]
    pub(crate) fn of(outcomes: &[(f64, u64)]) -> Option<Self> {
        let count = outcomes.iter().map(|&(_, times)| times as f64).sum::<f64>();
        if count == 0.0 {
            return None;
        }
        let part = |times: u64| times as f64 / count;
        let mean = outcomes.iter().map(|&(value, times)| value * part(times)).sum::<f64>();
        let square = |value: f64| (value - mean) * (value - mean);
        let variance = outcomes.iter().map(|&(value, times)| square(value) * part(times)).sum();
        Some(Self { count, mean, variance })
    }
}
