//! Sequential probability ratio test (SPRT).
//!
//! The test compares two hypotheses about the difference in strength by the ratio of their
//! likelihoods. Each likelihood is maximized over all distributions of results with that difference
//! (the *generalized* test). Abraham Wald, "Sequential tests of statistical hypotheses", 1945;
//! Michel Van den Bergh, "A practical introduction to the GSPRT" and "Normalized Elo", 2021.

use std::f64::consts::SQRT_2;
use std::fmt;

use super::elo::{Moments, NORMALIZED_SCALE, score_of_elo};
use super::tally::{Pairs, Tally};

/// Unit of the Elo differences of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// Normalized Elo: the amount by which the score exceeds one half, in standard deviations of a
    /// single game. The length of a test does not depend on the draw ratio.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

/// A sequential probability ratio test between two Elo differences.
///
/// ```
/// use reynard_arena::stats::{SprtVerdict, EloModel, Pairs, Sprt};
///
/// let test = Sprt::new(0.0, 10.0)?.with_model(EloModel::Normalized);
/// let (lower, upper) = test.bounds();
/// assert!((upper - 2.944).abs() < 1e-3 && (lower + 2.944).abs() < 1e-3);
/// let ratio = test.of_pairs(&Pairs { counts: [80, 600, 1500, 700, 120] });
/// assert!((ratio.llr - 6.284).abs() < 1e-3);
/// assert_eq!(ratio.verdict(), Some(SprtVerdict::Better));
/// # Ok::<(), reynard_arena::stats::InvalidSprt>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// The reason why the parameters of a test are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidSprt {
    /// The second difference is not larger than the first, or one of them is not between -1,000 and
    /// 1,000 Elo.
    Differences,
    /// An error rate is not above 0 and below one half.
    ErrorRate,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtState {
    /// Log-likelihood ratio (LLR).
    pub llr: f64,
    /// Lower bound; the first difference is accepted at or below this bound.
    pub lower: f64,
    /// Upper bound; the second difference is accepted at or above this bound.
    pub upper: f64,
}

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SprtVerdict {
    /// The first difference is accepted (H0).
    NotBetter,
    /// The second difference is accepted (H1).
    Better,
}

impl SprtState {
    /// Returns the outcome, or `None` while the test is undecided.
    ///
    /// ```
    /// use reynard_arena::stats::{SprtState, SprtVerdict};
    ///
    /// let state = SprtState { llr: 3.0, lower: -2.94, upper: 2.94 };
    /// assert_eq!(state.verdict(), Some(SprtVerdict::Better));
    /// ```
    pub fn verdict(&self) -> Option<SprtVerdict> {
        if self.llr >= self.upper {
            Some(SprtVerdict::Better)
        } else if self.llr <= self.lower {
            Some(SprtVerdict::NotBetter)
        } else {
            None
        }
    }
}

impl Sprt {
    /// Creates a test of `elo0` against `elo1`, with error rates of 5 % and normalized Elo.
    ///
    /// # Errors
    ///
    /// [`InvalidSprt::Differences`] if `elo1` is not larger than `elo0`, or if the magnitude of
    /// either exceeds 1,000.
    ///
    /// ```
    /// use reynard_arena::stats::{InvalidSprt, Sprt};
    ///
    /// assert_eq!(Sprt::new(10.0, 0.0), Err(InvalidSprt::Differences));
    /// ```
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, InvalidSprt> {
        let possible = |elo: f64| (-MAX_ELO..=MAX_ELO).contains(&elo);
        if !possible(elo0) || !possible(elo1) || elo0 >= elo1 {
            return Err(InvalidSprt::Differences);
        }
        Ok(Self { elo0, elo1, alpha: 0.05, beta: 0.05, model: EloModel::default() })
    }

