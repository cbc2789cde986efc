//! Null move pruning: if the side to move fails high even after a null move, it is expected to do
//! so after a real move too.
//!
//! In zugzwang the null move would be the best move. Therefore no null move is made if the side to
//! move has only pawns, and a cutoff at a high depth is verified by a search without null moves.
//!
//! Disabling null move pruning gains 1 ± 34 Elo at 4,000 nodes per move (300 games) and costs 10 ±
//! 42 at 20,000 (200 games); neither is significant.
//!
//! Sources: Chrilly Donninger, *Null move and deep search* (ICCA Journal, 1993);
//! <https://www.chessprogramming.org/Null_Move_Pruning>.

use crate::score::{DRAW, is_decisive};
use crate::search::node::{Node, NodeType, Window};
use crate::search::{PAST, Search};
use crate::technique::Technique;

impl Search<'_> {
    /// Returns the score of a node if it fails high after a null move.
    pub(in crate::search) fn null_move(&mut self, node: &Node) -> Option<i32> {
        let Node { ply, depth, .. } = *node;
        let Window { beta, .. } = node.window;
        let params = self.shared.params;
        if !self.shared.uses(Technique::NullMove)
            || depth < params.null_depth
            || ply < self.thread.no_null_before
            || node.estimate < beta
            || node.eval + params.null_depth_margin * depth < beta + params.null_margin
            || is_decisive(beta)
            || self.thread.frames[ply + PAST - 1].played.is_none() && ply > 0
            || !self.has_pieces(ply)
        {
            return None;
        }
        let above = (node.estimate - beta) / params.null_eval_divisor;
        let reduced = depth
            - params.null_base
            - depth / params.null_divisor
            - above.min(params.null_eval_limit);
        self.play_null(ply);
        self.thread.frames[ply + PAST + 1].double_extensions =
            self.thread.frames[ply + PAST].double_extensions;
        let window = Window::null(beta);
        let score = -self.search(ply + 1, window.flipped(), reduced, NodeType::All);
        self.unplay();
        if self.thread.stopped {
            return Some(DRAW);
        }
        if score < beta {
            return None;
        }
        let score = if is_decisive(score) { beta } else { score };
        if depth < params.null_verify_depth || self.thread.no_null_before > 0 {
            return Some(score);
        }
        let plies = params.null_verify_percent * reduced.max(1) / 100;
        self.thread.no_null_before = ply + plies as usize;
        let verified = self.search(ply, window, reduced, NodeType::All);
        self.thread.no_null_before = 0;
        (verified >= beta || self.thread.stopped).then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use crate::search::fixture::Fixture;
    use crate::search::node::NodeType;
    use crate::search::{PAST, Search};
    use crate::technique::{Technique, Techniques};

    /// A position in which White is two rooks up.
    const WINNING: &str = "6k1/5ppp/8/8/8/8/R4PPP/R5K1 w - - 0 1";
    /// A position in which White, to move, loses the pawn: a null move would be better than any
    /// real move.
    const PAWNS: &str = "8/8/8/3pK3/2kP4/8/8/8 w - - 0 1";

    fn score(fixture: &mut Fixture, beta: i32, depth: i32) -> Option<i32> {
        fixture.at_node(beta, depth, NodeType::Cut, |search, mut node| {
            node.ply = 0;
            search.null_move(&node)
        })
    }

    #[test]
    fn a_winning_side_fails_high_after_a_null_move() {
        let mut fixture = Fixture::new(WINNING);
        let score = score(&mut fixture, 300, 5).expect("a cutoff");
        assert!((300..3_000).contains(&score), "{score}");
        // The position is as it was, and the evaluator and the keys too.
        assert!(fixture.worker.keys.is_empty());
    }

    #[test]
    fn a_threat_that_the_null_move_allows_prevents_the_cutoff() {
        // White is a queen and a rook up. After a null move Black mates on the back rank, or a pawn
        // has moved away.
        let mut mated = Fixture::new("3q2k1/5ppp/8/8/8/8/QR3PPP/6K1 w - - 0 1");
        assert_eq!(score(&mut mated, 100, 6), None);
        let mut safe = Fixture::new("3q2k1/5ppp/8/8/8/7P/QR3PP1/6K1 w - - 0 1");
        assert!(score(&mut safe, 100, 6).is_some());
    }

    #[test]
    fn there_is_no_null_move_with_pawns_only() {
        let mut fixture = Fixture::new("8/8/8/3pK3/2kP4/8/PPPP4/8 w - - 0 1");
        assert_eq!(score(&mut fixture, 50, 6), None);
        // With a piece there is.
        let mut fixture = Fixture::new("8/8/8/3pK3/2kP4/8/PPPP4/6Q1 w - - 0 1");
        assert!(score(&mut fixture, 50, 6).is_some());
        // In zugzwang the null move would hold the pawn.
        let value = Fixture::new(PAWNS).run(|search: &mut Search<'_>| {
            let window = crate::search::node::Window { alpha: -1_000, beta: 1_000 };
            search.search(0, window, 8, NodeType::Pv)
        });
        assert!(value < -50, "{value}");
    }

    #[test]
    fn a_null_move_does_not_follow_another_one() {
        let mut fixture = Fixture::new(WINNING);
        let twice = fixture.run(|search| {
            search.play_null(0);
            search.thread.positions[1] = search.thread.positions[0].clone();
            let window = crate::search::node::Window::null(300);
            let mut node = search.new_node(1, window, 5, NodeType::Cut);
            search.evaluate_node(&mut node);
            let after_null = search.null_move(&node);
            search.thread.frames[PAST].played = search.thread.frames[PAST].played.or_else(|| {
                let pos = &search.thread.positions[0];
                pos.legal_moves().first().map(|&mv| crate::history::PieceTo::of(pos, mv))
            });
            (after_null, search.null_move(&node).is_some())
        });
        assert_eq!(twice, (None, true));
    }

    #[test]
    fn shallow_nodes_and_low_evaluations_have_no_null_move() {
        let eval = Fixture::new(WINNING).at_node(0, 1, NodeType::Cut, |_, node| node.eval);
        assert_eq!(score(&mut Fixture::new(WINNING), 300, 2), None);
        // At depth 3 the evaluation has to be 60 above beta, at depth 7 it may be 20 below that.
        assert_eq!(score(&mut Fixture::new(WINNING), eval - 59, 3), None);
        assert!(score(&mut Fixture::new(WINNING), eval - 60, 3).is_some());
        assert_eq!(score(&mut Fixture::new(WINNING), eval + 1, 7), None);
        let mut off = Fixture::new(WINNING).without(Technique::NullMove);
        assert_eq!(score(&mut off, 300, 5), None);
    }

    #[test]
    fn a_cutoff_at_a_high_depth_is_verified_without_null_moves() {
        let nodes = |verify_depth: i32| {
            let mut fixture = Fixture::new(WINNING);
            fixture.techniques = Techniques::NONE.with(Technique::NullMove);
            fixture.params.null_verify_depth = verify_depth;
            assert!(score(&mut fixture, 300, 12).is_some());
            assert_eq!(fixture.worker.no_null_before, 0);
            fixture.worker.nodes
        };
        assert!(nodes(3) > nodes(14));
    }

    /// Searches the famous zugzwang after 1. Kh6: Black has a queen and a rook, and every move
    /// loses one of them.
    #[test]
    fn verification_refutes_a_cutoff_in_zugzwang() {
        let cuts = |verify_depth: i32| {
            let mut fixture = Fixture::new("1q1k4/2Rr4/7K/2Q5/8/8/8/8 b - - 1 1");
            let used = [Technique::NullMove, Technique::Quiescence, Technique::TtCutoffs];
            fixture.techniques = used.into_iter().fold(Techniques::NONE, Techniques::with);
            fixture.params.null_verify_depth = verify_depth;
            let eval = fixture.at_node(0, 1, NodeType::Cut, |_, node| node.eval);
            score(&mut fixture, eval - 100, 6).is_some()
        };
        assert_eq!((cuts(7), cuts(6)), (true, false));
    }
}
