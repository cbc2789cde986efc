//! A search to be done.

use std::time::Duration;

use reynard::Game;

use crate::control::Control;
use crate::limits::SearchLimits;

/// A search to be done.
pub(crate) struct SearchTask<'a> {
    pub(crate) game: &'a Game,
    pub(crate) limits: &'a SearchLimits,
    pub(crate) control: &'a Control,
    /// Time of its start.
    pub(crate) start: Duration,
}
