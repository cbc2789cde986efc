//! Timeouts for engines.

use std::time::{Duration, Instant};

/// Maximum time between two calls of the function that watches a search.
pub(crate) const LOOK: Duration = Duration::from_millis(50);

/// Timeouts for an engine.
///
/// ```
/// use std::time::Duration;
/// use reynard_host::Timeouts;
///
/// let timeouts = Timeouts { start: Duration::from_secs(60), ..Timeouts::default() };
/// assert_eq!(timeouts.margin, Duration::from_secs(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// Time from the start of the process to the end of its greeting. It is also the timeout for
    /// each `readyok`.
    pub start: Duration,
    /// Time from the start of the process to its first line.
    pub greeting: Duration,
    /// Time by which a move may exceed the engine's time limit.
    pub margin: Duration,
    /// Time allowed for a move that has no time limit.
    pub think: Duration,
    /// Time allowed for the move after the engine has been sent `stop`.
    pub stop: Duration,
    /// Time allowed for the process to end after the engine has been sent `quit`.
    pub quit: Duration,
}

impl Timeouts {
    /// Sets all timeouts that apply to starting an engine: for the first line, for the end of the
    /// greeting, and for each `readyok`.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_host::Timeouts;
    ///
    /// let minute = Duration::from_secs(60);
    /// assert_eq!(Timeouts::default().with_start(minute).greeting, minute);
    /// ```
    #[must_use]
    pub const fn with_start(self, start: Duration) -> Self {
        Self { start, greeting: start, ..self }
    }

    /// Returns the timeout for the answer to a search with the given time limit.
    pub(crate) fn answer(&self, limit: Option<Duration>) -> Duration {
        limit.map_or(self.think, |limit| limit.saturating_add(self.margin))
    }
}

/// Returns the end of a timeout. A timeout of more than a year, such as [`Duration::MAX`], ends
/// after a year, because an [`Instant`] cannot be that far away.
pub(crate) fn deadline(begin: Instant, timeout: Duration) -> Instant {
    const YEAR: Duration = Duration::from_secs(366 * 86_400);
    begin + timeout.min(YEAR)
}

impl Default for Timeouts {
    /// Returns the default timeouts: 20 s to start, including at most 6 s for the first line; 2 s
    /// by which a move may be late; 10 minutes for a move without a time limit; and 500 ms each to
    /// stop and to quit.
    fn default() -> Self {
        Self {
            start: Duration::from_secs(20),
            greeting: Duration::from_secs(6),
            margin: Duration::from_secs(2),
            think: Duration::from_secs(600),
            stop: Duration::from_millis(500),
            quit: Duration::from_millis(500),
        }
    }
}