    /// Sets the error rates: `alpha` is the probability of accepting the second difference although
    /// the first is true, and `beta` is the probability of the opposite error.
    ///
    /// # Errors
    ///
    /// [`InvalidSprt::ErrorRate`] if either error rate is not between 0 and one half.
    ///
    /// ```
    /// use reynard_arena::stats::{InvalidSprt, Sprt};
    ///
    /// let test = Sprt::new(0.0, 10.0)?.with_errors(0.05, 0.1)?;
    /// assert!(test.bounds().0 > -2.5);
    /// assert_eq!(test.with_errors(0.7, 0.1), Err(InvalidSprt::ErrorRate));
    /// # Ok::<(), InvalidSprt>(())
    /// ```
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Self, InvalidSprt> {
        let possible = |rate: f64| rate > 0.0 && rate < 0.5;
        if possible(alpha) && possible(beta) {
            Ok(Self { alpha, beta, ..self })
        } else {
            Err(InvalidSprt::ErrorRate)
        }
    }

    /// Sets the unit of the differences.
    ///
    /// ```
    /// use reynard_arena::stats::{EloModel, Sprt};
    ///
    /// let test = Sprt::new(0.0, 10.0)?.with_model(EloModel::Logistic);
    /// assert_eq!(test.model(), EloModel::Logistic);
    /// # Ok::<(), reynard_arena::stats::InvalidSprt>(())
    /// ```
    #[must_use]
    pub const fn with_model(self, model: EloModel) -> Self {
        Self { model, ..self }
    }

    /// Returns the two differences.
    pub const fn differences(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Returns the unit of the differences.
    pub const fn model(&self) -> EloModel {
        self.model
    }

    /// Returns Wald's lower and upper bounds for the log-likelihood ratio.
    ///
    /// ```
    /// use reynard_arena::stats::Sprt;
    ///
    /// let (lower, upper) = Sprt::new(0.0, 10.0)?.bounds();
    /// assert!((lower + upper).abs() < 1e-12);
    /// # Ok::<(), reynard_arena::stats::InvalidSprt>(())
    /// ```
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the state of the test after the given game pairs.
    ///
    /// ```
    /// use reynard_arena::stats::{Pairs, Sprt};
    ///
    /// let state = Sprt::new(0.0, 10.0)?.of_pairs(&Pairs::default());
    /// assert_eq!(state.verdict(), None);
    /// # Ok::<(), reynard_arena::stats::InvalidSprt>(())
    /// ```
    pub fn of_pairs(&self, pairs: &Pairs) -> SprtState {
        self.ratio(&pairs.outcomes(), SQRT_2)
    }

    /// Returns the state of the test after the given individual games.
    ///
    /// ```
    /// use reynard_arena::stats::{Sprt, SprtVerdict, Tally};
    ///
    /// let state = Sprt::new(0.0, 10.0)?.of_games(&Tally { wins: 900, draws: 0, losses: 100 });
    /// assert_eq!(state.verdict(), Some(SprtVerdict::Better));
    /// # Ok::<(), reynard_arena::stats::InvalidSprt>(())
    /// ```
    pub fn of_games(&self, tally: &Tally) -> SprtState {
        self.ratio(&tally.outcomes(), 1.0)
    }

    /// Computes the log-likelihood ratio. `games` is the square root of the number of games per
    /// outcome.
    fn ratio(&self, outcomes: &[(f64, u64)], games: f64) -> SprtState {
        let (lower, upper) = self.bounds();
        if outcomes.iter().all(|&(_, times)| times == 0) {
            return SprtState { llr: 0.0, lower, upper };
        }
        let sample = Distribution::of(outcomes);
        let fitted = |elo: f64| match self.model {
            EloModel::Logistic => sample.with_mean(score_of_elo(elo)),
            EloModel::Normalized => sample.with_deviations(elo / NORMALIZED_SCALE * games),
        };
        let (first, second) = (fitted(self.elo0), fitted(self.elo1));
        let llr = sample.weighted_log_ratio(&first, &second);
        SprtState { llr, lower, upper }
    }
}

/// Largest absolute Elo difference.
const MAX_ELO: f64 = 1000.0;

/// Weight assigned to an outcome that has not occurred, so that the ratio stays finite.
const UNSEEN: f64 = 1e-3;

/// Outcomes and their probabilities, and the total number of outcomes.
#[derive(Clone, Debug)]
struct Distribution {
    outcomes: Vec<(f64, f64)>,
    count: f64,
}

impl Distribution {
    #[expect(clippy::cast_precision_loss, reason = "there are fewer games than a float can count")]
    fn of(outcomes: &[(f64, u64)]) -> Self {
        let weight = |times: u64| if times == 0 { UNSEEN } else { times as f64 };
        let count = outcomes.iter().map(|&(_, times)| weight(times)).sum::<f64>();
        let part = |&(value, times): &(f64, u64)| (value, weight(times) / count);
        Self { outcomes: outcomes.iter().map(part).collect(), count }
    }

