//! A position as the trainer sees it.

use reynard::{Board, Color};

use crate::feature::View;
use crate::shape::Shape;

/// Most pieces of a position.
const MOST: usize = 32;

/// A position as the active rows of both sides, with its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingExample {
    rows: [[u16; MOST]; 2],
    len: u8,
    bucket: u8,
    target: f32,
}

impl TrainingExample {
    /// An example of a board, the side to move, and the expected score of that side, from 0 to 1.
    ///
    /// Pieces beyond 32 are left out.
    pub fn new(shape: Shape, board: &Board, turn: Color, target: f32) -> Self {
        let views = [turn, !turn].map(|side| View::of(board, side));
        let mut example = Self {
            rows: [[0; MOST]; 2],
            len: 0,
            bucket: shape.bucket(board.occupied().len()) as u8,
            target,
        };
        for (square, piece) in board.iter().take(MOST) {
            for (rows, view) in example.rows.iter_mut().zip(views) {
                rows[usize::from(example.len)] = view.row(piece, square);
            }
            example.len += 1;
        }
        example
    }

    /// Expected score of the side to move, from 0 to 1.
    pub const fn target(&self) -> f32 {
        self.target
    }

    /// Output bucket.
    #[inline(always)]
    pub(super) const fn bucket(&self) -> usize {
        self.bucket as usize
    }

    /// Active rows: of the side to move for 0, of the other side for 1.
    #[inline(always)]
    pub(super) fn rows(&self, side: usize) -> &[u16] {
        &self.rows[side % 2][..usize::from(self.len).min(MOST)]
    }
}
