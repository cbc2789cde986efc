//! Completes games with the evaluations, better lines and replies that cards need.

use std::collections::{BTreeMap, VecDeque};

use reynard::{Color, Move, Position};
use reynard_analysis::{Assessment, store_assessment, stored_assessment};
use reynard_pgn::{EvaluationScore, GameTree, NodeId, OpeningNames, Step};

use crate::{NoCardReason, OwnJudgment, OwnMove, own_moves, store_line};

/// Prepares a game for its cards, using searches that the caller performs. If the game has no
/// evaluations, all positions after the named opening are searched; otherwise, only the positions
/// before and after mistakes without a better line.
///
/// ```
/// use reynard_analysis::Assessment;
/// use reynard_learn::reynard::{Color, Outcome};
/// use reynard_learn::reynard_pgn::Games;
/// use reynard_learn::GamePreparation;
///
/// let game = Games::from_bytes(b"1. a3 h6 2. a4 *").next().unwrap()?.tree;
/// let mut preparation = GamePreparation::new(game, Color::White);
/// while let Some(search) = preparation.next_search() {
///     // An engine that has no opinion.
///     assert!(search.moves.len() <= 3);
///     preparation.take(Assessment::from_outcome(Outcome::Stalemate), &[]);
/// }
/// assert!(preparation.finish().to_string().contains("2. a4 {[%eval 0.00]}"));
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GamePreparation {
    tree: GameTree,
    side: Color,
    /// The moves of the main line, up to a null move, and their nodes.
    line: Vec<(NodeId, Move)>,
    /// Plies whose positions have not been searched yet, in order.
    open: VecDeque<usize>,
    found: BTreeMap<usize, (Assessment, Vec<Move>)>,
    stage: Stage,
    searched: usize,
}

/// The stage of a preparation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// All positions of the game are searched.
    Evaluations,
    /// The positions before and after mistakes are searched.
    Mistakes,
}

/// A position that the caller must search for a preparation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreparationSearch {
    /// Start position of the game.
    pub start: Position,
    /// Moves from the start position of the game to the position to search.
    pub moves: Vec<Move>,
    /// The position to search.
    pub position: Position,
}

/// Returns the number of the move that ends the named opening, from which on a game is evaluated:
/// the move that ends the opening may be a mistake that has a name.
///
/// ```
/// use reynard_learn::first_evaluated_move;
/// use reynard_learn::reynard_pgn::Games;
///
/// let game = Games::from_bytes(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 Rb8 4. O-O *").next().unwrap()?.tree;
/// assert_eq!(first_evaluated_move(&game), 3);
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
pub fn first_evaluated_move(tree: &GameTree) -> u32 {
    let names = OpeningNames::embedded();
    let mut pos = tree.start().clone();
    let mut first = pos.fullmove_number();
    for node in tree.main_line() {
        let Some(Step::Move(mv)) = tree.step(node) else { break };
        let number = pos.fullmove_number();
        pos.play_unchecked(mv);
        if names.find(&pos).is_some() {
            first = number;
        }
    }
    first
}

/// Returns `true` if a game has evaluations before and after at least half of a side's moves. The
/// moves before the [first evaluated one](first_evaluated_move) do not count, and that one needs an
/// evaluation only after it.
///
/// ```
/// use reynard_learn::is_evaluated;
/// use reynard_learn::reynard::Color;
/// use reynard_learn::reynard_pgn::Games;
///
/// let game = Games::from_bytes(b"1. e4 e5 2. Nf3 *").next().unwrap()?.tree;
/// assert!(!is_evaluated(&game, Color::White));
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
pub fn is_evaluated(tree: &GameTree, side: Color) -> bool {
    let first = first_evaluated_move(tree);
    let mut pos = tree.start().clone();
    let (mut own, mut evaluated) = (0, 0);
    let mut has_before = false;
    for node in tree.main_line() {
        let Some(Step::Move(mv)) = tree.step(node) else { break };
        let (turn, number) = (pos.turn(), pos.fullmove_number());
        pos.play_unchecked(mv);
        let has_after = stored_assessment(tree, node, &pos).is_some();
        if turn == side && number >= first {
            own += 1;
            evaluated += u32::from(has_after && (has_before || number == first));
        }
        has_before = has_after;
    }
    2 * evaluated >= own
}

