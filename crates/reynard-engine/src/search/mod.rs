//! Principal variation search with iterative deepening, built from small steps.
//!
//! * `iterate`: iterative deepening, aspiration windows, root moves;
//! * `node`: a node of the tree, up to its moves;
//! * `move_loop`: the loop over the moves of a node;
//! * `qsearch`: quiescence search;
//! * `move_picker`: staged move ordering;
//! * `steps`: one technique per file, with its source;
//! * `threats`: attacked squares, and squares that give check;
//! * `lazy_smp`: the best iteration, which two threads share in addition to the transposition
//!   table;
//! * `vote`: the choice of the result when more than two threads search.
//!
//! A [`Worker`] is the memory of a thread, which persists from search to search; [`Shared`] belongs
//! to all threads of a search; [`Search`] combines the two.
//!
//! Source: <https://www.chessprogramming.org/Principal_Variation_Search>.

#[cfg(test)]
mod fixture;
mod iterate;
mod lazy_smp;
mod move_loop;
mod move_picker;
mod node;
mod qsearch;
mod steps;
mod threats;
mod vote;
mod worker;

pub(crate) use iterate::RootMove;
pub(crate) use lazy_smp::BestIteration;
pub(crate) use steps::{Reductions, ReversibleMoves};
pub(crate) use threats::Threats;
pub(crate) use vote::elect;
pub(crate) use worker::Worker;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use reynard::{Move, PieceType, PieceValues, Position};

use crate::control::Signals;
use crate::eval::is_drawn_corner;
use crate::history::{HistoryContext, PieceTo};
use crate::limits::SearchLimits;
use crate::node_time::NodeTime;
use crate::params::Params;
use crate::report::SearchEvent;
use crate::score::{DRAW, MAX_PLY, ScoreScale};
use crate::tablebase::Tablebases;
use crate::technique::{Technique, Techniques};
use crate::time::{Clock, TimeBounds};
use crate::tt::TranspositionTable;

/// Piece values of the static exchange evaluation.
const VALUES: PieceValues = PieceValues::DEFAULT;

/// Number of nodes between two checks of the limits.
const NODES_BETWEEN_CHECKS: u64 = 512;
/// Number of nodes after which a search may be ended even if it has not completed a single root
/// move.
const NODES_FOR_ONE_MOVE: u64 = 1 << 14;

/// A thread's counters, which other threads can read.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

/// The state shared by all threads of a search.
pub(crate) struct Shared<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) signals: &'a Signals,
    pub(crate) limits: &'a SearchLimits,
    pub(crate) bounds: TimeBounds,
    pub(crate) params: &'a Params,
    pub(crate) scale: ScoreScale,
    /// Score of a draw for the side to move at the root: minus the contempt, in search units.
    pub(crate) root_draw: i32,
    pub(crate) reductions: &'a Reductions,
    pub(crate) reversible_moves: &'a ReversibleMoves,
    pub(crate) techniques: Techniques,
    pub(crate) clock: &'a Clock,
    pub(crate) start: Duration,
    /// Counters of each thread, as last published.
    pub(crate) counts: &'a [Counts],
    pub(crate) node_time: Option<NodeTime>,
    pub(crate) tablebases: &'a Tablebases,
    /// Largest number of pieces in the available tablebases.
    pub(crate) tablebase_pieces: u32,
    /// Number of root moves found in the tablebases.
    pub(crate) root_probes: u64,
    /// Number of principal variations (`MultiPV`).
    pub(crate) lines: usize,
    /// Best iteration of all threads; `None` with one thread.
    pub(crate) best_iteration: Option<&'a BestIteration>,
}

