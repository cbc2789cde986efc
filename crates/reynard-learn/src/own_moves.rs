//! A learner's moves in a game, with the data stored about them.

use std::time::Duration;

use reynard::{Color, Move, Position};
use reynard_analysis::{Assessment, Judgment, MoveTime, lichess_win_percent, stored_assessment};
use reynard_pgn::{EvaluationScore, GameTree, Nag, NodeId, Step};

use crate::{EndgameLoss, LeadIn};

/// A line that is stored in a game as an alternative to a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredLine {
    /// Evaluation after the first move of the line, if stored.
    pub assessment: Option<Assessment>,
    /// Moves, at least one.
    pub moves: Vec<Move>,
}

/// A move of the learner, with the evaluations before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnMove {
    /// Position before the move.
    pub position: Position,
    /// The move.
    pub mv: Move,
    /// Evaluation before the move.
    pub before: Assessment,
    /// Evaluation after the move.
    pub after: Assessment,
    /// Better lines stored in the game, if any, the best first.
    pub better: Vec<StoredLine>,
    /// The opponent's line after the move: the engine's line or, if there is none, the game up to
    /// the next error. It may be empty.
    pub reply: Vec<Move>,
    /// The moves that lead to the position.
    pub lead_in: LeadIn,
    /// Set if the opponent's previous move was a mistake.
    pub after_mistake: bool,
    /// Number of plies in the game before the move.
    pub ply: usize,
    /// Half points that the move lost according to tablebases, if any.
    pub endgame: Option<EndgameLoss>,
    /// Time left on the clock before the move.
    pub clock: Option<Duration>,
    /// Node of the move in the tree.
    pub node: NodeId,
}

/// The reason why a mistake does not create a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NoCardReason {
    /// The position was already lost before the move.
    AlreadyLost,
    /// The position is still won after the move.
    StillWinning,
    /// The game stores no better line, so an engine must find one.
    NoBetterLine,
}

impl NoCardReason {
    /// Returns the reason as text.
    ///
    /// ```
    /// use reynard_learn::NoCardReason;
    ///
    /// assert_eq!(NoCardReason::AlreadyLost.text(), "the position was lost already");
    /// ```
    pub const fn text(self) -> &'static str {
        match self {
            Self::AlreadyLost => "the position was lost already",
            Self::StillWinning => "the position stayed won",
            Self::NoBetterLine => "no better move is stored",
        }
    }
}

/// The judgment of a learner's move, used for both cards and reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnJudgment {
    /// The move is not a mistake.
    Fine,
    /// The move is a mistake that creates a card.
    Mistake,
    /// The move is a mistake, but for the given reason it does not create a card.
    WithoutCard(NoCardReason),
}

/// The minimum loss of a mistake according to both curves, in thousandths of a point.
const MISTAKE: u32 = Judgment::Inaccuracy.threshold();
/// The expected score below which a position is lost, in thousandths.
const LOST: u32 = 100;
/// The expected score above which a position is won, in thousandths.
const WON: u32 = 900;
/// The longest mate, in moves, that it is always a mistake to miss.
const SHORT_MATE: u32 = 3;
/// The loss at which a move counts as an error, in thousandths. The rest of the game after an error
/// is not a consequence of an earlier move.
const ERROR: u32 = 50;
/// The maximum number of plies read from a stored line.
const LINE: usize = 24;

impl OwnMove {
    /// Returns the side of the learner.
    pub const fn side(&self) -> Color {
        self.position.turn()
    }

    /// Returns the loss of expected score in thousandths of a point, according to Reynard's curve.
    pub fn loss(&self) -> u32 {
        loss(self.before, self.after, self.side())
    }

