//! Conditions on single positions, on consecutive positions, and on sequences of positions.

use reynard::{Bitboard, Board, Color};

use super::node::Node;
use super::pawn_needs::PawnNeeds;
use super::{
    BoardPattern, Imbalance, MaterialBalance, PawnSkeleton, PieceCounts, PiecePlace, Truth,
};

/// A condition on a single position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionTest {
    /// A pattern of pieces.
    Pattern(BoardPattern),
    /// The pieces on the board.
    Material(MaterialBalance),
    /// A difference of material.
    Imbalance(Imbalance),
    /// A piece on one of several squares.
    Piece(PiecePlace),
    /// The pawns on the board.
    Pawns(PawnSkeleton),
}

impl PositionTest {
    fn holds(&self, board: &Board, turn: Color) -> bool {
        match self {
            Self::Pattern(pattern) => pattern.matches_board(board, turn),
            Self::Material(material) => material.matches_board(board),
            Self::Imbalance(imbalance) => imbalance.holds(&PieceCounts::of(board)),
            Self::Piece(place) => place.holds(board),
            Self::Pawns(pawns) => pawns.holds(board),
        }
    }

    /// Evaluates the condition from piece counts alone.
    #[inline]
    fn decide(&self, counts: &PieceCounts) -> Truth {
        match self {
            Self::Pattern(pattern) => pattern.decide(counts),
            Self::Material(material) => material.decide(counts),
            Self::Imbalance(imbalance) => imbalance.holds(counts).into(),
            Self::Piece(place) => place.decide(counts),
            Self::Pawns(pawns) => pawns.decide(counts),
        }
    }

    /// Returns `true` if the condition depends only on the pieces on certain squares.
    const fn is_on_squares(&self) -> bool {
        matches!(self, Self::Pattern(_) | Self::Piece(_) | Self::Pawns(_))
    }

    /// Returns the squares on which the result depends; all squares if the result depends on
    /// anything else.
    fn squares(&self) -> Bitboard {
        match self {
            Self::Pattern(pattern) => pattern.squares(),
            Self::Piece(place) => place.squares(),
            Self::Material(_) | Self::Imbalance(_) | Self::Pawns(_) => !Bitboard::EMPTY,
        }
    }

    /// Returns the pawns that the condition requires.
    fn pawn_needs(&self) -> PawnNeeds {
        match self {
            Self::Pattern(pattern) => pattern.pawn_needs(),
            Self::Piece(place) => place.pawn_needs(),
            Self::Pawns(pawns) => pawns.pawn_needs(),
            Self::Material(_) | Self::Imbalance(_) => PawnNeeds::none(),
        }
    }

    /// Returns the condition with colors reversed. A condition on material already applies to
    /// either side, so it stays the same.
    fn flipped(&self) -> Self {
        match self {
            Self::Pattern(pattern) => Self::Pattern(pattern.flipped()),
            Self::Piece(place) => Self::Piece(place.flipped()),
            Self::Pawns(pawns) => Self::Pawns(pawns.flipped()),
            Self::Material(_) | Self::Imbalance(_) => self.clone(),
        }
    }
}

/// The way in which a game's material helps to decide a condition on its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaterialUse {
    /// The material may decide the condition.
    Decision,
    /// The material shows after which point the condition can no longer hold: see
    /// [`PositionSequence::last_possible`].
    End,
    /// The material does not help, because the pawns on the board show sooner that the condition
    /// can no longer hold.
    None,
}

/// A sequence of positions in a game. Each stage is a condition that must hold for a number of
/// consecutive positions, all of which come after those of the previous stage.
///
/// ```
/// use reynard_games::{BoardCondition, Condition, Query};
///
/// let query = Query::parse("at(material=QvQ+ or piece=Pd4) then material=rook-ending");
/// assert!(query.is_err(), "`then` stands between two conditions with `at`");
/// let query = Query::parse("at(piece=Pd4 not piece=Pc) then at(material=rook-ending)/4")?;
/// let first = query.conditions().next();
/// assert!(matches!(first, Some(Condition::Board(BoardCondition::Positions(_)))));
/// # Ok::<(), reynard_games::InvalidQuery>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSequence {
    stages: Vec<PositionStage>,
}

