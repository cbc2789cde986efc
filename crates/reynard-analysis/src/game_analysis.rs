//! Assesses the moves of a game, and annotates the game's tree.

use std::ops::Range;

use reynard::{Game, Move, Position};
use reynard_engine::{Control, Engine, SearchLimits};
use reynard_pgn::{
    Annotation, CommentEvaluation, CommentText, EvaluationScore, GameTree, NodeId, Step, Tags,
};

use crate::{
    AnalyzedLine, Analyzer, AssessedMove, Assessment, EngineAnalyzer, GameReport, MoveRange,
};

/// Maximum number of plies of a better line that are written into the game.
const BETTER_LINE: usize = 10;

/// Assesses the main line of a game, and annotates the game with evaluations, judgments and better
/// lines.
///
/// This runs a [`GameAnalysis`] of all moves, without progress reports and without a control to
/// stop it. See the crate documentation for an example.
pub fn annotate_game(
    tree: &mut GameTree,
    engine: &mut Engine,
    limits: &SearchLimits,
) -> GameReport {
    let analysis = GameAnalysis::new(tree, MoveRange::ALL);
    let report = analysis.assess(engine, limits, &Control::new(), &mut || {}).unwrap_or_default();
    analysis.annotate(&report, tree);
    report
}

/// The main line of a game, ready to be assessed.
///
/// ```
/// use reynard_analysis::{GameAnalysis, MoveRange};
/// use reynard_engine::{Control, Engine, SearchLimits};
/// use reynard_pgn::{Games, Reader};
///
/// let mut tree =
///     Games::new(Reader::from_bytes(b"1. e4 e5 2. Nf3 *")).next().unwrap()?.tree;
/// let analysis = GameAnalysis::new(&tree, MoveRange { first: 2, last: 2 });
/// let limits = SearchLimits { depth: Some(2), ..SearchLimits::default() };
/// let report = analysis
///     .assess(&mut Engine::new(1)?, &limits, &Control::new(), &mut || {})
///     .expect("nothing stops it");
/// analysis.annotate(&report, &mut tree);
/// assert_eq!(report.moves.len(), 1);
/// assert!(tree.to_string().contains("[%eval"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameAnalysis {
    plies: Vec<MainLinePly>,
    last: Position,
    /// Indices of the plies to assess.
    selected: Range<usize>,
}

/// A move of the main line, or a null move.
#[derive(Clone, Debug)]
struct MainLinePly {
    node: NodeId,
    before: Position,
    step: Step,
}

/// The assessment of a position, with the principal variation.
#[derive(Clone)]
struct Evaluated {
    assessment: Assessment,
    line: Vec<Move>,
    /// All lines except the principal variation.
    others: Vec<AnalyzedLine>,
}

/// The result of analyzing a position.
enum Verdict {
    Evaluated(Evaluated),
    /// The engine gave no evaluation.
    Unevaluated,
    /// The analyzer was stopped.
    Stopped,
}

impl Verdict {
    /// Returns the evaluation, if there is one.
    fn evaluated(self) -> Option<Evaluated> {
        match self {
            Self::Evaluated(evaluated) => Some(evaluated),
            Self::Unevaluated | Self::Stopped => None,
        }
    }
}

