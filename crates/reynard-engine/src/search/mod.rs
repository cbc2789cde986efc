//! The search: principal variation search with iterative deepening, as a spine of small steps.
//!
//! * `iterate`: iterations, windows, lines;
//! * `node`: one node of the tree, from the draws to the table;
//! * `moves`: the loop over its moves;
//! * `qsearch`: captures, checks and ways out of check at the leaves;
//! * `picker`: the order of the moves;
//! * `steps`: one technique a file, each with its source;
//! * `threats`: what the other side attacks, and where from it can be given check;
//! * `best_iteration`: what several threads tell one another beside the table.
//!
//! A [`Worker`] is what a thread owns and keeps between searches, [`Shared`] is what all threads of a
//! search look at, and [`Search`] brings the two together.
//!
//! Source: <https://www.chessprogramming.org/Principal_Variation_Search>.

mod iterate;
mod lazy_smp;
mod move_loop;
mod move_picker;
mod node;
mod qsearch;
mod steps;
mod threats;
mod worker;

pub(crate) use iterate::RootMove;
pub(crate) use lazy_smp::BestIteration;
pub(crate) use steps::ReversibleMoves;
pub(crate) use threats::Threats;
pub(crate) use worker::Worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use reynard::{Move, PieceType, PieceValues, Position};

use crate::history::{HistoryContext, PieceTo};
use crate::limits::SearchLimits;
use crate::node_time::NodeTime;
use crate::params::Params;
use crate::report::SearchEvent;
use crate::score::{DRAW, MAX_PLY};
use crate::tablebase::Tablebases;
use crate::technique::{Technique, Techniques};
use crate::time::{Clock, TimeBounds};
use crate::tt::TranspositionTable;

/// What captures are judged by.
const VALUES: PieceValues = PieceValues::DEFAULT;

/// Nodes between two looks at the clock.
const NODES_BETWEEN_CHECKS: u64 = 512;
/// Nodes after which a search may be ended that has not even looked at one move.
const NODES_FOR_ONE_MOVE: u64 = 1 << 14;

/// How a search is told from outside to end, or that the expected move was played.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    pub(crate) stop: AtomicBool,
    pub(crate) ponder_hit: AtomicBool,
}

/// What a thread has counted, for the others to see.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    nodes: AtomicU64,
    tb_hits: AtomicU64,
}

/// What all threads of a search look at.
pub(crate) struct Shared<'a> {
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) signals: &'a Signals,
    pub(crate) limits: &'a SearchLimits,
    pub(crate) bounds: TimeBounds,
    pub(crate) params: &'a Params,
    pub(crate) reductions: &'a Reductions,
    pub(crate) reversible_moves: &'a ReversibleMoves,
    pub(crate) techniques: Techniques,
    pub(crate) clock: &'a Clock,
    pub(crate) began: Duration,
    /// What each thread has counted, as last reported.
    pub(crate) counts: &'a [Counts],
    /// Whether time is counted in nodes.
    pub(crate) node_time: Option<NodeTime>,
    pub(crate) tablebases: &'a Tablebases,
    /// The most men of a position that they know.
    pub(crate) tablebase_pieces: u32,
    /// How many lines are mode.
    pub(crate) lines: usize,
    /// How far the fastest thread has come, if there are several.
    pub(crate) best_iteration: Option<&'a BestIteration>,
}

impl Shared<'_> {
    /// Whether a technique is used.
    #[inline(always)]
    pub(crate) const fn uses(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// The nodes of all threads.
    pub(crate) fn all_nodes(&self) -> u64 {
        self.counts.iter().map(|counts| counts.nodes.load(Relaxed)).sum()
    }

    /// The positions that all threads have found in tablebases.
    pub(crate) fn all_tb_hits(&self) -> u64 {
        self.counts.iter().map(|counts| counts.tb_hits.load(Relaxed)).sum()
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.began)
    }

    /// How much of the time for the move is used up.
    pub(crate) fn used(&self) -> Duration {
        self.node_time.map_or_else(|| self.elapsed(), |rate| rate.time(self.all_nodes()))
    }

    /// Whether the limits apply: not while the opponent thinks.
    pub(crate) fn limits_apply(&self) -> bool {
        !self.limits.infinite && (!self.limits.ponder || self.signals.ponder_hit.load(Relaxed))
    }
}

