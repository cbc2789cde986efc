//! The network in plain loops and wide integers, a reference for testing the kernels.

use reynard::{Color, Position, Square};

use crate::feature::{FEATURES, feature};
use crate::king_buckets::KingBuckets;
use crate::network::{Network, Weights};
use crate::shape::{QA, Shape};

/// Evaluates a position with plain loops over 64-bit integers, in centipawns for the side to move.
///
/// This function shares no arithmetic with [`Network::evaluate`], and returns the same score.
///
/// ```
/// use reynard::Position;
/// use reynard_nnue::{Network, Shape, reference_score};
///
/// let network = Network::random(Shape::new(32, 4)?, 3);
/// let pos = Position::startpos();
/// assert_eq!(reference_score(&network, &pos), i64::from(network.evaluate(&pos)));
/// # Ok::<(), reynard_nnue::NetworkError>(())
/// ```
pub fn reference_score(network: &Network, pos: &Position) -> i64 {
    let (shape, weights) = (network.shape(), network.weights());
    let bucket = shape.bucket(pos.occupied().len());
    let mut sum = 0_i64;
    for (half, side) in [pos.turn(), !pos.turn()].into_iter().enumerate() {
        for unit in 0..shape.hidden() {
            let value = hidden_unit(shape, &weights, pos, side, unit).clamp(0, i64::from(QA));
            let index = (2 * bucket + half) * shape.hidden() + unit;
            sum += value * value * i64::from(weights.output[index]);
        }
    }
    let output = sum / i64::from(QA) + i64::from(weights.output_bias[bucket]);
    output * i64::from(weights.scale) / i64::from(QA * weights.qb)
}

fn hidden_unit(shape: Shape, weights: &Weights, pos: &Position, side: Color, unit: usize) -> i64 {
    let king = pos.king(side);
    let first = king_bucket(shape.king_buckets(), side, king) * FEATURES;
    let rows = pos.board().iter().map(|(square, piece)| first + feature(side, king, piece, square));
    let sum: i64 = rows.map(|row| i64::from(weights.hidden[row * shape.hidden() + unit])).sum();
    sum + i64::from(weights.hidden_bias[unit])
}

/// Returns the bucket of a king by its distances from its own back rank and from the nearer side
/// edge.
fn king_bucket(kings: KingBuckets, side: Color, king: Square) -> usize {
    let rank = king.rank() as usize;
    let from_edge = if side == Color::White { rank } else { 7 - rank };
    let file = king.file() as usize;
    match (kings, from_edge, file.min(7 - file)) {
        (KingBuckets::One, ..) | (KingBuckets::Four, 0, 0 | 1) => 0,
        (KingBuckets::Four, 0, _) => 1,
        (KingBuckets::Four, 1, _) => 2,
        (KingBuckets::Four, ..) => 3,
        (KingBuckets::Eight, 0, from_side) => from_side,
        (KingBuckets::Eight, 1, from_side) => 4 + from_side / 2,
        (KingBuckets::Eight, 2 | 3, _) => 6,
        (KingBuckets::Eight, ..) => 7,
    }
}