impl GameAnalysis {
    /// Creates the analysis of those moves of a game whose numbers are in a range.
    ///
    /// ```
    /// use reynard_analysis::{GameAnalysis, MoveRange};
    /// use reynard_pgn::{Games, Reader};
    ///
    /// let tree = Games::new(Reader::from_bytes(b"1. e4 e5 2. Nf3 *")).next().unwrap()?.tree;
    /// assert_eq!(GameAnalysis::new(&tree, MoveRange { first: 2, last: 9 }).positions(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(tree: &GameTree, range: MoveRange) -> Self {
        let mut pos = tree.start().clone();
        let mut plies = Vec::new();
        for node in tree.main_line() {
            let Some(step) = tree.step(node) else { continue };
            plies.push(MainLinePly { node, before: pos.clone(), step });
            // Every step of a tree can be played.
            let _ = match step {
                Step::Move(mv) => pos.play(mv).is_ok(),
                Step::Null => pos.play_null().is_ok(),
            };
        }
        let start = plies.partition_point(|ply| ply.before.fullmove_number() < range.first);
        let end = plies.partition_point(|ply| ply.before.fullmove_number() <= range.last);
        Self { plies, last: pos, selected: start..end.max(start) }
    }

    /// Returns the number of positions to search: one more than the number of moves, or 0 if there
    /// are no moves.
    ///
    /// ```
    /// use reynard_analysis::{GameAnalysis, MoveRange};
    /// use reynard_pgn::{Games, Reader};
    ///
    /// let tree = Games::new(Reader::from_bytes(b"1. e4 e5 2. Nf3 *")).next().unwrap()?.tree;
    /// assert_eq!(GameAnalysis::new(&tree, MoveRange::ALL).positions(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positions(&self) -> usize {
        if self.selected.is_empty() { 0 } else { self.selected.len() + 1 }
    }

    /// Searches the positions and assesses the moves. Returns `None` if `control` stopped the
    /// analysis.
    ///
    /// The positions are searched from the last to the first, so the transposition table already
    /// covers the moves that follow. `done` is called after each position. If the analyzer does not
    /// evaluate a position, the moves before and after the position get no judgment, and the
    /// position is counted in the report.
    pub fn assess(
        &self,
        engine: &mut Engine,
        limits: &SearchLimits,
        control: &Control,
        done: &mut dyn FnMut(),
    ) -> Option<GameReport> {
        let mut analyzer = EngineAnalyzer { engine, limits, control };
        self.assess_with(&mut analyzer, done).unwrap_or_else(|error| match error {})
    }

    /// Assesses the moves with any engine. Returns `None` if the analyzer was stopped. Otherwise,
    /// this works like [`assess`](Self::assess).
    ///
    /// # Errors
    ///
    /// Returns the analyzer's error if the analyzer fails.
    ///
    /// ```
    /// use reynard_analysis::{EngineAnalyzer, GameAnalysis, MoveRange};
    /// use reynard_engine::{Control, Engine, SearchLimits};
    /// use reynard_pgn::{Games, Reader};
    ///
    /// let tree = Games::new(Reader::from_bytes(b"1. e4 e5 *")).next().unwrap()?.tree;
    /// let (mut engine, limits, control) =
    ///     (Engine::new(1)?, SearchLimits::depth(2), Control::new());
    /// let mut analyzer =
    ///     EngineAnalyzer { engine: &mut engine, limits: &limits, control: &control };
    /// let analysis = GameAnalysis::new(&tree, MoveRange::ALL);
    /// let report =
    ///     analysis.assess_with(&mut analyzer, &mut || {})?.expect("nothing stops it");
    /// assert_eq!(report.moves.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn assess_with<A: Analyzer>(
        &self,
        analyzer: &mut A,
        done: &mut dyn FnMut(),
    ) -> Result<Option<GameReport>, A::Error> {
        let mut report = GameReport::default();
        if self.selected.is_empty() {
            return Ok(Some(report));
        }
        analyzer.new_game()?;
        let mut after = None;
        for index in (self.selected.start..=self.selected.end).rev() {
            let verdict = self.evaluate(index, analyzer)?;
            match verdict {
                Verdict::Stopped => return Ok(None),
                Verdict::Unevaluated => report.unevaluated += 1,
                Verdict::Evaluated(_) => {}
            }
            done();
            let before = verdict.evaluated();
            let assessment = before.as_ref().map(|before| before.assessment);
            if index < self.selected.end
                && let MainLinePly { step: Step::Move(mv), before: position, .. } =
                    &self.plies[index]
            {
                let (best_line, other_lines) =
                    before.map_or_else(Default::default, |before| (before.line, before.others));
                let (position, mv) = (position.clone(), *mv);
                let before = assessment;
                let assessed = AssessedMove { position, mv, before, after, best_line, other_lines };
                report.moves.push(assessed);
            }
            after = assessment;
        }
        report.moves.reverse();
        Ok(Some(report))
    }

    fn evaluate<A: Analyzer>(&self, index: usize, analyzer: &mut A) -> Result<Verdict, A::Error> {
        let game = self.game_until(index);
        if let Some(outcome) = game.position().outcome() {
            let assessment = Assessment::from_outcome(outcome);
            let (line, others) = (Vec::new(), Vec::new());
            return Ok(Verdict::Evaluated(Evaluated { assessment, line, others }));
        }
        let report = analyzer.analyze(&game, &mut |_| {})?;
        if analyzer.is_stopped() {
            return Ok(Verdict::Stopped);
        }
        let mut lines = report.lines.iter().map(|line| AnalyzedLine {
            assessment: Assessment::from_line(line, game.turn()),
            moves: line.moves.clone(),
        });
        Ok(lines.next().map_or(Verdict::Unevaluated, |AnalyzedLine { assessment, moves }| {
            Verdict::Evaluated(Evaluated { assessment, line: moves, others: lines.collect() })
        }))
    }

    /// Returns the game up to a position, so that the engine sees repetitions. The game begins
    /// after the last null move, because a null move is not a legal chess move.
    fn game_until(&self, index: usize) -> Game {
        let null = self.plies[..index].iter().rposition(|ply| ply.step == Step::Null);
        let start = null.map_or(0, |null| null + 1);
        let root = self.plies.get(start).map_or(&self.last, |ply| &ply.before);
        let mut game = Game::from_position(root.clone());
        for ply in &self.plies[start..index] {
            if let Step::Move(mv) = ply.step {
                // Every move of a tree is legal.
                let _ = game.play(mv);
            }
        }
        game
    }

    /// Writes a report into the tree of the game: evaluations into comments, judgments as glyphs,
    /// and, as variations, the lines that are [better](AssessedMove::better_lines) than the judged
    /// moves. Existing comments and glyphs are kept.
    pub fn annotate(&self, report: &GameReport, tree: &mut GameTree) {
        let mut assessed = report.moves.iter();
        for ply in &self.plies[self.selected.clone()] {
            if ply.step == Step::Null {
                continue;
            }
            let Some(assessed) = assessed.next() else { return };
            // A mate on the board needs no number, and no `[%eval]` can express who has won.
            let is_mate = |score| matches!(score, EvaluationScore::Mate { moves: 0, .. });
            if let Some(after) = assessed.after.filter(|after| !is_mate(after.score)) {
                store_assessment(tree, ply.node, after);
            }
            let Some(judgment) = assessed.judgment() else { continue };
            if !tree.nags(ply.node).iter().any(|nag| nag.is_suffix()) {
                tree.add_nag(ply.node, judgment.nag());
            }
            let parent = tree.parent(ply.node).unwrap_or(NodeId::ROOT);
            for (assessment, line) in assessed.better_lines() {
                add_better_line(tree, parent, line, assessment);
            }
        }
    }
}

