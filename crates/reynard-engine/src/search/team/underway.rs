//! Moves that some thread is searching just now, so that the others begin with what is left.
//!
//! Threads that only share the transposition table search the same moves at the same time. Here each
//! leaves word of the move that it begins with, and a thread that comes to the same move puts it off
//! until the other moves of the node are done: by then its value is in the table more often than not.
//!
//! Source: Tom Kerrigan, *Simplified ABDADA* (2017),
//! <https://www.tckerrigan.com/Chess/Parallel_Chess/Simplified_ABDADA/>.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use reynard::{Move, Position};

use crate::score::Bound;
use crate::search::Search;
use crate::search::node::Node;

/// From this depth on; below it a move is done sooner than put off.
const DEPTH: i32 = 8;
/// Sets of cells; a power of two.
const SETS: usize = 1 << 12;
/// Moves that a set has room for; one more is not noted.
const WAYS: usize = 4;

/// A move in a position, as a number that is never 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Key(u64);

impl Key {
    pub(crate) fn new(pos: &Position, m: Move) -> Self {
        Self((pos.key() ^ u64::from(m.bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1)
    }

    fn set(self) -> usize {
        (self.0 >> 32) as usize % SETS
    }
}

/// The moves that are being searched. A cell holds 0 if it is free.
pub(crate) struct Underway(Vec<[AtomicU64; WAYS]>);

impl Default for Underway {
    fn default() -> Self {
        Self((0..SETS).map(|_| Default::default()).collect())
    }
}

impl Underway {
    /// Whether a thread is searching a move.
    pub(crate) fn contains(&self, key: Key) -> bool {
        self.0[key.set()].iter().any(|cell| cell.load(Relaxed) == key.0)
    }

    /// A thread begins with a move.
    pub(crate) fn begin(&self, key: Key) {
        for cell in &self.0[key.set()] {
            let held = cell.load(Relaxed);
            if held == key.0 {
                return;
            }
            if held == 0 {
                cell.store(key.0, Relaxed);
                return;
            }
        }
    }

    /// A thread is done with a move.
    pub(crate) fn end(&self, key: Key) {
        for cell in &self.0[key.set()] {
            if cell.load(Relaxed) == key.0 {
                cell.store(0, Relaxed);
            }
        }
    }
}

impl Search<'_> {
    /// Whether another thread is searching a move of a node.
    pub(in crate::search) fn is_underway(&self, node: &Node, m: Move) -> bool {
        node.depth >= DEPTH
            && self
                .shared
                .team
                .is_some_and(|team| team.underway.contains(Key::new(self.pos(node.ply), m)))
    }

    /// Leaves word that a move of a node is being searched.
    pub(in crate::search) fn begin_move(&self, node: &Node, m: Move) -> Option<Key> {
        let team = self.shared.team.filter(|_| node.depth >= DEPTH)?;
        let key = Key::new(self.pos(node.ply), m);
        team.underway.begin(key);
        Some(key)
    }

    /// The move that was begun is done.
    pub(in crate::search) fn end_move(&self, begun: Option<Key>) {
        if let (Some(team), Some(key)) = (self.shared.team, begun) {
            team.underway.end(key);
        }
    }

    /// What another thread has found out about a node while its moves were searched, if that is
    /// enough to cut.
    pub(in crate::search) fn found_meanwhile(&self, node: &Node) -> Option<i32> {
        if node.is_pv() || node.excluded.is_some() {
            return None;
        }
        let entry = self.shared.table.get(self.pos(node.ply).key(), node.ply)?;
        let cuts = entry.depth >= node.depth
            && entry.bound != Bound::Upper
            && entry.score >= node.window.beta;
        cuts.then_some(entry.score)
    }
}
