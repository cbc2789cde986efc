//! The meaning of passing column tests.

/// The meaning of passing all column tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completeness {
    /// The game matches.
    Whole,
    /// Other conditions decide whether the game matches.
    Partial,
}
