//! Answers from engines.

use std::time::{Duration, Instant};

use reynard::UciMove;
use reynard_uci::{Info, UciScore as Score};

/// An engine's answer to [`EngineProcess::search`](super::EngineProcess::search).
#[derive(Clone, Copy, Debug)]
pub struct EngineAnswer {
    /// The move, or the reply that the engine sent instead of a move.
    pub reply: EngineReply,
    /// Expected reply of the opponent (the ponder move).
    pub ponder: Option<UciMove>,
    /// Time from sending the position to receiving the answer.
    pub elapsed: Duration,
    /// Time at which the answer arrived.
    pub at: Instant,
    /// Time at which the position was sent.
    pub asked: Instant,
    /// Data from the last `info` line about the best line.
    pub info: AnswerInfo,
}

/// The reply of an engine that was asked to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineReply {
    /// A move.
    Move(UciMove),
    /// The null move, `(none)`.
    NoMove,
    /// The engine resigned.
    Resign,
}

impl EngineReply {
    /// Returns the move; `None` if the engine did not send one.
    ///
    /// ```
    /// use reynard_host::EngineReply;
    ///
    /// assert_eq!(EngineReply::Resign.best(), None);
    /// ```
    pub const fn best(self) -> Option<UciMove> {
        match self {
            Self::Move(mv) => Some(mv),
            Self::NoMove | Self::Resign => None,
        }
    }
}

/// Score, depth and nodes of an answer, to the extent that the engine reported them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerInfo {
    /// Score from the point of view of the side to move.
    pub score: Option<Score>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of nodes.
    pub nodes: Option<u64>,
}

impl AnswerInfo {
    pub(super) fn note(&mut self, info: &Info<'_>) {
        if info.multipv.is_some_and(|line| line > 1) {
            return;
        }
        if info.score.is_some() && info.bound.is_none() {
            self.score = info.score;
            self.depth = info.depth.or(self.depth);
        }
        self.nodes = info.nodes.or(self.nodes);
    }
}
