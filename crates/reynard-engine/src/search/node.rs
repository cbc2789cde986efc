//! A node of the tree: draws, transposition table, tablebases, static evaluation and pruning.

use reynard::{Move, PieceType};

use super::{MAX_PLY, PAST, Search};
use crate::eval::without_drawn_lead;
use crate::history::{CorrectionHistory, CorrectionKeys};
use crate::score::{Bound, DRAW, INFINITE, TABLEBASE_BOUND, is_decisive, mated_in};
use crate::technique::Technique;
use crate::tt::TtEntry;

/// The expected type of a node.
///
/// Source: <https://www.chessprogramming.org/Node_Types>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeType {
    /// PV node: its score is within the window.
    Pv,
    /// Cut node: a move fails high.
    Cut,
    /// All node: all moves fail low.
    All,
}

impl NodeType {
    /// Returns the expected type of the children.
    pub(crate) const fn child(self) -> Self {
        match self {
            Self::Cut => Self::All,
            Self::Pv | Self::All => Self::Cut,
        }
    }
}

/// An alpha-beta window: a score of at most `alpha` fails low, a score of at least `beta` fails
/// high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// Returns the null window below `beta`.
    pub(crate) const fn null(beta: i32) -> Self {
        Self { alpha: beta - 1, beta }
    }

    /// Returns `true` if a score with the given bound causes a cutoff in this window.
    #[inline]
    pub(crate) const fn causes_cutoff(self, score: i32, bound: Bound) -> bool {
        match bound {
            Bound::Exact => true,
            Bound::Lower => score >= self.beta,
            Bound::Upper => score <= self.alpha,
        }
    }

    /// Returns the window from the other side's point of view.
    pub(crate) const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }
}

/// The state of a node.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_field_names, reason = "node type is the term of the field")]
pub(crate) struct Node {
    pub(crate) ply: usize,
    pub(crate) depth: i32,
    pub(crate) window: Window,
    pub(crate) node_type: NodeType,
    pub(crate) check: bool,
    /// Excluded move of a singular extension search.
    pub(crate) excluded: Option<Move>,
    pub(crate) entry: Option<TtEntry>,
    /// Raw static evaluation.
    pub(crate) raw_eval: i32,
    /// Static evaluation corrected by the correction history.
    pub(crate) eval: i32,
    /// Static evaluation, or the transposition table score if its bound contradicts the evaluation.
    pub(crate) estimate: i32,
    /// The static evaluation is better than at the previous move of the side to move.
    pub(crate) improving: bool,
    /// The position is or was on a principal variation.
    pub(crate) tt_pv: bool,
    pub(crate) keys: CorrectionKeys,
    /// Minimum and maximum score according to the tablebases.
    pub(crate) score_bounds: [i32; 2],
}

impl Node {
    pub(crate) fn is_pv(&self) -> bool {
        self.node_type == NodeType::Pv
    }

    pub(crate) const fn is_root(&self) -> bool {
        self.ply == 0
    }

    /// Returns the size of the evaluation's correction, in search units; 0 in check. The larger the
    /// correction, the less reliable the evaluation.
    pub(crate) const fn correction_size(&self) -> i32 {
        (self.eval - self.raw_eval).abs()
    }

    /// Returns the transposition table move.
    pub(crate) fn tt_move(&self) -> Option<Move> {
        self.entry.and_then(|entry| entry.best)
    }
}

