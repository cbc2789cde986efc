//! Quiescence search: captures and promotions that lose nothing, until the position is quiet; at its first ply
//! also checks that lose nothing; in check all moves.
//!
//! Switched off it costs 182 ± 43 Elo (300 games, 4,000 nodes a move). The checks are worth nothing in games
//! (-8 ± 29, 400 games) and find combinations: together with the allowance for checks that lose material and
//! the smaller reductions at the root eleven more of the 300 positions of *Win At Chess* with 850,000 nodes each.
//!
//! Sources: <https://www.chessprogramming.org/Quiescence_Search>,
//! <https://www.chessprogramming.org/Quiescence_Search#Checks>.

use reynard::{Move, PieceType};

use super::move_picker::GenMode;
use super::node::{Node, NodeType, Window};
use super::{PAST, Search, VALUES};
use crate::score::{
    Bound, DRAW, INFINITE, MAX_PLY, TABLEBASE_BOUND, blend_fail_high, is_decisive, mated_in,
};
use crate::technique::Technique;
use crate::tt::TtEntry;

/// A node of the quiescence search.
struct QNode {
    ply: usize,
    window: Window,
    node_type: NodeType,
    mode: GenMode,
    check: bool,
    key: u64,
    entry: Option<TtEntry>,
    /// Raw static evaluation; `None` in check.
    raw_eval: Option<i32>,
    /// Score of making no move, the least score unless in check.
    stand_pat: i32,
}

/// The state of the loop over the moves.
struct QProgress {
    alpha: i32,
    best: i32,
    best_move: Option<Move>,
    /// Moves so far, pruned ones included.
    number: usize,
}

