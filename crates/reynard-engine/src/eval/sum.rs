//! The running sum of an evaluation.

use reynard::{Bitboard, Color, PieceType, Square};

use super::board_view::BoardView;
use super::packed::Packed;
use super::placement::{KingPlaces, PLACEMENTS};
use super::tracer::Tracer;
use super::weights::WEIGHTS;

/// Units of danger, by piece type, for each attacked square of the king ring.
const DANGER: [usize; 6] = [0, 2, 2, 2, 3, 0];

/// The sum so far, from White's point of view.
pub(crate) struct Sum<'a, T> {
    pub(crate) view: BoardView<'a>,
    /// King regions of each side.
    pub(crate) kings: [KingPlaces; 2],
    pub(crate) total: Packed,
    pub(crate) tracer: T,
}

impl<T: Tracer> Sum<'_, T> {
    /// Adds a weight `count` times for a side.
    #[inline(always)]
    pub(crate) fn add(&mut self, us: Color, index: usize, count: i32) {
        self.tracer.add(us, index, count);
        self.add_score(us, WEIGHTS[index] * count);
    }

    /// Adds a score that the tracer has already recorded.
    #[inline(always)]
    pub(crate) fn add_score(&mut self, us: Color, score: Packed) {
        match us {
            Color::White => self.total += score,
            Color::Black => self.total -= score,
        }
    }

    /// Adds the value of a piece on its square.
    #[inline(always)]
    pub(crate) fn piece(&mut self, us: Color, kind: PieceType, square: Square) {
        let kings = self.kings[us as usize];
        let (kind, square) = (kind.index(), us.relative_square(square) as usize);
        for index in kings.weights_of(kind, square) {
            self.tracer.add(us, index, 1);
        }
        self.add_score(us, PLACEMENTS[kings.index()][kind][square]);
    }

    /// Records the attacks of a piece, on the board and on the king ring, and returns its mobility.
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
