//! Time management: the clock of the search, and the time per move.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::limits::{ClockState, SearchLimits};
use crate::params::Params;

/// A monotonic clock: the time since some point in the past.
///
/// The engine reads no other clock. The default is the system clock, except on
/// `wasm32-unknown-unknown`, which has no system clock. There the default clock never advances, so
/// time limits never end a search. The host provides a clock with
/// [`Engine::with_clock`](crate::Engine::with_clock), for example `Clock::new(||
/// Duration::from_secs_f64(now() / 1000.0))` with JavaScript's `performance.now()` imported as
/// `now`.
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
    /// Creates a clock from a function that returns the time.
    ///
    /// ```
    /// use std::time::{Duration, Instant};
    ///
    /// let start = Instant::now();
    /// let clock = reynard_engine::Clock::new(move || start.elapsed());
    /// assert!(clock.now() <= clock.now());
    /// ```
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// Returns the system clock, starting at zero.
    ///
    /// ```
    /// assert!(reynard_engine::Clock::system().now().as_secs() < 60);
    /// ```
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub fn system() -> Self {
        let start = std::time::Instant::now();
        Self::new(move || start.elapsed())
    }

    /// Returns the current time on the clock.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl Default for Clock {
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    fn default() -> Self {
        Self::system()
    }

    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    fn default() -> Self {
        Self::new(|| Duration::ZERO)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}

/// Time bounds of a move.
///
/// The search ends at the hard bound. The soft bound is checked between iterations and scaled
/// according to the course of the search: less time while one move takes most of the nodes and
/// remains the best, more if the best move changes or its score drops.
///
/// Source: <https://www.chessprogramming.org/Time_Management>.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeBounds {
    /// Soft bound: if the search takes an average course, no iteration begins after it.
    pub soft: Option<Duration>,
    /// Hard bound: the search ends here.
    pub hard: Option<Duration>,
}

/// The course of the search so far, which scales the soft bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IterationSummary {
    /// Share of the nodes spent on the best move, in permille.
    pub best_move_share: u32,
    /// Share of the iterations since the last change of the best move, in permille.
    pub stable_share: u32,
    /// Drop in the score over the last iterations, in search units.
    pub fallen: i32,
}

/// Typical share of the iterations since the last change of the best move, in permille. Unlike the
/// number of those iterations, it does not depend on the depth.
const USUAL_STABILITY: i32 = 550;
/// Typical share of the nodes spent on the best move, in permille.
const USUAL_SHARE: i32 = 600;
/// Time that is never planned for use: a reserve for delays of the machine.
const SAFETY: Duration = Duration::from_millis(100);

impl TimeBounds {
    /// Returns the bounds for the move after `ply` plies, with `overhead` reserved for delays
    /// outside the engine.
    ///
    /// Without `movestogo`, the planned part of the clock grows with the move number: the first
    /// moves of a game deserve less time than the middlegame, and late in a game few moves remain.
    /// A fixed time per move is used in full.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_engine::{ClockState, Params, SearchLimits, TimeBounds};
    ///
    /// let clock = ClockState {
    ///     remaining: Duration::from_secs(60),
    ///     increment: Duration::ZERO,
    ///     moves_to_go: None,
    /// };
    /// let limits = SearchLimits { clock: Some(clock), ..SearchLimits::default() };
    /// let bounds_at = |ply| TimeBounds::new(&limits, ply, Duration::from_millis(10), &Params::default());
    /// let bounds = bounds_at(0);
    /// assert!(bounds.soft < bounds.hard && bounds.hard < Some(clock.remaining / 2));
    /// assert!(bounds.soft < bounds_at(60).soft);
    /// ```
    pub fn new(limits: &SearchLimits, ply: u64, overhead: Duration, params: &Params) -> Self {
        let mut bounds = limits
            .clock
            .map_or(Self::default(), |clock| Self::of_clock(clock, ply, overhead, params));
        if let Some(time) = limits.move_time {
            let time = time.max(Duration::from_millis(1));
            bounds.hard = Some(bounds.hard.map_or(time, |hard| hard.min(time)));
        }
        bounds
    }

    fn of_clock(clock: ClockState, ply: u64, overhead: Duration, params: &Params) -> Self {
        /// A longer time makes no difference, and products of it fit.
        const LONGEST: Duration = Duration::from_secs(366 * 86_400);
        let ClockState { remaining, increment, moves_to_go } = clock;
        let [remaining, increment, overhead] =
            [remaining, increment, overhead].map(|time| time.min(LONGEST));
        let least = Duration::from_millis(1);
        let reserve = SAFETY + overhead * 6;
        let Some(usable) = remaining.checked_sub(reserve) else {
            // Hardly any time is left: live on the increment.
            let time = (increment / 2).min(remaining / 8).saturating_sub(overhead / 4).max(least);
            return Self { soft: Some(time / 2), hard: Some(time) };
        };
        let bonus = increment.saturating_sub(overhead / 2);
        let soft = if let Some(moves) = moves_to_go {
            usable / moves.clamp(1, 50) + bonus * 3 / 4
        } else {
            let part = planned_part(ply, params);
            usable * part / 10_000 + bonus * params.time_increment.unsigned_abs() / 100
        };
        let is_last = moves_to_go.is_some_and(|moves| moves <= 1);
        let most = if is_last { usable * 9 / 10 } else { usable * 2 / 5 + bonus / 2 };
        // The increment is added after the move only.
        let hard = soft * params.time_hard.unsigned_abs() / 100;
        let hard = hard.min(most).min(usable).max(least);
        Self { soft: Some(soft.min(hard)), hard: Some(hard) }
    }

    /// Returns `true` if no further iteration should begin.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_engine::{IterationSummary, Params, TimeBounds};
    ///
    /// let second = Some(Duration::from_secs(1));
    /// let bounds = TimeBounds { soft: second, hard: None };
    /// let settled = IterationSummary { best_move_share: 950, stable_share: 900, fallen: 0 };
    /// let unclear = IterationSummary { best_move_share: 300, stable_share: 0, fallen: 60 };
    /// let params = Params::default();
    /// assert!(bounds.is_enough(Duration::from_millis(700), settled, &params));
    /// assert!(!bounds.is_enough(Duration::from_millis(1100), unclear, &params));
    /// ```
    pub fn is_enough(&self, used: Duration, summary: IterationSummary, params: &Params) -> bool {
        let Some(soft) = self.soft else { return false };
        let IterationSummary { best_move_share, stable_share, fallen } = summary;
        let factor = |effect: i32, low: i32, high: i32| {
            u64::from((1_000 + effect).clamp(low, high).unsigned_abs())
        };
        let permille = |share: u32| i32::try_from(share).unwrap_or(1_000).min(1_000);
        let too_spread = USUAL_SHARE - permille(best_move_share);
        let by_share = factor(too_spread * params.time_share / 1_000, 450, 1_700);
        let unstable = USUAL_STABILITY - permille(stable_share);
        let by_stability = factor(unstable * params.time_stability / 1_000, 500, 2_000);
        let by_fall = factor(fallen.clamp(-10, 50) * params.time_fall, 500, 3_000);
        let factor = by_share * by_stability / 1_000 * by_fall / 1_000;
        used.as_micros() * 1_000 >= soft.as_micros() * u128::from(factor)
    }
}

/// Returns the planned part of the clock for the move after `ply` plies, in 10,000ths.
fn planned_part(ply: u64, params: &Params) -> u32 {
    let moves = i32::try_from(ply.min(400) / 2).unwrap_or(200);
    let part = params.time_early + params.time_growth * moves / 10;
    part.min(params.time_late).unsigned_abs()
}
