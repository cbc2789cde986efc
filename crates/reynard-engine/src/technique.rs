//! Search techniques, each of which can be disabled.

/// A technique that makes the search faster or more selective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Technique {
    /// Cutoffs from transposition table scores.
    TtCutoffs,
    /// Quiescence search at the leaves.
    Quiescence,
    /// Aspiration windows around the score of the previous iteration.
    Aspiration,
    /// Reverse futility pruning: nodes whose evaluation is far above beta fail high.
    ReverseFutility,
    /// Razoring: quiescence search for nodes whose evaluation is far below alpha.
    Razoring,
    /// Null move pruning: nodes in which the side to move fails high even after a null move are cut
    /// off.
    NullMove,
    /// `ProbCut`: nodes in which a capture fails high in a shallower search are cut off.
    ProbCut,
    /// Upcoming repetition: a side that can repeat a position has at least a draw.
    UpcomingRepetition,
    /// Internal iterative reduction of nodes without a transposition table move.
    InternalIterativeReduction,
    /// Late move, futility and history pruning of quiet moves.
    QuietPruning,
    /// Pruning of moves that lose material by static exchange evaluation (SEE).
    SeePruning,
    /// Late move reductions.
    LateMoveReduction,
    /// Singular extensions, with multi-cut.
    SingularExtension,
    /// Correction history of the static evaluation.
    CorrectionHistory,
}

impl Technique {
    /// All techniques.
    pub const ALL: [Self; 14] = [
        Self::TtCutoffs,
        Self::Quiescence,
        Self::Aspiration,
        Self::ReverseFutility,
        Self::Razoring,
        Self::NullMove,
        Self::ProbCut,
        Self::UpcomingRepetition,
        Self::InternalIterativeReduction,
        Self::QuietPruning,
        Self::SeePruning,
        Self::LateMoveReduction,
        Self::SingularExtension,
        Self::CorrectionHistory,
    ];
}

/// A set of techniques.
///
/// ```
/// use reynard_engine::{Technique, Techniques};
///
/// let all_but_one = Techniques::ALL.without(Technique::NullMove);
/// assert!(all_but_one.has(Technique::ProbCut) && !all_but_one.has(Technique::NullMove));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques(u32);

impl Techniques {
    /// All techniques.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);
    /// No techniques: plain alpha-beta, with the same score as minimax.
    pub const NONE: Self = Self(0);

    /// Returns `true` if a technique is in the set.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u32 != 0
    }

    /// Returns the set with a technique removed.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u32))
    }

    /// Returns the set with a technique added.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u32)
    }
}

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}