/// A condition on a position, and the number of consecutive positions for which it must hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PositionStage {
    pub(super) test: Node<PositionTest>,
    pub(super) positions: u64,
}

/// The progress of a game through the stages of a sequence.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SequenceProgress {
    /// Number of stages that have held.
    done: usize,
    /// Number of consecutive positions, up to the current one, for which the next stage holds.
    run: u64,
}

impl PositionSequence {
    pub(super) fn new(stages: Vec<PositionStage>) -> Self {
        Self { stages }
    }

    /// Creates a sequence with a single condition, which must hold for a number of positions.
    pub(super) fn of(test: PositionTest, positions: u64) -> Self {
        Self::new(vec![PositionStage { test: Node::Leaf(test), positions }])
    }

    /// Returns the squares on which the result depends; all squares if a condition must hold for
    /// several positions or depends on anything else.
    pub(super) fn squares(&self) -> Bitboard {
        let [PositionStage { test, positions: 1 }] = &self.stages[..] else {
            return !Bitboard::EMPTY;
        };
        let mut squares = Bitboard::EMPTY;
        test.for_each(&mut |test| squares |= test.squares());
        // A pattern of nothing is in the first position.
        if squares.is_empty() { !Bitboard::EMPTY } else { squares }
    }

    /// Returns the pawns required by the last stage.
    pub(super) fn pawn_needs(&self) -> PawnNeeds {
        self.stages.last().map_or_else(PawnNeeds::none, |stage| pawn_needs(&stage.test))
    }

    /// Returns the sequence with colors reversed.
    pub(super) fn flipped(&self) -> Self {
        let stage = |stage: &PositionStage| PositionStage {
            test: stage.test.clone().map(&mut |test: PositionTest| test.flipped()),
            positions: stage.positions,
        };
        Self::new(self.stages.iter().map(stage).collect())
    }

    /// Returns the condition, if the sequence consists of a single test of a single position.
    pub(super) fn single(&self) -> Option<&PositionTest> {
        match &self.stages[..] {
            [PositionStage { test: Node::Leaf(test), positions: 1 }] => Some(test),
            _ => None,
        }
    }

    /// Returns the condition, if the sequence consists of any condition on a single position.
    pub(super) fn into_single(self) -> Option<Node<PositionTest>> {
        let [PositionStage { test, positions: 1 }] =
            <[PositionStage; 1]>::try_from(self.stages).ok()?
        else {
            return None;
        };
        Some(test)
    }