impl Shared<'_> {
    /// Returns `true` if a technique is in use.
    #[inline(always)]
    pub(crate) const fn uses(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// Returns the number of nodes searched by all threads.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.counts.iter().map(|counts| counts.nodes.load(Relaxed)).sum()
    }

    /// Returns the tablebase hits of all threads, including those at the root.
    pub(crate) fn all_tb_hits(&self) -> u64 {
        let in_tree: u64 = self.counts.iter().map(|counts| counts.tb_hits.load(Relaxed)).sum();
        self.root_probes + in_tree
    }

    /// Returns the time since the start of the search.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    /// Returns the time used for the move, measured by the clock or in node time.
    pub(crate) fn used_time(&self) -> Duration {
        self.node_time.map_or_else(|| self.elapsed(), |rate| rate.time(self.all_nodes()))
    }

    /// Returns `true` if the limits apply. They do not apply in an infinite search or while
    /// pondering.
    pub(crate) fn limits_apply(&self) -> bool {
        !self.limits.infinite && (!self.limits.ponder || self.signals.ponder_hit.load(Relaxed))
    }
}

/// A thread running a search.
pub(crate) struct Search<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) thread: &'a mut Worker,
    /// Receiver of events.
    pub(crate) sink: &'a mut (dyn FnMut(SearchEvent<'_>) + 'a),
}

