//! History updates: for the move that causes a beta cutoff, for a move that is not refuted, for an
//! early move that is refuted, for a reduced move confirmed at full depth, and by the gain in
//! static evaluation after a move.
//!
//! The updates by static evaluation gained 40 ± 25 Elo (600 games), the prior countermove bonus 16
//! ± 29 (400 games), both at 4,000 nodes per move.
//!
//! The bonus for moves confirmed at full depth gained 8 ± 8 Elo (5,280 games of several changes
//! combined, 4,000 nodes per move). The idea is Stockfish's.
//!
//! Rewarding an unanswered capture as well, and giving no bonus at depth 1 to a first move that
//! fails high, gained 4 ± 8 Elo (4,039 games of six changes combined, 20,000 nodes per move). The
//! ideas are Stockfish's and Ethereal's.
//!
//! Distinguishing moves that leave or enter an attacked square (threat history) gained 67 ± 25 Elo
//! (600 games, 4,000 nodes per move).
//!
//! Sources: <https://www.chessprogramming.org/History_Heuristic>,
//! <https://www.chessprogramming.org/Killer_Heuristic>,
//! <https://www.chessprogramming.org/Countermove_Heuristic>.

use reynard::Move;

use crate::search::move_loop::SearchedMoves;
use crate::search::node::Node;
use crate::search::{PAST, Search};

impl Search<'_> {
    /// Returns the history bonus for a good move at the given depth.
    pub(in crate::search) fn history_bonus(&self, depth: i32) -> i32 {
        let params = self.shared.params;
        (params.history_bonus * depth).min(params.history_limit)
    }

    /// Updates the histories after a beta cutoff: a bonus for the cutoff move, a malus for the
    /// moves searched before it.
    pub(in crate::search) fn update_histories(
        &mut self,
        node: &Node,
        mv: Move,
        searched: &SearchedMoves,
    ) {
        let ply = node.ply;
        let bonus = self.history_bonus(node.depth);
        let cutoffs = &mut self.thread.frames[ply + PAST].cutoffs;
        *cutoffs = cutoffs.saturating_add(1);
        if mv.is_quiet() {
            self.thread.frames[ply + PAST].killer = Some(mv);
            let before = self.thread.frames[ply + PAST - 1].played;
            self.thread.history.set_countermove(before, mv);
            // A leaf whose first move fails high shows nothing about that move.
            if node.depth > 1 || !searched.is_empty() {
                self.update_quiet(ply, mv, bonus);
            }
            for other in searched.quiets.iter() {
                self.update_quiet(ply, other, -bonus);
            }
        } else {
            self.update_capture(ply, mv, bonus);
        }
        for other in searched.captures.iter() {
            self.update_capture(ply, other, -bonus);
        }
        self.refuted_move_malus(node);
    }

    /// Gives the prior countermove bonus: rewards the opponent's last move after a node that failed
    /// low.
    pub(in crate::search) fn prior_countermove_bonus(&mut self, node: &Node) {
        let Some(mv) = self.prior_move(node) else { return };
        let bonus = self.history_bonus(node.depth) / 2;
        if mv.is_quiet() {
            self.update_quiet(node.ply - 1, mv, bonus);
        } else {
            self.update_capture(node.ply - 1, mv, bonus);
        }
    }

    /// Gives the confirmed move bonus: rewards a quiet move whose full-depth search confirms that
    /// it beats alpha.
    pub(in crate::search) fn confirmed_move_bonus(&mut self, ply: usize, mv: Move, depth: i32) {
        if mv.is_quiet() && !self.thread.stopped {
            self.update_quiet(ply, mv, self.history_bonus(depth) / 2);
        }
    }

    /// Lowers the history of the opponent's last quiet move after a node that failed high, if it
    /// was one of the first two moves searched at its node. Ranking that move so high was wrong,
    /// even if no better one is found.
    pub(in crate::search) fn refuted_move_malus(&mut self, node: &Node) {
        if let Some(mv) = self.prior_quiet_move(node)
            && self.thread.frames[node.ply + PAST - 1].number <= 2
        {
            self.update_quiet(node.ply - 1, mv, -self.history_bonus(node.depth) / 2);
        }
    }

    /// Updates the history of the opponent's last quiet move according to the gain in static
    /// evaluation that it brought.
    pub(in crate::search) fn update_by_static_eval(&mut self, node: &Node) {
        let Some(mv) = self.prior_quiet_move(node) else { return };
        let Some(before) = self.thread.frames[node.ply + PAST - 1].eval else { return };
        let params = self.shared.params;
        let gain = -node.eval - before;
        let bonus = (gain * params.gain_factor).clamp(-params.gain_limit, params.gain_limit);
        let context = self.history_context(node.ply - 1);
        self.thread.history.update_by_eval_gain(&context, mv, bonus);
    }

    fn prior_quiet_move(&self, node: &Node) -> Option<Move> {
        self.prior_move(node).filter(|mv| mv.is_quiet())
    }

    fn prior_move(&self, node: &Node) -> Option<Move> {
        let is_full_search = node.excluded.is_none() && !node.is_root();
        self.thread.frames[node.ply + PAST - 1].mv.filter(|_| is_full_search)
    }

    /// Updates the histories for a quiet move at a ply.
    pub(in crate::search) fn update_quiet(&mut self, ply: usize, mv: Move, bonus: i32) {
        let context = self.history_context(ply);
        self.thread.history.update_quiet(&self.thread.positions[ply], &context, mv, bonus);
    }

    fn update_capture(&mut self, ply: usize, mv: Move, bonus: i32) {
        self.thread.history.update_capture(&self.thread.positions[ply], mv, bonus);
    }

    /// Returns the history score of a move at a ply.
    pub(in crate::search) fn history_score(&self, ply: usize, mv: Move) -> i32 {
        let pos = self.pos(ply);
        if mv.is_quiet() {
            self.thread.history.quiets(&self.history_context(ply)).of(pos, mv)
        } else {
            2 * self.thread.history.capture(pos, mv)
        }
    }

    /// Returns `true` if a move is the killer move or the countermove at a ply.
    pub(in crate::search) fn is_killer_or_countermove(&self, ply: usize, mv: Move) -> bool {
        let countermove =
            self.thread.history.countermove(self.thread.frames[ply + PAST - 1].played);
        self.thread.frames[ply + PAST].killer == Some(mv) || countermove == Some(mv)
    }
}