    /// Returns the judgment of the move. A mistake loses a tenth of a point according to both
    /// Reynard's and lichess's curves, or misses a mate in at most three moves. A move that keeps a
    /// forced mate is not a mistake.
    ///
    /// ```
    /// use reynard_learn::reynard::Color;
    /// use reynard_learn::reynard_pgn::Games;
    /// use reynard_learn::{NoCardReason, OwnJudgment, own_moves};
    ///
    /// let pgn = b"1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.2]} f6 {[%eval 1.9]} *";
    /// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
    /// let moves = own_moves(&game, Color::Black);
    /// let judgments: Vec<OwnJudgment> = moves.iter().map(|own| own.judgment()).collect();
    /// let missing = OwnJudgment::WithoutCard(NoCardReason::NoBetterLine);
    /// assert_eq!(judgments, [OwnJudgment::Fine, missing]);
    /// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
    /// ```
    pub fn judgment(&self) -> OwnJudgment {
        let side = self.side();
        let missed_mate = mate_of(self.before, side).filter(|&moves| moves <= SHORT_MATE);
        if mate_of(self.after, side).is_some() {
            return OwnJudgment::Fine;
        }
        if missed_mate.is_none() {
            if !is_mistake(self.before, self.after, side) {
                return OwnJudgment::Fine;
            }
            if self.before.expected_score(side) < LOST {
                return OwnJudgment::WithoutCard(NoCardReason::AlreadyLost);
            }
            if self.after.expected_score(side) > WON {
                return OwnJudgment::WithoutCard(NoCardReason::StillWinning);
            }
        }
        if self.better.is_empty() {
            return OwnJudgment::WithoutCard(NoCardReason::NoBetterLine);
        }
        OwnJudgment::Mistake
    }
}

/// Returns a side's loss of expected score, in thousandths of a point.
pub(crate) fn loss(before: Assessment, after: Assessment, side: Color) -> u32 {
    before.expected_score(side).saturating_sub(after.expected_score(side))
}

/// Returns the centipawns that a side loses between two evaluations, or `None` if either is a mate.
///
/// ```
/// use reynard_analysis::Assessment;
/// use reynard_learn::centipawn_loss;
/// use reynard_learn::reynard::{Color, Position};
/// use reynard_pgn::EvaluationScore;
///
/// let position = Position::startpos();
/// let value = |score| Assessment::from_score(EvaluationScore::Centipawns(score), &position);
/// assert_eq!(centipawn_loss(value(30), value(-120), Color::White), Some(150));
/// assert_eq!(centipawn_loss(value(30), value(-120), Color::Black), Some(-150));
/// ```
pub fn centipawn_loss(before: Assessment, after: Assessment, side: Color) -> Option<i32> {
    let [EvaluationScore::Centipawns(before), EvaluationScore::Centipawns(after)] =
        [before.score, after.score]
    else {
        return None;
    };
    Some(if side == Color::White { before - after } else { after - before })
}

/// Returns `true` if a side loses a tenth of a point according to both curves.
pub(crate) fn is_mistake(before: Assessment, after: Assessment, side: Color) -> bool {
    let percent = |it: Assessment| lichess_win_percent(it.score, side);
    let by_lichess = percent(before) - percent(after) >= f64::from(MISTAKE) / 10.0;
    loss(before, after, side) >= MISTAKE && by_lichess
}

/// Returns the number of moves to a mate by a side, or `None` if the evaluation is not a mate by
/// that side.
pub(crate) fn mate_of(assessment: Assessment, side: Color) -> Option<u32> {
    match assessment.score {
        EvaluationScore::Mate { winner, moves } if winner == side => Some(moves),
        EvaluationScore::Mate { .. } | EvaluationScore::Centipawns(_) => None,
    }
}

/// Returns the moves of a side in the main line of a game, up to a null move, that have evaluations
/// before and after them. The standard start position is evaluated as equal. If a move is marked as
/// a loss according to tablebases, the tablebase values are used instead of evaluations.
///
/// ```
/// use reynard_learn::own_moves;
/// use reynard_learn::reynard::Color;
/// use reynard_learn::reynard_pgn::Games;
///
/// let pgn = b"1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 *";
/// let game = Games::from_bytes(pgn).next().unwrap()?.tree;
/// assert_eq!(own_moves(&game, Color::White).len(), 1);
/// assert_eq!(own_moves(&game, Color::Black).len(), 1);
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
pub fn own_moves(tree: &GameTree, side: Color) -> Vec<OwnMove> {
    let times = MoveTime::of_main_line(tree);
    let mut found = Vec::new();
    let mut pos = tree.start().clone();
    let even = || Assessment::from_score(EvaluationScore::Centipawns(0), &pos);
    let mut before = (pos == Position::startpos()).then(even);
    let mut lead_in = LeadIn::new(&pos);
    let mut after_mistake = false;
    let mut parent = NodeId::ROOT;
    for (ply, node) in tree.main_line().enumerate() {
        let Some(Step::Move(mv)) = tree.step(node) else { break };
        let mut next = pos.clone();
        next.play_unchecked(mv);
        let after = stored_assessment(tree, node, &next);
        let both = before.zip(after);
        let endgame = EndgameLoss::of(tree, node).filter(|_| pos.turn() == side);
        // Tables know better than an engine.
        let own_values = endgame.map_or(both, |loss| {
            Some((loss.before().assessment(side), loss.after().assessment(side)))
        });
        if let (Some((before, after)), true) = (own_values, pos.turn() == side) {
            let clock = ply.checked_sub(2).and_then(|own| times.get(own)?.left);
            let mut own = OwnMove {
                position: pos.clone(),
                mv,
                before,
                after,
                better: Vec::new(),
                reply: Vec::new(),
                lead_in: lead_in.clone(),
                after_mistake,
                endgame,
                ply,
                clock,
                node,
            };
            if own.judgment() != OwnJudgment::Fine {
                own.better = better_lines(tree, parent, node, &own);
                own.reply = reply_line(tree, node, &next, after);
            }
            found.push(own);
        }
        after_mistake = both.is_some_and(|(before, after)| is_mistake(before, after, pos.turn()));
        lead_in.push(mv);
        before = after;
        pos = next;
        parent = node;
    }
    found
}

