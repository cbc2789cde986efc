//! What the histories learn from a move that was too good for the other side.
//!
//! Sources: <https://www.chessprogramming.org/History_Heuristic>,
//! <https://www.chessprogramming.org/Killer_Heuristic>,
//! <https://www.chessprogramming.org/Countermove_Heuristic>.

use reynard::Move;

use crate::search::moves::Tried;
use crate::search::node::Node;
use crate::search::{PAST, Search};

impl Search<'_> {
    /// What a good move learns at a depth.
    pub(in crate::search) fn bonus(&self, depth: i32) -> i32 {
        let params = self.shared.params;
        (params.history_bonus * depth).min(params.history_limit)
    }

    /// Learns that a move was too good, and that those tried before it were not.
    pub(in crate::search) fn learn_from_cut(&mut self, node: &Node, m: Move, tried: &Tried) {
        let ply = node.ply;
        let bonus = self.bonus(node.depth);
        if m.is_quiet() {
            self.w.frames[ply + PAST].killer = Some(m);
            let before = self.w.frames[ply + PAST - 1].played;
            self.w.history.set_counter(before, m);
            self.learn_quiet(ply, m, bonus);
            for other in tried.quiets.iter() {
                self.learn_quiet(ply, other, -bonus);
            }
        } else {
            self.learn_capture(ply, m, bonus);
        }
        for other in tried.captures.iter() {
            self.learn_capture(ply, other, -bonus);
        }
    }

    /// Learns about a quiet move of a ply.
    pub(in crate::search) fn learn_quiet(&mut self, ply: usize, m: Move, bonus: i32) {
        let earlier = self.earlier(ply);
        let pos = &self.w.positions[ply];
        self.w.history.learn_quiet(pos, self.w.pawn_keys[ply], earlier, m, bonus);
    }

    fn learn_capture(&mut self, ply: usize, m: Move, bonus: i32) {
        self.w.history.learn_capture(&self.w.positions[ply], m, bonus);
    }

    /// What is known about a move of a ply.
    pub(in crate::search) fn move_history(&self, ply: usize, m: Move) -> i32 {
        let pos = self.pos(ply);
        if m.is_quiet() {
            self.w.history.quiet(pos, self.w.pawn_keys[ply], self.earlier(ply), m)
        } else {
            2 * self.w.history.capture(pos, m)
        }
    }

    /// Whether a move is the killer or the counter move of a ply.
    pub(in crate::search) fn is_killer(&self, ply: usize, m: Move) -> bool {
        let counter = self.w.history.counter(self.w.frames[ply + PAST - 1].played);
        self.w.frames[ply + PAST].killer == Some(m) || counter == Some(m)
    }
}
