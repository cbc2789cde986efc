//! Null move: if the side is too well off even after passing, it is so with a move.
//!
//! In zugzwang passing would be the best move, so that nothing is cut with nothing but pawns, and a cut
//! at a high depth is verified by a search without null moves.
//!
//! Switched off it brings 1 ± 34 Elo at 4,000 nodes a move (300 games) and costs 10 ± 42 at 20,000 (200 games):
//! less than so few games can show.
//!
//! Sources: Chrilly Donninger, *Null move and deep search* (ICCA Journal, 1993);
//! <https://www.chessprogramming.org/Null_Move_Pruning>.

use crate::score::{DRAW, is_decisive};
use crate::search::node::{Node, NodeType, Window};
use crate::search::{PAST, Search};
use crate::technique::Technique;

impl Search<'_> {
    /// The node's score, if passing leaves it at beta or above.
    pub(in crate::search) fn null_move(&mut self, node: &Node) -> Option<i32> {
        let Node { ply, depth, .. } = *node;
        let Window { beta, .. } = node.window;
        let params = self.shared.params;
        if !self.shared.uses(Technique::NullMove)
            || depth < params.null_depth
            || ply < self.w.no_null_before
            || node.estimate < beta
            || node.eval + 20 * depth < beta + 120
            || is_decisive(beta)
            || self.w.frames[ply + PAST - 1].played.is_none() && ply > 0
            || !self.has_pieces(ply)
        {
            return None;
        }
        let above = ((node.estimate - beta) / params.null_eval_divisor).min(3);
        let reduced = depth - params.null_base - depth / params.null_divisor - above;
        self.play_null(ply);
        self.w.frames[ply + PAST + 1].double_extensions =
            self.w.frames[ply + PAST].double_extensions;
        let score = -self.search(ply + 1, Window::below(beta).flipped(), reduced, NodeType::All);
        self.unplay();
        if self.w.stopped {
            return Some(DRAW);
        }
        if score < beta {
            return None;
        }
        let score = if is_decisive(score) { beta } else { score };
        if depth < params.null_verify_depth || self.w.no_null_before > 0 {
            return Some(score);
        }
        self.w.no_null_before = ply + (3 * reduced.max(1) / 4) as usize;
        let verified = self.search(ply, Window::below(beta), reduced, NodeType::All);
        self.w.no_null_before = 0;
        (verified >= beta || self.w.stopped).then_some(score)
    }
}