#[cfg(test)]
mod tests {
    use crate::search::PAST;
    use crate::search::Search;
    use crate::search::fixture::Fixture;
    use crate::search::move_loop::SearchedMoves;
    use crate::search::node::{Node, NodeType};

    const FEN: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

    /// Updates the histories at a root of depth 4 after a cutoff by one move, with other moves
    /// searched before it.
    fn after_cutoff(best: &str, others: &[&str]) -> Fixture {
        after_cutoff_at(4, best, others)
    }

    fn after_cutoff_at(depth: i32, best: &str, others: &[&str]) -> Fixture {
        let mut fixture = Fixture::new(FEN);
        let best = fixture.mv(best);
        let others: Vec<_> = others.iter().map(|text| fixture.mv(text)).collect();
        fixture.at_node(0, depth, NodeType::Cut, |search, node| {
            search.compute_threats(0);
            let mut searched = SearchedMoves::default();
            for &mv in &others {
                if mv.is_quiet() {
                    searched.quiets.push(mv);
                } else {
                    searched.captures.push(mv);
                }
            }
            search.update_histories(&node, best, &searched);
        });
        fixture
    }

    fn score(fixture: &mut Fixture, text: &str) -> i32 {
        let mv = fixture.mv(text);
        fixture.run(|search| search.history_score(0, mv))
    }

    #[test]
    fn the_bonus_grows_with_depth_up_to_a_limit() {
        Fixture::new(FEN).run(|search| {
            assert_eq!((search.history_bonus(2), search.history_bonus(30)), (300, 1_500));
        });
    }

    #[test]
    fn the_move_of_a_cutoff_gains_and_those_before_it_lose() {
        let mut fixture = after_cutoff("a2a3", &["e5f7", "b2b3"]);
        // Butterfly and pawn history of depth 4; twice the capture history.
        assert_eq!(score(&mut fixture, "a2a3"), 1_200);
        assert_eq!(score(&mut fixture, "b2b3"), -1_200);
        assert_eq!(score(&mut fixture, "e5f7"), -1_200);
        assert_eq!(score(&mut fixture, "g2g3"), 0);
        assert_eq!(fixture.worker.frames[PAST].killer, Some(fixture.mv("a2a3")));
        assert_eq!(fixture.worker.frames[PAST].cutoffs, 1);
    }

