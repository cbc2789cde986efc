//! The values of the parameters, and their updates.

use std::collections::VecDeque;

use reynard_base::SplitMix64;

use super::parameter::{SpsaParameter, TunedParameter};

/// Settings of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpsaSettings {
    /// Number of game pairs. The schedule that determines the size of the changes depends on this
    /// number.
    pub pairs: u64,
    /// Fraction of a step by which a won pair changes a value at the end of the run.
    pub gain: f64,
    /// Seed for the signs of the changes.
    pub seed: u64,
    /// Number of pairs played in parallel. A trial uses the results of all earlier pairs except the
    /// last `concurrency - 1`.
    pub concurrency: u32,
}

impl Default for SpsaSettings {
    /// Returns the default settings: 10,000 pairs, played one at a time, with a gain of 0.002 at
    /// the end.
    fn default() -> Self {
        Self { pairs: 10_000, gain: 0.002, seed: 1, concurrency: 1 }
    }
}

/// The values used by the two sides of a pair, in the order of the parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpsaTrial {
    /// Number of the pair, from 0.
    pub number: u64,
    /// Values used by the first side.
    pub first: Vec<i64>,
    /// Values used by the second side, changed in the opposite direction.
    pub second: Vec<i64>,
}

/// The state of a run: the values of the parameters after a number of pairs.
///
/// A trial depends only on the settings, its number and the earlier results.
///
/// ```
/// use reynard_arena::spsa::{Spsa, SpsaSettings};
///
/// let settings = SpsaSettings { pairs: 200, gain: 0.05, ..SpsaSettings::default() };
/// let mut spsa = Spsa::new(vec!["margin,50,0,200,10".parse()?], settings);
/// while let Some(trial) = spsa.trial(spsa.pairs()) {
///     // The side nearer to 100 wins both games.
///     let distance = |values: &[i64]| values[0].abs_diff(100);
///     let half_points = if distance(&trial.first) < distance(&trial.second) { 4 } else { 0 };
///     spsa.add(half_points);
/// }
/// assert!((spsa.values()[0] - 100.0).abs() < 20.0);
/// # Ok::<(), reynard_arena::spsa::InvalidSpsaParameter>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spsa {
    parameters: Vec<SpsaParameter>,
    settings: SpsaSettings,
    /// The values after each of the latest pairs, the current ones last.
    recent: VecDeque<Vec<f64>>,
    /// Number of pairs with a result.
    pairs: u64,
    /// Total half points of the first sides.
    half_points: u64,
    /// History of the values, each entry with its number of pairs.
    course: Vec<(u64, Vec<f64>)>,
}

/// Exponent that determines how fast the updates of the values shrink.
const ALPHA: f64 = 0.602;
/// Exponent that determines how fast the changes shrink.
const GAMMA: f64 = 0.101;
/// Fraction of the total number of pairs that is added to a pair's number in the schedule of the
/// updates.
const STABILITY: f64 = 0.1;
/// Number of points in the history of the values.
const COURSE: u64 = 256;

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "pairs and values are far below 2^52"
)]
impl Spsa {
    /// Creates the state before the first pair.
    pub fn new(parameters: Vec<SpsaParameter>, settings: SpsaSettings) -> Self {
        let values: Vec<f64> = parameters.iter().map(|parameter| parameter.value).collect();
        let course = vec![(0, values.clone())];
        Self { parameters, settings, recent: [values].into(), pairs: 0, half_points: 0, course }
    }

    /// Returns the parameters with their initial values.
    pub fn parameters(&self) -> &[SpsaParameter] {
        &self.parameters
    }

    /// Returns the settings.
    pub const fn settings(&self) -> SpsaSettings {
        self.settings
    }

    /// Returns the number of pairs with a result.
    pub const fn pairs(&self) -> u64 {
        self.pairs
    }

    /// Returns the current values, in the order of the parameters.
    pub fn values(&self) -> &[f64] {
        self.recent.back().map_or(&[], Vec::as_slice)
    }

    /// Returns the parameters with their current values.
    pub fn tuned(&self) -> Vec<TunedParameter> {
        let values = self.parameters.iter().zip(self.values());
        values.map(|(parameter, &value)| parameter.tuned(value)).collect()
    }

    /// Returns the score of the first sides, from 0 to 1. Unless something is wrong, the score is
    /// close to one half.
    pub fn score(&self) -> f64 {
        self.half_points as f64 / (4 * self.pairs).max(1) as f64
    }

    /// Returns the history of the values. Each entry contains the number of pairs played before it.
    /// There are at most 257 entries; the first one contains the initial values.
    pub fn course(&self) -> &[(u64, Vec<f64>)] {
        &self.course
    }