/// Returns the alternatives that are better than a bad move. An alternative without an evaluation
/// counts only if the game itself marks the move as bad.
fn better_lines(tree: &GameTree, parent: NodeId, node: NodeId, own: &OwnMove) -> Vec<StoredLine> {
    let side = own.side();
    let is_marked =
        tree.nags(node).iter().any(|nag| [Nag::MISTAKE, Nag::BLUNDER, Nag::DUBIOUS].contains(nag));
    let mut lines = Vec::new();
    for head in tree.children(parent).filter(|&head| head != node) {
        let moves = line_from(tree, head);
        let Some(&first) = moves.first() else { continue };
        let mut after = own.position.clone();
        after.play_unchecked(first);
        let assessment = stored_assessment(tree, head, &after);
        let is_better = match assessment {
            Some(assessment) => {
                let kept = own.after.expected_score(side);
                assessment.expected_score(side) > kept || mate_of(assessment, side).is_some()
            }
            None => is_marked,
        };
        if is_better {
            lines.push(StoredLine { assessment, moves });
        }
    }
    // Evaluated lines first; a sort keeps the order of the others.
    lines.sort_by_key(|line| {
        std::cmp::Reverse(line.assessment.map(|assessment| {
            let mate = mate_of(assessment, side).map_or(0, |moves| 1_000 - moves.min(999));
            (assessment.expected_score(side), mate)
        }))
    });
    lines
}

/// Returns the moves of a line, given its first node.
fn line_from(tree: &GameTree, head: NodeId) -> Vec<Move> {
    let nodes = std::iter::successors(Some(head), |&node| tree.next(node));
    let moves = nodes.map_while(|node| match tree.step(node) {
        Some(Step::Move(mv)) => Some(mv),
        _ => None,
    });
    moves.take(LINE).collect()
}

/// Returns the line after a move: an evaluated variation, or the game up to the next error by
/// either side if there is no such variation.
fn reply_line(tree: &GameTree, from: NodeId, after: &Position, value: Assessment) -> Vec<Move> {
    let mut line = Vec::new();
    let (mut node, mut pos, mut value) = (from, after.clone(), value);
    while line.len() < LINE {
        let Some(main) = tree.next(node) else { break };
        let is_evaluated = |head: NodeId| {
            let Some(Step::Move(mv)) = tree.step(head) else { return false };
            let mut next = pos.clone();
            next.play_unchecked(mv);
            stored_assessment(tree, head, &next).is_some()
        };
        if let Some(head) = tree.children(node).find(|&head| head != main && is_evaluated(head)) {
            line.extend(line_from(tree, head));
            break;
        }
        let Some(Step::Move(mv)) = tree.step(main) else { break };
        let turn = pos.turn();
        pos.play_unchecked(mv);
        let Some(next) = stored_assessment(tree, main, &pos) else { break };
        if loss(value, next, turn) >= ERROR {
            break;
        }
        line.push(mv);
        (node, value) = (main, next);
    }
    line.truncate(LINE);
    line
}

#[cfg(test)]
mod tests {
    use reynard_pgn::Games;

    use super::*;

    fn moves(pgn: &str, side: Color) -> Vec<OwnMove> {
        let game = Games::from_bytes(pgn.as_bytes()).next().expect("a game").expect("memory").tree;
        own_moves(&game, side)
    }

    fn judged(pgn: &str, side: Color) -> OwnJudgment {
        moves(pgn, side).last().expect("a move").judgment()
    }

    const END: &str = "[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/R3R1K1 w - - 0 40\"]\n\n";

