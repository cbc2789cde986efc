//! Marks half points lost in a game according to tablebases.

use reynard::Color;
use reynard_analysis::{store_assessment, stored_assessment};
use reynard_pgn::{GameTree, NodeId, Step};

use crate::endgame_value::value_of;
use crate::{EndgameLoss, EndgameTables, store_line, table_assessment};

/// Number of plies in a better line.
const LINE: usize = 12;

/// Marks a side's moves that lost half a point or more according to the tablebases, and adds the
/// best tablebase line to each as a variation. Evaluations in the main line that contradict the
/// tablebases are [corrected](table_assessment). Returns `true` if this changed the game. Calling
/// it again does not change the game any further.
///
/// ```
/// use reynard_learn::reynard::{Color, Move, Position};
/// use reynard_learn::reynard_pgn::Games;
/// use reynard_learn::{EndgameTables, EndgameValue, mark_endgames};
///
/// /// Tables that know nothing.
/// struct NoTables;
///
/// impl EndgameTables for NoTables {
///     fn value(&self, _: &Position) -> Option<EndgameValue> {
///         None
///     }
///
///     fn best(&self, _: &Position) -> Option<Move> {
///         None
///     }
/// }
///
/// let mut game = Games::from_bytes(b"1. e4 e5 *").next().unwrap()?.tree;
/// assert!(!mark_endgames(&mut game, Color::White, &NoTables));
/// # Ok::<(), reynard_learn::reynard_pgn::ReadError>(())
/// ```
pub fn mark_endgames(tree: &mut GameTree, side: Color, tables: &impl EndgameTables) -> bool {
    let (mut losses, mut corrections) = (Vec::new(), Vec::new());
    let mut pos = tree.start().clone();
    let mut parent = NodeId::ROOT;
    for node in tree.main_line() {
        let Some(Step::Move(mv)) = tree.step(node) else { break };
        let mut next = pos.clone();
        next.play_unchecked(mv);
        if pos.turn() == side
            && let Some(before) = tables.value(&pos)
            && let Some(after) = value_of(&next, tables)
            && let Some(loss) = EndgameLoss::new(before, after.for_other())
        {
            losses.push((parent, node, pos, loss));
        }
        if let Some(stored) = stored_assessment(tree, node, &next) {
            let assessment = table_assessment(stored, &next, tables);
            if assessment != stored {
                corrections.push((node, assessment));
            }
        }
        (pos, parent) = (next, node);
    }
    let mut is_changed = !corrections.is_empty();
    for (node, assessment) in corrections {
        store_assessment(tree, node, assessment);
    }
    for (parent, node, pos, loss) in losses {
        if loss.mark(tree, node) {
            is_changed = true;
            let line = tables.best_line(&pos, LINE);
            store_line(tree, parent, &line, loss.before().assessment(side));
        }
    }
    is_changed
}
