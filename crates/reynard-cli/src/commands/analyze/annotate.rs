//! From a game to a game with evaluations, glyphs and better lines.

use std::ops::Range;
use std::str::FromStr;

use reynard::{Game, Move, Position};
use reynard_engine::{Engine, SearchLimits};
use reynard_pgn::{Annotation, Evaluation, EvaluationScore, GameTree, NodeId, Remark, Step};

use crate::analysis::{AssessedMove, Assessment, GameReport};
use crate::interrupt::Interrupt;

/// Plies of a better line that are written.
const BETTER: usize = 10;

/// Which moves of a game to annotate, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MoveRange {
    first: u32,
    last: u32,
}

impl MoveRange {
    const ALL: Self = Self { first: 0, last: u32::MAX };
}

impl FromStr for MoveRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "not a range of move numbers, like 10-30, 10- or -30".to_owned();
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        if first.is_empty() && last.is_empty() {
            return Err(wrong());
        }
        let number = |text: &str, missing| match text {
            "" => Ok(missing),
            text => text.parse().map_err(|_| wrong()),
        };
        let range = Self { first: number(first, 0)?, last: number(last, u32::MAX)? };
        if range.first > range.last { Err(wrong()) } else { Ok(range) }
    }
}

/// A move of the main line, or a null move.
struct Ply {
    node: NodeId,
    before: Position,
    step: Step,
}

/// The main line of a game, ready to be searched.
pub(super) struct MainLine {
    plies: Vec<Ply>,
    last: Position,
    /// The moves to annotate.
    wanted: Range<usize>,
}

/// What the engine thinks of a position.
#[derive(Clone)]
struct View {
    assessment: Assessment,
    best: Vec<Move>,
}

impl MainLine {
    pub(super) fn new(tree: &GameTree, range: Option<MoveRange>) -> Self {
        let range = range.unwrap_or(MoveRange::ALL);
        let mut pos = tree.start().clone();
        let mut plies = Vec::new();
        for node in tree.main_line() {
            let Some(step) = tree.step(node) else { continue };
            plies.push(Ply { node, before: pos.clone(), step });
            // The tree holds what is possible only.
            let _ = match step {
                Step::Move(m) => pos.play(m).is_ok(),
                Step::Null => pos.play_null().is_ok(),
            };
        }
        let start = plies.partition_point(|ply| ply.before.fullmove_number() < range.first);
        let end = plies.partition_point(|ply| ply.before.fullmove_number() <= range.last);
        Self { plies, last: pos, wanted: start..end.max(start) }
    }

    /// The positions to search: one more than moves, if there are any moves.
    pub(super) fn positions(&self) -> usize {
        if self.wanted.is_empty() { 0 } else { self.wanted.len() + 1 }
    }

    /// What the engine thinks of the moves. It goes through the game from its end, so that what it
    /// has found out about a position helps it with the one before. `None` if it was interrupted.
    pub(super) fn assess(
        &self,
        engine: &mut Engine,
        limits: &SearchLimits,
        interrupt: &Interrupt,
        done: &mut dyn FnMut(),
    ) -> Option<GameReport> {
        let mut moves = Vec::new();
        if self.wanted.is_empty() {
            return Some(GameReport { moves });
        }
        engine.new_game();
        let mut after = self.view(self.wanted.end, engine, limits, interrupt)?;
        done();
        for index in self.wanted.clone().rev() {
            let ply = &self.plies[index];
            let before = self.view(index, engine, limits, interrupt)?;
            done();
            if let Step::Move(played) = ply.step {
                moves.push(AssessedMove {
                    position: ply.before.clone(),
                    played,
                    before: before.assessment,
                    after: after.assessment,
                    best: before.best.clone(),
                });
            }
            after = before;
        }
        moves.reverse();
        Some(GameReport { moves })
    }

    fn view(
        &self,
        index: usize,
        engine: &mut Engine,
        limits: &SearchLimits,
        interrupt: &Interrupt,
    ) -> Option<View> {
        let game = self.game_until(index);
        if let Some(outcome) = game.position().outcome() {
            return Some(View { assessment: Assessment::of_outcome(outcome), best: Vec::new() });
        }
        let report = interrupt.during(|control| engine.search(&game, limits, control, &mut |_| {}));
        if interrupt.is_stopped() {
            return None;
        }
        let line = report.lines.first()?;
        let assessment = Assessment::of_line(line, game.turn());
        Some(View { assessment, best: line.moves.clone() })
    }

    /// The game up to a position, for the sake of repetitions. A null move is no move of chess, so
    /// the game begins behind the last one.
    fn game_until(&self, index: usize) -> Game {
        let moves = self.plies[..index].iter().rposition(|ply| ply.step == Step::Null);
        let start = moves.map_or(0, |null| null + 1);
        let root = self.plies.get(start).map_or(&self.last, |ply| &ply.before);
        let mut game = Game::from_position(root.clone());
        for ply in &self.plies[start..index] {
            if let Step::Move(m) = ply.step {
                // The tree holds legal moves only.
                let _ = game.play(m);
            }
        }
        game
    }

