//! Weights that all king buckets share.

use super::adam::Adam;
use super::layer::{Layer, MAX_HIDDEN, ROWS, Row, WIDTH};
use crate::feature::FEATURES;

/// Rows of shared weights, rounded up to a power of two.
const SHARED: usize = FEATURES.next_power_of_two();

/// The part of the hidden layer's weights that all king buckets share.
///
/// A weight is the sum of a shared part and of a part of its bucket. Both learn from the gradient
/// of the weight, so a bucket in which a king rarely stands learns from the others. Only the sums
/// are written to a network file.
///
/// Source: the "factorizer" of Stockfish's trainer;
/// <https://github.com/official-stockfish/nnue-pytorch>.
#[derive(Clone, Debug)]
pub(super) struct SharedRows(pub(super) Layer<SHARED>);

impl SharedRows {
    /// Creates the shared part of the rows of all buckets: their mean.
    pub(super) fn of(rows: &[Row]) -> Self {
        let mut shared = Layer::zeroed();
        let part = FEATURES as f32 / rows.len() as f32;
        for (index, row) in rows.iter().enumerate() {
            for (sum, value) in shared.values[index % FEATURES].0.iter_mut().zip(row.0) {
                *sum += value * part;
            }
        }
        Self(shared)
    }

    /// Performs an optimizer step on the first `used` rows of a layer, which are those of all
    /// buckets, and clears their gradients.
    #[inline(always)]
    pub(super) fn update(&mut self, layer: &mut Layer<ROWS>, used: usize, adam: Adam) {
        for feature in 0..FEATURES {
            let before = self.0.values[feature];
            for row in (feature..used).step_by(FEATURES) {
                for unit in 0..WIDTH {
                    self.0.gradient[feature].0[unit] += layer.gradient[row].0[unit];
                    layer.values[row].0[unit] -= before.0[unit];
                }
            }
            self.0.update(feature..feature + 1, adam, MAX_HIDDEN);
            let after = self.0.values[feature];
            for row in (feature..used).step_by(FEATURES) {
                layer.update(row..row + 1, adam, 2.0 * MAX_HIDDEN);
                for unit in 0..WIDTH {
                    let sum = layer.values[row].0[unit] + after.0[unit];
                    layer.values[row].0[unit] = sum.clamp(-MAX_HIDDEN, MAX_HIDDEN);
                }
            }
        }
    }
}
