//! The leaves of a query: conditions and player modifiers.

use reynard::Color;

use super::condition::{Condition, PlayerOutcome};
use super::{ClockRange, NamePattern, Sacrifice};

/// A condition, with its text in the query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stated {
    pub(super) condition: Condition,
    pub(super) text: String,
}

/// A leaf of a query as written: a condition, or a modifier of a player that is named elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    Stated(Stated),
    Modifier(Modifier),
}

impl Atom {
    /// Sets the byte offset of a modifier in the query.
    pub(super) fn at(self, at: usize) -> Self {
        match self {
            Self::Modifier(modifier) => Self::Modifier(Modifier { at, ..modifier }),
            stated @ Self::Stated(_) => stated,
        }
    }
}

/// A modifier of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Modifier {
    pub(super) kind: ModifierKind,
    pub(super) text: String,
    /// Byte offset of the modifier in the query.
    pub(super) at: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ModifierKind {
    Color(Color),
    Opponent(NamePattern),
    Outcome(PlayerOutcome),
    /// The time on the player's clock. Applies to either player if no player is named.
    Clock(ClockRange),
    /// A sacrifice by the player. Applies to either player if no player is named.
    Sacrifice(Sacrifice),
}
