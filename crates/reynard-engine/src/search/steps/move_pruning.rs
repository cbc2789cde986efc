//! Moves that are not looked at near the leaves: quiet ones that come late, have a bad history or
//! cannot reach alpha, and those that lose too much material. A check may lose more than other moves.
//!
//! Switched off, leaving out quiet moves costs 68 ± 36 Elo, and leaving out moves that lose material
//! 108 ± 36 (300 games each, 4,000 nodes a move).
//!
//! Sources: <https://www.chessprogramming.org/Futility_Pruning#Move_Count_Based_Pruning>,
//! <https://www.chessprogramming.org/Futility_Pruning>,
//! <https://www.chessprogramming.org/Static_Exchange_Evaluation>.

use reynard::Move;

use crate::search::node::Node;
use crate::search::{Search, VALUES};
use crate::technique::Technique;

impl Search<'_> {
    /// Whether a move is left out.
    pub(in crate::search) fn prunes(
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
            return self.loses_material(node, mv, params.see_capture_margin * node.depth);
        }
        let table = self.shared.reductions;
        let reduction = params.reduction_base
            + params.reduction_factor * table.product(node.depth, number) / 1024;
        let depth = (node.depth - 1 - reduction / 1024).max(0);
        if self.shared.uses(Technique::QuietPruning) {
            let allowed = (params.late_move_base + node.depth * node.depth)
                / if node.improving { 1 } else { 2 };
            if number as i32 > allowed {
                self.w.pickers[picker].skip_quiets();
            }
            let reach = node.eval + params.futility_base + params.futility_margin * depth;
            let futile = !node.check && depth <= params.futility_depth && reach <= alpha;
            // A check may still change everything, so that the moves after this one are looked at.
            if futile && !self.pos(node.ply).gives_check(mv) {
                return true;
            }
            if depth <= params.history_depth
                && self.move_history(node.ply, mv) < -params.history_margin * (depth + 1)
            {
                return true;
            }
        }
        self.loses_material(node, mv, params.see_quiet_margin * depth * depth)
    }

    /// Whether a move loses more in exchanges than it may, and a check still more.
    fn loses_material(&self, node: &Node, mv: Move, allowed: i32) -> bool {
        let pos = self.pos(node.ply);
        self.shared.uses(Technique::SeePruning)
            && !pos.see_at_least(mv, &VALUES, -allowed)
            && !(pos.gives_check(mv)
                && pos.see_at_least(mv, &VALUES, -allowed - self.shared.params.see_check_margin))
    }
}
