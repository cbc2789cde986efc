//! What engines answer.

use std::time::{Duration, Instant};

use reynard::UciMove;
use reynard_uci::{Info, UciScore as Score};

/// The answer of an engine to a position.
#[derive(Clone, Copy, Debug)]
pub struct EngineAnswer {
    /// The move, or what stands in its place.
    pub reply: EngineReply,
    /// The answer that the engine expects.
    pub ponder: Option<UciMove>,
    /// How long the engine took, from the moment at which it could read the question to the moment
    /// at which its answer came.
    pub elapsed: Duration,
    /// When the answer came.
    pub at: Instant,
    /// When the question was written.
    pub asked: Instant,
    /// The last score that the engine told for its best line, with what it told beside it.
    pub info: AnswerInfo,
}

/// What an engine does when it is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineReply {
    /// It moves.
    Move(UciMove),
    /// It says that there is no move.
    NoMove,
    /// It gives the game up.
    Resign,
}

impl EngineReply {
    /// The move, if it is one.
    ///
    /// ```
    /// use reynard_arena::EngineReply;
    ///
    /// assert_eq!(EngineReply::Resign.best(), None);
    /// ```
    pub const fn best(self) -> Option<UciMove> {
        match self {
            Self::Move(m) => Some(m),
            Self::NoMove | Self::Resign => None,
        }
    }
}

/// What an engine thinks of a position, as far as it said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerInfo {
    /// The score, from the point of view of the side to move.
    pub score: Option<Score>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Positions searched.
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
