//! Chess clock.

use std::fmt;
use std::time::Duration;

use reynard::Color;

/// Chess clock with an increment per move. It does not run by itself: see
/// [`CasualGame::spend`](super::CasualGame::spend).
///
/// ```
/// use std::time::Duration;
/// use reynard_analysis::CasualClock;
/// use reynard_analysis::reynard::Color;
///
/// let clock = CasualClock::new(Duration::from_secs(90), Duration::from_secs(1));
/// assert_eq!(clock.left(Color::White), Duration::from_secs(90));
/// assert_eq!(clock.to_string(), "White 1:30, Black 1:30");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CasualClock {
    base: Duration,
    increment: Duration,
    white: Duration,
    black: Duration,
}

impl CasualClock {
    /// Creates a clock with the same time for both sides.
    pub const fn new(base: Duration, increment: Duration) -> Self {
        Self { base, increment, white: base, black: base }
    }

    /// Returns the time that a side has left.
    pub const fn left(&self, side: Color) -> Duration {
        match side {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Returns the increment per move.
    pub const fn increment(&self) -> Duration {
        self.increment
    }

    /// Returns the time control as PGN writes it, in seconds: `300+3`.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_analysis::CasualClock;
    ///
    /// let clock = CasualClock::new(Duration::from_secs(300), Duration::from_secs(3));
    /// assert_eq!(clock.time_control(), "300+3");
    /// ```
    pub fn time_control(&self) -> String {
        format!("{}+{}", self.base.as_secs(), self.increment.as_secs())
    }

    /// Takes time from a side; `false` if that is more than it has.
    pub(super) fn spend(&mut self, side: Color, time: Duration) -> bool {
        let left = self.left(side).checked_sub(time);
        *self.left_mut(side) = left.unwrap_or_default();
        left.is_some()
    }

    pub(super) fn add_increment(&mut self, side: Color) {
        let increment = self.increment;
        let left = self.left_mut(side);
        *left = left.saturating_add(increment);
    }

    pub(super) const fn reset(&mut self) {
        self.white = self.base;
        self.black = self.base;
    }

    const fn left_mut(&mut self, side: Color) -> &mut Duration {
        match side {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

impl fmt::Display for CasualClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let minutes = |left: Duration| (left.as_secs() / 60, left.as_secs() % 60);
        let ((white, white_rest), (black, black_rest)) = (minutes(self.white), minutes(self.black));
        write!(f, "White {white}:{white_rest:02}, Black {black}:{black_rest:02}")
    }
}