/// Sets a tag of a game unless it has a value other than `?`.
pub(crate) fn set_missing_tag(tree: &mut GameTree, name: &str, value: &str) {
    let is_missing = |tags: &Tags| tags.get(name).is_none_or(|value| value == b"?");
    if is_missing(tree.tags()) {
        // The names are valid, and none of them sets the start position.
        let _ = tree.set_tag(name, value);
    }
}

/// Writes an evaluation into the comment on a move that already contains one. If no comment does,
/// writes it into the first comment that does not keep unparsed text, or else into a new comment.
///
/// ```
/// use reynard_analysis::{Assessment, store_assessment};
/// use reynard_analysis::reynard::Outcome;
/// use reynard_pgn::{Games, NodeId};
///
/// let mut tree = Games::from_bytes(b"1. e4 {hm} *").next().unwrap()?.tree;
/// let node = tree.next(NodeId::ROOT).expect("a move");
/// store_assessment(&mut tree, node, Assessment::from_outcome(Outcome::Stalemate));
/// assert!(tree.to_string().contains("1. e4 {[%eval 0.00] hm}"));
/// # Ok::<(), reynard_pgn::ReadError>(())
/// ```
pub fn store_assessment(tree: &mut GameTree, node: NodeId, assessment: Assessment) {
    let evaluation =
        Annotation::Evaluation(CommentEvaluation { score: assessment.score, depth: None });
    let mut comments = tree.comments(node).to_vec();
    let has_one = |comment: &CommentText| comment.commands().any(|command| command.name == b"eval");
    let is_read = |comment: &CommentText| comment.unread_text().is_none();
    let place = comments.iter().position(has_one).or_else(|| comments.iter().position(is_read));
    if place.is_none() {
        comments.insert(0, CommentText::new(""));
    }
    comments[place.unwrap_or(0)].set(&evaluation);
    tree.set_comments(node, comments);
}