    /// Returns the maximum likelihood distribution with the given mean. With a Lagrange multiplier
    /// `x`, each probability is divided by `1 + x * (value - mean)`, which leaves one monotone
    /// equation for `x`.
    fn with_mean(&self, mean: f64) -> Self {
        self.balanced(|value| value - mean).unwrap_or_else(|| self.clone())
    }

    /// Returns the maximum likelihood distribution whose mean lies `deviations` of its own standard
    /// deviations above one half. The standard deviation is replaced by its tangent at the previous
    /// distribution, which makes the condition linear. The replacement is iterated until the
    /// distribution converges.
    ///
    /// The iteration starts from distributions that fulfill the condition. From there on, every
    /// tangent takes both signs. The standard deviation is a concave function of the probabilities,
    /// so the mean of the tangent at its own distribution is zero or has the sign of `deviations`,
    /// while the tangent has the opposite sign at the worst outcome (or the best one if
    /// `deviations` is negative).
    ///
    /// If the sample is beyond the condition, the distributions on its side form a convex set with
    /// a single maximum. Otherwise there may be several maxima: near the tilted sample, and near
    /// each single outcome on the same side of one half as the condition. The largest one is used.
    fn with_deviations(&self, deviations: f64) -> Self {
        let side = |value: f64| (value - 0.5) * deviations;
        let near = |&(value, _): &(f64, f64)| self.near_outcome(value, deviations);
        let singles = self.outcomes.iter().filter(|(value, _)| side(*value) > 0.0).filter_map(near);
        let mut best = self.tangents_from(self.tilted_to(deviations), deviations);
        for start in singles {
            let found = self.tangents_from(start, deviations);
            if self.weighted_log_ratio(&best, &found) > 0.0 {
                best = found;
            }
        }
        best
    }

    /// Iterates the tangents, starting from a distribution that fulfills the condition.
    fn tangents_from(&self, start: Self, deviations: f64) -> Self {
        let mut fitted = start;
        for _ in 0..MAX_STEPS {
            let Moments { mean, variance, .. } = fitted.moments();
            let deviation = variance.sqrt();
            let tangent = |value: f64| {
                let off = (value - mean) / deviation;
                value - 0.5 - deviations * deviation * f64::midpoint(1.0, off * off)
            };
            // Only rounding can have left the tangent one sign, where the steps have become small.
            let Some(next) = self.balanced(tangent) else { break };
            let pairs = next.outcomes.iter().zip(&fitted.outcomes);
            let change = pairs.map(|(new, old)| (new.1 - old.1).abs()).fold(0.0, f64::max);
            fitted = next;
            if change < CLOSE {
                break;
            }
        }
        fitted
    }