    #[test]
    fn a_move_that_keeps_a_forced_mate_is_no_mistake() {
        let game = |score| {
            format!(
                "{END}40. Kf1 {{[%eval {score}]}} h6 {{[%eval #3]}} 41. Kg1 \
                                    {{[%eval #7]}} (41. Ra8+ {{[%eval #2]}}) *"
            )
        };
        assert_eq!(judged(&game("#5"), Color::White), OwnJudgment::Fine);
    }

    #[test]
    fn a_missed_mate_in_three_is_a_mistake_though_everything_wins() {
        let game = |mate: &str| {
            format!(
                "{END}40. Kf1 {{[%eval #4]}} h6 {{[%eval #{mate}]}} 41. Kg1 {{[%eval 14.0]}} \
                 (41. Ra8+ {{[%eval #2]}} 41... Kh7) *"
            )
        };
        assert_eq!(judged(&game("3"), Color::White), OwnJudgment::Mistake);
        // A longer one is not a mistake: the position stays won.
        assert_eq!(judged(&game("9"), Color::White), OwnJudgment::Fine);
    }

    #[test]
    fn lost_and_won_positions_and_missing_lines_are_named() {
        let game = |before: &str, after: &str, line: &str| {
            format!(
                "{END}40. Kf1 {{[%eval 0.0]}} h6 {{[%eval {before}]}} 41. Kg1 {{[%eval {after}]}} {line} *"
            )
        };
        let line = "(41. Ra8+ {[%eval 0.0]})";
        let without = OwnJudgment::WithoutCard;
        let judge = |before, after, line| judged(&game(before, after, line), Color::White);
        assert_eq!(judge("0.0", "-5.0", line), OwnJudgment::Mistake);
        assert_eq!(judge("0.0", "-5.0", ""), without(NoCardReason::NoBetterLine));
        // A line that is worse than the move does not count.
        assert_eq!(
            judge("0.0", "-5.0", "(41. Ra8+ {[%eval #-1]})"),
            without(NoCardReason::NoBetterLine)
        );
        assert_eq!(judge("0.0", "0.1", line), OwnJudgment::Fine);
        assert_eq!(judge("-30.0", "#-1", line), OwnJudgment::Fine, "nothing is left to lose");
    }

    #[test]
    fn both_curves_have_to_see_a_mistake() {
        // Half a pawn is a tenth of a point on our curve and a twentieth on that of lichess.
        let own =
            moves("1. e4 {[%eval 0.0]} e5 {[%eval 0.0]} 2. Ke2 {[%eval -0.6]} *", Color::White);
        assert!(own[1].loss() >= 100, "{}", own[1].loss());
        assert_eq!(own[1].judgment(), OwnJudgment::Fine);
    }

    #[test]
    fn the_reply_is_the_line_of_the_engine_or_the_game_up_to_the_next_error() {
        let game = "1. e4 {[%eval 0.0]} e5 {[%eval 0.0]} 2. Ke2 {[%eval -2.0]} Nf6 {[%eval -2.0]} \
                    3. Ke1 {[%eval -2.0]} Nxe4 {[%eval 4.0]} *";
        let text = |pgn: &str| {
            let own = moves(pgn, Color::White)
                .into_iter()
                .find(|own| own.judgment() != OwnJudgment::Fine);
            let own = own.expect("a mistake");
            let mut after = own.position.clone();
            after.play_unchecked(own.mv);
            after.numbered_line(&own.reply)
        };
        assert_eq!(text(game), "2... Nf6 3. Ke1");
        let line = game.replace("3. Ke1", "(2... Nc6 {[%eval -3.0]} 3. Kf3) 3. Ke1");
        assert_eq!(text(&line), "2... Nc6 3. Kf3");
    }

    #[test]
    fn clocks_and_earlier_mistakes_of_the_opponent_are_known() {
        let game = "1. e4 {[%eval 0.0] [%clk 0:01:00]} g5 {[%eval 3.0] [%clk 0:00:50]} 2. Ke2 \
                    {[%eval 0.0] [%clk 0:00:30]} *";
        let own = moves(game, Color::White);
        assert_eq!(own[1].clock, Some(Duration::from_secs(60)));
        assert!(own[1].after_mistake && !own[0].after_mistake);
    }

    #[test]
    fn a_branch_behind_a_null_move_gives_no_moves() {
        let game = "1. e4 {[%eval 0.0]} -- 2. d4 {[%eval 0.0]} e5 {[%eval 4.0]} *";
        assert_eq!(moves(game, Color::White).len(), 1);
    }
}
