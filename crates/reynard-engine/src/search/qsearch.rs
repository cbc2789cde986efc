//! Quiescence search: captures and promotions that do not lose material, until the position is
//! quiet. The first ply also includes checks that do not lose material. In check, all moves are
//! searched.
//!
//! If the evaluation is below alpha by more than a margin, exchanges that win nothing are pruned.
//! After three captures, captures that neither recapture nor give check are pruned as well. A
//! pruned capture raises the score of the node to what the capture might have gained. Both ideas
//! are Stockfish's.
//!
//! Disabling quiescence search costs 182 ± 43 Elo (300 games, 4,000 nodes per move). The checks
//! gain nothing in games (-8 ± 29, 400 games) but find combinations. Together with the allowance
//! for checks that lose material and the smaller reductions at the root, they solve eleven more of
//! the 300 positions of *Win At Chess* with 850,000 nodes each.
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

/// Number of captures searched at a node after which only recaptures and checks are searched.
const MOST_CAPTURES: usize = 3;

/// A node of the quiescence search.
struct QNode {
    ply: usize,
    window: Window,
    node_type: NodeType,
    mode: GenMode,
    check: bool,
    entry: Option<TtEntry>,
    /// Raw static evaluation; `None` in check.
    raw_eval: Option<i32>,
    /// Score of making no move: a lower bound of the result. `-INFINITE` in check.
    stand_pat: i32,
}

/// The state of the loop over the moves.
struct QProgress {
    alpha: i32,
    best: i32,
    best_move: Option<Move>,
    /// Number of moves reached so far, including pruned ones.
    number: usize,
}

