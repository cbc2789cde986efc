//! Reverse futility pruning: a node near the leaves whose evaluation is far above beta fails high.
//!
//! Disabling reverse futility pruning costs 84 ± 37 Elo (300 games, 4,000 nodes per move). A
//! smaller margin if the opponent's evaluation has worsened gained 13 ± 24 (600 games).
//!
//! Two ideas are from Stockfish. Not pruning near the principal variation gained 6 ± 9 Elo. A
//! margin that grows with the correction of the evaluation gained 7 ± 9, together with the same
//! change in futility pruning and reductions (2,640 games of several changes combined, 20,000 nodes
//! per move).
//!
//! Source: <https://www.chessprogramming.org/Reverse_Futility_Pruning>.

use crate::score::is_decisive;
use crate::search::node::{Node, Window};
use crate::search::{PAST, Search};
use crate::technique::Technique;

impl Search<'_> {
    /// Returns the score of a node if its evaluation is above beta by the margin.
    pub(in crate::search) fn reverse_futility(&self, node: &Node) -> Option<i32> {
        let Window { beta, .. } = node.window;
        let params = self.shared.params;
        let mut margin = params.reverse_futility_margin * (node.depth - i32::from(node.improving));
        margin += node.correction_size() / 2;
        let before = self.thread.frames[node.ply + PAST - 1].eval;
        if before.is_some_and(|before| node.eval > -before) {
            margin -= params.reverse_futility_worsened;
        }
        let high = node.estimate - margin >= beta;
        let applies = self.shared.uses(Technique::ReverseFutility)
            && !node.tt_pv
            && node.depth <= params.reverse_futility_depth
            && !is_decisive(beta)
            && !is_decisive(node.estimate);
        (applies && high).then_some(i32::midpoint(node.estimate, beta))
    }
}

#[cfg(test)]
mod tests {
    use crate::score::MATE;
    use crate::search::PAST;
    use crate::search::fixture::Fixture;
    use crate::search::node::NodeType;
    use crate::technique::Technique;

    /// Returns the score of a node at beta 100 with the given depth and static evaluation. `before`
    /// is the opponent's evaluation.
    fn score(depth: i32, eval: i32, improving: bool, before: Option<i32>) -> Option<i32> {
        let mut fixture = Fixture::new("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1");
        fixture.at_node(100, depth, NodeType::Cut, |search, mut node| {
            search.thread.frames[PAST - 1].eval = before;
            (node.eval, node.estimate, node.improving) = (eval, eval, improving);
            node.raw_eval = eval;
            search.reverse_futility(&node)
        })
    }

    #[test]
    fn an_evaluation_above_beta_by_the_margin_fails_high_halfway() {
        // The margin is 75 a ply.
        assert_eq!(score(3, 325, false, None), Some(212));
        assert_eq!(score(3, 324, false, None), None);
        assert_eq!(score(8, 700, false, None), Some(400));
    }

    #[test]
    fn the_margin_shrinks_when_the_evaluation_improves_or_the_opponents_has_worsened() {
        assert_eq!(score(3, 250, true, None), Some(175));
        assert_eq!(score(3, 249, true, None), None);
        assert_eq!(score(3, 300, false, Some(-299)), Some(200));
        assert_eq!(score(3, 300, false, Some(-300)), None);
    }

    #[test]
    fn a_correction_widens_the_margin_and_nodes_near_the_principal_variation_are_searched() {
        let score = |eval: i32, raw_eval: i32, tt_pv: bool| {
            let mut fixture = Fixture::new("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1");
            fixture.at_node(100, 3, NodeType::Cut, |search, mut node| {
                (node.eval, node.estimate, node.raw_eval) = (eval, eval, raw_eval);
                node.tt_pv = tt_pv;
                search.reverse_futility(&node)
            })
        };
        assert_eq!(score(335, 355, false), Some(217));
        assert_eq!(score(334, 354, false), None);
        assert_eq!(score(335, 315, false), Some(217));
        assert_eq!(score(900, 900, true), None);
    }

    #[test]
    fn deep_nodes_and_decisive_scores_are_searched() {
        assert_eq!(score(9, 5_000, false, None), None);
        assert_eq!(score(1, MATE - 10, false, None), None);
        let mut off = Fixture::new("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1");
        off.techniques = off.techniques.without(Technique::ReverseFutility);
        let off =
            off.at_node(-900, 1, NodeType::Cut, |search, node| search.reverse_futility(&node));
        assert_eq!(off, None);
        let mut mate = Fixture::new("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1");
        let mate = mate
            .at_node(-MATE + 9, 1, NodeType::Cut, |search, node| search.reverse_futility(&node));
        assert_eq!(mate, None);
    }
}
