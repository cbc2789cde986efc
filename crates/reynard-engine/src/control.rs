//! Stopping a search from outside.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// A handle that stops a search, or ends its pondering, from another thread or from the search's
/// event handler. Clones control the same search.
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
    stop: AtomicBool,
    pub(crate) ponder_hit: AtomicBool,
    /// Function that is polled in addition to `stop`.
    poll: Option<fn() -> bool>,
}

impl Signals {
    /// Returns `true` when the search must end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stop.load(Relaxed) || self.poll.is_some_and(|poll| poll())
    }
}

impl Control {
    /// Creates a control that has not sent any signal.
    pub fn new() -> Self {
        Self::default()
    }

    /// Creates a control that also stops the search when `poll` returns `true`. It is intended for
    /// programs without threads. Each search thread calls `poll` every few thousand nodes.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    ///
    /// use reynard::Game;
    /// use reynard_engine::{Control, Engine, SearchLimits};
    ///
    /// static STOP: AtomicBool = AtomicBool::new(false);
    /// let control = Control::with_poll(|| STOP.load(Relaxed));
    /// let limits = SearchLimits::default();
    /// let report = Engine::default().search(&Game::new(), &limits, &control, &mut |_| STOP.store(true, Relaxed));
    /// assert!(report.best.is_some());
    /// ```
    pub fn with_poll(poll: fn() -> bool) -> Self {
        Self(Arc::new(Signals { poll: Some(poll), ..Signals::default() }))
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

    /// Returns `true` once [`Control::stop`] has been called, and while the function passed to
    /// [`Control::with_poll`] returns `true`.
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }

    /// Returns `true` once [`Control::ponder_hit`] has been called.
    #[cfg(all(feature = "threads", not(all(target_family = "wasm", target_os = "unknown"))))]
    pub(crate) fn is_ponder_hit(&self) -> bool {
        self.0.ponder_hit.load(Relaxed)
    }
}