/// Returns the learner's mistakes for which the game stores no better line, so an engine must find
/// one.
///
/// ```
/// use reynard_learn::mistakes_without_line;
/// use reynard_learn::reynard::Color;
/// use reynard_learn::reynard_pgn::Games;
///
/// let pgn = b"1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.2]} f6 {[%eval 1.9]} *";
/// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
/// assert_eq!(mistakes_without_line(&game, Color::Black).len(), 1);
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
pub fn mistakes_without_line(tree: &GameTree, side: Color) -> Vec<OwnMove> {
    let missing = OwnJudgment::WithoutCard(NoCardReason::NoBetterLine);
    own_moves(tree, side).into_iter().filter(|own| own.judgment() == missing).collect()
}

impl GamePreparation {
    /// Begins the preparation of a learner's game.
    pub fn new(tree: GameTree, side: Color) -> Self {
        let line = tree.main_line().map_while(|node| match tree.step(node) {
            Some(Step::Move(mv)) => Some((node, mv)),
            _ => None,
        });
        let line: Vec<(NodeId, Move)> = line.collect();
        let is_evaluated = is_evaluated(&tree, side);
        let stage = if is_evaluated { Stage::Mistakes } else { Stage::Evaluations };
        let mut preparation = Self {
            tree,
            side,
            line,
            open: VecDeque::new(),
            found: BTreeMap::new(),
            stage,
            searched: 0,
        };
        match stage {
            Stage::Evaluations => {
                let first = preparation.plies_of_opening();
                preparation.open = (first..=preparation.line.len()).collect();
            }
            Stage::Mistakes => preparation.open_mistakes(),
        }
        preparation
    }

    /// Returns the position to search, or `None` if the game is fully prepared. Positions in which
    /// the game is over are not returned.
    pub fn next_search(&mut self) -> Option<PreparationSearch> {
        loop {
            let Some(&ply) = self.open.front() else {
                match self.stage {
                    Stage::Mistakes => return None,
                    Stage::Evaluations => {
                        self.store_evaluations();
                        self.stage = Stage::Mistakes;
                        self.store_lines();
                        self.open_mistakes();
                        continue;
                    }
                }
            };
            let moves: Vec<Move> = self.line[..ply].iter().map(|&(_, mv)| mv).collect();
            let mut position = self.tree.start().clone();
            for &mv in &moves {
                position.play_unchecked(mv);
            }
            match position.outcome() {
                Some(outcome) => self.take(Assessment::from_outcome(outcome), &[]),
                None => {
                    return Some(PreparationSearch {
                        start: self.tree.start().clone(),
                        moves,
                        position,
                    });
                }
            }
        }
    }

    /// Stores the result of the last requested search: an evaluation and the best line.
    pub fn take(&mut self, assessment: Assessment, line: &[Move]) {
        let Some(ply) = self.open.pop_front() else { return };
        self.searched += 1;
        self.found.insert(ply, (assessment, line.to_vec()));
        if self.open.is_empty() && self.stage == Stage::Mistakes {
            self.store_lines();
        }
    }

    /// Returns the number of completed searches, and the number of remaining searches known so far.
    ///
    /// ```
    /// use reynard_learn::GamePreparation;
    /// use reynard_learn::reynard::Color;
    /// use reynard_learn::reynard_pgn::Games;
    ///
    /// let game = Games::from_bytes(b"1. a3 h6 *").next().unwrap()?.tree;
    /// let (searched, open) = GamePreparation::new(game, Color::White).progress();
    /// assert!(searched == 0 && open > 0);
    /// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
    /// ```
    pub fn progress(&self) -> (usize, usize) {
        (self.searched, self.open.len())
    }

    /// Returns the prepared game.
    pub fn finish(self) -> GameTree {
        self.tree
    }

    /// Returns the number of plies in the named opening minus two, because the move that ends the
    /// opening may be a mistake that has a name.
    fn plies_of_opening(&self) -> usize {
        let names = OpeningNames::embedded();
        let mut pos = self.tree.start().clone();
        let mut plies = 0;
        for (ply, &(_, mv)) in self.line.iter().enumerate() {
            pos.play_unchecked(mv);
            if names.find(&pos).is_some() {
                plies = ply + 1;
            }
        }
        plies.saturating_sub(2)
    }

    /// Writes the evaluations into the comments of the main line.
    fn store_evaluations(&mut self) {
        for (&ply, (assessment, _)) in &self.found {
            let Some(&(node, _)) = ply.checked_sub(1).and_then(|it| self.line.get(it)) else {
                continue;
            };
            if matches!(assessment.score, EvaluationScore::Mate { moves: 0, .. }) {
                continue;
            }
            store_assessment(&mut self.tree, node, *assessment);
        }
    }

    /// Requests searches of the positions before and after each mistake without a better line.
    fn open_mistakes(&mut self) {
        let plies = mistakes_without_line(&self.tree, self.side).into_iter().map(|own| own.ply);
        let both = plies.flat_map(|ply| [ply, ply + 1]);
        self.open = both.filter(|ply| !self.found.contains_key(ply)).collect();
    }

