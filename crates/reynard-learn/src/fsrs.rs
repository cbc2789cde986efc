//! The scheduler FSRS, version 6.
//!
//! CITE: *The Algorithm*, Open Spaced Repetition,
//! <https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm>. Two published models of
//! version 6 differ in details. This implementation gives the same intervals as the Python package
//! `fsrs` 6.3.2 with its fuzz off and without learning and relearning steps: `tests/suite/fsrs.rs`.

use std::fmt;

/// The grade of an answer, as used by the scheduler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReviewGrade {
    /// The answer was wrong, or was shown.
    Again,
    /// The answer was correct on the first try, but with a hint.
    Hard,
    /// The answer was correct on the first try.
    Good,
    /// The answer was correct and quick.
    Easy,
}

impl ReviewGrade {
    /// All grades, worst first.
    pub const ALL: [Self; 4] = [Self::Again, Self::Hard, Self::Good, Self::Easy];

    /// Returns the number of the grade, from 1 to 4.
    ///
    /// ```
    /// use reynard_learn::ReviewGrade;
    ///
    /// assert_eq!(ReviewGrade::Good.number(), 3);
    /// ```
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Returns the grade with the given number, or `None` if the number is not from 1 to 4.
    ///
    /// ```
    /// use reynard_learn::ReviewGrade;
    ///
    /// assert_eq!(ReviewGrade::from_number(1), Some(ReviewGrade::Again));
    /// assert_eq!(ReviewGrade::from_number(5), None);
    /// ```
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::Again),
            2 => Some(Self::Hard),
            3 => Some(Self::Good),
            4 => Some(Self::Easy),
            _ => None,
        }
    }

    /// Returns the name of the grade in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Again => "again",
            Self::Hard => "hard",
            Self::Good => "good",
            Self::Easy => "easy",
        }
    }
}

impl fmt::Display for ReviewGrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The state of a card in the learner's memory, as estimated by the scheduler.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemoryState {
    /// Number of days after which the probability that the learner still knows the card is 90 %; at
    /// least 0.001.
    pub stability: f64,
    /// Difficulty, from 1 to 10.
    pub difficulty: f64,
}

/// The target retention of a schedule: the probability that the learner still knows a card when it
/// is due.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Retention(f64);

impl Retention {
    /// A probability of 90 %.
    pub const DEFAULT: Self = Self(0.9);

    /// Creates a target retention from 0.7 to 0.97. Returns `None` for any other number.
    ///
    /// ```
    /// use reynard_learn::Retention;
    ///
    /// assert_eq!(Retention::new(0.9), Some(Retention::DEFAULT));
    /// assert_eq!(Retention::new(1.0), None);
    /// ```
    pub fn new(share: f64) -> Option<Self> {
        (0.7..=0.97).contains(&share).then_some(Self(share))
    }

    /// Returns the probability.
    pub const fn share(self) -> f64 {
        self.0
    }
}

impl Default for Retention {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The FSRS 6 scheduler with its default weights.
///
/// ```
/// use reynard_learn::{FsrsScheduler, Retention, ReviewGrade};
///
/// // The first intervals after again, hard, good and easy, in days.
/// let scheduler = FsrsScheduler::new(Retention::DEFAULT);
/// let first = |grade| scheduler.interval(scheduler.first(grade));
/// assert_eq!(ReviewGrade::ALL.map(first), [1, 1, 2, 8]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FsrsScheduler {
    retention: Retention,
}

/// Default weights of FSRS 6. The last one determines the decay of the forgetting curve.
const WEIGHTS: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835,
    0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// Exponent of the forgetting curve.
const DECAY: f64 = -WEIGHTS[20];

/// Minimum stability, in days.
const LEAST_STABILITY: f64 = 0.001;

/// Longest interval, in days.
const LONGEST_INTERVAL: u32 = 36_500;

impl FsrsScheduler {
    /// Creates a scheduler with the given target retention.
    pub const fn new(retention: Retention) -> Self {
        Self { retention }
    }

    /// Returns the state after the first answer.
    ///
    /// ```
    /// use reynard_learn::{FsrsScheduler, Retention, ReviewGrade};
    ///
    /// let state = FsrsScheduler::new(Retention::DEFAULT).first(ReviewGrade::Good);
    /// assert_eq!(state.stability, 2.3065);
    /// ```
    pub fn first(&self, grade: ReviewGrade) -> MemoryState {
        let stability = WEIGHTS[usize::from(grade.number()) - 1].max(LEAST_STABILITY);
        MemoryState { stability, difficulty: clamped(first_difficulty(grade)) }
    }

    /// Returns the state after another answer. `days` is the number of whole 24-hour periods since
    /// the previous answer. It is 0 or less if the answer was given on the same day, or is dated
    /// before the previous one.
    ///
    /// ```
    /// use reynard_learn::{FsrsScheduler, Retention, ReviewGrade};
    ///
    /// let scheduler = FsrsScheduler::new(Retention::DEFAULT);
    /// let first = scheduler.first(ReviewGrade::Good);
    /// let second = scheduler.next(first, 2, ReviewGrade::Good);
    /// assert!(second.stability > first.stability);
    /// assert!(scheduler.next(first, 2, ReviewGrade::Again).stability < first.stability);
    /// ```
    pub fn next(&self, state: MemoryState, days: i64, grade: ReviewGrade) -> MemoryState {
        let stability = if days < 1 {
            same_day_stability(state.stability, grade)
        } else {
            let known = self.retrievability(state, days);
            match grade {
                ReviewGrade::Again => forgotten_stability(state, known),
                _ => recalled_stability(state, known, grade),
            }
        };
        MemoryState {
            stability: stability.max(LEAST_STABILITY),
            difficulty: next_difficulty(state.difficulty, grade),
        }
    }

