//! `ProbCut`: a capture that comes out well above beta in a shallower search will come out above beta
//! in this one.
//!
//! Switched off it brings 2 ± 32 Elo at 4,000 nodes a move (300 games) and costs 4 ± 41 at 20,000 (200 games):
//! less than so few games can show.
//!
//! Sources: Michael Buro, *`ProbCut`: an effective selective extension of the alpha-beta algorithm*
//! (ICCA Journal, 1995); <https://www.chessprogramming.org/ProbCut>.

use crate::score::{Bound, is_decisive};
use crate::search::node::{Kind, Node, Window};
use crate::search::picker::Wanted;
use crate::search::{PAST, Search};
use crate::table::Entry;
use crate::technique::Technique;

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
        let table_move = node.table_move().filter(|m| !m.is_quiet());
        let wanted = Wanted::Winning(goal - node.eval);
        let slot = self.open_slot(ply, wanted, table_move);
        let mut found = None;
        while let Some(m) = self.next_move(ply, slot) {
            self.w.frames[ply + PAST + 1].doubles = self.w.frames[ply + PAST].doubles;
            self.play(ply, m);
            let narrow = Window::below(goal).flipped();
            let mut score = -self.quiescence(ply + 1, narrow, Kind::All);
            if score >= goal {
                score = -self.node(ply + 1, narrow, depth - REDUCTION, node.kind.below());
            }
            self.unplay();
            if self.w.stopped {
                break;
            }
            if score >= goal {
                found = Some((m, score));
                break;
            }
        }
        self.close_slot();
        let (m, score) = found?;
        let key = self.pos(ply).key();
        let entry = Entry {
            best: Some(m),
            score,
            eval: Some(node.raw),
            depth: depth - REDUCTION + 1,
            bound: Bound::Lower,
            pv: node.near_pv,
        };
        self.shared.table.put(key, ply, entry);
        Some(if is_decisive(score) { score } else { score - params.probcut_margin })
    }
}
