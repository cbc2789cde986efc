//! Singular extension: if all other moves are clearly worse than that of the transposition table, it is searched
//! deeper. If the node fails high without it too, several moves do, and the node is cut (multi-cut).
//!
//! Switched off it costs 84 ± 36 Elo (300 games, 4,000 nodes a move).
//!
//! Sources: Thomas Anantharaman, Murray Campbell and Feng-hsiung Hsu, *Singular extensions* (1990);
//! <https://www.chessprogramming.org/Singular_Extensions>,
//! <https://www.chessprogramming.org/Multi-Cut>.

use reynard::Move;

use crate::score::{Bound, DRAW, is_decisive};
use crate::search::node::{Node, NodeType, Window};
use crate::search::{PAST, Search};
use crate::technique::Technique;

/// The result of a singular extension search.
pub(in crate::search) enum Singular {
    /// Extension of the move, in plies; negative for a reduction.
    Extend(i32),
    /// Score of the node by multi-cut.
    Cut(i32),
}

/// Most double extensions in a line.
const MAX_DOUBLE_EXTENSIONS: u8 = 8;
/// Most plies by which the entry of the transposition table may be shallower than the node.
const ENTRY_DEPTH: i32 = 3;

impl Search<'_> {
    /// Searches the other moves of a node, if a move is that of the transposition table.
    pub(in crate::search) fn singular(&mut self, node: &Node, mv: Move) -> Singular {
        let Node { ply, depth, .. } = *node;
        let params = self.shared.params;
        let Some(entry) = node.entry.filter(|entry| entry.best == Some(mv)) else {
            return Singular::Extend(0);
        };
        if !self.shared.uses(Technique::SingularExtension)
            || node.is_root()
            || node.excluded.is_some()
            || depth < params.singular_depth
            || entry.depth < depth - ENTRY_DEPTH
            || entry.bound == Bound::Upper
            || is_decisive(entry.score)
            || ply >= 2 * self.w.root_depth as usize
        {
            return Singular::Extend(0);
        }
        let beta = entry.score - params.singular_margin * depth / 16;
        self.w.frames[ply + PAST].excluded = Some(mv);
        let node_type = if node.node_type == NodeType::Pv { NodeType::All } else { node.node_type };
        let others = self.search(ply, Window::null(beta), (depth - 1) / 2, node_type);
        self.w.frames[ply + PAST].excluded = None;
        if self.w.stopped {
            return Singular::Cut(DRAW);
        }
        if others < beta {
            let doubles = self.w.frames[ply + PAST].double_extensions;
            let double = others < beta - params.singular_double
                && !node.is_pv()
                && doubles < MAX_DOUBLE_EXTENSIONS;
            return Singular::Extend(if double { 2 } else { 1 });
        }
        if beta >= node.window.beta {
            return Singular::Cut(beta);
        }
        let reduces = entry.score >= node.window.beta || node.node_type == NodeType::Cut;
        Singular::Extend(if reduces { -1 } else { 0 })
    }
}
