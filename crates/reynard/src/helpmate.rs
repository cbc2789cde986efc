//! Helpmate search: can a side mate if the other one cooperates?
//!
//! [`Position::cannot_win`] finds only what a look at the position proves. This search walks
//! through the reachable positions, the most promising first, until one is mate, until none is
//! left, or until the limit of positions is reached. Each position is kept whole and examined once,
//! so that neither a hash collision nor a depth limit can spoil a proof; positions in which
//! `cannot_win` rules the mate out are not entered.
//!
//! The problem is studied by M. Ambrona, "A Practical Algorithm for Chess Unwinnability", 2022; the
//! estimate here is simpler than the one of that paper.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::num::NonZeroU32;

use crate::{Bitboard, Color, Move, PieceType, Position, Rank, Square, attacks};

/// Result of a helpmate search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Helpmate {
    /// The side can mate: these legal moves of both sides end in mate. None if it is mate already.
    Possible(Vec<Move>),
    /// No series of legal moves ends in mate by this side: that is proved.
    Impossible,
    /// The search has seen as many positions as it was allowed to.
    Unknown,
}

impl Position {
    /// Looks for a series of legal moves of both sides that ends with mate by `winner`, among at
    /// most `positions` positions.
    ///
    /// Nothing else in this library asks for it, since it takes time and memory: some microseconds
    /// and 200 bytes a position. The line that is found is not the shortest one. The clock does not
    /// count: a mate after any number of moves is one.
    ///
    /// ```
    /// use reynard::{Color, Helpmate, Position};
    ///
    /// // White has run out of time. Can Black mate with a knight?
    /// let pos: Position = "8/8/8/8/8/5k2/4n2P/7K w - - 0 1".parse()?;
    /// let Helpmate::Possible(line) = pos.find_helpmate(Color::Black, 10_000) else { panic!() };
    /// let mut mate = pos.clone();
    /// for mv in line {
    ///     mate.play(mv)?;
    /// }
    /// assert!(mate.is_check() && !mate.has_legal_move());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_helpmate(&self, winner: Color, positions: usize) -> Helpmate {
        if !self.has_legal_move() && self.is_check() {
            let won = self.turn() != winner;
            return if won { Helpmate::Possible(Vec::new()) } else { Helpmate::Impossible };
        }
        if self.cannot_win(winner) {
            return Helpmate::Impossible;
        }
        Search::new(self, winner).run(positions)
    }
}

/// A position that was reached, and how.
struct Node {
    position: Position,
    /// The node before it and the move from there; none for the first one.
    reached: Option<(u32, Move)>,
}

/// The number of a node, counted from 1.
type Place = NonZeroU32;

struct Search {
    winner: Color,
    nodes: Vec<Node>,
    /// Open addressing with linear steps; a power of two, at most half full.
    table: Vec<Option<Place>>,
    /// The nodes not yet examined: the lowest estimate first, then the oldest.
    open: BinaryHeap<Reverse<(u32, u32)>>,
}

impl Search {
    const SMALLEST_TABLE: usize = 1024;

    fn new(root: &Position, winner: Color) -> Self {
        let table = vec![None; Self::SMALLEST_TABLE];
        let mut search = Self { winner, nodes: Vec::new(), table, open: BinaryHeap::new() };
        search.add(root.clone(), None);
        search
    }

    fn run(mut self, positions: usize) -> Helpmate {
        // The numbers of nodes have 32 bits.
        let limit = positions.min(u32::MAX as usize / 2);
        while let Some(Reverse((_, index))) = self.open.pop() {
            let position = self.nodes[index as usize].position.clone();
            for &mv in &position.legal_moves() {
                let mut child = position.clone();
                child.play_unchecked(mv);
                if child.turn() != self.winner && child.is_check() && !child.has_legal_move() {
                    return Helpmate::Possible(self.line_to(index, mv));
                }
                if child.cannot_win_at_sight(self.winner) || self.knows(&child) {
                    continue;
                }
                if self.nodes.len() >= limit {
                    return Helpmate::Unknown;
                }
                self.add(child, Some((index, mv)));
            }
        }
        Helpmate::Impossible
    }

    /// Returns the moves to a node and one more.
    fn line_to(&self, index: u32, last: Move) -> Vec<Move> {
        let mut line = vec![last];
        let mut reached = self.nodes[index as usize].reached;
        while let Some((parent, mv)) = reached {
            line.push(mv);
            reached = self.nodes[parent as usize].reached;
        }
        line.reverse();
        line
    }

    /// Returns the slot of a position, or the slot in which it would be stored.
    fn slot(&self, position: &Position) -> usize {
        let mask = self.table.len() - 1;
        let mut slot = position.key() as usize & mask;
        while let Some(place) = self.table[slot] {
            if self.nodes[place.get() as usize - 1].position == *position {
                break;
            }
            slot = (slot + 1) & mask;
        }
        slot
    }

    fn knows(&self, position: &Position) -> bool {
        self.table[self.slot(position)].is_some()
    }

    /// Adds a position that is not yet known.
    fn add(&mut self, position: Position, reached: Option<(u32, Move)>) {
        if 2 * self.nodes.len() >= self.table.len() {
            self.grow();
        }
        let slot = self.slot(&position);
        let index = self.nodes.len() as u32;
        self.open.push(Reverse((estimate(&position, self.winner), index)));
        self.nodes.push(Node { position, reached });
        self.table[slot] = Place::new(index + 1);
    }

    fn grow(&mut self) {
        self.table = vec![None; 2 * self.table.len()];
        for index in 0..self.nodes.len() {
            let slot = self.slot(&self.nodes[index].position);
            self.table[slot] = Place::new(index as u32 + 1);
        }
    }
}

/// Estimates the distance to a mate by `winner`, 0 for near: mates happen to a king in a corner,
/// without flight squares and near the other king, by a piece that a pawn can promote to.
fn estimate(pos: &Position, winner: Color) -> u32 {
    let board = pos.board();
    let king = pos.king(!winner);
    let safe = attacks::king(king).with(king) - board.attacked_by(winner);
    let flights = safe - pos.by_color(!winner);
    let heavy = board.orthogonal_sliders() & pos.by_color(winner);
    let promotion = if heavy.any() { 0 } else { ranks_to_promotion(pos, winner) };
    // A king without own pieces around it is hard to mate with little material.
    let pieces = pos.by_color(!winner) - pos.by_type(PieceType::Pawn);
    let help =
        if heavy.any() || pieces.more_than_one() { 0 } else { ranks_to_promotion(pos, !winner) };
    2 * flights.len()
        + safe.len()
        + corner_distance(king)
        + u32::from(king.distance(pos.king(winner)))
        + 2 * promotion
        + help
}

/// Returns the ranks between the foremost pawn and its promotion, 0 if there is no pawn.
fn ranks_to_promotion(pos: &Position, color: Color) -> u32 {
    let pawns = pos.pieces(color, PieceType::Pawn);
    let passed = |rank: Rank| pawns & Bitboard::rank(rank.relative_to(color));
    let foremost = Rank::ALL.into_iter().rev().find(|&rank| passed(rank).any());
    foremost.map_or(0, |rank| Rank::Eighth as u32 - rank as u32)
}

fn corner_distance(square: Square) -> u32 {
    let corners = [Square::A1, Square::H1, Square::A8, Square::H8];
    corners.into_iter().map(|corner| u32::from(square.distance(corner))).min().unwrap_or(0)
}
