//! State of a mate search.

use reynard::Position;

use super::refuters::Refuters;
use super::table::{BoundTable, NumberTable};

/// Tables of a mate search, and its node count.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) numbers: NumberTable,
    pub(super) bounds: BoundTable,
    pub(super) refuters: Refuters,
    pub(super) nodes: u64,
}

/// The state of one call of the search.
pub(super) struct Solver<'a> {
    pub(super) search: &'a mut Tables,
    /// Value XORed into position keys to distinguish which of the two sides tries to mate.
    pub(super) salt: u64,
    pub(super) stopped: &'a mut dyn FnMut(u64) -> bool,
    pub(super) is_stopped: bool,
}

/// Number of nodes between two calls of `stopped`.
const POLL: u64 = 1 << 10;

impl Solver<'_> {
    /// Counts a node; returns `false` once the search is stopped.
    pub(super) fn count(&mut self) -> bool {
        self.search.nodes += 1;
        if self.search.nodes.is_multiple_of(POLL) && (self.stopped)(self.search.nodes) {
            self.is_stopped = true;
        }
        !self.is_stopped
    }
}

/// Returns the salt for a search in which the side to move mates.
pub(super) fn salt(pos: &Position) -> u64 {
    match pos.turn() {
        reynard::Color::White => 0,
        reynard::Color::Black => 0x9E37_79B9_7F4A_7C15,
    }
}