/// Adds an engine line as a variation, unless there already is a variation that begins with the
/// same move.
fn add_better_line(tree: &mut GameTree, parent: NodeId, line: &[Move], assessment: Assessment) {
    let Some(&first) = line.first() else { return };
    if tree.find(parent, Step::Move(first)).is_some() {
        return;
    }
    let mut cursor = tree.cursor(parent);
    let mut head = None;
    for &better in line.iter().take(BETTER_LINE) {
        let Ok(node) = cursor.play(better) else { break };
        head = head.or(Some(node));
    }
    if let Some(head) = head {
        store_assessment(tree, head, assessment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(movetext: &str) -> GameTree {
        let mut games =
            reynard_pgn::Games::new(reynard_pgn::Reader::from_bytes(movetext.as_bytes()));
        games.next().expect("a game").expect("reading from memory").tree
    }

    #[test]
    fn a_range_selects_moves() {
        let tree = tree("1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
        let selected =
            |text: &str| GameAnalysis::new(&tree, text.parse().expect("a range")).selected;
        assert_eq!(GameAnalysis::new(&tree, MoveRange::ALL).selected, 0..5);
        assert_eq!(
            (selected("2"), selected("2-"), selected("-1"), selected("9-")),
            (2..4, 2..5, 0..2, 5..5)
        );
    }

    #[test]
    fn a_null_move_begins_a_new_game() {
        let tree = tree("1. Nf3 Nf6 2. Ng1 Ng8 3. -- Nf6 4. Nf3 *");
        let analysis = GameAnalysis::new(&tree, MoveRange::ALL);
        assert_eq!(analysis.game_until(4).repetitions(), 2);
        assert_eq!(analysis.game_until(7).len(), 2);
        assert_eq!(analysis.game_until(7).position(), &analysis.last);
    }

    #[test]
    fn an_evaluation_joins_unread_text_and_replaces_an_unreadable_evaluation() {
        let even = Assessment::from_outcome(reynard::Outcome::Stalemate);
        for (movetext, expected) in [
            ("1. e4 Sf6 2. Sf3 *", "1. e4 {[%eval 0.00]} {[%unread] Sf6 2. Sf3} *"),
            ("1. e4 {[%eval M5] hm} *", "1. e4 {[%eval 0.00] hm} *"),
        ] {
            let mut tree = tree(movetext);
            let node = tree.next(NodeId::ROOT).expect("a move");
            store_assessment(&mut tree, node, even);
            assert!(tree.to_string().ends_with(&format!("{expected}\n\n")), "{tree}");
        }
    }

    #[test]
    fn comments_and_glyphs_of_the_annotator_stay() {
        let mut tree = tree("1. e4! {[%clk 0:01:00] good} e5 (1... c5) *");
        let analysis = GameAnalysis::new(&tree, MoveRange::ALL);
        let lost =
            Assessment::from_outcome(reynard::Outcome::Checkmate { winner: reynard::Color::Black });
        let even = Assessment::from_outcome(reynard::Outcome::Stalemate);
        let mut moves = Vec::new();
        for (ply, better) in analysis.plies.iter().zip(["d2d4", "c7c5"]) {
            let Step::Move(mv) = ply.step else { panic!("no null move") };
            let best_line = vec![ply.before.parse_uci(better).expect("a move")];
            let (before, after) = if moves.is_empty() { (even, lost) } else { (lost, even) };
            let (before, after) = (Some(before), Some(after));
            let position = ply.before.clone();
            let other_lines = Vec::new();
            moves.push(AssessedMove { position, mv, before, after, best_line, other_lines });
        }
        analysis.annotate(&GameReport { moves, unevaluated: 0 }, &mut tree);
        let text = tree.to_string();
        assert!(
            text.ends_with(
                "1. e4 $1 {[%clk 0:01:00] good} (1. d4 {[%eval 0.00]}) 1... e5 $4 {[%eval 0.00]}\n\
             (1... c5) *\n\n"
            ),
            "{text}"
        );
    }
}
