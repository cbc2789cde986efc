//! Pruning of single moves near the leaves: late quiet moves (late move pruning), those that cannot reach alpha
//! (futility pruning), those of bad history (history pruning), and moves that lose too much material (SEE pruning). A
//! check may lose more than other moves.
//!
//! Switched off, pruning of quiet moves costs 68 ± 36 Elo, and SEE pruning 108 ± 36 (300 games each, 4,000 nodes a
//! move).
//!
//! Sources: <https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning>,
//! <https://www.chessprogramming.org/Futility_Pruning>,
//! <https://www.chessprogramming.org/Static_Exchange_Evaluation>.

use reynard::Move;

use crate::search::node::Node;
use crate::search::{Search, VALUES};
use crate::technique::Technique;

impl Search<'_> {
    /// Returns `true` if a move is pruned.
    pub(in crate::search) fn prunes_move(
        &mut self,
        node: &Node,
        mv: Move,
        number: usize,
        alpha: i32,
        picker: usize,
    ) -> bool {
        if !self.has_pieces(node.ply) {
            return false;
        }
        let params = self.shared.params;
        if !mv.is_quiet() {
            return self.is_see_pruned(node, mv, params.see_capture_margin * node.depth);
        }
        let product = self.shared.reductions.product(node.depth, number);
        let reduction = params.reduction_base + params.reduction_factor * product / 1024;
        let depth = (node.depth - 1 - reduction / 1024).max(0);
        if self.shared.uses(Technique::QuietPruning) {
            let allowed = (params.late_move_base + node.depth * node.depth)
                / if node.improving { 1 } else { 2 };
            if number as i32 > allowed {
                self.w.pickers[picker].skip_quiets();
            }
            let reachable = node.eval + params.futility_base + params.futility_margin * depth;
            let futile = !node.check && depth <= params.futility_depth && reachable <= alpha;
            // A check may still change everything, so that the next moves are looked at.
            if futile && !self.pos(node.ply).gives_check(mv) {
                return true;
            }
            if depth <= params.history_depth
                && self.history_score(node.ply, mv) < -params.history_margin * (depth + 1)
            {
                return true;
            }
        }
        self.is_see_pruned(node, mv, params.see_quiet_margin * depth * depth)
    }

    /// Returns `true` if a move loses more by static exchange evaluation than it may, and a check even more.
    fn is_see_pruned(&self, node: &Node, mv: Move, allowed: i32) -> bool {
        let pos = self.pos(node.ply);
        self.shared.uses(Technique::SeePruning)
            && !pos.see_at_least(mv, &VALUES, -allowed)
            && !(pos.gives_check(mv)
                && pos.see_at_least(mv, &VALUES, -allowed - self.shared.params.see_check_margin))
    }
}