    /// Returns the minimum number of captures that must have occurred since the standard start
    /// position before the conditions can hold. Even with that many captures, the conditions may
    /// not hold.
    ///
    /// ```
    /// use reynard_games::{BoardCondition, Condition, Query};
    ///
    /// let query = Query::parse("material=KRPvKR")?;
    /// let Some(Condition::Board(BoardCondition::Positions(positions))) = query.conditions().next()
    /// else {
    ///     unreachable!()
    /// };
    /// assert_eq!(positions.fewest_captures(), 27);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn fewest_captures(&self) -> usize {
        self.stages.iter().map(|stage| Captures::NUMBER.of(&stage.test)).max().unwrap_or(0)
    }

    /// Returns, by kind from pawn to queen, the minimum number of pieces of both sides that must
    /// have been captured since the standard start position before the conditions can hold, in a
    /// game without promotions. Even after these captures, the conditions may not hold.
    ///
    /// ```
    /// use reynard_games::{BoardCondition, Condition, Query};
    ///
    /// let query = Query::parse("material=KRPvKR")?;
    /// let Some(Condition::Board(BoardCondition::Positions(positions))) = query.conditions().next()
    /// else {
    ///     unreachable!()
    /// };
    /// assert_eq!(positions.fewest_captures_by_kind(), [15, 4, 4, 2, 2]);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn fewest_captures_by_kind(&self) -> [u8; 5] {
        let stages = self.stages.iter().map(|stage| Captures::BY_KIND.of(&stage.test));
        stages.reduce(Captures::BY_KIND.more).unwrap_or_default()
    }

    /// Returns the number of initial material spans, counted from the standard start position, in
    /// which the conditions cannot hold, regardless of what is captured. A span ends with a capture
    /// or a promotion.
    ///
    /// ```
    /// use reynard_games::{BoardCondition, Condition, Query};
    ///
    /// let query = Query::parse("material=KRPvKR")?;
    /// let Some(Condition::Board(BoardCondition::Positions(positions))) = query.conditions().next()
    /// else {
    ///     unreachable!()
    /// };
    /// assert_eq!(positions.idle_spans(), 27);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn idle_spans(&self) -> usize {
        // Of several stages the first ones may need fewer captures.
        if self.stages.len() == 1 { self.fewest_captures() } else { 0 }
    }

    /// Returns the way in which a game's material helps to decide the conditions.
    ///
    /// ```
    /// use reynard_games::{BoardCondition, Condition, MaterialUse, Query};
    ///
    /// let query = Query::parse("at(piece=Pd4 piece=Pe5)")?;
    /// let Some(Condition::Board(BoardCondition::Positions(positions))) = query.conditions().next()
    /// else {
    ///     unreachable!()
    /// };
    /// assert_eq!(positions.material_use(), MaterialUse::None);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn material_use(&self) -> MaterialUse {
        let start = PieceCounts::of(&Board::STANDARD);
        let is_open = |stage: &PositionStage| {
            let mut is_on_squares = true;
            stage.test.for_each(&mut |test| is_on_squares &= test.is_on_squares());
            is_on_squares && stage.test.decide(&mut |test| test.decide(&start)) == Truth::Unknown
        };
        if !self.stages.iter().all(is_open) {
            MaterialUse::Decision
        } else if self.pawn_needs().any() {
            MaterialUse::None
        } else {
            MaterialUse::End
        }
    }

    /// Returns the number of initial positions of a game after which, judging by the material, no
    /// stage can hold.
    ///
    /// ```
    /// use reynard::{Board, Color, PieceType};
    /// use reynard_games::{BoardCondition, Condition, PieceCounts, Query};
    ///
    /// let query = Query::parse("piece=Qd4")?;
    /// let Some(Condition::Board(BoardCondition::Positions(positions))) = query.conditions().next()
    /// else {
    ///     unreachable!()
    /// };
    /// let start = PieceCounts::of(&Board::STANDARD);
    /// let mut later = start;
    /// later.remove(Color::White, PieceType::Queen);
    /// assert_eq!(positions.last_possible([(start, 20), (later, 60)].into_iter()), 20);
    /// # Ok::<(), reynard_games::InvalidQuery>(())
    /// ```
    pub fn last_possible(&self, spans: impl Iterator<Item = (PieceCounts, u64)>) -> u64 {
        let (mut seen, mut last) = (0, 0);
        for (counts, positions) in spans {
            seen += positions;
            let may_hold = |stage: &PositionStage| {
                stage.test.decide(&mut |test| test.decide(&counts)) != Truth::False
            };
            if self.stages.iter().any(may_hold) {
                last = seen;
            }
        }
        last
    }

    /// Returns `true` if all stages have held.
    #[inline]
    pub(super) fn is_done(&self, progress: SequenceProgress) -> bool {
        progress.done == self.stages.len()
    }

    /// Advances to the next position.
    pub(super) fn see(&self, progress: &mut SequenceProgress, board: &Board, turn: Color) {
        let holds = |test: &PositionTest| Truth::from(test.holds(board, turn));
        self.advance(progress, 1, |stage| {
            stage.test.decide(&mut |test| holds(test)) == Truth::True
        });
    }

    /// Advances over a number of positions for which the truth of each stage's condition is the
    /// same.
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

    /// Evaluates the sequence from the material of a game: `spans` contains the piece counts and
    /// the number of consecutive positions that have them, for the whole game. The result is
    /// unknown if the squares of pieces matter.
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
        if let [stage] = &self.stages[..] {
            return stage.decide(spans);
        }
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