    /// Returns the trial with the given number. Returns `None` if all pairs have been played, or if
    /// the trial must wait for results.
    pub fn trial(&self, number: u64) -> Option<SpsaTrial> {
        // Values after the pairs that this trial knows.
        let known = number.saturating_sub(u64::from(self.settings.concurrency.max(1)) - 1);
        let back = usize::try_from(self.pairs.checked_sub(known)?).ok()?;
        let values = self.recent.get(self.recent.len().checked_sub(back + 1)?)?;
        if number >= self.settings.pairs {
            return None;
        }
        let mut random = SplitMix64::from_seeds(&[self.settings.seed, number]);
        let mut trial = SpsaTrial { number, first: Vec::new(), second: Vec::new() };
        for (parameter, &value) in self.parameters.iter().zip(values) {
            let change = self.change(parameter, number) * sign(random.next_u64());
            // Rounded up or down by chance, so that parts of a whole number count.
            let part = (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
            let whole = |value: f64| (parameter.clamp(value) + part).floor();
            trial.first.push(parameter.clamp(whole(value + change)) as i64);
            trial.second.push(parameter.clamp(whole(value - change)) as i64);
        }
        Some(trial)
    }

    /// Adds the result of the next pair: the half points of the first side, 0 to 4. Results must be
    /// added in the order of the pair numbers.
    pub fn add(&mut self, half_points: u8) {
        let (number, total) = (self.pairs, self.settings.pairs.max(1) as f64);
        let mut random = SplitMix64::from_seeds(&[self.settings.seed, number]);
        let schedule = (STABILITY * total + total) / (STABILITY * total + number as f64 + 1.0);
        let won = f64::from(half_points) - 2.0;
        let mut values = self.values().to_vec();
        for (value, parameter) in values.iter_mut().zip(&self.parameters) {
            let direction = sign(random.next_u64());
            random.next_u64();
            let step = parameter.step * parameter.step / self.change(parameter, number);
            let by = self.settings.gain * schedule.powf(ALPHA) * step * won * direction;
            *value = parameter.clamp(*value + by);
        }
        self.pairs += 1;
        self.half_points += u64::from(half_points);
        if self.pairs.is_multiple_of(self.settings.pairs.div_ceil(COURSE).max(1)) {
            self.course.push((self.pairs, values.clone()));
        }
        self.recent.push_back(values);
        if self.recent.len() > self.settings.concurrency.max(1) as usize + 1 {
            self.recent.pop_front();
        }
    }

    /// Returns the size of a parameter's change in a pair.
    fn change(&self, parameter: &SpsaParameter, number: u64) -> f64 {
        let pairs = self.settings.pairs.max(1) as f64;
        parameter.step * (pairs / (number as f64 + 1.0)).powf(GAMMA)
    }
}

/// Returns 1 or -1, depending on a random number.
const fn sign(random: u64) -> f64 {
    if random >> 63 == 0 { 1.0 } else { -1.0 }
}

#[cfg(test)]
mod tests {
    use super::{Spsa, SpsaSettings};

    fn spsa(concurrency: u32) -> Spsa {
        let parameters = ["a,50,0,100,5", "b,10,0,20,1"].map(|text| text.parse().expect(text));
        let settings =
            SpsaSettings { pairs: 400, gain: 0.02, concurrency, ..SpsaSettings::default() };
        Spsa::new(parameters.into(), settings)
    }

    #[test]
    fn values_move_toward_those_that_win() {
        let mut spsa = spsa(1);
        while let Some(trial) = spsa.trial(spsa.pairs()) {
            // `a` is best at 80, `b` does nothing.
            let is_better = trial.first[0].abs_diff(80) < trial.second[0].abs_diff(80);
            spsa.add(if is_better { 3 } else { 1 });
        }
        assert_eq!(spsa.pairs(), 400);
        let [a, b] = spsa.values() else { panic!("two values") };
        assert!((70.0..=90.0).contains(a), "{a}");
        assert!((7.0..=13.0).contains(b), "{b}");
    }

    #[test]
    fn drawn_pairs_change_nothing() {
        let mut spsa = spsa(1);
        (0..50).for_each(|_| spsa.add(2));
        assert_eq!(spsa.values(), [50.0, 10.0]);
        assert!((spsa.score() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_two_sides_are_changed_in_opposite_ways_and_stay_in_range() {
        let mut spsa = spsa(1);
        for _ in 0..400 {
            let trial = spsa.trial(spsa.pairs()).expect("a trial");
            for (index, max) in [(0, 100), (1, 20)] {
                let (first, second) = (trial.first[index], trial.second[index]);
                assert!((0..=max).contains(&first) && (0..=max).contains(&second));
            }
            // `a` grows without end.
            spsa.add(if trial.first[0] > trial.second[0] { 4 } else { 0 });
        }
        assert!(spsa.values()[0] > 90.0, "{:?}", spsa.values());
    }

    #[test]
    fn a_trial_does_not_depend_on_results_that_come_early() {
        let (mut early, mut late) = (spsa(4), spsa(4));
        for _ in 0..3 {
            early.add(4);
            late.add(4);
        }
        // Trial 6 knows the results of pairs 0 to 2, whether or not there are more.
        let late = late.trial(6).expect("a trial");
        early.add(0);
        early.add(4);
        assert_eq!(early.trial(6), Some(late));
        assert_eq!(early.trial(9), None, "results are missing");
    }
}
