//! `ProbCut`: a capture that fails high well above beta in a shallower search is expected to fail
//! high in the full search. If the transposition table has a score far enough above beta, no search
//! is needed.
//!
//! Disabling `ProbCut` gains 2 ± 32 Elo at 4,000 nodes per move (300 games) and costs 4 ± 41 at
//! 20,000 (200 games); neither is significant. The cutoff by the transposition table gained 3 ± 10
//! (2,160 games of several changes combined, 20,000 nodes per move). The idea is Stockfish's.
//!
//! The transposition table move is tried only if it wins enough material for the margin, as the
//! other captures do. This gained 4 ± 8 Elo (4,039 games of six changes combined, 20,000 nodes per
//! move).
//!
//! Sources: Michael Buro, *`ProbCut`: an effective selective extension of the alpha-beta algorithm*
//! (ICCA Journal, 1995); <https://www.chessprogramming.org/ProbCut>.

use crate::score::{Bound, is_decisive};
use crate::search::move_picker::GenMode;
use crate::search::node::{Node, NodeType, Window};
use crate::search::{PAST, Search, VALUES};
use crate::technique::Technique;
use crate::tt::TtEntry;

/// Depth reduction of the `ProbCut` search.
const REDUCTION: i32 = 4;

impl Search<'_> {
    /// Returns the score of a node if a capture fails high by the margin.
    pub(in crate::search) fn probcut(&mut self, node: &Node) -> Option<i32> {
        let Node { ply, depth, .. } = *node;
        let params = self.shared.params;
        let beta = node.window.beta + params.probcut_margin;
        let fails_low = node.entry.is_some_and(|entry| {
            entry.depth > depth - REDUCTION && entry.score < beta && entry.bound != Bound::Lower
        });
        if !self.shared.uses(Technique::ProbCut)
            || depth < params.probcut_depth
            || is_decisive(node.window.beta)
            || fails_low
        {
            return None;
        }
        if let Some(score) = self.table_probcut(node) {
            return Some(score);
        }
        let least = beta - node.eval;
        let pos = self.pos(ply);
        let tt_move = node.tt_move().filter(|&mv| {
            !mv.is_quiet() && pos.is_legal(mv) && pos.see_at_least(mv, &VALUES, least)
        });
        let picker = self.start_picker(ply, GenMode::Winning(least), tt_move);
        let mut found = None;
        while let Some(mv) = self.next_move(ply, picker) {
            self.thread.frames[ply + PAST + 1].double_extensions =
                self.thread.frames[ply + PAST].double_extensions;
            self.play(ply, mv);
            let window = Window::null(beta).flipped();
            let mut score = -self.qsearch(ply + 1, window, NodeType::All);
            if score >= beta {
                score = -self.search(ply + 1, window, depth - REDUCTION, node.node_type.child());
            }
            self.unplay();
            if self.thread.stopped {
                break;
            }
            if score >= beta {
                found = Some((mv, score));
                break;
            }
        }
        self.end_picker();
        let (mv, score) = found?;
        let key = self.pos(ply).key();
        let entry = TtEntry {
            best: Some(mv),
            score,
            eval: Some(node.raw_eval),
            depth: depth - REDUCTION + 1,
            bound: Bound::Lower,
            pv: node.tt_pv,
        };
        self.shared.tt.store(key, ply, entry);
        Some(if is_decisive(score) { score } else { score - params.probcut_margin })
    }

    /// Returns a score above beta if the transposition table has one that is even higher, at nearly
    /// the depth of the node.
    fn table_probcut(&self, node: &Node) -> Option<i32> {
        let score = node.window.beta + self.shared.params.probcut_table_margin;
        let entry = node.entry?;
        let cuts = entry.bound != Bound::Upper
            && entry.depth >= node.depth - REDUCTION
            && entry.score >= score
            && !is_decisive(entry.score);
        cuts.then_some(score)
    }
}

#[cfg(test)]
mod tests {
    use crate::score::Bound;
    use crate::search::fixture::{Fixture, entry};
    use crate::search::node::NodeType;
    use crate::technique::Technique;
    use crate::tt::TtEntry;

