//! Internal iterative reduction: a node that the table knows no move of is not worth its full depth;
//! the next iteration will know one.
//!
//! Switched off it costs 43 ± 35 Elo (300 games, 4,000 nodes a move).
//!
//! Source: Ed Schröder, *Internal iterative reductions* (2020),
//! <https://www.chessprogramming.org/Internal_Iterative_Reductions>.

use crate::search::Search;
use crate::search::node::{Node, NodeType};
use crate::technique::Technique;

/// From this depth on.
const DEPTH: i32 = 4;

impl Search<'_> {
    /// Takes a ply from a node without a move to begin with.
    pub(in crate::search) fn reduce_without_move(&self, node: &mut Node) {
        if self.shared.uses(Technique::InternalIterativeReduction)
            && node.depth >= DEPTH
            && node.kind != NodeType::All
            && !node.is_root()
            && node.excluded.is_none()
            && node.tt_move().is_none()
        {
            node.depth -= 1;
        }
    }
}
