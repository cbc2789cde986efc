//! Helpmate search: can a side mate if the other side cooperates?
//!
//! [`Position::cannot_win`] finds only what a static test of the position proves. This search
//! explores the reachable positions, the most promising first, until it finds a mate, has examined
//! all positions, or reaches the position limit. Each position is stored in full and examined once,
//! so neither hash collisions nor a depth limit can invalidate a proof. Positions in which
//! `cannot_win` rules out the mate are skipped.
//!
//! The problem was studied by M. Ambrona, "A Practical Algorithm for Chess Unwinnability", 2022.
//! The estimate used here is simpler than the one in that paper.

use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::num::NonZeroU32;

use crate::{Bitboard, Color, Move, PieceType, Position, Rank, Square, attacks};

/// Result of a helpmate search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Helpmate {
    /// The side can mate: these legal moves of both sides end in mate. The list is empty if the
    /// position is already mate.
    Possible(Vec<Move>),
    /// It is proven that no sequence of legal moves ends in mate by this side.
    Impossible,
    /// The search reached its position limit.
    Unknown,
}

impl Position {
    /// Searches for a sequence of legal moves by both sides that ends in mate by `winner`,
    /// examining at most `positions` positions.
    ///
    /// No other function of this library calls this one, because it takes time and memory: some
    /// microseconds and 200 bytes per position. The line that it finds need not be the shortest.
    /// The half-move clock does not count, so the mate may take any number of moves.
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

/// A reached position, and how it was reached.
struct Node {
    position: Position,
    /// The previous node and the move played from it; `None` for the first node.
    reached: Option<(u32, Move)>,
}

/// Number of a node, counted from 1.
type Place = NonZeroU32;

struct Search {
    winner: Color,
    nodes: Vec<Node>,
    /// Hash table with open addressing and linear probing. Its length is a power of two, and it is
    /// at most half full.
    table: Vec<Option<Place>>,
    /// The nodes not yet examined, ordered by estimate, lowest first, and then by age.
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

    /// Returns the moves that lead to a node, followed by one more move.
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

    /// Adds a position unless it is already known.
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

/// Estimates the distance to a mate by `winner`; 0 means close. Typical mates catch a king in a
/// corner, without flight squares and near the other king, and are given by a piece to which a pawn
/// can promote.
fn estimate(pos: &Position, winner: Color) -> u32 {
    let board = pos.board();
    let king = pos.king(!winner);
    let safe = attacks::king(king).with(king) - board.attacked_by(winner);
    let flights = safe - pos.by_color(!winner);
    let heavy = board.orthogonal_sliders() & pos.by_color(winner);
    let promotion = if heavy.any() { 0 } else { ranks_to_promotion(pos, winner) };
    // With little material, a king is hard to mate if none of its own pieces are around it.
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

/// Returns the number of ranks between the most advanced pawn and its promotion, or 0 if there is
/// no pawn.
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