    #[test]
    fn a_first_move_that_cuts_at_depth_1_gains_nothing() {
        for (depth, others, expected) in
            [(1, &[][..], 0), (1, &["b2b3"], 150), (1, &["e5f7"], 150), (2, &[], 300)]
        {
            let mut fixture = after_cutoff_at(depth, "a2a3", others);
            // Butterfly and pawn history.
            assert_eq!(score(&mut fixture, "a2a3"), 2 * expected, "{depth} {others:?}");
            assert_eq!(fixture.worker.frames[PAST].killer, Some(fixture.mv("a2a3")));
        }
    }

    #[test]
    fn a_capture_that_cuts_leaves_killer_and_quiet_moves_alone() {
        let mut fixture = after_cutoff("e5f7", &["e5g6", "b2b3"]);
        assert_eq!(score(&mut fixture, "e5f7"), 1_200);
        assert_eq!(score(&mut fixture, "e5g6"), -1_200);
        assert_eq!(score(&mut fixture, "b2b3"), 0);
        assert_eq!(fixture.worker.frames[PAST].killer, None);
    }

    /// Plays a2a3, runs a test at the resulting node, and returns the history score of the move.
    fn after_reply(test: impl FnOnce(&mut Search<'_>, &Node)) -> i32 {
        after_reply_to("a2a3", test)
    }

    fn after_reply_to(text: &str, test: impl FnOnce(&mut Search<'_>, &Node)) -> i32 {
        let mut fixture = Fixture::new(FEN);
        let mv = fixture.mv(text);
        fixture.run(|search| {
            search.compute_threats(0);
            search.correction_keys(0);
            search.thread.frames[PAST].eval = Some(10);
            search.play(0, mv);
            let window = crate::search::node::Window::null(0);
            let mut node = search.new_node(1, window, 4, NodeType::Cut);
            node.eval = -60;
            test(search, &node);
            search.history_score(0, mv)
        })
    }

    #[test]
    fn a_move_that_nothing_answered_gains_half_a_bonus() {
        for text in ["a2a3", "e5f7"] {
            let score = after_reply_to(text, |search, node| {
                search.prior_countermove_bonus(node);
            });
            assert_eq!(score, 600, "{text}");
        }
    }

    #[test]
    fn a_quiet_move_that_is_good_to_its_full_depth_gains_half_a_bonus() {
        for (text, stopped, expected) in
            [("a2a3", false, 600), ("a2a3", true, 0), ("e5f7", false, 0)]
        {
            let mut fixture = Fixture::new(FEN);
            let mv = fixture.mv(text);
            let score = fixture.run(|search| {
                search.compute_threats(0);
                search.correction_keys(0);
                search.thread.stopped = stopped;
                search.confirmed_move_bonus(0, mv, 4);
                search.history_score(0, mv)
            });
            assert_eq!(score, expected, "{text} {stopped}");
        }
    }

    #[test]
    fn a_refuted_quiet_move_loses_half_a_bonus_if_it_was_one_of_the_first_two() {
        for (number, score) in [(1, -600), (2, -600), (3, 0)] {
            let refuted = |search: &mut Search<'_>, node: &Node| {
                search.thread.frames[PAST].number = number;
                search.refuted_move_malus(node);
            };
            assert_eq!(after_reply(refuted), score, "move {number}");
        }
        let null = after_reply(|search, node| {
            (search.thread.frames[PAST].number, search.thread.frames[PAST].mv) = (1, None);
            search.refuted_move_malus(node);
        });
        assert_eq!(null, 0);
    }

    #[test]
    fn a_quiet_move_gains_by_what_it_did_to_the_evaluation() {
        // 50 centipawns gained, six for each.
        let better = after_reply(|search, node| {
            search.update_by_static_eval(node);
        });
        assert_eq!(better, 300);
        let worse = |search: &mut Search<'_>, node: &Node| {
            search.update_by_static_eval(&Node { eval: 900, ..*node });
        };
        assert_eq!(after_reply(worse), -600);
    }

    #[test]
    fn killer_and_countermove_are_recognized() {
        let mut fixture = after_cutoff("a2a3", &[]);
        let (killer, other) = (fixture.mv("a2a3"), fixture.mv("a2a4"));
        fixture.run(|search| {
            assert!(search.is_killer_or_countermove(0, killer));
            assert!(!search.is_killer_or_countermove(0, other));
            let before = Some(crate::history::PieceTo::of(search.pos(0), other));
            search.thread.frames[PAST - 1].played = before;
            search.thread.history.set_countermove(before, other);
            assert!(search.is_killer_or_countermove(0, other));
        });
    }
}
