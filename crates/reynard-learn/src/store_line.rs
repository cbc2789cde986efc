//! Stores engine lines in a game.

use reynard::Move;
use reynard_analysis::Assessment;
use reynard_pgn::{Annotation, CommentEvaluation, CommentText, EvaluationScore, GameTree, NodeId};

/// The maximum number of plies stored for a line.
const PLIES: usize = 12;

/// Stores an engine line after a node, and its evaluation in the comment on the first new move.
/// Moves that already exist are not added again. Returns `true` if a move was added. The main line
/// is never extended, because it is the game as it was played.
///
/// ```
/// use reynard_analysis::Assessment;
/// use reynard_learn::reynard::Outcome;
/// use reynard_learn::reynard_pgn::{Games, NodeId};
/// use reynard_learn::store_line;
///
/// let mut game = Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
/// let line = [game.start().parse_san("d4").expect("a move")];
/// let even = Assessment::from_outcome(Outcome::Stalemate);
/// assert!(store_line(&mut game, NodeId::ROOT, &line, even));
/// assert!(game.to_string().contains("1. e4 (1. d4 {[%eval 0.00]}) 1... e5"));
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
pub fn store_line(
    tree: &mut GameTree,
    parent: NodeId,
    line: &[Move],
    assessment: Assessment,
) -> bool {
    let known = tree.len();
    let mut head = None;
    let mut cursor = tree.cursor(parent);
    for &mv in line.iter().take(PLIES) {
        let before = cursor.tree().len();
        let id = cursor.id();
        let is_end = cursor.tree().next(id).is_none();
        if is_end && cursor.tree().is_main_line(id) {
            break;
        }
        let Ok(node) = cursor.play(mv) else { break };
        if head.is_none() && cursor.tree().len() > before {
            head = Some(node);
        }
    }
    let is_on_board = matches!(assessment.score, EvaluationScore::Mate { moves: 0, .. });
    if let Some(head) = head.filter(|_| !is_on_board) {
        let evaluation = CommentEvaluation { score: assessment.score, depth: None };
        let mut comment = CommentText::new("");
        comment.set(&Annotation::Evaluation(evaluation));
        tree.set_comments(head, vec![comment]);
    }
    tree.len() > known
}

#[cfg(test)]
mod tests {
    use reynard::Outcome;
    use reynard_pgn::Games;

    use super::*;

    #[test]
    fn a_line_after_the_last_move_does_not_become_a_part_of_the_game() {
        for (moves, line, expected) in [
            ("1. e4 e5 *", &["g1f3", "b8c6"][..], "1. e4 e5 *\n\n"),
            ("[White \"A\"]\n\n*", &["g1f3"], "\n*\n\n"),
        ] {
            let game = Games::from_bytes(moves.as_bytes()).next().expect("a game");
            let mut game = game.expect("memory").tree;
            let last = game.main_line().last().unwrap_or(NodeId::ROOT);
            let mut pos = game.position(last);
            let line: Vec<Move> = line
                .iter()
                .map(|text| {
                    let mv = pos.parse_uci(text).expect("a move");
                    pos.play_unchecked(mv);
                    mv
                })
                .collect();
            let even = Assessment::from_outcome(Outcome::Stalemate);
            assert!(!store_line(&mut game, last, &line, even));
            assert!(game.to_string().ends_with(expected), "{game}");
        }
    }
}
