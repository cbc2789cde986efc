//! Razoring: a node near the leaves whose evaluation is far below alpha is searched with quiescence
//! search only.
//!
//! Disabling razoring gains 7 ± 36 Elo (300 games, 4,000 nodes per move), which is not significant.
//!
//! Source: <https://www.chessprogramming.org/Razoring>.

use crate::score::is_decisive;
use crate::search::Search;
use crate::search::node::{Node, Window};
use crate::technique::Technique;

/// Maximum depth of the node.
const DEPTH: i32 = 3;

impl Search<'_> {
    /// Returns the quiescence score of a node if that score fails low.
    pub(in crate::search) fn razoring(&mut self, node: &Node) -> Option<i32> {
        let Window { alpha, .. } = node.window;
        let margin = self.shared.params.razor_margin * node.depth;
        if !self.shared.uses(Technique::Razoring)
            || node.depth > DEPTH
            || is_decisive(alpha)
            || node.estimate + margin >= alpha
        {
            return None;
        }
        let score = self.qsearch_from(node, Window::null(alpha + 1));
        (score <= alpha || self.thread.stopped).then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use crate::search::fixture::Fixture;
    use crate::search::node::NodeType;
    use crate::technique::Technique;

    /// Positions in which White is a queen down; in the second one, a pawn can capture the queen.
    const LOST: &str = "4k3/8/8/8/8/6P1/8/4K2q w - - 0 1";
    const TAKES: &str = "4k3/8/8/8/7q/6P1/8/4K3 w - - 0 1";

    fn score(fen: &str, alpha: i32, depth: i32) -> Option<i32> {
        Fixture::new(fen)
            .at_node(alpha + 1, depth, NodeType::Cut, |search, node| search.razoring(&node))
    }

    #[test]
    fn a_hopeless_node_has_its_quiescence_score() {
        for depth in 1..=2 {
            let score = score(LOST, 600, depth).expect("far below alpha");
            assert!((-2_000..0).contains(&score), "depth {depth}: {score}");
        }
    }

    #[test]
    fn a_capture_that_reaches_alpha_keeps_the_node() {
        assert_eq!(score(TAKES, 0, 1), None);
    }

    #[test]
    fn deep_nodes_and_those_within_the_margin_are_searched() {
        assert_eq!(score(LOST, 0, 4), None);
        let eval = Fixture::new(LOST).at_node(0, 1, NodeType::Cut, |_, node| node.eval);
        // The margin is 260 a ply.
        assert_eq!(score(LOST, eval + 260, 1), None);
        assert!(score(LOST, eval + 261, 1).is_some());
        assert_eq!(score(LOST, eval + 520, 2), None);
        let mut off = Fixture::new(LOST).without(Technique::Razoring);
        assert_eq!(off.at_node(1, 1, NodeType::Cut, |search, node| search.razoring(&node)), None);
    }
}
