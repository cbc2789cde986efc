//! What ends a search.

use std::time::Duration;

use reynard::Move;

/// What ends a search. Without any limit only a stop does.
///
/// ```
/// use reynard_engine::Limits;
///
/// let limits = Limits { depth: Some(12), ..Limits::default() };
/// assert!(limits.nodes.is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
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
    /// Whether the best move is to be held back until the search is stopped.
    pub hold: Hold,
    /// The moves to be looked at; all if there are none.
    pub moves: Vec<Move>,
}

/// Whether a search may end by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// It may.
    #[default]
    No,
    /// It ends when it is stopped and not before.
    UntilStopped,
    /// It goes on while the opponent thinks, and follows its limits when the expected move was played.
    UntilPonderHit,
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
