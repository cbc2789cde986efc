//! The conclusion that may be drawn from passing column tests.

/// The conclusion that may be drawn if a game passes all column tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completeness {
    /// The game matches.
    Whole,
    /// Other conditions decide whether the game matches.
    Partial,
}
