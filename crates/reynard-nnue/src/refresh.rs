//! A cache of earlier accumulators, from which new ones are computed with few changes.

use alloc::vec;
use alloc::vec::Vec;

use reynard::{Board, Color};

use crate::change::Change;
use crate::chunk::{self, Chunk};
use crate::feature::View;
use crate::network::Network;

/// The most recent accumulator built for each side and view, with its board.
///
/// Source: the "Finny table", named after its inventor; <https://www.chessprogramming.org/NNUE>.
#[derive(Clone, Debug)]
pub(crate) struct RefreshCache {
    /// Entries by side and by the index of the view.
    entries: [Vec<Entry>; 2],
}

#[derive(Clone, Debug)]
struct Entry {
    board: Board,
    values: Vec<Chunk>,
    /// Buffer for the new values before they replace the old ones.
    next: Vec<Chunk>,
}

impl RefreshCache {
    /// Creates a cache for the empty board.
    pub(crate) fn new(network: &Network) -> Self {
        let entry = Entry {
            board: Board::EMPTY,
            values: network.biases().to_vec(),
            next: chunk::zeros(network.biases().len()),
        };
        let entries = vec![entry; View::count(network.shape().king_buckets())];
        Self { entries: [entries.clone(), entries] }
    }

    /// Returns the accumulator of a board from the point of view of `side`.
    pub(crate) fn refresh(
        &mut self,
        network: &Network,
        board: &Board,
        side: Color,
        view: View,
    ) -> &[Chunk] {
        let entry = &mut self.entries[side as usize][view.number()];
        let change = Change::between(&entry.board, board, view);
        network.update(&entry.values, &mut entry.next, change.removed(), change.added());
        core::mem::swap(&mut entry.values, &mut entry.next);
        entry.board = *board;
        &entry.values
    }
}
