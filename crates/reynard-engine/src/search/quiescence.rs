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

use super::node::{Kind, Node, Window};
use super::picker::Wanted;
use super::{PAST, Search, VALUES};
use crate::score::{
    Bound, DRAW, INFINITE, MAX_PLY, TABLEBASE_BOUND, is_decisive, mated_in, tempered,
};
use crate::table::Entry;
use crate::technique::Technique;

impl Search<'_> {
    /// The value of a position with no depth left.
    pub(super) fn quiescence(&mut self, ply: usize, window: Window, kind: Kind) -> i32 {
        self.settle(ply, window, kind, Wanted::CapturesAndChecks)
    }

    /// The same for a node that the rules do not decide and whose evaluation is known.
    pub(super) fn quiescence_of(&mut self, node: &Node, window: Window, kind: Kind) -> i32 {
        self.follow(node.ply, window, kind, Wanted::CapturesAndChecks, Some(node.raw))
    }

    /// The value of a position by moves of some kind, and then by captures alone.
    fn settle(&mut self, ply: usize, window: Window, kind: Kind, wanted: Wanted) -> i32 {
        if kind == Kind::Pv {
            self.w.lines[ply].clear();
            self.w.selective_depth = self.w.selective_depth.max(ply);
        }
        if self.w.stopped || self.is_draw(ply) {
            return DRAW;
        }
        if ply >= MAX_PLY {
            return self.too_deep(ply);
        }
        if self.has_repetition(ply, window.alpha) {
            if window.beta <= DRAW {
                return DRAW;
            }
            let window = Window { alpha: DRAW, ..window };
            return self.follow(ply, window, kind, wanted, None).max(DRAW);
        }
        self.follow(ply, window, kind, wanted, None)
    }

    /// The value of a leaf that is not decided by the rules, and whose evaluation may be known.
    fn follow(
        &mut self,
        ply: usize,
        window: Window,
        kind: Kind,
        wanted: Wanted,
        known: Option<i32>,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        let pos = &self.w.positions[ply];
        let (key, check) = (pos.key(), pos.is_check());
        let keys = self.keys(ply);
        let entry = self.shared.table.get(key, ply);
        if let Some(score) = self.quiescence_cut(entry, window, kind) {
            return score;
        }
        let raw = (!check).then(|| match known.or(entry.and_then(|entry| entry.eval)) {
            Some(raw) => raw,
            None => self.evaluate(ply),
        });
        let eval = raw.map(|raw| self.corrected(ply, raw, &keys));
        self.w.frames[ply + PAST].eval = eval;
        let stand_pat = eval.map_or(-INFINITE, |eval| self.quiescence_estimate(entry, eval));
        if stand_pat >= beta {
            if entry.is_none() {
                // Nothing but the evaluation is worth keeping, and that is dear.
                let (score, bound) = (stand_pat, Bound::Lower);
                let filed = Entry { best: None, score, eval: raw, depth: 0, bound, pv: false };
                self.shared.table.put(key, ply, filed);
            }
            return tempered(stand_pat, beta, 1);
        }
        alpha = alpha.max(stand_pat);
        let mut best = stand_pat;
        let mut best_move = None;
        let wanted = if check { Wanted::All } else { wanted };
        let table_move = entry.and_then(|entry| entry.best).filter(|m| check || !m.is_quiet());
        let slot = self.open_slot(ply, wanted, table_move);
        let mut number = 0;
        while let Some(m) = self.next_move(ply, slot) {
            number += 1;
            self.shared.table.prefetch(self.pos(ply).likely_key_after(m));
            if self.is_hopeless(ply, m, check, stand_pat, alpha) {
                continue;
            }
            self.play(ply, m);
            let rest = Window { alpha, beta }.flipped();
            let score = -self.settle(ply + 1, rest, kind, Wanted::Captures);
            self.unplay();
            if self.w.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
            if check && best > -TABLEBASE_BOUND {
                // One way out is enough to see that it is no mate: no more quiet moves are listed.
                self.w.slots[slot].skip_quiets();
            }
        }
        self.close_slot();
        if self.w.stopped {
            return DRAW;
        }
        if check && number == 0 {
            return mated_in(ply);
        }
        best = tempered(best, beta, 1);
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let pv = entry.is_some_and(|entry| entry.pv);
        let filed = Entry { best: best_move, score: best, eval: raw, depth: 0, bound, pv };
        self.shared.table.put(key, ply, filed);
        best
    }

    /// The table's score, if it decides the node.
    fn quiescence_cut(&self, entry: Option<Entry>, window: Window, kind: Kind) -> Option<i32> {
        let entry = entry.filter(|_| self.shared.uses(Technique::TableCuts) && kind != Kind::Pv)?;
        window.is_decided_by(entry.score, entry.bound).then_some(entry.score)
    }

    /// The evaluation, or what the table says where that is more certain.
    fn quiescence_estimate(&self, entry: Option<Entry>, eval: i32) -> i32 {
        let better = entry.filter(|entry| entry.bound.contradicts(entry.score, eval));
        let uses = self.shared.uses(Technique::TableCuts);
        better.filter(|entry| uses && !is_decisive(entry.score)).map_or(eval, |entry| entry.score)
    }

    /// Whether a capture cannot bring the score near alpha, whatever it wins beside its victim.
    fn is_hopeless(&self, ply: usize, m: Move, check: bool, stand_pat: i32, alpha: i32) -> bool {
        if check || m.is_promotion() || m.is_quiet() {
            return false;
        }
        let pos = self.pos(ply);
        let victim = pos.board().type_at(m.to()).unwrap_or(PieceType::Pawn);
        let promise = stand_pat + VALUES.of(victim) + self.shared.params.quiescence_margin;
        promise <= alpha && !pos.gives_check(m)
    }
}
