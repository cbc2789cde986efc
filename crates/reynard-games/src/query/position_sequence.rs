//! Conditions on single positions, for some of them in a row, and one after the other.

use reynard::{Board, Color};

use super::node::Node;
use super::{BoardPattern, Imbalance, MaterialBalance, PieceCounts, PiecePlace, Truth};

/// A condition on a single position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionTest {
    /// A pattern of pieces.
    Pattern(BoardPattern),
    /// The pieces on the board.
    Material(MaterialBalance),
    /// A difference of material.
    Imbalance(Imbalance),
    /// A piece on one of some squares.
    Piece(PiecePlace),
}

impl PositionTest {
    fn holds(&self, board: &Board, turn: Color) -> bool {
        match self {
            Self::Pattern(pattern) => pattern.matches_board(board, turn),
            Self::Material(material) => material.matches_board(board),
            Self::Imbalance(imbalance) => imbalance.holds(&PieceCounts::of(board)),
            Self::Piece(place) => place.holds(board),
        }
    }

    /// Decides by the number of pieces alone.
    fn decide(&self, counts: &PieceCounts) -> Truth {
        match self {
            Self::Pattern(pattern) => pattern.decide(counts),
            Self::Material(material) => material.decide(counts),
            Self::Imbalance(imbalance) => imbalance.holds(counts).into(),
            Self::Piece(place) => place.decide(counts),
        }
    }
}

/// Positions that follow one another in a game: each stage is a condition on a position that holds
/// for some positions in a row, and later than the one before.
///
/// ```
/// use reynard_games::{BoardCondition, Condition, Query};
///
/// let query = Query::parse("at(material=QvQ+ or piece=Pd4) then material=rook-ending");
/// assert!(query.is_err(), "`then` stands between two conditions with `at`");
/// let query = Query::parse("at(piece=Pd4 not piece=Pc) then at(material=rook-ending)/4")?;
/// assert!(matches!(query.conditions().next(), Some(Condition::Board(BoardCondition::Positions(_)))));
/// # Ok::<(), reynard_games::InvalidQuery>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSequence {
    stages: Vec<PositionStage>,
}

/// A condition on a position, and the number of positions in a row for which it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositionStage {
    pub(super) test: Node<PositionTest>,
    pub(super) positions: u64,
}

/// The way through the stages of a sequence in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SequenceProgress {
    /// Stages that have held.
    done: usize,
    /// Positions in a row up to the current one for which the next stage holds.
    run: u64,
}

impl PositionSequence {
    pub(super) fn new(stages: Vec<PositionStage>) -> Self {
        Self { stages }
    }

    /// Returns the sequence of a single condition.
    pub(super) fn of(test: PositionTest, positions: u64) -> Self {
        Self::new(vec![PositionStage { test: Node::Leaf(test), positions }])
    }

    /// Returns the condition, if it is one on a single position.
    pub(super) fn into_single(self) -> Option<Node<PositionTest>> {
        let [PositionStage { test, positions: 1 }] =
            <[PositionStage; 1]>::try_from(self.stages).ok()?
        else {
            return None;
        };
        Some(test)
    }

    /// Returns `true` if all stages have held.
    pub(super) fn is_done(&self, progress: SequenceProgress) -> bool {
        progress.done == self.stages.len()
    }

    /// Goes on with the next position.
    pub(super) fn see(&self, progress: &mut SequenceProgress, board: &Board, turn: Color) {
        let holds = |test: &PositionTest| Truth::from(test.holds(board, turn));
        self.advance(progress, 1, |stage| {
            stage.test.decide(&mut |test| holds(test)) == Truth::True
        });
    }

    /// Goes on with positions for all of which a stage holds or not.
    fn advance(
        &self,
        progress: &mut SequenceProgress,
        mut positions: u64,
        holds: impl Fn(&PositionStage) -> bool,
    ) {
        while let Some(stage) = self.stages.get(progress.done) {
            if !holds(stage) {
                progress.run = 0;
                return;
            }
            let needed = stage.positions - progress.run;
            if positions < needed {
                progress.run += positions;
                return;
            }
            positions -= needed;
            *progress = SequenceProgress { done: progress.done + 1, run: 0 };
            if positions == 0 {
                return;
            }
        }
    }

    /// Decides by the material of a game: the number of pieces, and for how many positions in a
    /// row it stays, from the beginning to the end. Unknown if the squares of pieces matter.
    ///
    /// ```
    /// use reynard::Board;
    /// use reynard_games::{BoardCondition, Condition, PieceCounts, Query, Truth};
    ///
    /// let query = Query::parse("material=KvK")?;
    /// let Some(Condition::Board(BoardCondition::Positions(positions))) = query.conditions().next()
    /// else {
    ///     unreachable!()
    /// };
    /// let spans = [(PieceCounts::of(&Board::STANDARD), 80)];
    /// assert_eq!(positions.decide(spans.into_iter()), Truth::False);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn decide(&self, spans: impl Iterator<Item = (PieceCounts, u64)>) -> Truth {
        let (mut surely, mut perhaps) = <(SequenceProgress, SequenceProgress)>::default();
        for (counts, positions) in spans {
            let truth = |stage: &PositionStage| stage.test.decide(&mut |test| test.decide(&counts));
            self.advance(&mut surely, positions, |stage| truth(stage) == Truth::True);
            if self.is_done(surely) {
                return Truth::True;
            }
            self.advance(&mut perhaps, positions, |stage| truth(stage) != Truth::False);
        }
        if self.is_done(perhaps) { Truth::Unknown } else { Truth::False }
    }
}
