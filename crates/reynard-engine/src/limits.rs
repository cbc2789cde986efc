//! Limits of a search.

use std::time::Duration;

use reynard::Move;

use crate::evaluation_noise::EvaluationNoise;

/// Maximum contempt, in centipawns.
pub(crate) const MAX_CONTEMPT: i32 = 200;

/// Limits of a search. The first limit reached ends the search; without limits, only
/// [`Control::stop`] ends it.
///
/// ```
/// use reynard_engine::SearchLimits;
/// use std::time::Duration;
///
/// let limits =
///     SearchLimits { nodes: Some(100_000), ..SearchLimits::time(Duration::from_secs(1)) };
/// assert_eq!(limits.depth, None);
/// ```
///
/// [`Control::stop`]: crate::Control::stop
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchLimits {
    /// Depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// Maximum number of nodes searched by all threads together. The first iteration is always
    /// completed.
    pub nodes: Option<u64>,
    /// Soft limit on the nodes searched by all threads together: no iteration begins beyond it, but
    /// the current one is completed.
    pub soft_nodes: Option<u64>,
    /// Length of a mate in moves: the search ends once it has found a mate of at most this length.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Clock of the side to move.
    pub clock: Option<ClockState>,
    /// Search until stopped, regardless of the other limits.
    pub infinite: bool,
    /// Search on the opponent's time: the limits apply after
    /// [`Control::ponder_hit`](crate::Control::ponder_hit).
    pub ponder: bool,
    /// Root moves to search; all legal moves if empty.
    pub moves: Vec<Move>,
    /// Errors added to the evaluation in order to weaken play; see [`strength`](crate::strength).
    pub noise: Option<EvaluationNoise>,
    /// Contempt, in centipawns: a draw is scored this much below an even position for the side to
    /// move at the root. Values are clamped to ±200. With contempt, fewer games against a weaker
    /// opponent end in a draw. Use 0 for analysis. Only alpha-beta search uses contempt.
    ///
    /// Source: <https://www.chessprogramming.org/Contempt_Factor>.
    ///
    /// ```
    /// use reynard::{Game, Position};
    /// use reynard_engine::{Control, Engine, Score, SearchLimits};
    ///
    /// // The king has to take the queen, which leaves two kings.
    /// let game = Game::from("7k/8/8/8/8/8/1q6/K7 w - - 0 1".parse::<Position>()?);
    /// let limits = SearchLimits { contempt: 30, ..SearchLimits::depth(4) };
    /// let report = Engine::default().search(&game, &limits, &Control::new(), &mut |_| {});
    /// // A draw is reported as what it is.
    /// assert_eq!(report.score(), Some(Score::Centipawns(0)));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub contempt: i32,
}

impl SearchLimits {
    /// Creates limits with a maximum depth in plies.
    ///
    /// ```
    /// assert_eq!(reynard_engine::SearchLimits::depth(8).depth, Some(8));
    /// ```
    pub fn depth(plies: u32) -> Self {
        Self { depth: Some(plies), ..Self::default() }
    }

    /// Creates limits with a maximum number of nodes.
    ///
    /// ```
    /// assert_eq!(reynard_engine::SearchLimits::nodes(5_000).nodes, Some(5_000));
    /// ```
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// Returns `true` if only [`Control::stop`](crate::Control::stop) can end the search.
    pub(crate) const fn is_endless(&self) -> bool {
        self.depth.is_none()
            && self.nodes.is_none()
            && self.soft_nodes.is_none()
            && self.mate.is_none()
            && self.move_time.is_none()
            && self.clock.is_none()
    }

    /// Creates limits with the given thinking time for the move.
    ///
    /// ```
    /// use reynard_engine::{Engine, SearchLimits};
    /// use std::time::Duration;
    ///
    /// let limits = SearchLimits::time(Duration::from_millis(20));
    /// assert!(Engine::default().best_move(&reynard::Position::startpos(), limits).is_some());
    /// ```
    pub fn time(time: Duration) -> Self {
        Self { move_time: Some(time), ..Self::default() }
    }
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockState {
    /// Time left.
    pub remaining: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// Moves to the next time control; `None` for sudden death.
    pub moves_to_go: Option<u32>,
}
