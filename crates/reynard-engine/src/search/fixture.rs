//! A search thread set up for tests of single steps.

use std::time::Duration;

use reynard::{Game, Move, Position};

use super::node::{Node, NodeType, Window};
use super::{BestIteration, Counts, Reductions, ReversibleMoves, RootMove, Search, Shared, Worker};
use crate::control::Signals;
use crate::limits::SearchLimits;
use crate::params::Params;
use crate::tablebase::Tablebases;
use crate::technique::{Technique, Techniques};
use crate::time::{Clock, TimeBounds};
use crate::tt::{TranspositionTable, TtEntry};

/// All that a search thread needs.
pub(super) struct Fixture {
    pub(super) tt: TranspositionTable,
    pub(super) params: Params,
    pub(super) techniques: Techniques,
    pub(super) tablebases: Tablebases,
    pub(super) worker: Worker,
    pub(super) best_iteration: Option<BestIteration>,
    reductions: Reductions,
    reversible_moves: ReversibleMoves,
}

impl Fixture {
    /// A search of a position without a past.
    pub(super) fn new(fen: &str) -> Self {
        Self::of_game(&Game::from(position(fen)))
    }

    /// A search of the last position of a game.
    pub(super) fn of_game(game: &Game) -> Self {
        let mut worker = Worker::new(0);
        let moves = game.position().legal_moves();
        let root_moves: Vec<RootMove> = moves.iter().map(|&mv| RootMove::new(mv)).collect();
        worker.prepare(game, &root_moves);
        worker.root_depth = 20;
        worker.next_check = u64::MAX;
        Self {
            tt: TranspositionTable::new(1).expect("a table of 1 MiB"),
            params: Params::default(),
            techniques: Techniques::ALL,
            tablebases: Tablebases::default(),
            worker,
            best_iteration: None,
            reductions: Reductions::new(),
            reversible_moves: ReversibleMoves::new(),
        }
    }

    /// The same without a technique.
    pub(super) fn without(mut self, technique: Technique) -> Self {
        self.techniques = self.techniques.without(technique);
        self
    }

    /// A move of the root position.
    pub(super) fn mv(&self, text: &str) -> Move {
        self.worker.positions[0].parse_uci(text).expect("a legal move")
    }

    /// Stores an entry of the root position.
    pub(super) fn store(&self, entry: TtEntry) {
        self.tt.store(self.worker.positions[0].key(), 0, entry);
    }

    /// Calls a function with the search.
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
            reductions: &self.reductions,
            reversible_moves: &self.reversible_moves,
            techniques: self.techniques,
            clock: &clock,
            start: Duration::ZERO,
            counts: &counts,
            node_time: None,
            tablebases: &self.tablebases,
            tablebase_pieces: self.tablebases.pieces(),
            lines: 1,
            best_iteration: self.best_iteration.as_ref(),
        };
        test(&mut Search { shared: &shared, w: &mut self.worker, sink: &mut |_| {} })
    }

    /// Calls a function with the search and the evaluated root as a node of a type, with a null window.
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

/// A position.
pub(super) fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
}

/// An entry of the transposition table with a lower bound.
pub(super) const fn entry(best: Option<Move>, score: i32, depth: i32) -> TtEntry {
    let bound = crate::score::Bound::Lower;
    TtEntry { best, score, eval: None, depth, bound, pv: false }
}
