//! Razoring: a node near the leaves whose evaluation is far below alpha is worth no more than its
//! captures say.
//!
//! Switched off it brings 7 ± 36 Elo (300 games, 4,000 nodes a move): nothing that can be seen with so
//! few nodes.
//!
//! Source: <https://www.chessprogramming.org/Razoring>.

use crate::score::is_decisive;
use crate::search::Search;
use crate::search::node::{Node, NodeType, Window};
use crate::technique::Technique;

/// Down from this depth.
const DEPTH: i32 = 3;

impl Search<'_> {
    /// The node's score, if captures do not help it.
    pub(in crate::search) fn razor(&mut self, node: &Node) -> Option<i32> {
        let Window { alpha, .. } = node.window;
        let margin = self.shared.params.razor_margin * node.depth;
        if !self.shared.uses(Technique::Razoring)
            || node.depth > DEPTH
            || is_decisive(alpha)
            || node.estimate + margin >= alpha
        {
            return None;
        }
        let score = self.qsearch_node_of(node, Window::below(alpha + 1), NodeType::All);
        (score <= alpha || self.w.stopped).then_some(score)
    }
}
