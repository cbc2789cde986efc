//! The search at the leaves: captures and promotions that lose nothing, until the position is quiet;
//! before the first of them also checks that lose nothing; all moves in check.
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

impl Search<'_> {
    /// The value of a position with no depth left.
    pub(super) fn qsearch(&mut self, ply: usize, window: Window, kind: NodeType) -> i32 {
        self.qsearch_ply(ply, window, kind, GenMode::CapturesAndChecks)
    }

    /// The same for a node that the rules do not decide and whose evaluation is known.
    pub(super) fn qsearch_node_of(&mut self, node: &Node, window: Window, kind: NodeType) -> i32 {
        self.qsearch_node(node.ply, window, kind, GenMode::CapturesAndChecks, Some(node.raw))
    }

    /// The value of a position by moves of some kind, and then by captures alone.
    fn qsearch_ply(&mut self, ply: usize, window: Window, kind: NodeType, mode: GenMode) -> i32 {
        if kind == NodeType::Pv {
            self.w.lines[ply].clear();
            self.w.seldepth = self.w.seldepth.max(ply);
        }
        if self.w.stopped || self.is_draw(ply) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.too_deep(ply);
        }
        if self.has_upcoming_repetition(ply, window.alpha) {
            if window.beta <= DRAW {
                return DRAW;
            }
            let window = Window { alpha: DRAW, ..window };
            return self.qsearch_node(ply, window, kind, mode, None).max(DRAW);
        }
        self.qsearch_node(ply, window, kind, mode, None)
    }

    /// The value of a leaf that is not decided by the rules, and whose evaluation may be known.
    fn qsearch_node(
        &mut self,
        ply: usize,
        window: Window,
        kind: NodeType,
        mode: GenMode,
        known: Option<i32>,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        let pos = &self.w.positions[ply];
        let (key, check) = (pos.key(), pos.is_check());
        let keys = self.correction_keys(ply);
        let entry = self.shared.tt.probe(key, ply);
        if let Some(score) = self.qsearch_cutoff(entry, window, kind) {
            return score;
        }
        let raw = (!check).then(|| match known.or(entry.and_then(|entry| entry.eval)) {
            Some(raw) => raw,
            None => self.evaluate(ply),
        });
        let eval = raw.map(|raw| self.corrected(ply, raw, &keys));
        self.w.frames[ply + PAST].eval = eval;
        let stand_pat = eval.map_or(-INFINITE, |eval| self.qsearch_estimate(entry, eval));
        if stand_pat >= beta {
            if entry.is_none() {
                // Nothing but the evaluation is worth keeping, and that is dear.
                let (score, bound) = (stand_pat, Bound::Lower);
                let filed = TtEntry { best: None, score, eval: raw, depth: 0, bound, pv: false };
                self.shared.tt.store(key, ply, filed);
            }
            return blend_fail_high(stand_pat, beta, 1);
        }
        alpha = alpha.max(stand_pat);
        let mut best = stand_pat;
        let mut best_move = None;
        let mode = if check { GenMode::All } else { mode };
        let tt_move = entry.and_then(|entry| entry.best).filter(|mv| check || !mv.is_quiet());
        let picker = self.new_picker(ply, mode, tt_move);
        let mut number = 0;
        while let Some(mv) = self.next_move(ply, picker) {
            number += 1;
            self.shared.tt.prefetch(self.pos(ply).likely_key_after(mv));
            if self.is_hopeless(ply, mv, check, stand_pat, alpha) {
                continue;
            }
            self.play(ply, mv);
            let rest = Window { alpha, beta }.flipped();
            let score = -self.qsearch_ply(ply + 1, rest, kind, GenMode::Captures);
            self.unplay();
            if self.w.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
            if check && best > -TABLEBASE_BOUND {
                // One way out is enough to see that it is no mate: no more quiet moves are listed.
                self.w.pickers[picker].skip_quiets();
            }
        }
        self.drop_picker();
        if self.w.stopped {
            return DRAW;
        }
        if check && number == 0 {
            return mated_in(ply);
        }
        best = blend_fail_high(best, beta, 1);
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let pv = entry.is_some_and(|entry| entry.pv);
        let filed = TtEntry { best: best_move, score: best, eval: raw, depth: 0, bound, pv };
        self.shared.tt.store(key, ply, filed);
        best
    }

    /// The table's score, if it decides the node.
    fn qsearch_cutoff(
        &self,
        entry: Option<TtEntry>,
        window: Window,
        kind: NodeType,
    ) -> Option<i32> {
        let entry =
            entry.filter(|_| self.shared.uses(Technique::TtCutoffs) && kind != NodeType::Pv)?;
        window.causes_cutoff(entry.score, entry.bound).then_some(entry.score)
    }

    /// The evaluation, or what the table says where that is more certain.
    fn qsearch_estimate(&self, entry: Option<TtEntry>, eval: i32) -> i32 {
        let better = entry.filter(|entry| entry.bound.contradicts(entry.score, eval));
        let uses = self.shared.uses(Technique::TtCutoffs);
        better.filter(|entry| uses && !is_decisive(entry.score)).map_or(eval, |entry| entry.score)
    }

    /// Whether a capture cannot bring the score near alpha, whatever it wins beside its victim.
    fn is_hopeless(&self, ply: usize, mv: Move, check: bool, stand_pat: i32, alpha: i32) -> bool {
        if check || mv.is_promotion() || mv.is_quiet() {
            return false;
        }
        let pos = self.pos(ply);
        let victim = pos.board().type_at(mv.to()).unwrap_or(PieceType::Pawn);
        let promise = stand_pat + VALUES.of(victim) + self.shared.params.qsearch_margin;
        promise <= alpha && !pos.gives_check(mv)
    }
}