    /// Writes what the engine thinks into the game.
    pub(super) fn annotate(&self, report: &GameReport, tree: &mut GameTree) {
        let mut assessed = report.moves.iter();
        for index in self.wanted.clone() {
            let node = self.plies[index].node;
            if self.plies[index].step == Step::Null {
                continue;
            }
            let Some(m) = assessed.next() else { return };
            // A mate on the board needs no number, and there is none that says which side has mated.
            if !matches!(m.after.score, EvaluationScore::Mate { moves: 0, .. }) {
                set_evaluation(tree, node, m.after);
            }
            let Some(judgment) = m.judgment() else { continue };
            // What a person thought of the move stays.
            if !tree.nags(node).iter().any(|nag| nag.is_suffix()) {
                tree.add_nag(node, judgment.nag());
            }
            let parent = tree.parent(node).unwrap_or(NodeId::ROOT);
            add_better_line(tree, parent, m);
        }
    }
}

/// Writes an evaluation into the first comment, or where there was one already.
fn set_evaluation(tree: &mut GameTree, node: NodeId, assessment: Assessment) {
    let evaluation = Annotation::Evaluation(Evaluation { score: assessment.score, depth: None });
    let mut comments = tree.comments(node).to_vec();
    let has_one = |comment: &Remark| comment.commands().any(|command| command.name == b"eval");
    let place = comments.iter().position(has_one).unwrap_or(0);
    if comments.is_empty() {
        comments.push(Remark::new(""));
    }
    comments[place].set(&evaluation);
    tree.set_comments(node, comments);
}

/// Adds the line that the engine would have played, unless its first move is a variation already.
fn add_better_line(tree: &mut GameTree, parent: NodeId, m: &AssessedMove) {
    let Some(&first) = m.best.first() else { return };
    if tree.find(parent, Step::Move(first)).is_some() {
        return;
    }
    let mut cursor = tree.cursor(parent);
    let mut head = None;
    for &better in m.best.iter().take(BETTER) {
        let Ok(node) = cursor.play(better) else { break };
        head = head.or(Some(node));
    }
    if let Some(head) = head {
        set_evaluation(tree, head, m.before);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str) -> Option<(u32, u32)> {
        text.parse().ok().map(|MoveRange { first, last }| (first, last))
    }

    #[test]
    fn ranges_are_read() {
        assert_eq!(range("10-30"), Some((10, 30)));
        assert_eq!(range("10-"), Some((10, u32::MAX)));
        assert_eq!(range("-30"), Some((0, 30)));
        assert_eq!(range("7"), Some((7, 7)));
        for text in ["", "-", "30-10", "a-b", "1-2-3", "1 - 2"] {
            assert_eq!(range(text), None, "{text}");
        }
    }

    fn tree(movetext: &str) -> GameTree {
        let mut games =
            reynard_pgn::Games::new(reynard_pgn::Reader::from_bytes(movetext.as_bytes()));
        games.next().expect("a game").expect("reading from memory").tree
    }

    #[test]
    fn ranges_choose_moves() {
        let tree = tree("1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
        let line = |text: &str| MainLine::new(&tree, text.parse().ok()).wanted;
        assert_eq!(MainLine::new(&tree, None).wanted, 0..5);
        assert_eq!((line("2"), line("2-"), line("-1"), line("9-")), (2..4, 2..5, 0..2, 5..5));
    }

    #[test]
    fn a_null_move_begins_a_new_history() {
        let tree = tree("1. Nf3 Nf6 2. Ng1 Ng8 3. -- Nf6 4. Nf3 *");
        let line = MainLine::new(&tree, None);
        assert_eq!(line.game_until(4).repetitions(), 2);
        assert_eq!(line.game_until(7).len(), 2);
        assert_eq!(line.game_until(7).position(), &line.last);
    }

    #[test]
    fn what_people_wrote_stays() {
        let mut tree = tree("1. e4! {[%clk 0:01:00] good} e5 (1... c5) *");
        let line = MainLine::new(&tree, None);
        let lost =
            Assessment::of_outcome(reynard::Outcome::Checkmate { winner: reynard::Color::Black });
        let even = Assessment::of_outcome(reynard::Outcome::Stalemate);
        let mut moves = Vec::new();
        for (ply, better) in line.plies.iter().zip(["d2d4", "c7c5"]) {
            let Step::Move(played) = ply.step else { panic!("no null move") };
            let best = vec![ply.before.parse_uci(better).expect("a move")];
            let (before, after) = if moves.is_empty() { (even, lost) } else { (lost, even) };
            moves.push(AssessedMove { position: ply.before.clone(), played, before, after, best });
        }
        line.annotate(&GameReport { moves }, &mut tree);
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
