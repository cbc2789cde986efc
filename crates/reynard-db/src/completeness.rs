//! The meaning of tests of columns.

/// The meaning of passing all column tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Completeness {
    /// The game matches.
    Whole,
    /// Other conditions decide.
    Partial,
}
