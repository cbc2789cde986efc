//! What the histories learn: from a move that was too good for the other side, from one that nothing
//! answered, and from what a move did to the evaluation.
//!
//! What moves learn from the evaluation and from leaving no answer brought 40 ± 25 Elo (600 games) and
//! 16 ± 29 (400 games, 4,000 nodes a move).
//!
//! That the same move is told apart by whether it leaves an attacked square, and whether it goes to one,
//! brought 67 ± 25 Elo (600 games, 4,000 nodes a move).
//!
//! Sources: <https://www.chessprogramming.org/History_Heuristic>,
//! <https://www.chessprogramming.org/Killer_Heuristic>,
//! <https://www.chessprogramming.org/Countermove_Heuristic>.

use reynard::Move;

use crate::search::move_loop::SearchedMoves;
use crate::search::node::Node;
use crate::search::{PAST, Search};

impl Search<'_> {
    /// What a good move learns at a depth.
    pub(in crate::search) fn bonus(&self, depth: i32) -> i32 {
        let params = self.shared.params;
        (params.history_bonus * depth).min(params.history_limit)
    }

    /// Learns that a move was too good, and that those searched before it were not.
    pub(in crate::search) fn update_histories(
        &mut self,
        node: &Node,
        mv: Move,
        searched: &SearchedMoves,
    ) {
        let ply = node.ply;
        let bonus = self.bonus(node.depth);
        let cutoffs = &mut self.w.frames[ply + PAST].cutoffs;
        *cutoffs = cutoffs.saturating_add(1);
        if mv.is_quiet() {
            self.w.frames[ply + PAST].killer = Some(mv);
            let before = self.w.frames[ply + PAST - 1].played;
            self.w.history.set_countermove(before, mv);
            self.update_quiet(ply, mv, bonus);
            for other in searched.quiets.iter() {
                self.update_quiet(ply, other, -bonus);
            }
        } else {
            self.update_capture(ply, mv, bonus);
        }
        for other in searched.captures.iter() {
            self.update_capture(ply, other, -bonus);
        }
    }

    /// Learns that the opponent's last move, if it was a quiet one, left no move good enough.
    pub(in crate::search) fn prior_countermove_bonus(&mut self, node: &Node) {
        if let Some(mv) = self.opponents_quiet_move(node) {
            self.update_quiet(node.ply - 1, mv, self.bonus(node.depth) / 2);
        }
    }

    /// Learns what the opponent's last move, if it was a quiet one, did to the evaluation: what helps
    /// here may help elsewhere, long before a search has shown it.
    pub(in crate::search) fn update_by_static_eval(&mut self, node: &Node) {
        let Some(mv) = self.opponents_quiet_move(node) else { return };
        let Some(before) = self.w.frames[node.ply + PAST - 1].eval else { return };
        let params = self.shared.params;
        let gain = -node.eval - before;
        let bonus = (gain * params.gain_factor).clamp(-params.gain_limit, params.gain_limit);
        let history_context = self.history_context(node.ply - 1);
        self.w.history.update_by_eval_gain(&history_context, mv, bonus);
    }

    fn opponents_quiet_move(&self, node: &Node) -> Option<Move> {
        let looked_at_whole = node.excluded.is_none() && !node.is_root();
        self.w.frames[node.ply + PAST - 1].quiet.filter(|_| looked_at_whole)
    }

    /// Learns about a quiet move of a ply.
    pub(in crate::search) fn update_quiet(&mut self, ply: usize, mv: Move, bonus: i32) {
        let history_context = self.history_context(ply);
        self.w.history.update_quiet(&self.w.positions[ply], &history_context, mv, bonus);
    }

    fn update_capture(&mut self, ply: usize, mv: Move, bonus: i32) {
        self.w.history.update_capture(&self.w.positions[ply], mv, bonus);
    }

    /// What is known about a move of a ply.
    pub(in crate::search) fn move_history(&self, ply: usize, mv: Move) -> i32 {
        let pos = self.pos(ply);
        if mv.is_quiet() {
            self.w.history.quiets(&self.history_context(ply)).of(pos, mv)
        } else {
            2 * self.w.history.capture(pos, mv)
        }
    }

    /// Whether a move is the killer or the countermove move of a ply.
    pub(in crate::search) fn is_killer(&self, ply: usize, mv: Move) -> bool {
        let countermove = self.w.history.countermove(self.w.frames[ply + PAST - 1].played);
        self.w.frames[ply + PAST].killer == Some(mv) || countermove == Some(mv)
    }
}
