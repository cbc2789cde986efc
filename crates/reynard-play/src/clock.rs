//! The clock of one side.

use std::fmt;
use std::num::NonZeroU32;
use std::time::Duration;

use reynard_host::{MatchLimits, TimeControl};

/// Clock of one side. The clock does not run on its own: the caller measures the time.
///
/// ```
/// use std::time::Duration;
/// use reynard_play::{GameClock, TimeControl};
///
/// let control: TimeControl = "90+1".parse()?;
/// let mut clock = GameClock::with_control(control);
/// clock.pass(Duration::from_secs(30)).expect("90 seconds are left");
/// clock.press();
/// assert_eq!(clock.left(), Some(Duration::from_secs(61)));
/// assert_eq!(clock.to_string(), "1:01");
/// # Ok::<(), reynard_host::ParseTimeControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    control: Option<TimeControl>,
    movetime: Option<Duration>,
    left: Duration,
    /// Number of moves to the next time control.
    moves: Option<NonZeroU32>,
    margin: Duration,
}

/// Loss on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfTime {
    /// Time by which the limit was exceeded.
    pub late: Duration,
}

impl fmt::Display for OutOfTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the time is overstepped by {} ms", self.late.as_millis())
    }
}

impl std::error::Error for OutOfTime {}

impl GameClock {
    /// Creates the clock of a player with these limits. `margin` is the amount of time by which the
    /// player may exceed them, to allow for delays in communication between processes.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_play::{GameClock, MatchLimits};
    ///
    /// let limits = MatchLimits { movetime: Some(100), ..MatchLimits::default() };
    /// let clock = GameClock::new(&limits, Duration::ZERO);
    /// assert_eq!((clock.left(), clock.limit()), (None, Some(Duration::from_millis(100))));
    /// ```
    pub fn new(limits: &MatchLimits, margin: Duration) -> Self {
        let control = limits.clock;
        Self {
            control,
            movetime: limits.movetime.map(|ms| Duration::from_millis(ms.into())),
            left: control.map_or(Duration::ZERO, |control| control.base),
            moves: control.and_then(|control| control.moves),
            margin,
        }
    }

    /// Creates a clock with a time control and no margin.
    pub fn with_control(control: TimeControl) -> Self {
        let limits = MatchLimits { clock: Some(control), ..MatchLimits::default() };
        Self::new(&limits, Duration::ZERO)
    }

    /// Returns the time control, if there is one.
    pub const fn control(&self) -> Option<TimeControl> {
        self.control
    }

    /// Returns the remaining time, if there is a time control.
    pub fn left(&self) -> Option<Duration> {
        self.control.map(|_| self.left)
    }

    /// Returns the increment per move, if there is one.
    pub fn increment(&self) -> Option<Duration> {
        self.control.map(|control| control.increment).filter(|increment| !increment.is_zero())
    }

    /// Returns the number of moves to the next time control, if there is one.
    pub fn moves_to_go(&self) -> Option<u32> {
        self.moves.map(NonZeroU32::get)
    }

    /// Returns the time for each move, if it is limited.
    pub const fn movetime(&self) -> Option<Duration> {
        self.movetime
    }

    /// Returns the maximum time for the next move, if there is one.
    pub fn limit(&self) -> Option<Duration> {
        match (self.left(), self.movetime) {
            (Some(left), Some(movetime)) => Some(left.min(movetime)),
            (left, movetime) => left.or(movetime),
        }
    }

    /// Subtracts the time spent by the player.
    ///
    /// # Errors
    ///
    /// [`OutOfTime`] if the time spent exceeds the player's remaining time by more than the margin.
    /// The remaining time is then zero.
    pub fn pass(&mut self, elapsed: Duration) -> Result<(), OutOfTime> {
        if let Some(limit) = self.limit()
            && elapsed > limit.saturating_add(self.margin)
        {
            self.left = Duration::ZERO;
            return Err(OutOfTime { late: elapsed.saturating_sub(limit) });
        }
        self.left = self.left.saturating_sub(elapsed);
        Ok(())
    }

    /// Ends a move: adds the increment, and the base time if a new time control begins.
    pub fn press(&mut self) {
        let Some(control) = self.control else { return };
        self.left = self.left.saturating_add(control.increment);
        if let Some(moves) = self.moves {
            self.moves = NonZeroU32::new(moves.get() - 1);
            if self.moves.is_none() {
                self.moves = control.moves;
                self.left = self.left.saturating_add(control.base);
            }
        }
    }
}

/// Formats the remaining time as minutes and seconds.
impl fmt::Display for GameClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.left.as_secs();
        write!(f, "{}:{:02}", seconds / 60, seconds % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(control: &str) -> GameClock {
        let limits =
            MatchLimits { clock: Some(control.parse().unwrap()), ..MatchLimits::default() };
        GameClock::new(&limits, Duration::from_millis(10))
    }

    fn spend(clock: &mut GameClock, time: u64) -> Result<(), OutOfTime> {
        clock.pass(ms(time))?;
        clock.press();
        Ok(())
    }

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn time_runs_out() {
        let mut clock = clock("1+0.1");
        assert_eq!(spend(&mut clock, 600), Ok(()));
        assert_eq!(clock.left(), Some(ms(500)));
        // Within the margin.
        assert_eq!(spend(&mut clock, 505), Ok(()));
        assert_eq!(clock.left(), Some(ms(100)));
        assert_eq!(spend(&mut clock, 120), Err(OutOfTime { late: ms(20) }));
        assert_eq!(clock.left(), Some(Duration::ZERO));
    }

    #[test]
    fn the_next_time_control_adds_its_time() {
        let mut clock = clock("2/1");
        assert_eq!(clock.moves_to_go(), Some(2));
        spend(&mut clock, 300).unwrap();
        assert_eq!(clock.moves_to_go(), Some(1));
        spend(&mut clock, 300).unwrap();
        assert_eq!((clock.moves_to_go(), clock.left()), (Some(2), Some(ms(1400))));
    }

    #[test]
    fn any_margin_and_increment_will_do() {
        let endless = TimeControl { moves: None, base: Duration::MAX, increment: Duration::MAX };
        let limits = MatchLimits { clock: Some(endless), ..MatchLimits::default() };
        let mut clock = GameClock::new(&limits, Duration::MAX);
        assert_eq!(spend(&mut clock, 1), Ok(()));
    }

    #[test]
    fn a_time_per_move_needs_no_clock() {
        let limits = MatchLimits { movetime: Some(100), ..MatchLimits::default() };
        let mut clock = GameClock::new(&limits, Duration::ZERO);
        assert_eq!((clock.left(), clock.limit()), (None, Some(ms(100))));
        assert!(spend(&mut clock, 100).is_ok() && spend(&mut clock, 101).is_err());
        assert!(spend(&mut GameClock::new(&MatchLimits::default(), Duration::ZERO), 9999).is_ok());
    }
}