    /// A position in which a rook can be captured for free.
    const HANGING: &str = "4k3/pp3ppp/8/3r4/8/2N5/PP3PPP/4K3 w - - 0 1";
    const QUIET: &str = "4k3/pp3ppp/8/8/3r4/2N5/PP3PPP/4K3 w - - 0 1";

    fn probcut(fixture: &mut Fixture, above: i32, depth: i32) -> (Option<i32>, Option<TtEntry>) {
        let beta = fixture.at_node(0, 1, NodeType::Cut, |_, node| node.eval) + above;
        let score =
            fixture.at_node(beta, depth, NodeType::Cut, |search, node| search.probcut(&node));
        let key = fixture.worker.positions[0].key();
        (score.map(|score| score - beta), fixture.tt.probe(key, 0))
    }

    #[test]
    fn a_capture_far_above_beta_cuts_and_is_stored() {
        let (above, stored) = probcut(&mut Fixture::new(HANGING), 100, 6);
        assert!(above.is_some_and(|above| (0..600).contains(&above)), "{above:?}");
        let stored = stored.expect("an entry");
        assert_eq!(stored.best, Some(Fixture::new(HANGING).mv("c3d5")));
        assert_eq!((stored.depth, stored.bound), (3, Bound::Lower));
    }

    #[test]
    fn the_capture_reaches_beta_by_the_margin() {
        for above in (0..1_000).step_by(25) {
            let mut fixture = Fixture::new(HANGING);
            let eval = fixture.at_node(0, 1, NodeType::Cut, |_, node| node.eval);
            if let (Some(score), Some(stored)) = probcut(&mut fixture, above, 6) {
                assert!(stored.score >= eval + above + 170, "{above}");
                assert_eq!(score, stored.score - 170 - eval - above);
            }
        }
    }

    #[test]
    fn without_such_a_capture_the_node_is_searched() {
        assert_eq!(probcut(&mut Fixture::new(QUIET), 100, 6).0, None);
        // The rook is not enough.
        assert_eq!(probcut(&mut Fixture::new(HANGING), 700, 6).0, None);
        assert_eq!(probcut(&mut Fixture::new(HANGING), 100, 4).0, None);
        let mut off = Fixture::new(HANGING).without(Technique::ProbCut);
        assert_eq!(probcut(&mut off, 100, 6).0, None);
    }

    #[test]
    fn a_score_of_the_table_far_above_beta_cuts_without_a_search() {
        let cut = |above: i32, depth: i32| {
            let mut fixture = Fixture::new(QUIET);
            fixture.techniques = fixture.techniques.without(Technique::TtCutoffs);
            let beta = fixture.at_node(0, 1, NodeType::Cut, |_, node| node.eval);
            fixture.store(entry(None, beta + above, depth));
            probcut(&mut fixture, 0, 6).0
        };
        assert_eq!([cut(220, 2), cut(219, 2), cut(220, 1)], [Some(220), None, None]);
    }

    #[test]
    fn a_move_of_the_table_is_tried_only_if_it_wins_enough() {
        const PAWN: &str = "4k3/pp3ppp/8/1p6/8/2N5/PP3PPP/4K3 w - - 0 1";
        for (fen, text, tried) in [(HANGING, "c3d5", true), (PAWN, "c3b5", false)] {
            let mut fixture = Fixture::new(fen);
            fixture.store(entry(Some(fixture.mv(text)), 0, 1));
            probcut(&mut fixture, 100, 6);
            assert_eq!(fixture.worker.nodes > 0, tried, "{text}");
        }
    }

    #[test]
    fn an_entry_that_fails_low_prevents_it() {
        for (bound, cuts) in [(Bound::Upper, false), (Bound::Lower, true)] {
            let mut fixture = Fixture::new(HANGING);
            fixture.techniques = fixture.techniques.without(Technique::TtCutoffs);
            fixture.store(TtEntry { bound, ..entry(None, 0, 5) });
            assert_eq!(probcut(&mut fixture, 100, 6).0.is_some(), cuts, "{bound:?}");
        }
    }
}