/// By how much late moves are reduced, in 1024ths of a ply, by depth and number of the move.
///
/// Source: <https://www.chessprogramming.org/Late_Move_Reductions>.
#[derive(Clone, Debug)]
pub(crate) struct Reductions([i32; 64]);

impl Reductions {
    /// The table: natural logarithms in 1024ths, computed with integers so that they are the same
    /// everywhere.
    pub(crate) fn new() -> Self {
        let mut table = [0; 64];
        for (number, cell) in table.iter_mut().enumerate().skip(1) {
            *cell = (log2(number as u64) * 710 / 1024) as i32;
        }
        Self(table)
    }

    /// The logarithms of both, multiplied, in 1024ths.
    #[inline]
    pub(crate) fn product(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(1, 63) as usize] * self.0[number.min(63)] / 1024
    }
}

/// The logarithm to base 2 in 1024ths, bit by bit.
fn log2(number: u64) -> u64 {
    let whole = u64::from(number.ilog2());
    let mut mantissa = (number << 32) >> whole;
    let mut result = whole;
    for _ in 0..10 {
        mantissa = ((mantissa >> 1) * (mantissa >> 1)) >> 30;
        result <<= 1;
        if mantissa >= 2 << 32 {
            mantissa >>= 1;
            result |= 1;
        }
    }
    result
}

/// A thread at work on a search.
pub(crate) struct Search<'a> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) w: &'a mut Worker,
    /// Who is told what the search finds.
    pub(crate) sink: &'a mut (dyn FnMut(SearchEvent<'_>) + 'a),
}

