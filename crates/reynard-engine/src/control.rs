//! Stopping a search from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Stops a search from another thread or from its event handler, or ends its pondering. Clones control the same
/// search.
///
/// ```
/// use reynard::Game;
/// use reynard_engine::{Control, Engine, SearchLimits};
///
/// let control = Control::new();
/// let stopper = control.clone();
/// let mut engine = Engine::default();
/// let report = engine.search(&Game::new(), &SearchLimits::default(), &control, &mut |_| stopper.stop());
/// assert!(report.best.is_some() && control.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Control(pub(crate) Arc<Signals>);

/// The signals that a [`Control`] sends.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    pub(crate) stop: AtomicBool,
    pub(crate) ponder_hit: AtomicBool,
}

impl Control {
    /// Creates a control that has sent no signal.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search as soon as possible.
    ///
    /// ```
    /// let control = reynard_engine::Control::new();
    /// control.clone().stop();
    /// assert!(control.is_stopped());
    /// ```
    pub fn stop(&self) {
        self.0.stop.store(true, Relaxed);
    }

    /// Ends pondering: the opponent has played the expected move, and the limits apply from now on.
    ///
    /// ```
    /// use reynard::Game;
    /// use reynard_engine::{Control, Engine, SearchLimits};
    ///
    /// let control = Control::new();
    /// control.ponder_hit();
    /// let limits = SearchLimits { ponder: true, ..SearchLimits::depth(2) };
    /// assert!(Engine::default().search(&Game::new(), &limits, &control, &mut |_| {}).best.is_some());
    /// ```
    pub fn ponder_hit(&self) {
        self.0.ponder_hit.store(true, Relaxed);
    }

    /// Returns `true` after [`Control::stop`].
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Relaxed)
    }

    /// Returns `true` after [`Control::ponder_hit`].
    #[cfg(feature = "threads")]
    pub(crate) fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Relaxed)
    }
}
