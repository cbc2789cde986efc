//! Logs for the engines in a tournament.

use std::fmt;
use std::sync::Arc;

use super::assignment::Assignment;
use reynard_host::EngineLog;

/// A function that opens a log for each engine in each game.
#[derive(Clone)]
pub struct EngineLogs(Arc<OpenLog>);

/// A function that opens a player's log for a game. Returns `None` if nothing is to be logged.
type OpenLog = dyn Fn(&Assignment, usize) -> Option<EngineLog> + Send + Sync;

impl EngineLogs {
    /// Creates the logs from a function that is called with a game and the index of a player. The
    /// function returns the log, or `None` if nothing is to be logged.
    ///
    /// ```
    /// use reynard_arena::EngineLogs;
    /// use reynard_host::EngineLog;
    ///
    /// let logs = EngineLogs::new(|_, _| Some(EngineLog::new(Box::new(std::io::sink()), 1 << 20)));
    /// assert_eq!(format!("{logs:?}"), "EngineLogs");
    /// ```
    pub fn new(
        open: impl Fn(&Assignment, usize) -> Option<EngineLog> + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(open))
    }

    pub(super) fn open(&self, game: &Assignment, player: usize) -> Option<EngineLog> {
        (self.0)(game, player)
    }
}

impl fmt::Debug for EngineLogs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EngineLogs")
    }
}