    /// Returns the mixture of the sample and a single outcome that fulfills the condition, or
    /// `None` if the sample is beyond it.
    fn near_outcome(&self, single: f64, deviations: f64) -> Option<Self> {
        let mixed = |share: f64| {
            let part = |&(value, part): &(f64, f64)| {
                let at_single = f64::from(u8::from(value.total_cmp(&single).is_eq()));
                (value, part * share + at_single * (1.0 - share))
            };
            Self { outcomes: self.outcomes.iter().map(part).collect(), count: self.count }
        };
        let is_beyond = |distribution: &Self| {
            let Moments { mean, variance, .. } = distribution.moments();
            (mean - 0.5) * deviations.signum() > deviations.abs() * variance.sqrt()
        };
        if is_beyond(self) {
            return None;
        }
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if is_beyond(&mixed(middle)) { low = middle } else { high = middle }
        }
        (high > 0.0).then(|| mixed(high))
    }

    /// Returns the distribution proportional to the sample times `exp(x * value)`, with `x` such
    /// that its mean lies `deviations` of its own standard deviations above one half.
    fn tilted_to(&self, deviations: f64) -> Self {
        let (mut low, mut high) = (-MAX_TILT, MAX_TILT);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            let Moments { mean, variance, .. } = self.tilted(middle).moments();
            let is_beyond = mean - 0.5 > deviations * variance.sqrt();
            if is_beyond { high = middle } else { low = middle }
        }
        self.tilted(f64::midpoint(low, high))
    }

    fn tilted(&self, by: f64) -> Self {
        // All factors are at most 1.
        let factor = |value: f64| (by * value - by.max(0.0)).exp();
        let weights = self.outcomes.iter().map(|&(value, part)| (value, part * factor(value)));
        let sum: f64 = weights.clone().map(|(_, weight)| weight).sum();
        let outcomes = weights.map(|(value, weight)| (value, weight / sum)).collect();
        Self { outcomes, count: self.count }
    }

    /// Returns the maximum likelihood distribution in which the mean of `of` is zero, or `None` if
    /// `of` takes only one sign.
    fn balanced(&self, of: impl Fn(f64) -> f64) -> Option<Self> {
        let values: Vec<f64> = self.outcomes.iter().map(|&(value, _)| of(value)).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if least >= 0.0 || most <= 0.0 {
            return None;
        }
        let balance = |x: f64| {
            let terms = self.outcomes.iter().zip(&values);
            terms.map(|(&(_, part), value)| part * value / (1.0 + x * value)).sum::<f64>()
        };
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if balance(middle) > 0.0 { low = middle } else { high = middle }
        }
        let x = f64::midpoint(low, high);
        let terms = self.outcomes.iter().zip(&values);
        let outcomes = terms.map(|(&(value, part), by)| (value, part / (1.0 + x * by))).collect();
        Some(Self { outcomes, count: self.count })
    }

    fn moments(&self) -> Moments {
        let mean = self.outcomes.iter().map(|&(value, part)| value * part).sum::<f64>();
        let square = |value: f64| (value - mean) * (value - mean);
        let variance = self.outcomes.iter().map(|&(value, part)| square(value) * part).sum();
        Moments { count: self.count, mean, variance }
    }

    fn weighted_log_ratio(&self, first: &Self, second: &Self) -> f64 {
        let pairs = first.outcomes.iter().zip(&second.outcomes);
        let terms = self.outcomes.iter().zip(pairs);
        let sum =
            terms.map(|(own, (first, second))| own.1 * (second.1 / first.1).ln()).sum::<f64>();
        self.count * sum
    }
}

/// Maximum exponent of a tilt: outcomes a quarter of a point apart differ by a factor of e^50.
const MAX_TILT: f64 = 200.0;

/// Number of halvings after which an interval of floats is exhausted.
const HALVINGS: usize = 80;

/// Maximum number of iterations.
const MAX_STEPS: usize = 60;

/// Convergence threshold for probabilities.
const CLOSE: f64 = 1e-12;

impl fmt::Display for InvalidSprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Differences => {
                "the second difference must be larger than the first, both within 1000"
            }
            Self::ErrorRate => "an error rate must be above 0 and below 0.5",
        })
    }
}

impl std::error::Error for InvalidSprt {}
