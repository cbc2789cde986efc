//! Time: the clock that the search asks, and how much of it a move may take.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::limits::{ClockState, SearchLimits};

/// A clock that only goes forward: the time since some moment in the past.
///
/// The engine reads no other one, so that tests can put the hands where they like.
///
/// ```
/// use std::time::Duration;
/// use reynard_engine::Clock;
///
/// let stopped = Clock::new(|| Duration::from_secs(5));
/// assert_eq!(stopped.now(), Duration::from_secs(5));
/// ```
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// A clock whose time a function tells.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The clock of this machine, from now on.
    pub fn system() -> Self {
        let start = Instant::now();
        Self::new(move || start.elapsed())
    }

    /// What the clock shows.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}

/// How long a move may take.
///
/// At the hard bound the search ends. The soft bound is asked between two iterations and moves with
/// what the search has seen: less time while one move takes most of the nodes and stays the best, more
/// when the best move changes or its score falls.
///
/// Source: <https://www.chessprogramming.org/Time_Management>.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeBounds {
    /// No iteration begins later, at an even course of the search.
    pub soft: Option<Duration>,
    /// The search ends.
    pub hard: Option<Duration>,
}

/// How the search has gone so far, for the soft bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IterationSummary {
    /// How many of the nodes went to the best move, in thousandths.
    pub best_move_share: u32,
    /// Iterations since the best move changed.
    pub stable: u32,
    /// By how many centipawns the score has fallen since the iterations before.
    pub fallen: i32,
}

/// Moves for which the time that is left should last, if no number is given.
const HORIZON: u32 = 24;
/// Kept back on the clock against whatever else the machine has to do.
const SAFETY: Duration = Duration::from_millis(100);

impl TimeBounds {
    /// The bounds for a move, with time kept back for what happens outside of the engine.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_engine::{ClockState, SearchLimits, TimeBounds};
    ///
    /// let clock = ClockState {
    ///     remaining: Duration::from_secs(60),
    ///     increment: Duration::ZERO,
    ///     moves_to_go: None,
    /// };
    /// let limits = SearchLimits { clock: Some(clock), ..SearchLimits::default() };
    /// let bounds = TimeBounds::new(&limits, Duration::from_millis(10));
    /// assert!(bounds.soft < bounds.hard && bounds.hard < Some(clock.remaining / 2));
    /// ```
    pub fn new(limits: &SearchLimits, overhead: Duration) -> Self {
        let mut bounds =
            limits.clock.map_or(Self::default(), |clock| Self::of_clock(clock, overhead));
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
            bounds.hard = Some(bounds.hard.map_or(time, |hard| hard.min(time)));
        }
        bounds
    }

    fn of_clock(clock: ClockState, overhead: Duration) -> Self {
        let ClockState { remaining, increment, moves_to_go } = clock;
        let moves = moves_to_go.unwrap_or(HORIZON).clamp(1, 50);
        let least = Duration::from_millis(1);
        let reserve = SAFETY + overhead * 6;
        let Some(usable) = remaining.checked_sub(reserve) else {
            // Hardly anything is left: live on what each move brings.
            let time = (increment / 2).min(remaining / 8).saturating_sub(overhead / 4).max(least);
            return Self { soft: Some(time / 2), hard: Some(time) };
        };
        let bonus = increment.saturating_sub(overhead / 2);
        let soft = usable / moves + bonus * 3 / 4;
        let most = if moves == 1 { usable * 9 / 10 } else { usable * 2 / 5 + bonus / 2 };
        // What the move brings is not there before it is made.
        let hard = (soft * 4).min(most).min(usable).max(least);
        Self { soft: Some(soft.min(hard)), hard: Some(hard) }
    }

    /// Whether another iteration should not begin.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_engine::{IterationSummary, TimeBounds};
    ///
    /// let second = Some(Duration::from_secs(1));
    /// let bounds = TimeBounds { soft: second, hard: None };
    /// let settled = IterationSummary { best_move_share: 950, stable: 9, fallen: 0 };
    /// let unclear = IterationSummary { best_move_share: 300, stable: 0, fallen: 60 };
    /// assert!(bounds.is_enough(Duration::from_millis(700), settled));
    /// assert!(!bounds.is_enough(Duration::from_millis(1100), unclear));
    /// ```
    pub fn is_enough(&self, used: Duration, course: IterationSummary) -> bool {
        let Some(soft) = self.soft else { return false };
        let by_share = 2_200_u32.saturating_sub(course.best_move_share * 3 / 2).clamp(550, 2_000);
        let by_stability = 1_300_u32.saturating_sub(60 * course.stable).max(800);
        let by_fall = (1_000 + 12 * course.fallen.clamp(-10, 50)).unsigned_abs();
        let factor =
            u64::from(by_share) * u64::from(by_stability) / 1_000 * u64::from(by_fall) / 1_000;
        used.as_micros() * 1_000 >= soft.as_micros() * u128::from(factor)
    }
}
