//! Singular extension: if all other moves are clearly worse than the transposition table move, that
//! move is searched deeper. If the node fails high even without that move, several moves probably
//! fail high, and the node is cut off (multi-cut) at the score of the others.
//!
//! At depths too small for such a search, the transposition table move is extended without it if
//! its score is a lower bound and the evaluation is below alpha: the node depends on that move.
//!
//! Disabling singular extensions costs 84 ± 36 Elo (300 games, 4,000 nodes per move). Extending
//! without a search gained 13 ± 10 Elo, multi-cut at the score of the other moves instead of the
//! singular bound 7 ± 10 (2,160 games of several changes combined, 20,000 nodes per move). The first
//! idea is from Reckless, the second from Stockfish.
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
    /// Score of the node, which is cut off by multi-cut.
    Cut(i32),
}

/// Maximum number of double extensions in a line.
const MAX_DOUBLE_EXTENSIONS: u8 = 8;
/// Maximum number of plies by which the transposition table entry may be shallower than the node.
const ENTRY_DEPTH: i32 = 3;

impl Search<'_> {
    /// Searches the other moves of a node if `mv` is the transposition table move.
    pub(in crate::search) fn singular(&mut self, node: &Node, mv: Move) -> Singular {
        let Node { ply, depth, .. } = *node;
        let params = self.shared.params;
        let Some(entry) = node.entry.filter(|entry| entry.best == Some(mv)) else {
            return Singular::Extend(0);
        };
        if !self.shared.uses(Technique::SingularExtension)
            || node.is_root()
            || node.excluded.is_some()
            || ply >= 2 * self.thread.root_depth as usize
        {
            return Singular::Extend(0);
        }
        if depth < params.singular_depth {
            let is_below = !node.check && node.eval <= node.window.alpha - params.singular_shallow;
            return Singular::Extend(i32::from(is_below && entry.bound == Bound::Lower));
        }
        if entry.depth < depth - ENTRY_DEPTH
            || entry.bound == Bound::Upper
            || is_decisive(entry.score)
        {
            return Singular::Extend(0);
        }
        let beta = entry.score - params.singular_margin * depth / 16;
        self.thread.frames[ply + PAST].excluded = Some(mv);
        let node_type = if node.node_type == NodeType::Pv { NodeType::All } else { node.node_type };
        let others = self.search(ply, Window::null(beta), (depth - 1) / 2, node_type);
        self.thread.frames[ply + PAST].excluded = None;
        if self.thread.stopped {
            return Singular::Cut(DRAW);
        }
        if others < beta {
            let doubles = self.thread.frames[ply + PAST].double_extensions;
            let double = others < beta - params.singular_double
                && !node.is_pv()
                && doubles < MAX_DOUBLE_EXTENSIONS;
            return Singular::Extend(if double { 2 } else { 1 });
        }
        if others >= node.window.beta && !is_decisive(others) {
            return Singular::Cut(others);
        }
        let reduces = entry.score >= node.window.beta || node.node_type == NodeType::Cut;
        Singular::Extend(if reduces { -1 } else { 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::Singular;
    use crate::score::Bound;
    use crate::search::PAST;
    use crate::search::fixture::{Fixture, entry};
    use crate::search::node::NodeType;
    use crate::technique::Technique;
    use crate::tt::TtEntry;

    /// A position in which capturing the queen is the only move that does not lose.
    const ONLY: &str = "4k3/8/8/8/3q4/2P5/8/4K3 w - - 0 1";
    /// A position in which many moves win.
    const MANY: &str = "6k1/5pp1/7p/8/8/8/R4PPP/R5K1 w - - 0 1";

    /// Runs the singular search at a node at ply 1, with the given stored entry and window.
    fn singular(
        fixture: &mut Fixture,
        text: &str,
        entry: TtEntry,
        beta: i32,
        node_type: NodeType,
        doubles: u8,
    ) -> Singular {
        let mv = fixture.mv(text);
        fixture.at_node(beta, 8, node_type, |search, mut node| {
            search.thread.positions[1] = search.thread.positions[0].clone();
            search.thread.frames[PAST + 1].double_extensions = doubles;
            (node.ply, node.entry) = (1, Some(TtEntry { best: Some(mv), ..entry }));
            search.singular(&node, mv)
        })
    }

    fn extension(result: &Singular) -> Option<i32> {
        match result {
            Singular::Extend(plies) => Some(*plies),
            Singular::Cut(_) => None,
        }
    }

    #[test]
    fn the_only_good_move_is_extended() {
        let found =
            singular(&mut Fixture::new(ONLY), "c3d4", entry(None, 100, 6), 101, NodeType::Pv, 0);
        assert_eq!(extension(&found), Some(1));
        let found =
            singular(&mut Fixture::new(ONLY), "c3d4", entry(None, 100, 6), 101, NodeType::Cut, 0);
        assert_eq!(extension(&found), Some(2));
        // Not for ever.
        let found =
            singular(&mut Fixture::new(ONLY), "c3d4", entry(None, 100, 6), 101, NodeType::Cut, 8);
        assert_eq!(extension(&found), Some(1));
    }

    #[test]
    fn several_good_moves_cut_the_node_or_reduce_the_move() {
        let found =
            singular(&mut Fixture::new(MANY), "g1f1", entry(None, 300, 6), 200, NodeType::Cut, 0);
        assert!(matches!(found, Singular::Cut(score) if score >= 200));
        let found =
            singular(&mut Fixture::new(MANY), "g1f1", entry(None, 300, 6), 5_000, NodeType::Cut, 0);
        assert_eq!(extension(&found), Some(-1));
        let found =
            singular(&mut Fixture::new(MANY), "g1f1", entry(None, 300, 6), 5_000, NodeType::All, 0);
        assert_eq!(extension(&found), Some(0));
    }

    #[test]
    fn below_the_depth_of_the_search_a_move_that_raised_the_evaluation_is_extended() {
        let extended = |below: i32, bound: Bound| {
            let mut fixture = Fixture::new(ONLY);
            let mv = fixture.mv("c3d4");
            let found = fixture.at_node(101, 6, NodeType::Cut, |search, mut node| {
                let stored = TtEntry { bound, ..entry(Some(mv), 100, 3) };
                (node.ply, node.entry) = (1, Some(stored));
                node.eval = node.window.alpha - below;
                search.singular(&node, mv)
            });
            assert_eq!(fixture.worker.nodes, 0);
            extension(&found)
        };
        assert_eq!(extended(14, Bound::Lower), Some(1));
        assert_eq!(extended(13, Bound::Lower), Some(0));
        assert_eq!(extended(14, Bound::Exact), Some(0));
    }

    #[test]
    fn a_poor_entry_or_another_move_decides_nothing() {
        let upper = TtEntry { bound: Bound::Upper, ..entry(None, 100, 6) };
        let shallow = entry(None, 100, 4);
        let mate = entry(None, 31_990, 6);
        for entry in [upper, shallow, mate] {
            let mut fixture = Fixture::new(ONLY);
            let found = singular(&mut fixture, "c3d4", entry, 101, NodeType::Cut, 0);
            assert_eq!(extension(&found), Some(0), "{entry:?}");
            assert_eq!(fixture.worker.nodes, 0);
        }
        let mut off = Fixture::new(ONLY).without(Technique::SingularExtension);
        let found = singular(&mut off, "c3d4", entry(None, 100, 6), 101, NodeType::Cut, 0);
        assert_eq!(extension(&found), Some(0));
        let mut fixture = Fixture::new(ONLY);
        let other = fixture.mv("e1f1");
        let best = fixture.mv("c3d4");
        let found = fixture.at_node(101, 8, NodeType::Cut, |search, mut node| {
            (node.ply, node.entry) = (1, Some(entry(Some(best), 100, 6)));
            search.singular(&node, other)
        });
        assert_eq!(extension(&found), Some(0));
    }
}