impl Search<'_> {
    /// Returns the score of a position with no depth remaining.
    pub(super) fn qsearch(&mut self, ply: usize, window: Window, node_type: NodeType) -> i32 {
        self.qsearch_ply(ply, window, node_type, GenMode::CapturesAndChecks)
    }

    /// Returns the quiescence score of a node that has already been evaluated and is not decided by
    /// the rules.
    pub(super) fn qsearch_from(&mut self, node: &Node, window: Window) -> i32 {
        let mode = GenMode::CapturesAndChecks;
        self.qsearch_node(node.ply, window, NodeType::All, mode, Some(node.raw_eval))
    }

    /// Searches the moves selected by a generation mode at this ply, and only captures at later
    /// plies.
    fn qsearch_ply(
        &mut self,
        ply: usize,
        window: Window,
        node_type: NodeType,
        mode: GenMode,
    ) -> i32 {
        if node_type == NodeType::Pv {
            self.thread.pv[ply].clear();
            self.thread.seldepth = self.thread.seldepth.max(ply);
        }
        if self.thread.stopped {
            return DRAW;
        }
        if self.is_draw(ply) {
            return self.draw_score(ply);
        }
        if ply >= MAX_PLY {
            return self.score_at_max_ply(ply);
        }
        if let Some(draw) = self.upcoming_draw(ply, window.alpha) {
            if window.beta <= draw {
                return draw;
            }
            let window = Window { alpha: draw, ..window };
            return self.qsearch_node(ply, window, node_type, mode, None).max(draw);
        }
        self.qsearch_node(ply, window, node_type, mode, None)
    }

    /// Searches a node that is not decided by the rules. Its raw evaluation may already be known.
    fn qsearch_node(
        &mut self,
        ply: usize,
        window: Window,
        node_type: NodeType,
        mode: GenMode,
        raw_eval: Option<i32>,
    ) -> i32 {
        let pos = &self.thread.positions[ply];
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
        self.thread.frames[ply + PAST].eval = eval;
        let stand_pat = eval.map_or(-INFINITE, |eval| self.stand_pat(entry, eval));
        let mode = if check { GenMode::All } else { mode };
        let node = QNode { ply, window, node_type, mode, check, entry, raw_eval, stand_pat };
        if stand_pat >= window.beta {
            return self.stand_pat_cutoff(&node);
        }
        self.qsearch_moves(&node)
    }

    /// Returns the score of a node at which standing pat fails high.
    fn stand_pat_cutoff(&self, node: &QNode) -> i32 {
        if let (None, Some(raw_eval)) = (node.entry, node.raw_eval) {
            self.store_evaluation(node.ply, raw_eval, node.stand_pat);
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
        if self.thread.stopped {
            return DRAW;
        }
        if check && progress.number == 0 {
            return mated_in(ply);
        }
        let best = blend_fail_high(progress.best, beta, 1);
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let entry = TtEntry {
            best: progress.best_move,
            score: best,
            eval: node.raw_eval,
            depth: 0,
            bound,
            pv: node.entry.is_some_and(|entry| entry.pv),
        };
        self.shared.tt.store(self.pos(ply).key(), ply, entry);
        best
    }

    fn try_qsearch_moves(&mut self, node: &QNode, picker: usize, progress: &mut QProgress) {
        let QNode { ply, window: Window { beta, .. }, check, .. } = *node;
        while let Some(mv) = self.next_move(ply, picker) {
            progress.number += 1;
            self.shared.tt.prefetch(self.pos(ply).likely_key_after(mv));
            if let Some(reachable) = self.delta_pruned(node, mv, progress.alpha) {
                progress.best = progress.best.max(reachable);
                continue;
            }
            if progress.number > MOST_CAPTURES && self.is_late_capture(node, mv) {
                continue;
            }
            self.play(ply, mv);
            let rest = Window { alpha: progress.alpha, beta }.flipped();
            let score = -self.qsearch_ply(ply + 1, rest, node.node_type, GenMode::Captures);
            self.unplay();
            if self.thread.stopped {
                return;
            }
            if score > progress.best {
                progress.best = score;
                if score > progress.alpha {
                    progress.best_move = Some(mv);
                    progress.alpha = score;
                    if node.node_type == NodeType::Pv {
                        self.update_pv(ply, mv);
                    }
                    if score >= beta {
                        return;
                    }
                }
            }
            if check && progress.best > -TABLEBASE_BOUND {
                // One evasion refutes the mate: no more quiet moves are searched. It does nothing
                // before their turn: to leave them all out after a capture that
                // escapes costs 9 ± 8 Elo.
                self.thread.pickers[picker].skip_quiets();
            }
        }
    }

    /// Returns the transposition table score if it causes a cutoff at the node.
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

    /// Returns the stand-pat score: the evaluation, or the transposition table score if that score
    /// is not decisive and its bound contradicts the evaluation.
    fn stand_pat(&self, entry: Option<TtEntry>, eval: i32) -> i32 {
        let better = entry.filter(|entry| entry.bound.contradicts(entry.score, eval));
        let uses = self.shared.uses(Technique::TtCutoffs);
        better.filter(|entry| uses && !is_decisive(entry.score)).map_or(eval, |entry| entry.score)
    }

    /// Applies delta pruning: returns the maximum score that a capture can reach if it is not above
    /// alpha, or `None` otherwise.
    ///
    /// Source: <https://www.chessprogramming.org/Delta_Pruning>.
    fn delta_pruned(&self, node: &QNode, mv: Move, alpha: i32) -> Option<i32> {
        if node.check || mv.is_promotion() || mv.is_quiet() {
            return None;
        }
        let pos = self.pos(node.ply);
        let victim = pos.board().type_at(mv.to()).unwrap_or(PieceType::Pawn);
        let unchanged = node.stand_pat + self.shared.params.qsearch_margin;
        let reachable = unchanged + VALUES.of(victim);
        if reachable <= alpha {
            return (!pos.gives_check(mv)).then_some(reachable);
        }
        // An exchange that wins nothing cannot reach alpha either.
        let wins = unchanged > alpha || pos.see_at_least(mv, &VALUES, 1) || pos.gives_check(mv);
        (!wins).then_some(unchanged)
    }

    /// Returns `true` if a capture neither recaptures nor gives check.
    fn is_late_capture(&self, node: &QNode, mv: Move) -> bool {
        let before = self.thread.frames[node.ply + PAST - 1].played;
        let takes_back = before.is_some_and(|before| before.is_to(mv.to()));
        !node.check
            && !takes_back
            && !mv.is_quiet()
            && !mv.is_promotion()
            && !self.pos(node.ply).gives_check(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::QNode;
    use crate::history::PieceTo;
    use crate::score::{Bound, MATE, mated_in};
    use crate::search::PAST;
    use crate::search::fixture::{Fixture, entry, position};
    use crate::search::move_picker::GenMode;
    use crate::search::node::{NodeType, Window};
    use crate::technique::Technique;
    use crate::tt::TtEntry;

    const FULL: Window = Window { alpha: -30_000, beta: 30_000 };

    fn qsearch(fixture: &mut Fixture, window: Window, node_type: NodeType) -> i32 {
        fixture.run(|search| search.qsearch(0, window, node_type))
    }

    fn score(fen: &str) -> i32 {
        qsearch(&mut Fixture::new(fen), FULL, NodeType::Pv)
    }

    fn eval(fen: &str) -> i32 {
        Fixture::new(fen).run(|search| search.evaluate(0))
    }

    #[test]
    fn a_hanging_queen_is_taken_and_a_protected_one_traded() {
        let fen = "4k3/pp6/8/8/3q4/2P5/PP6/4K3 w - - 0 1";
        assert!(score(fen) > eval(fen) + 700);
        // The rook would be lost for a pawn: better to make no move.
        let fen = "4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1";
        assert_eq!(score(fen), eval(fen));
    }

    #[test]
    fn a_quiet_position_is_worth_its_evaluation() {
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3";
        assert_eq!(score(fen), eval(fen));
    }

    #[test]
    fn mates_and_their_evasions_are_seen() {
        // A quiet check mates, but only at the first ply.
        let fen = "6k1/5ppp/8/8/8/8/8/3RK3 w - - 0 1";
        assert_eq!(score(fen), MATE - 1);
        let captures = Fixture::new(fen)
            .run(|search| search.qsearch_ply(0, FULL, NodeType::Pv, GenMode::Captures));
        assert!(captures < 20_000);
        assert_eq!(score("3R2k1/5ppp/8/8/8/8/8/4K3 b - - 0 1"), mated_in(0));
        // The king gets away, and there is no stand pat in check.
        let fen = "3R2k1/5pp1/8/8/8/8/8/4K3 b - - 0 1";
        assert!(score(fen) > -2_000);
        let mut fixture = Fixture::new(fen);
        qsearch(&mut fixture, FULL, NodeType::Pv);
        assert_eq!(fixture.worker.frames[PAST].eval, None);
    }

    #[test]
    fn draws_by_rule_are_draws() {
        assert_eq!(score("4k3/8/8/8/8/8/8/3QK3 w - - 100 90"), 0);
        assert_eq!(score("4k3/8/8/8/8/8/8/3NK3 w - - 0 1"), 0);
    }

    #[test]
    fn entries_of_the_transposition_table_cut_outside_of_the_principal_variation() {
        let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
        let window = Window::null(200);
        let stored = entry(None, 500, 0);
        for (bound, node_type, expected) in [
            (Bound::Lower, NodeType::Cut, true),
            (Bound::Upper, NodeType::Cut, false),
            (Bound::Exact, NodeType::Cut, true),
            (Bound::Exact, NodeType::Pv, false),
        ] {
            let mut fixture = Fixture::new(fen);
            fixture.store(TtEntry { bound, ..stored });
            let cut = fixture.run(|search| {
                let entry = search.shared.tt.probe(search.pos(0).key(), 0);
                search.qsearch_tt_cutoff(entry, window, node_type)
            });
            assert_eq!(cut.is_some(), expected, "{bound:?} {node_type:?}");
        }
        let mut off = Fixture::new(fen).without(Technique::TtCutoffs);
        off.store(stored);
        assert!(qsearch(&mut off, window, NodeType::Cut) < 500);
    }

    #[test]
    fn stand_pat_follows_the_better_bound() {
        let mut fixture = Fixture::new("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        fixture.run(|search| {
            let lower = entry(None, 90, 0);
            assert_eq!(search.stand_pat(Some(lower), 50), 90);
            assert_eq!(search.stand_pat(Some(lower), 150), 150);
            let upper = TtEntry { bound: Bound::Upper, ..lower };
            assert_eq!(search.stand_pat(Some(upper), 50), 50);
            assert_eq!(search.stand_pat(Some(upper), 150), 90);
            assert_eq!(search.stand_pat(Some(entry(None, MATE - 4, 0)), 50), 50);
            assert_eq!(search.stand_pat(None, 50), 50);
        });
    }

    #[test]
    fn results_are_stored_at_depth_zero() {
        let fen = "4k3/pp6/8/8/3q4/2P5/PP6/4K3 w - - 0 1";
        let mut fixture = Fixture::new(fen);
        qsearch(&mut fixture, Window::null(0), NodeType::Cut);
        let stored = fixture.tt.probe(position(fen).key(), 0).expect("an entry");
        assert_eq!((stored.depth, stored.bound), (0, Bound::Lower));
        assert_eq!(stored.best, Some(fixture.mv("c3d4")));
        assert_eq!(stored.eval, Some(eval(fen)));
    }

    #[test]
    fn of_many_captures_the_late_ones_have_to_take_back_or_give_check() {
        let fen = "6k1/8/1p1p1p1p/B1B3B1/8/8/8/6K1 w - - 0 1";
        let late = |text: &str, before: Option<&str>| {
            let mut fixture = Fixture::new(fen);
            let mv = fixture.mv(text);
            let before = before.map(|text| PieceTo::of(&position(fen), fixture.mv(text)));
            fixture.run(|search| {
                search.thread.frames[PAST - 1].played = before;
                let node = QNode {
                    ply: 0,
                    window: FULL,
                    node_type: NodeType::Cut,
                    mode: GenMode::Captures,
                    check: false,
                    entry: None,
                    raw_eval: None,
                    stand_pat: 0,
                };
                (
                    search.is_late_capture(&node, mv),
                    search.is_late_capture(&QNode { check: true, ..node }, mv),
                )
            })
        };
        assert_eq!(late("a5b6", None), (true, false));
        assert_eq!(late("a5b6", Some("a5b6")), (false, false));
        assert_eq!(late("c5d6", Some("a5b6")), (true, false));
        assert!(!late("a5b4", None).0);
    }

    #[test]
    fn captures_that_cannot_reach_alpha_are_not_searched() {
        // The pawn is free, but White is a queen down.
        let fen = "4k2q/8/8/3p4/8/8/8/3RK3 w - - 0 1";
        let mut fixture = Fixture::new(fen);
        let score = fixture.run(|search| search.qsearch(0, Window::null(500), NodeType::Cut));
        assert_eq!(fixture.worker.nodes, 0);
        // At best the capture brings a pawn and the margin of 130.
        assert_eq!(score, eval(fen) + 230);
        // A trade of knights changes nothing.
        let trade = "6k1/4pppp/3n4/8/4N3/8/5PPP/6K1 w - - 0 1";
        let mut fixture = Fixture::new(trade);
        let beta = eval(trade) + 200;
        let score = fixture.run(|search| search.qsearch(0, Window::null(beta), NodeType::Cut));
        assert_eq!((score, fixture.worker.nodes), (eval(trade) + 130, 0));
        let mut fixture = Fixture::new(fen);
        fixture.params.qsearch_margin = 5_000;
        fixture.run(|search| search.qsearch(0, Window::null(500), NodeType::Cut));
        assert!(fixture.worker.nodes > 0);
        assert!(fixture.worker.frames[PAST].eval.is_some());
    }
}
