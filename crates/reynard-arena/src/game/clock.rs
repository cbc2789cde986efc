//! The clock of one side.

use std::time::Duration;

use crate::limits::{MatchLimits, TimeControl};

/// Clock of one side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    control: Option<TimeControl>,
    movetime: Option<Duration>,
    left: Duration,
    /// Moves to the next time control.
    moves: Option<u32>,
    margin: Duration,
}

/// Loss on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OutOfTime {
    /// Time overstepped.
    pub(crate) late: Duration,
}

impl Clock {
    pub(crate) fn new(limits: &MatchLimits, margin: Duration) -> Self {
        let control = limits.clock;
        Self {
            control,
            movetime: limits.movetime.map(|ms| Duration::from_millis(ms.into())),
            left: control.map_or(Duration::ZERO, |control| control.base),
            moves: control.and_then(|control| control.moves),
            margin,
        }
    }

    /// Returns the remaining time, if there is a clock.
    pub(crate) fn left(&self) -> Option<Duration> {
        self.control.map(|_| self.left)
    }

    pub(crate) fn increment(&self) -> Option<Duration> {
        self.control.map(|control| control.increment).filter(|increment| !increment.is_zero())
    }

    pub(crate) const fn moves_to_go(&self) -> Option<u32> {
        self.moves
    }

    pub(crate) const fn movetime(&self) -> Option<Duration> {
        self.movetime
    }

    /// Returns the maximum time for the next move, if there is one.
    pub(crate) fn limit(&self) -> Option<Duration> {
        match (self.left(), self.movetime) {
            (Some(left), Some(movetime)) => Some(left.min(movetime)),
            (left, movetime) => left.or(movetime),
        }
    }

    /// Subtracts the time of a move and adds the increment.
    pub(crate) fn spend(&mut self, elapsed: Duration) -> Result<(), OutOfTime> {
        if let Some(limit) = self.limit()
            && elapsed > limit + self.margin
        {
            return Err(OutOfTime { late: elapsed.saturating_sub(limit) });
        }
        let Some(control) = self.control else { return Ok(()) };
        self.left = self.left.saturating_sub(elapsed) + control.increment;
        if let Some(moves) = &mut self.moves {
            *moves -= 1;
            if *moves == 0 {
                *moves = control.moves.unwrap_or(1);
                self.left += control.base;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(control: &str) -> Clock {
        let limits =
            MatchLimits { clock: Some(control.parse().unwrap()), ..MatchLimits::default() };
        Clock::new(&limits, Duration::from_millis(10))
    }

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn time_runs_out() {
        let mut clock = clock("1+0.1");
        assert_eq!(clock.spend(ms(600)), Ok(()));
        assert_eq!(clock.left(), Some(ms(500)));
        // Within the margin.
        assert_eq!(clock.spend(ms(505)), Ok(()));
        assert_eq!(clock.left(), Some(ms(100)));
        assert_eq!(clock.spend(ms(120)), Err(OutOfTime { late: ms(20) }));
    }

    #[test]
    fn the_next_time_control_adds_its_time() {
        let mut clock = clock("2/1");
        assert_eq!(clock.moves_to_go(), Some(2));
        clock.spend(ms(300)).unwrap();
        assert_eq!(clock.moves_to_go(), Some(1));
        clock.spend(ms(300)).unwrap();
        assert_eq!((clock.moves_to_go(), clock.left()), (Some(2), Some(ms(1400))));
    }

    #[test]
    fn a_time_per_move_needs_no_clock() {
        let limits = MatchLimits { movetime: Some(100), ..MatchLimits::default() };
        let mut clock = Clock::new(&limits, Duration::ZERO);
        assert_eq!((clock.left(), clock.limit()), (None, Some(ms(100))));
        assert!(clock.spend(ms(100)).is_ok() && clock.spend(ms(101)).is_err());
        assert!(Clock::new(&MatchLimits::default(), Duration::ZERO).spend(ms(9999)).is_ok());
    }
}
