//! The inputs of one search.

use std::time::Duration;

use reynard::Game;

use crate::control::Control;
use crate::limits::SearchLimits;

/// A search to be run.
pub(crate) struct SearchTask<'a> {
    pub(crate) game: &'a Game,
    pub(crate) limits: &'a SearchLimits,
    pub(crate) control: &'a Control,
    /// Start time.
    pub(crate) start: Duration,
}
