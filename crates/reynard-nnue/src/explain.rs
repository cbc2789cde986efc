//! A score explained by pieces and output buckets.

use alloc::vec::Vec;

use reynard::{Piece, PieceType, Position, Square};

use crate::network::Network;

/// A score with the share of each piece and the score of each output bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Score of the side to move in centipawns.
    pub score: i32,
    /// Output bucket of the position.
    pub bucket: usize,
    /// Scores that the output buckets give the position, in centipawns for the side to move.
    pub buckets: Vec<i32>,
    /// Pieces other than kings, by square.
    pub pieces: Vec<PieceValue>,
}

/// Share of a piece in a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceValue {
    /// Square of the piece.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// Score with the piece less the score without it, in centipawns for the side to move.
    pub value: i32,
}

impl Network {
    /// Explains the score of a position: what each piece adds to it, and what the other output buckets would say.
    ///
    /// The share of a piece is the difference that its removal makes; the output bucket stays the same. The shares do
    /// not add up to the score, since pieces work together.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_nnue::{Network, Shape};
    ///
    /// let network = Network::random(Shape::new(64, 8)?, 1);
    /// let explanation = network.explain(&Position::startpos());
    /// assert_eq!(explanation.pieces.len(), 30);
    /// assert_eq!(explanation.buckets[explanation.bucket], explanation.score);
    /// # Ok::<(), reynard_nnue::NetworkError>(())
    /// ```
    pub fn explain(&self, pos: &Position) -> Explanation {
        let bucket = self.shape().bucket(pos.occupied().len());
        let buckets = self.bucket_scores(pos);
        let score = buckets[bucket];
        let others = pos.board().iter().filter(|(_, piece)| piece.kind != PieceType::King);
        let pieces = others
            .map(|(square, piece)| {
                let mut board = *pos.board();
                board.set(square, None);
                let without = self.board_score(&board, pos.turn(), bucket);
                PieceValue { square, piece, value: score - without }
            })
            .collect();
        Explanation { score, bucket, buckets, pieces }
    }
}
