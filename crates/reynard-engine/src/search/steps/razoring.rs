//! Razoring: a node near the leaves whose evaluation is far below alpha is searched by quiescence search alone.
//!
//! Switched off it brings 7 ± 36 Elo (300 games, 4,000 nodes a move): nothing that can be seen with so
//! few nodes.
//!
//! Source: <https://www.chessprogramming.org/Razoring>.

use crate::score::is_decisive;
use crate::search::Search;
use crate::search::node::{Node, Window};
use crate::technique::Technique;

/// Greatest depth of the node.
const DEPTH: i32 = 3;

impl Search<'_> {
    /// Returns the quiescence score of a node, if it fails low.
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
        (score <= alpha || self.w.stopped).then_some(score)
    }
}
