//! The techniques of the search, each of which can be switched off.

/// A technique that makes the search faster or more selective, and that a search can do without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Technique {
    /// Scores from the transposition table end a node.
    TtCutoffs,
    /// Captures are followed at the leaves until the position is quiet.
    Quiescence,
    /// Iterations begin with a narrow window.
    Aspiration,
    /// A node fails high at once when its evaluation is far above beta.
    ReverseFutility,
    /// A node is left to the quiescence search when its evaluation is far below alpha.
    Razoring,
    /// A node fails high when it would even after passing.
    NullMove,
    /// A node fails high when a capture does in a shallower search.
    ProbCut,
    /// A side that can repeat a position has at least a draw.
    UpcomingRepetition,
    /// A node without a move from the table is searched less deep.
    InternalIterativeReduction,
    /// Quiet moves are left out that cannot reach alpha, or that come late, or of bad history.
    QuietPruning,
    /// Moves are left out that lose material.
    SeePruning,
    /// Late moves are searched less deep at first.
    LateMoveReduction,
    /// The table's move is searched deeper when it is the only good one.
    SingularExtension,
    /// The evaluation is corrected by what the search has learned.
    CorrectionHistory,
}

impl Technique {
    /// All of them.
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

/// The techniques that a search uses.
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
    /// Every technique.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);
    /// Bare alpha-beta: the same score as minimax.
    pub const NONE: Self = Self(0);

    /// Whether a technique is used.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u32 != 0
    }

    /// These without one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u32))
    }

    /// These and one more.
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
