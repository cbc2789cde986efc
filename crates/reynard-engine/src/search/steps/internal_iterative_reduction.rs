//! Internal iterative reduction: a node without a move of the transposition table is not worth its full depth; the
//! next iteration will have one.
//!
//! Switched off it costs 43 ± 35 Elo (300 games, 4,000 nodes a move).
//!
//! Source: Ed Schröder, *Internal iterative reductions* (2020),
//! <https://www.chessprogramming.org/Internal_Iterative_Reductions>.

use crate::search::Search;
use crate::search::node::{Node, NodeType};
use crate::technique::Technique;

/// Least depth of the node.
const DEPTH: i32 = 4;

impl Search<'_> {
    /// Reduces the depth of a node without a move of the transposition table by one ply.
    pub(in crate::search) fn internal_iterative_reduction(&self, node: &mut Node) {
        if self.shared.uses(Technique::InternalIterativeReduction)
            && node.depth >= DEPTH
            && node.node_type != NodeType::All
            && !node.is_root()
            && node.excluded.is_none()
            && node.tt_move().is_none()
        {
            node.depth -= 1;
        }
    }
}
