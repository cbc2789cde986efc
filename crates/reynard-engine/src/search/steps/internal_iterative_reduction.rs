//! Internal iterative reduction: a node without a transposition table move is not worth searching
//! to its full depth; the next iteration will have such a move.
//!
//! Disabling internal iterative reduction costs 43 ± 35 Elo (300 games, 4,000 nodes per move). A
//! minimum depth of 6 instead of 4 gained 4 ± 8 Elo (4,039 games of six changes combined, 20,000
//! nodes per move).
//!
//! Source: Ed Schröder, *Internal iterative reductions* (2020),
//! <https://www.chessprogramming.org/Internal_Iterative_Reductions>.

use crate::search::Search;
use crate::search::node::{Node, NodeType};
use crate::technique::Technique;

/// Minimum depth of the node.
const DEPTH: i32 = 6;

impl Search<'_> {
    /// Reduces the depth by one ply if the node has no transposition table move.
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

#[cfg(test)]
mod tests {
    use crate::search::fixture::{Fixture, entry};
    use crate::search::node::NodeType;
    use crate::technique::Technique;

    const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";

    /// Returns the depth to which a node at ply 1 is reduced.
    fn depth_after(fixture: &mut Fixture, depth: i32, node_type: NodeType) -> i32 {
        fixture.at_node(0, depth, node_type, |search, mut node| {
            node.ply = 1;
            search.internal_iterative_reduction(&mut node);
            node.depth
        })
    }

    #[test]
    fn pv_and_cut_nodes_without_a_tt_move_lose_a_ply() {
        let mut fixture = Fixture::new(FEN);
        assert_eq!(depth_after(&mut fixture, 6, NodeType::Pv), 5);
        assert_eq!(depth_after(&mut fixture, 7, NodeType::Cut), 6);
    }

    #[test]
    fn all_nodes_shallow_nodes_and_the_root_keep_their_depth() {
        let mut fixture = Fixture::new(FEN);
        assert_eq!(depth_after(&mut fixture, 6, NodeType::All), 6);
        assert_eq!(depth_after(&mut fixture, 5, NodeType::Cut), 5);
        let root = fixture.at_node(0, 6, NodeType::Pv, |search, mut node| {
            search.internal_iterative_reduction(&mut node);
            node.depth
        });
        assert_eq!(root, 6);
        let mut off = Fixture::new(FEN).without(Technique::InternalIterativeReduction);
        assert_eq!(depth_after(&mut off, 6, NodeType::Cut), 6);
    }

    #[test]
    fn a_tt_move_or_an_excluded_move_keeps_the_depth() {
        let mut fixture = Fixture::new(FEN);
        fixture.store(entry(Some(fixture.mv("f1b5")), 0, 1));
        assert_eq!(depth_after(&mut fixture, 6, NodeType::Cut), 6);
        let mut fixture = Fixture::new(FEN);
        let mv = fixture.mv("f1b5");
        let depth = fixture.at_node(0, 6, NodeType::Cut, |search, mut node| {
            (node.ply, node.excluded) = (1, Some(mv));
            search.internal_iterative_reduction(&mut node);
            node.depth
        });
        assert_eq!(depth, 6);
    }
}