impl Search<'_> {
    /// The position at a ply.
    #[inline(always)]
    fn pos(&self, ply: usize) -> &Position {
        &self.w.positions[ply]
    }

    /// Plays a move at a ply; the position of the next one is what it leads to.
    #[inline]
    fn play(&mut self, ply: usize, mv: Move) {
        let (before, after) = self.w.positions.split_at_mut(ply + 1);
        let pos = &before[ply];
        self.w.frames[ply + PAST].played = Some(PieceTo::of(pos, mv));
        self.w.frames[ply + PAST].quiet = Some(mv).filter(|mv| mv.is_quiet());
        self.w.keys.push(pos.key());
        pos.play_into(mv, &mut after[0]);
        self.w.evaluator.touch(ply + 1);
        self.count_node();
    }

    /// Passes at a ply.
    fn play_null(&mut self, ply: usize) {
        let pos = self.w.positions[ply].clone();
        self.w.frames[ply + PAST].played = None;
        self.w.frames[ply + PAST].quiet = None;
        self.w.keys.push(pos.key());
        self.w.positions[ply + 1] = pos;
        // Nobody passes in check, so that this cannot fail.
        let _ = self.w.positions[ply + 1].play_null();
        self.w.evaluator.touch(ply + 1);
        self.count_node();
    }

    /// Takes the last move back.
    #[inline]
    fn unplay(&mut self) {
        self.w.keys.pop();
    }

    #[inline]
    fn count_node(&mut self) {
        self.w.nodes += 1;
        if self.w.nodes >= self.w.next_check {
            self.check_limits();
        }
    }

    /// Lets the other threads see what this one has counted.
    fn report_counts(&self) {
        let counts = &self.shared.counts[self.w.id];
        counts.nodes.store(self.w.nodes, Relaxed);
        counts.tb_hits.store(self.w.tb_hits, Relaxed);
    }

    /// Looks whether a limit has been reached, or another thread has been faster.
    #[cold]
    fn check_limits(&mut self) {
        let shared = self.shared;
        self.report_counts();
        let mut next = self.w.nodes + NODES_BETWEEN_CHECKS;
        self.w.next_check = next;
        let helps = self.w.id > 0;
        // Before one move has been looked at, any would do; it rarely takes longer than a look at the clock.
        let waits = !helps && self.w.nodes < NODES_FOR_ONE_MOVE;
        if waits && !self.w.root_moves.iter().any(RootMove::is_known) {
            return;
        }
        let done = helps && shared.best_iteration.is_some_and(BestIteration::is_done);
        self.w.stopped = done || shared.signals.stop.load(Relaxed);
        if !helps && shared.limits_apply() {
            // However few nodes are allowed, the first iteration looks at every move.
            if let Some(limit) = shared.limits.nodes.filter(|_| self.w.completed > 0) {
                let all = shared.all_nodes();
                next = next.min(self.w.nodes + limit.saturating_sub(all).max(1));
                self.w.stopped |= all >= limit;
            }
            self.w.stopped |= shared.bounds.hard.is_some_and(|hard| shared.used() >= hard);
        }
        if !self.w.stopped
            && shared
                .best_iteration
                .is_some_and(|best_iteration| best_iteration.depth() >= self.w.root_depth)
        {
            self.w.stopped = true;
            self.w.superseded = true;
        }
        self.w.next_check = next;
    }

    /// Finds out what the other side attacks at a ply.
    #[inline]
    fn note_threats(&mut self, ply: usize) {
        self.w.frames[ply + PAST].threats = Threats::of(&self.w.positions[ply]);
    }

    /// What the quiet moves of a ply are looked up by.
    #[inline]
    fn history_context(&self, ply: usize) -> HistoryContext {
        HistoryContext {
            turn: self.pos(ply).turn(),
            pawn_key: self.w.pawn_keys[ply],
            previous_moves: self.previous_moves(ply),
            threats: self.w.frames[ply + PAST].threats.all,
        }
    }

    /// The moves one, two and four plies before a ply.
    #[inline]
    fn previous_moves(&self, ply: usize) -> [Option<PieceTo>; 3] {
        [1, 2, 4].map(|back| self.w.frames[ply + PAST - back].played)
    }

    /// Whether the game is drawn at a ply, by repetition, by the fifty-move rule or for lack of
    /// material.
    fn is_draw(&self, ply: usize) -> bool {
        let pos = self.pos(ply);
        let clock = usize::from(pos.halfmove_clock());
        if clock >= 100 && (!pos.is_check() || pos.has_legal_move()) {
            return true;
        }
        if clock >= 4 && self.is_repetition(pos.key(), clock) {
            return true;
        }
        let enough = pos.by_type(PieceType::Pawn) | pos.board().orthogonal_sliders();
        enough.is_empty() && pos.board().is_insufficient_material(reynard::MateKind::Possible)
    }

    /// Whether the position has occurred in this line, or twice before it in the game.
    fn is_repetition(&self, key: u64, clock: usize) -> bool {
        let keys = &self.w.keys;
        let mut in_game = 0;
        for back in (4..=clock.min(keys.len())).step_by(2) {
            let index = keys.len() - back;
            if keys[index] == key {
                if index >= self.w.root_keys {
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

    /// The static evaluation of a ply.
    #[inline]
    fn evaluate(&mut self, ply: usize) -> i32 {
        self.w.evaluator.evaluate(ply, &self.w.positions[..=ply])
    }

    /// What a node is worth that is too deep in the tree to be looked at.
    fn too_deep(&mut self, ply: usize) -> i32 {
        if self.pos(ply).is_check() { DRAW } else { self.evaluate(ply) }
    }
}

/// Frames before the root, so that one can look back from it.
pub(crate) const PAST: usize = 4;
/// Positions and frames that a thread has.
pub(crate) const PLIES: usize = MAX_PLY + 2;