impl PositionStage {
    /// Evaluates the sequence from the material of a game, examining each span once.
    fn decide(&self, spans: impl Iterator<Item = (PieceCounts, u64)>) -> Truth {
        let (mut surely, mut perhaps, mut truth) = (0, 0, Truth::False);
        for (counts, positions) in spans {
            match self.test.decide(&mut |test| test.decide(&counts)) {
                Truth::False => (surely, perhaps) = (0, 0),
                Truth::Unknown => (surely, perhaps) = (0, perhaps + positions),
                Truth::True => {
                    (surely, perhaps) = (surely + positions, perhaps + positions);
                    if surely >= self.positions {
                        return Truth::True;
                    }
                }
            }
            if perhaps >= self.positions {
                truth = Truth::Unknown;
            }
        }
        truth
    }
}

/// Returns the pawns that the conditions of a node require.
fn pawn_needs(node: &Node<PositionTest>) -> PawnNeeds {
    let of_nodes = |nodes: &[Node<PositionTest>], join: fn(PawnNeeds, PawnNeeds) -> PawnNeeds| {
        nodes.iter().map(pawn_needs).reduce(join).unwrap_or_else(PawnNeeds::none)
    };
    match node {
        Node::Leaf(test) => test.pawn_needs(),
        Node::Not(_) => PawnNeeds::none(),
        Node::All(nodes) => of_nodes(nodes, PawnNeeds::and),
        Node::Any(nodes) => of_nodes(nodes, PawnNeeds::or),
    }
}

/// A way of counting the captures that conditions require.
struct Captures<T> {
    of_material: fn(&MaterialBalance) -> T,
    more: fn(T, T) -> T,
    fewer: fn(T, T) -> T,
}

impl Captures<usize> {
    const NUMBER: Self =
        Self { of_material: MaterialBalance::fewest_captures, more: usize::max, fewer: usize::min };
}

impl Captures<[u8; 5]> {
    const BY_KIND: Self = Self {
        of_material: MaterialBalance::fewest_captures_by_kind,
        more: |a, b| std::array::from_fn(|kind| a[kind].max(b[kind])),
        fewer: |a, b| std::array::from_fn(|kind| a[kind].min(b[kind])),
    };
}