impl Search<'_> {
    /// Returns the position at a ply.
    #[inline(always)]
    fn pos(&self, ply: usize) -> &Position {
        &self.thread.positions[ply]
    }

    /// Makes a move at a ply.
    #[inline]
    fn play(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.thread.positions.split_at_mut(ply + 1);
        let pos = &before[ply];
        self.thread.frames[ply + PAST].played = Some(PieceTo::of(pos, mv));
        self.thread.frames[ply + PAST].mv = Some(mv);
        self.thread.keys.push(pos.key());
        pos.play_into(mv, &mut after[0]);
        self.thread.piece_keys[ply + 1] = self.thread.piece_keys[ply].after(pos, mv, &after[0]);
        self.thread.evaluator.play(ply + 1, mv);
        self.count_node();
    }

    /// Makes a null move at a ply.
    fn play_null(&mut self, ply: usize) {
        let pos = self.thread.positions[ply].clone();
        self.thread.frames[ply + PAST].played = None;
        self.thread.frames[ply + PAST].mv = None;
        self.thread.keys.push(pos.key());
        self.thread.positions[ply + 1] = pos;
        self.thread.piece_keys[ply + 1] = self.thread.piece_keys[ply];
        // No null move is made in check, so that this cannot fail.
        let _ = self.thread.positions[ply + 1].play_null();
        self.thread.evaluator.touch(ply + 1);
        self.count_node();
    }

    /// Unmakes the last move.
    #[inline]
    fn unplay(&mut self) {
        self.thread.keys.pop();
    }

    #[inline]
    fn count_node(&mut self) {
        self.thread.nodes += 1;
        if self.thread.nodes >= self.thread.next_check {
            self.check_limits();
        }
    }

    /// Publishes the counters of this thread.
    fn publish_counts(&self) {
        let counts = &self.shared.counts[self.thread.id];
        counts.nodes.store(self.thread.nodes, Relaxed);
        counts.tb_hits.store(self.thread.tb_hits, Relaxed);
    }

    /// Stops the search if a limit has been reached or another thread has completed this iteration.
    #[cold]
    fn check_limits(&mut self) {
        let shared = self.shared;
        self.publish_counts();
        let mut next = self.thread.nodes + NODES_BETWEEN_CHECKS;
        self.thread.next_check = next;
        let is_helper = self.thread.id > 0;
        // Without one searched move any would have to do; that rarely takes longer than a look at
        // the clock.
        let waits = !is_helper && self.thread.nodes < NODES_FOR_ONE_MOVE;
        if waits && !self.thread.root_moves.iter().any(RootMove::has_score) {
            return;
        }
        let finished = is_helper && shared.best_iteration.is_some_and(BestIteration::is_finished);
        self.thread.stopped = finished || shared.signals.is_stopped();
        if !is_helper && shared.limits_apply() {
            // The limit of nodes does not apply to the first iteration.
            if let Some(limit) = shared.limits.nodes.filter(|_| self.thread.completed > 0) {
                let all = shared.all_nodes();
                next = next.min(self.thread.nodes + limit.saturating_sub(all).max(1));
                self.thread.stopped |= all >= limit;
            }
            self.thread.stopped |=
                shared.bounds.hard.is_some_and(|hard| shared.used_time() >= hard);
        }
        if !self.thread.stopped
            && shared.best_iteration.is_some_and(|best| best.depth() >= self.thread.root_depth)
        {
            self.thread.stopped = true;
            self.thread.superseded = true;
        }
        self.thread.next_check = next;
    }

    /// Computes the threats to the side to move at a ply.
    #[inline]
    fn compute_threats(&mut self, ply: usize) {
        self.thread.frames[ply + PAST].threats = Threats::of(&self.thread.positions[ply]);
    }

    /// Returns the context in which the histories score the quiet moves at a ply.
    #[inline]
    fn history_context(&self, ply: usize) -> HistoryContext {
        HistoryContext {
            turn: self.pos(ply).turn(),
            pawn_key: self.thread.piece_keys[ply].pawns(),
            previous_moves: self.previous_moves(ply),
            threats: self.thread.frames[ply + PAST].threats.all,
        }
    }

    /// Returns the moves one, two and four plies before a ply.
    #[inline]
    fn previous_moves(&self, ply: usize) -> [Option<PieceTo>; 3] {
        [1, 2, 4].map(|back| self.thread.frames[ply + PAST - back].played)
    }

    /// Returns the score of a draw for the side to move at a ply.
    #[inline]
    const fn draw_score(&self, ply: usize) -> i32 {
        if ply.is_multiple_of(2) { self.shared.root_draw } else { -self.shared.root_draw }
    }

    /// Returns `true` if the position is a draw by the fifty-move rule, repetition or insufficient
    /// material, or if a bare king holds the corner against rook pawns and wrong-colored bishops.
    fn is_draw(&self, ply: usize) -> bool {
        let pos = self.pos(ply);
        let clock = usize::from(pos.halfmove_clock());
        // Checkmate by the hundredth half-move wins.
        if clock >= 100 && (!pos.is_check() || pos.has_legal_move()) {
            return true;
        }
        if clock >= 4 && self.is_repetition(pos.key(), clock) {
            return true;
        }
        if pos.board().orthogonal_sliders().any() {
            return false;
        }
        if pos.by_type(PieceType::Pawn).is_empty() {
            return pos.board().is_insufficient_material(reynard::MateKind::Possible);
        }
        self.thread.evaluator.knows_endings() && is_drawn_corner(pos)
    }

    /// Returns `true` if the position has occurred once in the current line, or twice in the game.
    fn is_repetition(&self, key: u64, clock: usize) -> bool {
        let keys = &self.thread.keys;
        let mut in_game = 0;
        for back in (4..=clock.min(keys.len())).step_by(2) {
            let index = keys.len() - back;
            if keys[index] == key {
                if index >= self.thread.root_keys {
                    return true;
                }
                in_game += 1;
                if in_game == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Returns the static evaluation at a ply, in search units. Every static evaluation of the
    /// search goes through this function.
    #[inline]
    fn evaluate(&mut self, ply: usize) -> i32 {
        let exact = self.thread.evaluator.evaluate(ply, &self.thread.positions[..=ply]);
        let score = match &self.shared.limits.noise {
            None => exact,
            Some(noise) => noise.add_to(exact, self.pos(ply)),
        };
        self.shared.scale.to_search(score)
    }

    /// Returns the score of a node at the maximum ply.
    fn score_at_max_ply(&mut self, ply: usize) -> i32 {
        if self.pos(ply).is_check() { DRAW } else { self.evaluate(ply) }
    }
}

/// Number of frames before the root. They let steps at the root look back.
pub(crate) const PAST: usize = 4;
/// Number of positions and frames in a thread.
pub(crate) const PLIES: usize = MAX_PLY + 2;
