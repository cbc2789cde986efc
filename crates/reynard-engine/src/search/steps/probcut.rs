//! `ProbCut`: a capture that comes out well above beta in a shallower search will come out above beta
//! in this one.
//!
//! Switched off it brings 2 ± 32 Elo at 4,000 nodes a move (300 games) and costs 4 ± 41 at 20,000 (200 games):
//! less than so few games can show.
//!
//! Sources: Michael Buro, *`ProbCut`: an effective selective extension of the alpha-beta algorithm*
//! (ICCA Journal, 1995); <https://www.chessprogramming.org/ProbCut>.

use crate::score::{Bound, is_decisive};
use crate::search::move_picker::GenMode;
use crate::search::node::{Node, NodeType, Window};
use crate::search::{PAST, Search};
use crate::technique::Technique;
use crate::tt::TtEntry;

/// By how many plies the search is shallower.
const REDUCTION: i32 = 4;

impl Search<'_> {
    /// The node's score, if a capture is good enough.
    pub(in crate::search) fn probcut(&mut self, node: &Node) -> Option<i32> {
        let Node { ply, depth, .. } = *node;
        let params = self.shared.params;
        let goal = node.window.beta + params.probcut_margin;
        let known_low = node.entry.is_some_and(|entry| {
            entry.depth > depth - REDUCTION && entry.score < goal && entry.bound != Bound::Lower
        });
        if !self.shared.uses(Technique::ProbCut)
            || depth < params.probcut_depth
            || is_decisive(node.window.beta)
            || known_low
        {
            return None;
        }
        let tt_move = node.tt_move().filter(|mv| !mv.is_quiet());
        let mode = GenMode::Winning(goal - node.eval);
        let picker = self.new_picker(ply, mode, tt_move);
        let mut found = None;
        while let Some(mv) = self.next_move(ply, picker) {
            self.w.frames[ply + PAST + 1].double_extensions =
                self.w.frames[ply + PAST].double_extensions;
            self.play(ply, mv);
            let narrow = Window::below(goal).flipped();
            let mut score = -self.qsearch(ply + 1, narrow, NodeType::All);
            if score >= goal {
                score = -self.search(ply + 1, narrow, depth - REDUCTION, node.kind.below());
            }
            self.unplay();
            if self.w.stopped {
                break;
            }
            if score >= goal {
                found = Some((mv, score));
                break;
            }
        }
        self.drop_picker();
        let (mv, score) = found?;
        let key = self.pos(ply).key();
        let entry = TtEntry {
            best: Some(mv),
            score,
            eval: Some(node.raw),
            depth: depth - REDUCTION + 1,
            bound: Bound::Lower,
            pv: node.near_pv,
        };
        self.shared.tt.store(key, ply, entry);
        Some(if is_decisive(score) { score } else { score - params.probcut_margin })
    }
}