impl<T: Default> Captures<T> {
    /// Returns the captures without which the conditions of a node cannot hold.
    fn of(&self, node: &Node<PositionTest>) -> T {
        let of_nodes = |nodes: &[Node<PositionTest>], choose| {
            nodes.iter().map(|node| self.of(node)).reduce(choose).unwrap_or_default()
        };
        match node {
            Node::Leaf(PositionTest::Material(material)) => (self.of_material)(material),
            Node::Leaf(_) | Node::Not(_) => T::default(),
            Node::All(nodes) => of_nodes(nodes, self.more),
            Node::Any(nodes) => of_nodes(nodes, self.fewer),
        }
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::super::Query;
    use crate::GameSoundness;

    fn matches(filter: &str, moves: &str) -> bool {
        let game =
            Games::from_bytes(moves.as_bytes()).next().expect("a game").expect("memory").tree;
        Query::parse(filter).expect(filter).matches_tree(&game, GameSoundness::Sound)
    }

    #[test]
    fn conditions_hold_in_one_position_for_some_in_a_row_and_one_after_the_other() {
        let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. Nxe5 *";
        for filter in [
            "at(piece=Bb5 piece=nc6)",
            "at(piece=Bb5 piece=nc6)/2",
            "at(piece=Pe4 not piece=pe7)/8",
            "at(piece=Bb5) then at(imbalance=NvB or imbalance=BvN)/2",
            "at(piece=Nf3)/6 then at(piece=Ne5)",
            "not at(piece=Ba4) at(piece=Nf3)",
            "(at(piece=Ba4) or at(piece=Bb5)) plies<20",
            "AT( piece=Bb5 )THEN at(piece=Bc6)",
            "at(position='*/*/*/*/*/*/*/* b' piece=Ne5)",
        ] {
            assert!(matches(filter, game), "{filter}");
        }
        for filter in [
            "at(piece=Bb5 piece=Bc6)",
            "at(piece=Bb5 piece=nc6)/3",
            "at(piece=Bc6) then at(piece=Bb5)",
            "at(piece=Ne5) then at(piece=Ne5)",
            "at(piece=Nf3)/8",
        ] {
            assert!(!matches(filter, game), "{filter}");
        }
    }

    #[test]
    fn captures_that_conditions_need_are_counted() {
        use crate::{BoardCondition, Condition};

        for (filter, captures, kinds) in [
            ("material=KvK", 30, [16, 4, 4, 4, 2]),
            ("material=KR*vKR*", 12, [0, 4, 4, 2, 2]),
            ("material=KQ+vK+", 0, [0; 5]),
            ("material=K+vK", 15, [0; 5]),
            ("material=KQQ*vKQQ*", 10, [0, 4, 4, 4, 0]),
            ("piece=Pd4", 0, [0; 5]),
            ("at(material=KvK or material=KRvKR)", 28, [16, 4, 4, 2, 2]),
            ("at(material=KR*vKR* material=KRPvKR)", 27, [15, 4, 4, 2, 2]),
            ("at(not material=KvK piece=Pd4)", 0, [0; 5]),
            ("at(piece=Pd4) then at(material=KBNvK)", 28, [16, 3, 3, 4, 2]),
            ("material=opposite-bishops", 0, [0, 0, 2, 0, 0]),
        ] {
            let query = Query::parse(filter).expect(filter);
            let Some(Condition::Board(BoardCondition::Positions(positions))) =
                query.conditions().next()
            else {
                panic!("{filter}");
            };
            assert_eq!(positions.fewest_captures(), captures, "{filter}");
            assert_eq!(positions.fewest_captures_by_kind(), kinds, "{filter}");
        }
    }

    #[test]
    fn mistakes_within_a_group_have_a_reason_and_a_column() {
        for (filter, column, reason) in [
            ("at()", 4, "a condition is needed"),
            ("year=2000 at(piece=Pe4", 11, "never closed"),
            ("at(piece=Pe4 year=2000)", 1, "not a condition on one position"),
            ("at(piece=Pe4 result=win)", 1, "not a condition on one position"),
            ("at(material=KvK/3)", 1, "not a condition on one position"),
            ("at(piece=Pe4)/0", 15, "not a number of positions"),
            ("at(piece=Pe4) then piece=Pe5", 15, "between two conditions"),
            ("at(piece=P9)", 10, "is not a square"),
            ("material=rok-ending", 10, "did you mean rook-ending?"),
            ("has=variatons", 5, "did you mean variation?"),
            ("comment=novelty", 9, "compared with ~"),
            ("imbalnce=BvN", 1, "did you mean imbalance?"),
            ("position='*/*/*/*/*/*/*/P*'", 10, "a pawn on the first"),
        ] {
            let error = Query::parse(filter).expect_err(filter);
            assert!(error.reason.contains(reason), "{filter}: {error}");
            assert_eq!(error.column, column, "{filter}: {error}");
        }
    }
}
