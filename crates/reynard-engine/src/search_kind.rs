//! The kinds of search.

use std::fmt;

/// A kind of search.
///
/// ```
/// use reynard_engine::SearchKind;
///
/// assert_eq!(SearchKind::from_name("alpha-beta"), Some(SearchKind::AlphaBeta));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SearchKind {
    /// Alpha-beta with the [`Techniques`](crate::Techniques) enabled in the settings.
    #[default]
    AlphaBeta,
    /// Plain [`minimax`](crate::minimax), three plies deep unless another limit is set.
    Minimax,
    /// A random legal move.
    Random,
}

impl SearchKind {
    /// All kinds of search.
    pub const ALL: [Self; 3] = [Self::AlphaBeta, Self::Minimax, Self::Random];

    /// Returns the name used in the UCI option `Search`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::Minimax => "minimax",
            Self::Random => "random",
        }
    }

    /// Returns the kind with the given name, ignoring case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }
}

impl fmt::Display for SearchKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
