//! What ends a search.

use std::time::Duration;

use reynard::Move;

/// What ends a search. Without any limit only a stop does.
///
/// ```
/// use reynard_engine::SearchLimits;
///
/// let limits = SearchLimits { depth: Some(12), ..SearchLimits::default() };
/// assert!(limits.nodes.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Positions visited by all threads together.
    pub nodes: Option<u64>,
    /// No iteration begins when so many positions have been visited by all threads together; one that
    /// has begun is finished, if no other limit ends it.
    pub soft_nodes: Option<u64>,
    /// A mate in so many moves has been found.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<ClockState>,
    /// Search until stopped, whatever the other limits say.
    pub infinite: bool,
    /// Search on the opponent's time: the limits apply after [`Control::ponder_hit`](crate::Control::ponder_hit).
    pub ponder: bool,
    /// The moves to be looked at; all if there are none.
    pub moves: Vec<Move>,
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// The time that is left.
    pub remaining: Duration,
    /// What is added with each move.
    pub increment: Duration,
    /// Moves until more time is given; none if it has to last for the game.
    pub moves_to_go: Option<u32>,
}
