//! The sum of an evaluation while it is put together.

use reynard::{Bitboard, Color, PieceType};

use super::board_view::BoardView;
use super::feature;
use super::packed::Packed;
use super::tracer::Tracer;
use super::weights::WEIGHTS;

/// Units of danger for each square near the king that a piece of a kind attacks.
const DANGER: [usize; 6] = [0, 2, 2, 2, 3, 0];

/// What has been counted so far, from White's side.
pub(crate) struct Sum<'a, T> {
    pub(crate) view: BoardView<'a>,
    pub(crate) total: Packed,
    pub(crate) tracer: T,
}

impl<T: Tracer> Sum<'_, T> {
    /// Counts a weight for a side.
    #[inline(always)]
    pub(crate) fn add(&mut self, us: Color, index: usize, count: i32) {
        self.tracer.add(us, index, count);
        self.add_score(us, WEIGHTS[index] * count);
    }

    /// Counts what has been told to the tracer elsewhere.
    #[inline(always)]
    pub(crate) fn add_score(&mut self, us: Color, score: Packed) {
        match us {
            Color::White => self.total += score,
            Color::Black => self.total -= score,
        }
    }

    /// Counts a piece and its square.
    #[inline(always)]
    pub(crate) fn piece(&mut self, us: Color, kind: PieceType, square_index: usize) {
        self.tracer.add(us, feature::MATERIAL.start + kind.index(), 1);
        self.tracer.add(us, square_index, 1);
        self.add_score(us, PIECE_ON_SQUARE[square_index]);
    }

    /// Notes what a piece attacks, on the board and near the enemy king; the answer is the number
    /// of squares that count for its mobility.
    #[inline(always)]
    pub(crate) fn note_attacks(&mut self, us: Color, kind: PieceType, targets: Bitboard) -> usize {
        let ring = self.view.side(!us).ring;
        let side = &mut self.view.sides[us as usize];
        side.add_attacks(kind, targets);
        let near = targets & ring;
        if near.any() {
            side.attackers += 1;
            side.danger += DANGER[kind.index()] * near.len() as usize;
        }
        (targets & side.area).len() as usize
    }
}

/// The weights of squares with the value of the piece added, so that one look-up gives both.
pub(crate) static PIECE_ON_SQUARE: [Packed; SQUARES_END] = {
    let mut table = [Packed::ZERO; SQUARES_END];
    let blocks = [
        feature::PAWN_SQUARE,
        feature::KNIGHT_SQUARE,
        feature::BISHOP_SQUARE,
        feature::ROOK_SQUARE,
        feature::QUEEN_SQUARE,
    ];
    let mut kind = 0;
    while kind < blocks.len() {
        let block = blocks[kind];
        let mut place = 0;
        while place < block.len {
            let index = block.start + place;
            table[index] = WEIGHTS[index].plus(WEIGHTS[feature::MATERIAL.start + kind]);
            place += 1;
        }
        kind += 1;
    }
    table
};

const SQUARES_END: usize = feature::QUEEN_SQUARE.start + feature::QUEEN_SQUARE.len;