impl Search<'_> {
    /// Returns the score of a position with no depth left.
    pub(super) fn qsearch(&mut self, ply: usize, window: Window, node_type: NodeType) -> i32 {
        self.qsearch_ply(ply, window, node_type, GenMode::CapturesAndChecks)
    }

    /// Returns the quiescence score of a node that is evaluated already, and that the rules do not decide.
    pub(super) fn qsearch_from(&mut self, node: &Node, window: Window) -> i32 {
        let mode = GenMode::CapturesAndChecks;
        self.qsearch_node(node.ply, window, NodeType::All, mode, Some(node.raw_eval))
    }

    /// Searches moves of a mode, and then captures alone.
    fn qsearch_ply(
        &mut self,
        ply: usize,
        window: Window,
        node_type: NodeType,
        mode: GenMode,
    ) -> i32 {
        if node_type == NodeType::Pv {
            self.w.pv[ply].clear();
            self.w.seldepth = self.w.seldepth.max(ply);
        }
        if self.w.stopped || self.is_draw(ply) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.score_at_max_ply(ply);
        }
        if self.has_upcoming_repetition(ply, window.alpha) {
            if window.beta <= DRAW {
                return DRAW;
            }
            let window = Window { alpha: DRAW, ..window };
            return self.qsearch_node(ply, window, node_type, mode, None).max(DRAW);
        }
        self.qsearch_node(ply, window, node_type, mode, None)
    }

    /// Searches a node that the rules do not decide, whose raw evaluation may be known.
    fn qsearch_node(
        &mut self,
        ply: usize,
        window: Window,
        node_type: NodeType,
        mode: GenMode,
        raw_eval: Option<i32>,
    ) -> i32 {
        let pos = &self.w.positions[ply];
        let (key, check) = (pos.key(), pos.is_check());
        let keys = self.correction_keys(ply);
        let entry = self.shared.tt.probe(key, ply);
        if let Some(score) = self.qsearch_tt_cutoff(entry, window, node_type) {
            return score;
        }
        let raw_eval = (!check).then(|| match raw_eval.or(entry.and_then(|entry| entry.eval)) {
            Some(raw) => raw,
            None => self.evaluate(ply),
        });
        let eval = raw_eval.map(|raw| self.corrected_eval(ply, raw, &keys));
        self.w.frames[ply + PAST].eval = eval;
        let stand_pat = eval.map_or(-INFINITE, |eval| self.stand_pat(entry, eval));
        let mode = if check { GenMode::All } else { mode };
        let node = QNode { ply, window, node_type, mode, check, key, entry, raw_eval, stand_pat };
        if stand_pat >= window.beta {
            return self.stand_pat_cutoff(&node);
        }
        self.qsearch_moves(&node)
    }

    /// Returns the score of a node that fails high without a move.
    fn stand_pat_cutoff(&self, node: &QNode) -> i32 {
        if node.entry.is_none() {
            // The evaluation is all that is worth storing, and it is expensive.
            self.store_qnode(node, None, node.stand_pat, Bound::Lower, false);
        }
        blend_fail_high(node.stand_pat, node.window.beta, 1)
    }

    /// Searches the moves of a node.
    fn qsearch_moves(&mut self, node: &QNode) -> i32 {
        let QNode { ply, window: Window { alpha, beta }, check, .. } = *node;
        let tt_move = node.entry.and_then(|entry| entry.best).filter(|mv| check || !mv.is_quiet());
        let mut progress = QProgress {
            alpha: alpha.max(node.stand_pat),
            best: node.stand_pat,
            best_move: None,
            number: 0,
        };
        let picker = self.start_picker(ply, node.mode, tt_move);
        self.try_qsearch_moves(node, picker, &mut progress);
        self.end_picker();
        if self.w.stopped {
            return DRAW;
        }
        if check && progress.number == 0 {
            return mated_in(ply);
        }
        let best = blend_fail_high(progress.best, beta, 1);
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let pv = node.entry.is_some_and(|entry| entry.pv);
        self.store_qnode(node, progress.best_move, best, bound, pv);
        best
    }

    fn try_qsearch_moves(&mut self, node: &QNode, picker: usize, progress: &mut QProgress) {
        let QNode { ply, window: Window { beta, .. }, check, .. } = *node;
        while let Some(mv) = self.next_move(ply, picker) {
            progress.number += 1;
            self.shared.tt.prefetch(self.pos(ply).likely_key_after(mv));
            if self.is_delta_pruned(node, mv, progress.alpha) {
                continue;
            }
            self.play(ply, mv);
            let rest = Window { alpha: progress.alpha, beta }.flipped();
            let score = -self.qsearch_ply(ply + 1, rest, node.node_type, GenMode::Captures);
            self.unplay();
            if self.w.stopped {
                return;
            }
            if score > progress.best {
                progress.best = score;
                if score > progress.alpha {
                    progress.best_move = Some(mv);
                    progress.alpha = score;
                    if score >= beta {
                        return;
                    }
                }
            }
            if check && progress.best > -TABLEBASE_BOUND {
                // One evasion refutes the mate: no more quiet moves are generated.
                self.w.pickers[picker].skip_quiets();
            }
        }
    }

    fn store_qnode(&self, node: &QNode, best: Option<Move>, score: i32, bound: Bound, pv: bool) {
        let entry = TtEntry { best, score, eval: node.raw_eval, depth: 0, bound, pv };
        self.shared.tt.store(node.key, node.ply, entry);
    }

    /// Returns the score of the transposition table, if it ends the search of the node.
    fn qsearch_tt_cutoff(
        &self,
        entry: Option<TtEntry>,
        window: Window,
        node_type: NodeType,
    ) -> Option<i32> {
        let uses = self.shared.uses(Technique::TtCutoffs) && node_type != NodeType::Pv;
        let entry = entry.filter(|_| uses)?;
        window.causes_cutoff(entry.score, entry.bound).then_some(entry.score)
    }

    /// Returns the stand-pat score: the evaluation, or the score of the transposition table where that is the
    /// better bound.
    fn stand_pat(&self, entry: Option<TtEntry>, eval: i32) -> i32 {
        let better = entry.filter(|entry| entry.bound.contradicts(entry.score, eval));
        let uses = self.shared.uses(Technique::TtCutoffs);
        better.filter(|entry| uses && !is_decisive(entry.score)).map_or(eval, |entry| entry.score)
    }

    /// Delta pruning: returns `true` for a capture that cannot bring the score near alpha.
    ///
    /// Source: <https://www.chessprogramming.org/Delta_Pruning>.
    fn is_delta_pruned(&self, node: &QNode, mv: Move, alpha: i32) -> bool {
        if node.check || mv.is_promotion() || mv.is_quiet() {
            return false;
        }
        let pos = self.pos(node.ply);
        let victim = pos.board().type_at(mv.to()).unwrap_or(PieceType::Pawn);
        let reachable = node.stand_pat + VALUES.of(victim) + self.shared.params.qsearch_margin;
        reachable <= alpha && !pos.gives_check(mv)
    }
}
