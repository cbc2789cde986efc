//! Test fixture: a search thread for testing single search steps.

use std::time::Duration;

use reynard::{Game, Move, Position};

use super::node::{Node, NodeType, Window};
use super::{BestIteration, Counts, Reductions, ReversibleMoves, RootMove, Search, Shared, Worker};
use crate::control::Signals;
use crate::limits::SearchLimits;
use crate::params::Params;
use crate::score::DRAW;
use crate::tablebase::Tablebases;
use crate::technique::{Technique, Techniques};
use crate::time::{Clock, TimeBounds};
use crate::tt::{TranspositionTable, TtEntry};

/// Fixed parameters for the tests, so that tuning the engine does not affect the tests of search
/// steps.
const PARAMS: Params = Params {
    aspiration_window: 14,
    aspiration_growth: 60,
    aspiration_limit: 700,
    tt_cutoff_clock: 90,
    reverse_futility_depth: 8,
    reverse_futility_margin: 75,
    reverse_futility_worsened: 25,
    razor_margin: 260,
    null_depth: 3,
    null_base: 4,
    null_divisor: 4,
    null_eval_divisor: 190,
    null_eval_limit: 3,
    null_margin: 120,
    null_depth_margin: 20,
    null_verify_depth: 14,
    null_verify_percent: 75,
    probcut_depth: 5,
    probcut_margin: 170,
    probcut_table_margin: 220,
    futility_depth: 8,
    futility_base: 90,
    futility_margin: 80,
    late_move_base: 3,
    see_quiet_margin: 24,
    see_capture_margin: 95,
    see_check_margin: 400,
    history_depth: 5,
    history_margin: 4000,
    singular_depth: 7,
    singular_margin: 16,
    singular_shallow: 14,
    singular_double: 22,
    reduction_base: 700,
    reduction_factor: 420,
    reduction_history: 9,
    reduction_cut: 1500,
    reduction_no_tt_move: 1024,
    reduction_root: 1000,
    reduction_pv: 500,
    reduction_pv_score: 500,
    reduction_pv_depth: 600,
    reduction_window: 750,
    reduction_check: 900,
    reduction_not_improving: 900,
    reduction_cutoffs_from: 4,
    reduction_cutoffs: 1024,
    reduction_tt_capture: 800,
    reduction_correction: 16,
    reduction_killer: 1000,
    hindsight_reduced: 3,
    hindsight_gain: 93,
    reduction_helper: 200,
    qsearch_margin: 130,
    order_capture_loss: 62,
    order_threat: 6000,
    order_check_loss: 75,
    order_check: 8000,
    history_bonus: 150,
    history_limit: 1500,
    gain_factor: 6,
    gain_limit: 600,
    network_scale: 100,
    time_early: 240,
    time_growth: 72,
    time_late: 650,
    time_increment: 56,
    time_hard: 500,
    time_share: 1500,
    time_stability: 540,
    time_fall: 12,
};

/// Everything a search thread needs.
pub(super) struct Fixture {
    pub(super) tt: TranspositionTable,
    pub(super) params: Params,
    pub(super) techniques: Techniques,
    pub(super) tablebases: Tablebases,
    pub(super) worker: Worker,
    pub(super) best_iteration: Option<BestIteration>,
    /// Score of a draw for the side to move at the root.
    pub(super) root_draw: i32,
    reductions: Reductions,
    reversible_moves: ReversibleMoves,
}

impl Fixture {
    /// Creates a fixture that searches a position without a game history.
    pub(super) fn new(fen: &str) -> Self {
        Self::of_game(&Game::from(position(fen)))
    }

    /// Creates a fixture that searches the last position of a game.
    pub(super) fn of_game(game: &Game) -> Self {
        let mut worker = Worker::new(0);
        let moves = game.position().legal_moves();
        let root_moves: Vec<RootMove> = moves.iter().map(|&mv| RootMove::new(mv)).collect();
        worker.prepare(game, &root_moves);
        worker.root_depth = 20;
        worker.next_check = u64::MAX;
        Self {
            tt: TranspositionTable::new(1).expect("a table of 1 MiB"),
            params: PARAMS,
            techniques: Techniques::ALL,
            tablebases: Tablebases::default(),
            worker,
            best_iteration: None,
            root_draw: DRAW,
            reductions: Reductions::new(),
            reversible_moves: ReversibleMoves::new(),
        }
    }

    /// Returns the fixture with a technique disabled.
    pub(super) fn without(mut self, technique: Technique) -> Self {
        self.techniques = self.techniques.without(technique);
        self
    }

    /// Parses a move of the root position.
    pub(super) fn mv(&self, text: &str) -> Move {
        self.worker.positions[0].parse_uci(text).expect("a legal move")
    }

    /// Stores a transposition table entry for the root position.
    pub(super) fn store(&self, entry: TtEntry) {
        self.tt.store(self.worker.positions[0].key(), 0, entry);
    }

    /// Runs a function with the search.
    pub(super) fn run<R>(&mut self, test: impl FnOnce(&mut Search<'_>) -> R) -> R {
        let (signals, limits, clock) =
            (Signals::default(), SearchLimits::default(), Clock::new(|| Duration::ZERO));
        let counts = [Counts::default(), Counts::default()];
        let shared = Shared {
            tt: &self.tt,
            signals: &signals,
            limits: &limits,
            bounds: TimeBounds::default(),
            params: &self.params,
            scale: self.worker.evaluator.scale(&self.params),
            root_draw: self.root_draw,
            reductions: &self.reductions,
            reversible_moves: &self.reversible_moves,
            techniques: self.techniques,
            clock: &clock,
            start: Duration::ZERO,
            counts: &counts,
            node_time: None,
            tablebases: &self.tablebases,
            tablebase_pieces: self.tablebases.pieces(),
            root_probes: 0,
            lines: 1,
            best_iteration: self.best_iteration.as_ref(),
        };
        test(&mut Search { shared: &shared, thread: &mut self.worker, sink: &mut |_| {} })
    }

    /// Runs a function with the search and the evaluated root. The root is a node of the given type
    /// with a null window.
    pub(super) fn at_node<R>(
        &mut self,
        beta: i32,
        depth: i32,
        node_type: NodeType,
        test: impl FnOnce(&mut Search<'_>, Node) -> R,
    ) -> R {
        self.run(|search| {
            let mut node = search.new_node(0, Window::null(beta), depth, node_type);
            search.evaluate_node(&mut node);
            test(search, node)
        })
    }
}

/// Parses a position.
pub(super) fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
}

/// Creates a transposition table entry with a lower bound.
pub(super) const fn entry(best: Option<Move>, score: i32, depth: i32) -> TtEntry {
    let bound = crate::score::Bound::Lower;
    TtEntry { best, score, eval: None, depth, bound, pv: false }
}
