//! Singular extension: if every other move is clearly worse than the table's, that one is searched
//! deeper. If even without it the node fails high, several moves do, and the node is cut (multi-cut).
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

/// What was found out about the table's move.
pub(in crate::search) enum Singular {
    /// It is searched so many plies deeper.
    Extend(i32),
    /// The node has this score.
    Cut(i32),
}

/// Double extensions allowed in a line.
const DOUBLES: u8 = 8;

impl Search<'_> {
    /// Tries whether a move, if it is the table's, is the only good one.
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
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || is_decisive(entry.score)
            || ply >= 2 * self.w.root_depth as usize
        {
            return Singular::Extend(0);
        }
        let goal = entry.score - params.singular_margin * depth / 16;
        self.w.frames[ply + PAST].excluded = Some(mv);
        let kind = if node.kind == NodeType::Pv { NodeType::All } else { node.kind };
        let others = self.search(ply, Window::below(goal), (depth - 1) / 2, kind);
        self.w.frames[ply + PAST].excluded = None;
        if self.w.stopped {
            return Singular::Cut(DRAW);
        }
        if others < goal {
            let far = others < goal - params.singular_double;
            let double =
                far && !node.is_pv() && self.w.frames[ply + PAST].double_extensions < DOUBLES;
            return Singular::Extend(if double { 2 } else { 1 });
        }
        if goal >= node.window.beta {
            return Singular::Cut(goal);
        }
        let less = entry.score >= node.window.beta || node.kind == NodeType::Cut;
        Singular::Extend(if less { -1 } else { 0 })
    }
}
