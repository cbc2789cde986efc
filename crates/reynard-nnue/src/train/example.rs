//! A position in the form used by the trainer.

use reynard::{Board, Color, Piece, PieceType, Square};

use crate::feature::View;
use crate::shape::Shape;

/// Maximum number of pieces in a position.
const MOST: usize = 32;

/// A position, stored as the active rows of both sides, with its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingExample {
    rows: [[u16; MOST]; 2],
    len: u8,
    bucket: u8,
    target: f32,
}

impl TrainingExample {
    /// Creates an example from a board, the side to move, and its expected score from 0 to 1.
    ///
    /// Pieces beyond 32 are ignored.
    pub fn new(shape: Shape, board: &Board, turn: Color, target: f32) -> Self {
        let squares = board.occupied().iter();
        let pieces = squares.filter_map(|square| Some((square, board.piece_at(square)?)));
        Self::from_pieces(shape, pieces, turn, target)
    }

    /// Creates an example from pieces and their squares, in any order, with `turn` as the side to
    /// move.
    ///
    /// Pieces beyond 32 are ignored. A side without a king is treated as if its king were on a1.
    pub fn from_pieces(
        shape: Shape,
        pieces: impl Iterator<Item = (Square, Piece)> + Clone,
        turn: Color,
        target: f32,
    ) -> Self {
        let king = |color| {
            let mut kings = pieces.clone().filter(|(_, piece)| *piece == PieceType::King.of(color));
            kings.next().map_or(Square::A1, |(square, _)| square)
        };
        let views = [turn, !turn].map(|side| View::new(side, king(side), shape.king_buckets()));
        let mut example = Self { rows: [[0; MOST]; 2], len: 0, bucket: 0, target };
        for (square, piece) in pieces.take(MOST) {
            for (rows, view) in example.rows.iter_mut().zip(views) {
                rows[usize::from(example.len)] = view.row(piece, square);
            }
            example.len += 1;
        }
        example.bucket = shape.bucket(example.len.into()) as u8;
        example
    }

    /// Returns the expected score of the side to move, from 0 to 1.
    pub const fn target(&self) -> f32 {
        self.target
    }

    /// Returns the output bucket.
    #[inline(always)]
    pub(super) const fn bucket(&self) -> usize {
        self.bucket as usize
    }

    /// Returns the active rows of a side: 0 is the side to move, 1 the other side.
    #[inline(always)]
    pub(super) fn rows(&self, side: usize) -> &[u16] {
        &self.rows[side % 2][..usize::from(self.len).min(MOST)]
    }
}