    /// Returns the probability that the learner still knows a card `days` whole days after the last
    /// answer. A negative number of days counts as zero.
    ///
    /// ```
    /// use reynard_learn::{FsrsScheduler, MemoryState, Retention};
    ///
    /// let scheduler = FsrsScheduler::new(Retention::DEFAULT);
    /// let state = MemoryState { stability: 10.0, difficulty: 5.0 };
    /// assert!((scheduler.retrievability(state, 10) - 0.9).abs() < 1e-9);
    /// assert_eq!(scheduler.retrievability(state, -1), 1.0);
    /// ```
    #[expect(clippy::cast_precision_loss, reason = "days are small numbers")]
    pub fn retrievability(&self, state: MemoryState, days: i64) -> f64 {
        let factor = 0.9_f64.powf(1.0 / DECAY) - 1.0;
        (1.0 + factor * days.max(0) as f64 / state.stability).powf(DECAY)
    }

    /// Returns the interval to the next answer, in whole days from 1 to 36,500. Halves are rounded
    /// to even.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is clamped first"
    )]
    pub fn interval(&self, state: MemoryState) -> u32 {
        let factor = 0.9_f64.powf(1.0 / DECAY) - 1.0;
        let days = (state.stability / factor) * (self.retention.0.powf(1.0 / DECAY) - 1.0);
        days.round_ties_even().clamp(1.0, f64::from(LONGEST_INTERVAL)) as u32
    }
}

/// Returns the difficulty after the first answer, before it is limited to its range.
fn first_difficulty(grade: ReviewGrade) -> f64 {
    WEIGHTS[4] - (WEIGHTS[5] * (f64::from(grade.number()) - 1.0)).exp() + 1.0
}

fn clamped(difficulty: f64) -> f64 {
    difficulty.clamp(1.0, 10.0)
}

/// Returns the next difficulty: damped toward 10, with mean reversion to that of an easy card.
fn next_difficulty(difficulty: f64, grade: ReviewGrade) -> f64 {
    let change = -(WEIGHTS[6] * (f64::from(grade.number()) - 3.0));
    let damped = difficulty + (10.0 - difficulty) * change / 9.0;
    clamped(WEIGHTS[7] * first_difficulty(ReviewGrade::Easy) + (1.0 - WEIGHTS[7]) * damped)
}

fn same_day_stability(stability: f64, grade: ReviewGrade) -> f64 {
    let change = (WEIGHTS[17] * (f64::from(grade.number()) - 3.0 + WEIGHTS[18])).exp()
        * stability.powf(-WEIGHTS[19]);
    let change = match grade {
        // Versions of the package differ about hard: this is 6.3.2.
        ReviewGrade::Hard | ReviewGrade::Good | ReviewGrade::Easy => change.max(1.0),
        ReviewGrade::Again => change,
    };
    stability * change
}

fn forgotten_stability(state: MemoryState, known: f64) -> f64 {
    let MemoryState { stability, difficulty } = state;
    let long_term = WEIGHTS[11]
        * difficulty.powf(-WEIGHTS[12])
        * ((stability + 1.0).powf(WEIGHTS[13]) - 1.0)
        * ((1.0 - known) * WEIGHTS[14]).exp();
    long_term.min(stability / (WEIGHTS[17] * WEIGHTS[18]).exp())
}

fn recalled_stability(state: MemoryState, known: f64, grade: ReviewGrade) -> f64 {
    let MemoryState { stability, difficulty } = state;
    let factor = match grade {
        ReviewGrade::Hard => WEIGHTS[15],
        ReviewGrade::Easy => WEIGHTS[16],
        ReviewGrade::Again | ReviewGrade::Good => 1.0,
    };
    let gain = WEIGHTS[8].exp()
        * (11.0 - difficulty)
        * stability.powf(-WEIGHTS[9])
        * (((1.0 - known) * WEIGHTS[10]).exp() - 1.0)
        * factor;
    stability * (1.0 + gain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_longer_wait_before_a_right_answer_makes_a_memory_more_stable() {
        let scheduler = FsrsScheduler::new(Retention::DEFAULT);
        let state = scheduler.first(ReviewGrade::Good);
        let after = |days| scheduler.next(state, days, ReviewGrade::Good).stability;
        assert!(after(0) < after(1) && after(1) < after(5) && after(5) < after(50));
        assert!(after(-3).to_bits() == after(0).to_bits(), "a step back is the same day");
    }

    #[test]
    fn difficulty_and_interval_stay_in_their_ranges() {
        for retention in [0.7, 0.9, 0.97] {
            let scheduler = FsrsScheduler::new(Retention::new(retention).expect("a retention"));
            for grade in ReviewGrade::ALL {
                let mut state = scheduler.first(grade);
                for _ in 0..200 {
                    let interval = scheduler.interval(state);
                    assert!((1..=LONGEST_INTERVAL).contains(&interval));
                    state = scheduler.next(state, i64::from(interval), grade);
                    assert!((1.0..=10.0).contains(&state.difficulty), "{state:?}");
                    assert!(state.stability >= LEAST_STABILITY, "{state:?}");
                }
            }
        }
    }
}