impl Search<'_> {
    /// Searches the position at a ply to the given depth and returns its score.
    pub(super) fn search(
        &mut self,
        ply: usize,
        window: Window,
        depth: i32,
        node_type: NodeType,
    ) -> i32 {
        if depth <= 0 {
            return self.search_leaf(ply, window, node_type);
        }
        let mut window = window;
        if node_type == NodeType::Pv {
            self.thread.pv[ply].clear();
            self.thread.seldepth = self.thread.seldepth.max(ply);
        }
        if ply > 0 {
            if self.thread.stopped {
                return DRAW;
            }
            if self.is_draw(ply) {
                return self.draw_score(ply);
            }
            if ply >= MAX_PLY {
                return self.score_at_max_ply(ply);
            }
            // Mate distance pruning: a mate longer than a known one is of no interest.
            window.alpha = window.alpha.max(mated_in(ply));
            window.beta = window.beta.min(-mated_in(ply + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
            if let Some(draw) = self.upcoming_draw(ply, window.alpha) {
                if window.beta <= draw {
                    return draw;
                }
                // The draw can be had even if the transposition table or pruning would miss it.
                window.alpha = draw;
                return self.search_node(ply, window, depth, node_type).max(draw);
            }
        }
        self.search_node(ply, window, depth, node_type)
    }

    /// Searches a node that is not decided by the rules.
    fn search_node(&mut self, ply: usize, window: Window, depth: i32, node_type: NodeType) -> i32 {
        let mut node = self.new_node(ply, window, depth, node_type);
        if let Some(score) = self.tt_cutoff(&node) {
            return score;
        }
        if let Some(score) = self.probe_tablebase(&mut node) {
            return score;
        }
        self.evaluate_node(&mut node);
        self.hindsight(&mut node);
        self.thread.frames[ply + PAST].tt_pv = node.tt_pv;
        if let Some(score) = self.prune_node(&node) {
            return score;
        }
        if self.thread.stopped {
            return DRAW;
        }
        self.internal_iterative_reduction(&mut node);
        self.search_moves(&mut node)
    }

    /// Searches a node with no depth remaining.
    fn search_leaf(&mut self, ply: usize, window: Window, node_type: NodeType) -> i32 {
        if self.shared.uses(Technique::Quiescence) {
            return self.qsearch(ply, window, node_type);
        }
        self.thread.pv[ply].clear();
        if self.is_draw(ply) {
            return self.draw_score(ply);
        }
        if !self.pos(ply).has_legal_move() {
            let is_mate = self.pos(ply).is_check();
            return if is_mate { mated_in(ply) } else { self.draw_score(ply) };
        }
        self.evaluate(ply)
    }

    /// Returns the keys of the correction history, and prefetches the memory needed by the
    /// evaluation.
    pub(super) fn correction_keys(&self, ply: usize) -> CorrectionKeys {
        let pos = &self.thread.positions[ply];
        let [one, two, _] = self.previous_moves(ply);
        let keys = CorrectionHistory::keys(&self.thread.piece_keys[ply], [one, two]);
        self.thread.correction_history.prefetch(pos.turn(), &keys);
        self.thread.evaluator.prefetch(pos, keys.pawns);
        keys
    }

    pub(super) fn new_node(
        &mut self,
        ply: usize,
        window: Window,
        depth: i32,
        node_type: NodeType,
    ) -> Node {
        let excluded = self.thread.frames[ply + PAST].excluded;
        let grandchild = &mut self.thread.frames[ply + PAST + 2];
        grandchild.killer = None;
        grandchild.cutoffs = 0;
        let keys = self.correction_keys(ply);
        let pos = &self.thread.positions[ply];
        let entry = self.shared.tt.probe(pos.key(), ply);
        Node {
            ply,
            depth,
            window,
            node_type,
            check: pos.is_check(),
            excluded,
            tt_pv: node_type == NodeType::Pv || entry.is_some_and(|entry| entry.pv),
            entry,
            raw_eval: DRAW,
            eval: DRAW,
            estimate: DRAW,
            improving: false,
            keys,
            score_bounds: [-INFINITE, INFINITE],
        }
    }

    /// Returns the transposition table score if it causes a cutoff at the node.
    pub(super) fn tt_cutoff(&mut self, node: &Node) -> Option<i32> {
        let entry = node.entry?;
        let uses = self.shared.uses(Technique::TtCutoffs) && node.excluded.is_none();
        // Near the fifty-move rule a score depends on the path.
        let clock = i32::from(self.pos(node.ply).halfmove_clock());
        let path_matters = clock >= self.shared.params.tt_cutoff_clock;
        if !uses || node.is_pv() || entry.depth < node.depth || path_matters {
            return None;
        }
        if !node.window.causes_cutoff(entry.score, entry.bound) {
            return None;
        }
        if entry.score >= node.window.beta
            && let Some(mv) = entry.best
            && mv.is_quiet()
            && self.pos(node.ply).is_legal(mv)
        {
            self.compute_threats(node.ply);
            self.update_quiet(node.ply, mv, self.history_bonus(node.depth) / 2);
        }
        if entry.score >= node.window.beta {
            self.refuted_move_malus(node);
        }
        Some(entry.score)
    }

    /// Evaluates a node statically.
    pub(super) fn evaluate_node(&mut self, node: &mut Node) {
        let frame = node.ply + PAST;
        if node.check {
            self.thread.frames[frame].eval = None;
            return;
        }
        node.raw_eval = match node.entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.evaluate(node.ply),
        };
        node.eval = self.corrected_eval(node.ply, node.raw_eval, &node.keys);
        if node.entry.is_none() {
            self.store_evaluation(node.ply, node.raw_eval, node.eval);
        }
        node.estimate = node.eval;
        if let Some(entry) = node.entry
            && self.shared.uses(Technique::TtCutoffs)
            && entry.bound.contradicts(entry.score, node.eval)
        {
            node.estimate = entry.score;
        }
        self.thread.frames[frame].eval = Some(node.eval);
        self.update_by_static_eval(node);
        let before = self.thread.frames[frame - 2].eval.or(self.thread.frames[frame - 4].eval);
        node.improving = before.is_some_and(|before| node.eval > before);
    }

    /// Stores the evaluation of a position that has no transposition table entry, as a stand-pat
    /// score of quiescence search. Pruning may end the search of the node without any other result
    /// to store, and the next iteration will visit the node again.
    ///
    /// Storing the evaluation saves one evaluation in eight and 2.7 % of the instructions per node
    /// (`bench 12`).
    pub(super) fn store_evaluation(&self, ply: usize, raw_eval: i32, eval: i32) {
        let entry = TtEntry {
            best: None,
            score: eval,
            eval: Some(raw_eval),
            depth: 0,
            bound: Bound::Lower,
            pv: false,
        };
        self.shared.tt.store(self.pos(ply).key(), ply, entry);
    }

    /// Returns a static evaluation with the correction history applied. The result is never a
    /// decisive score.
    pub(super) fn corrected_eval(&self, ply: usize, raw: i32, keys: &CorrectionKeys) -> i32 {
        let turn = self.pos(ply).turn();
        let correction = if self.shared.uses(Technique::CorrectionHistory) {
            self.thread.correction_history.get(turn, keys)
        } else {
            0
        };
        let eval = (raw + correction).clamp(1 - TABLEBASE_BOUND, TABLEBASE_BOUND - 1);
        // A draw by material stays one.
        if raw == DRAW { without_drawn_lead(eval, self.pos(ply)) } else { eval }
    }

    /// Tries to prune the node, based on its evaluation or on a shallower search.
    fn prune_node(&mut self, node: &Node) -> Option<i32> {
        if node.check || node.is_pv() || node.excluded.is_some() {
            return None;
        }
        if let Some(score) = self.razoring(node) {
            return Some(score);
        }
        if let Some(score) = self.reverse_futility(node) {
            return Some(score);
        }
        if let Some(score) = self.null_move(node) {
            return Some(score);
        }
        self.probcut(node)
    }

    /// Returns `true` if the side to move has a piece other than its pawns and king.
    pub(super) fn has_pieces(&self, ply: usize) -> bool {
        let pos = self.pos(ply);
        let pawns_and_king = pos.by_type(PieceType::Pawn) | pos.by_type(PieceType::King);
        !pos.by_color(pos.turn()).is_subset(pawns_and_king)
    }

    /// Stores the result of a node in the transposition table, and updates the correction history.
    pub(super) fn store(&mut self, node: &Node, best: Option<Move>, score: i32) {
        if node.excluded.is_some() || node.is_root() && self.thread.first_root_move > 0 {
            return;
        }
        let Window { alpha, beta } = node.window;
        let bound = if score >= beta {
            Bound::Lower
        } else if score > alpha && node.is_pv() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let entry = TtEntry {
            best,
            score,
            eval: (!node.check).then_some(node.raw_eval),
            depth: node.depth,
            bound,
            pv: node.tt_pv,
        };
        let (turn, key) = (self.pos(node.ply).turn(), self.pos(node.ply).key());
        self.shared.tt.store(key, node.ply, entry);
        let noisy = best.is_some_and(|mv| !mv.is_quiet());
        if !node.check && !noisy && bound.contradicts(score, node.eval) && !is_decisive(score) {
            self.thread.correction_history.update(turn, &node.keys, score - node.eval, node.depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{NodeType, Window};
    use crate::score::{Bound, DRAW, MATE, TABLEBASE_BOUND};
    use crate::search::PAST;
    use crate::search::fixture::{Fixture, entry};
    use crate::technique::{Technique, Techniques};
    use crate::tt::TtEntry;

    const FEN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
    const FULL: Window = Window { alpha: -32_500, beta: 32_500 };

    /// Stores an entry and checks whether it causes a cutoff at a node of depth 6 and beta 400.
    fn tt_cutoff(fen: &str, stored: TtEntry, node_type: NodeType, technique: bool) -> Option<i32> {
        let mut fixture = Fixture::new(fen);
        if !technique {
            fixture = fixture.without(Technique::TtCutoffs);
        }
        fixture.store(stored);
        fixture.run(|search| {
            let node = search.new_node(0, Window::null(400), 6, node_type);
            search.tt_cutoff(&node)
        })
    }

    #[test]
    fn a_deep_enough_entry_ends_the_search_of_a_node() {
        let stored = entry(None, 500, 6);
        assert_eq!(tt_cutoff(FEN, stored, NodeType::Cut, true), Some(500));
        assert_eq!(tt_cutoff(FEN, TtEntry { depth: 5, ..stored }, NodeType::Cut, true), None);
        assert_eq!(tt_cutoff(FEN, stored, NodeType::Pv, true), None);
        assert_eq!(tt_cutoff(FEN, stored, NodeType::Cut, false), None);
        let upper = TtEntry { bound: Bound::Upper, ..stored };
        assert_eq!(tt_cutoff(FEN, upper, NodeType::Cut, true), None);
        assert_eq!(tt_cutoff(FEN, TtEntry { score: 399, ..upper }, NodeType::Cut, true), Some(399));
        assert_eq!(tt_cutoff(FEN, TtEntry { score: 399, ..stored }, NodeType::Cut, true), None);
        let exact = TtEntry { bound: Bound::Exact, score: 3, ..stored };
        assert_eq!(tt_cutoff(FEN, exact, NodeType::Cut, true), Some(3));
    }

    #[test]
    fn near_the_fifty_move_rule_no_entry_ends_the_search() {
        let at = |clock: u32| {
            let fen = format!("4k3/8/8/8/8/8/8/3QK3 w - - {clock} 60");
            tt_cutoff(&fen, entry(None, 500, 6), NodeType::Cut, true)
        };
        assert_eq!((at(89), at(90)), (Some(500), None));
    }

    #[test]
    fn a_singular_extension_search_uses_no_entry() {
        let mut fixture = Fixture::new(FEN);
        fixture.store(entry(None, 500, 6));
        let mv = fixture.mv("f1b5");
        let cut = fixture.run(|search| {
            search.thread.frames[PAST].excluded = Some(mv);
            let node = search.new_node(0, Window::null(400), 6, NodeType::Cut);
            search.tt_cutoff(&node)
        });
        assert_eq!(cut, None);
    }

    #[test]
    fn the_estimate_is_the_better_bound_and_improving_looks_two_plies_back() {
        let evaluated = |stored: TtEntry, before: Option<i32>| {
            let mut fixture = Fixture::new(FEN);
            fixture.store(TtEntry { eval: Some(30), ..stored });
            fixture.run(|search| {
                search.thread.frames[PAST - 2].eval = before;
                let mut node = search.new_node(0, Window::null(400), 6, NodeType::Cut);
                search.evaluate_node(&mut node);
                (node.raw_eval, node.estimate, node.improving)
            })
        };
        assert_eq!(evaluated(entry(None, 70, 1), Some(29)), (30, 70, true));
        assert_eq!(evaluated(entry(None, 10, 1), Some(30)), (30, 30, false));
        let upper = TtEntry { bound: Bound::Upper, ..entry(None, 10, 1) };
        assert_eq!(evaluated(upper, None), (30, 10, false));
    }

    #[test]
    fn the_evaluation_of_a_pruned_node_is_kept_and_no_better_entry_is_lost() {
        let mut fixture = Fixture::new(FEN);
        let key = fixture.worker.positions[0].key();
        let score = |fixture: &mut Fixture| {
            fixture.run(|search| {
                search.thread.positions[1] = search.thread.positions[0].clone();
                search.search(1, Window::null(-900), 2, NodeType::Cut)
            })
        };
        assert!(score(&mut fixture) >= -900);
        let stored = fixture.tt.probe(key, 1).expect("an entry");
        let raw = fixture.run(|search| search.evaluate(0));
        assert_eq!((stored.eval, stored.bound, stored.depth), (Some(raw), Bound::Lower, 0));
        let better = TtEntry { eval: Some(raw), ..entry(None, -1_000, 1) };
        fixture.store(better);
        score(&mut fixture);
        assert_eq!(fixture.tt.probe(key, 0), Some(better));
    }

    #[test]
    fn the_correction_history_moves_the_evaluation_within_its_limits() {
        let corrected = |error: i32, technique: bool| {
            let mut fixture = Fixture::new(FEN);
            if !technique {
                fixture = fixture.without(Technique::CorrectionHistory);
            }
            fixture.run(|search| {
                let keys = search.correction_keys(0);
                let turn = search.pos(0).turn();
                for _ in 0..100 {
                    search.thread.correction_history.update(turn, &keys, error, 10);
                }
                let huge = search.corrected_eval(0, TABLEBASE_BOUND, &keys);
                assert!(huge < TABLEBASE_BOUND);
                search.corrected_eval(0, 20, &keys)
            })
        };
        assert!(corrected(100, true) > 60);
        assert!(corrected(-100, true) < -20);
        assert_eq!(corrected(100, false), 20);
    }

    #[test]
    fn a_result_is_stored_with_its_bound_and_corrects_the_evaluation() {
        for (score, node_type, bound) in [
            (400, NodeType::Cut, Bound::Lower),
            (399, NodeType::Cut, Bound::Upper),
            (150, NodeType::Pv, Bound::Exact),
            (100, NodeType::Pv, Bound::Upper),
        ] {
            let mut fixture = Fixture::new(FEN);
            let mv = fixture.mv("f1b5");
            let corrected = fixture.run(|search| {
                let alpha = if node_type == NodeType::Pv { 100 } else { 399 };
                let window = Window { alpha, beta: 400 };
                let mut node = search.new_node(0, window, 6, node_type);
                search.evaluate_node(&mut node);
                search.store(&node, Some(mv), score);
                search.corrected_eval(0, node.raw_eval, &node.keys) - node.raw_eval
            });
            let stored = fixture.tt.probe(fixture.worker.positions[0].key(), 0);
            let stored = stored.expect("an entry");
            assert_eq!((stored.score, stored.bound, stored.depth), (score, bound, 6));
            assert_eq!((stored.best, stored.pv), (Some(mv), node_type == NodeType::Pv));
            // A low score with an upper bound is above the evaluation here, and shows nothing.
            assert_eq!(corrected > 0, bound != Bound::Upper, "{score} {bound:?}");
        }
    }

    #[test]
    fn mate_distance_pruning_needs_no_move() {
        let mut fixture = Fixture::new(FEN);
        let score = fixture.run(|search| {
            search.thread.positions[5] = search.thread.positions[0].clone();
            let window = Window { alpha: MATE - 6, beta: MATE - 3 };
            search.search(5, window, 8, NodeType::Pv)
        });
        assert_eq!((score, fixture.worker.nodes), (MATE - 6, 0));
    }

    #[test]
    fn draws_by_rule_end_the_search_below_the_root() {
        let score = |fen: &str| {
            Fixture::new(fen).run(|search| {
                search.thread.positions[1] = search.thread.positions[0].clone();
                search.search(1, FULL, 4, NodeType::Pv)
            })
        };
        assert_eq!(score("4k3/8/8/8/8/8/8/3QK3 w - - 100 90"), DRAW);
        assert_eq!(score("4k3/8/8/8/8/8/8/3BK3 w - - 0 1"), DRAW);
        assert!(score("4k3/8/8/8/8/8/8/3QK3 w - - 90 90") > 300);
        // Checkmate by the hundredth half-move wins.
        assert_eq!(score("R6k/8/6K1/8/8/8/8/8 b - - 100 90"), 1 - MATE);
    }

    #[test]
    fn contempt_makes_draws_worse_for_the_side_to_move_at_the_root() {
        let draws = [
            ("fifty-move rule", "4k3/8/8/8/8/8/8/3QK3 w - - 100 90"),
            ("bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
            ("stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        ];
        for (name, fen) in draws {
            for depth in [0, 4] {
                let mut fixture = Fixture::new(fen);
                fixture.root_draw = -30;
                let scores = fixture.run(|search| {
                    [1, 2].map(|ply| {
                        search.thread.positions[ply] = search.thread.positions[0].clone();
                        search.search(ply, FULL, depth, NodeType::Pv)
                    })
                });
                // Quiescence looks at captures alone, and does not see a stalemate.
                if (name, depth) != ("stalemate", 0) {
                    assert_eq!(scores, [30, -30], "{name}, depth {depth}");
                }
            }
        }
    }

    #[test]
    fn one_occurrence_in_the_line_or_two_in_the_game_are_a_repetition() {
        let pos = "4k1n1/8/8/8/8/8/8/1N2K3 w - - 10 20".parse::<reynard::Position>();
        let mut game = reynard::Game::from(pos.expect("a position"));
        let cycle = ["b1c3", "g8f6", "c3b1", "f6g8"];
        let play = |game: &mut reynard::Game| {
            for text in cycle {
                game.play(game.position().parse_uci(text).expect("a move")).expect("a legal move");
            }
        };
        let is_draw = |game: &reynard::Game| Fixture::of_game(game).run(|search| search.is_draw(0));
        assert!(!is_draw(&game));
        play(&mut game);
        assert!(!is_draw(&game), "twice");
        play(&mut game);
        assert!(is_draw(&game), "three times");
        let in_line = |moves: &[&str]| {
            Fixture::new("4k1n1/8/8/8/8/8/8/1N2K3 w - - 10 20").run(|search| {
                for (ply, text) in moves.iter().enumerate() {
                    let mv = search.thread.positions[ply].parse_uci(text).expect("a move");
                    search.play(ply, mv);
                }
                search.is_draw(moves.len())
            })
        };
        assert!(in_line(&cycle));
        assert!(!in_line(&["b1c3", "g8f6", "c3b1", "f6h7"]));
    }

    #[test]
    fn without_techniques_nothing_is_pruned() {
        let mut fixture = Fixture::new(FEN);
        fixture.techniques = Techniques::NONE;
        let pruned =
            fixture.at_node(-2_000, 6, NodeType::Cut, |search, node| search.prune_node(&node));
        assert_eq!(pruned, None);
    }
}
