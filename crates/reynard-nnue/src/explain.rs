//! Explaining a score by pieces and output buckets.

use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;

use reynard::{Board, File, Piece, PieceType, Position, Rank, Square};

use crate::network::Network;

/// A score with the share of each piece and the score of each output bucket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The board.
    pub board: Board,
    /// Score in centipawns for the side to move.
    pub score: i32,
    /// Output bucket of the position.
    pub bucket: usize,
    /// Scores of the position with each output bucket, in centipawns for the side to move.
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
    /// Score with the piece minus the score without it, in centipawns for the side to move.
    pub value: i32,
}

impl Network {
    /// Explains the score of a position by the contribution of each piece, and by the scores with
    /// the other output buckets.
    ///
    /// The share of a piece is the change in the score when the piece is removed, with the same
    /// output bucket. The shares do not add up to the score, since pieces work together.
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
        Explanation { board: *pos.board(), score, bucket, buckets, pieces }
    }
}

impl fmt::Display for Explanation {
    /// Writes the score, the board with the share of each piece, and the scores with all output
    /// buckets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Network     {:+} centipawns for the side to move", self.score)?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{rank}")?;
            for file in File::ALL {
                let square = Square::new(file, rank);
                let share = self.pieces.iter().find(|piece| piece.square == square);
                let cell = match (self.board.piece_at(square), share) {
                    (Some(piece), Some(share)) => format!("{piece}{:+}", share.value),
                    (Some(piece), None) => piece.to_string(),
                    (None, _) => "\u{b7}".to_string(),
                };
                write!(f, " {cell:>6}")?;
            }
            writeln!(f)?;
        }
        write!(f, " ")?;
        for file in File::ALL {
            write!(f, " {:>6}", file.to_string())?;
        }
        for (number, score) in self.buckets.iter().enumerate() {
            let mark = if number == self.bucket { "  <- this position" } else { "" };
            write!(f, "\nBucket {number}    {score:+}{mark}")?;
        }
        Ok(())
    }
}