    /// Stores the lines found before and after mistakes.
    fn store_lines(&mut self) {
        for own in own_moves(&self.tree, self.side) {
            if own.judgment() == OwnJudgment::Fine {
                continue;
            }
            let parent = self.tree.parent(own.node).unwrap_or(NodeId::ROOT);
            if let Some((assessment, line)) = self.found.get(&own.ply)
                && line.first().is_some_and(|&mv| mv != own.mv)
            {
                store_line(&mut self.tree, parent, line, *assessment);
            }
            if let Some((assessment, line)) = self.found.get(&(own.ply + 1)) {
                store_line(&mut self.tree, own.node, line, *assessment);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;
    use crate::LearnDeck;

    fn game(pgn: &str) -> GameTree {
        Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree
    }

    /// Searches one ply deep by counting material.
    fn search(pos: &Position) -> (Assessment, Vec<Move>) {
        let value = |pos: &Position| {
            let values = reynard::PieceValues::DEFAULT;
            let board = pos.board();
            board.material(Color::White, &values) - board.material(Color::Black, &values)
        };
        let sign = if pos.turn() == Color::White { 1 } else { -1 };
        let best = pos.legal_moves().into_iter().max_by_key(|&mv| {
            let after = pos.after(mv).expect("a legal move");
            if after.is_checkmate() { i32::MAX } else { sign * value(&after) }
        });
        let best = best.expect("a move");
        let after = pos.after(best).expect("a legal move");
        let score = if after.is_checkmate() {
            EvaluationScore::Mate { winner: pos.turn(), moves: 1 }
        } else {
            EvaluationScore::Centipawns(value(&after))
        };
        (Assessment::from_score(score, pos), vec![best])
    }

    fn prepared(pgn: &str, side: Color) -> (GameTree, usize) {
        let mut preparation = GamePreparation::new(game(pgn), side);
        let mut searches = 0;
        while let Some(asked) = preparation.next_search() {
            let mut pos = asked.start.clone();
            asked.moves.iter().for_each(|&mv| pos.play_unchecked(mv));
            assert_eq!(pos, asked.position);
            let (assessment, line) = search(&asked.position);
            preparation.take(assessment, &line);
            searches += 1;
        }
        (preparation.finish(), searches)
    }

    #[test]
    fn a_game_without_evaluations_gets_them_and_its_mistake_becomes_a_card() {
        let pgn = "1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. a3 *";
        let (tree, _) = prepared(pgn, Color::White);
        let mut deck = LearnDeck::default();
        assert_eq!(deck.add_game(&tree, Color::White), 1, "{tree}");
        let card = deck.cards().next().expect("a card");
        assert_eq!(card.mistakes[0].played.to_string(), "h5f7");
        // The text is read as it was written.
        let again = game(&tree.to_string());
        assert_eq!(again.to_string(), tree.to_string());
        let (_, searches) = prepared(&tree.to_string(), Color::White);
        assert_eq!(searches, 0, "nothing is asked twice");
    }

    #[test]
    fn in_a_game_with_evaluations_only_mistakes_are_searched() {
        let pgn = "1. e4 {[%eval 0.3]} e5 {[%eval 0.3]} 2. Qh5 {[%eval 0.2]} Nc6 {[%eval 0.2]} \
                   3. Qxf7+ {[%eval -9.0]} Kxf7 {[%eval -9.0]} *";
        let (tree, searches) = prepared(pgn, Color::White);
        assert_eq!(searches, 2, "{tree}");
        let mut deck = LearnDeck::default();
        assert_eq!(deck.add_game(&tree, Color::White), 1, "{tree}");
    }

    #[test]
    fn a_mate_on_the_board_is_not_searched() {
        let (tree, _) = prepared("1. f3 e5 2. g4 Qh4# 0-1", Color::White);
        let mut deck = LearnDeck::default();
        assert_eq!(deck.add_game(&tree, Color::White), 1, "{tree}");
        assert!(!tree.to_string().contains("Qh4# {"), "{tree}");
    }

    #[test]
    fn comments_clocks_and_variations_of_the_game_stay() {
        let pgn = "1. e4 {[%clk 0:01:00] good} e5 (1... c5 {Sicilian}) 2. Qh5 Nc6 3. Qxf7+ *";
        let (tree, _) = prepared(pgn, Color::White);
        let text = tree.to_string().replace('\n', " ");
        for part in ["[%clk 0:01:00]", "good", "(1... c5 {Sicilian}"] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
