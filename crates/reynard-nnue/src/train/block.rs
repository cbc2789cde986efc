//! Sixty-four hidden units with their weights, gradients and moments.

use alloc::vec::Vec;

use super::adam::Adam;
use super::example::TrainingExample;
use super::layer::{Layer, MAX_HIDDEN, MAX_OUTPUT, ROWS, Row, WIDTH};
use super::math::within;
use super::shared::SharedRows;
use crate::feature::FEATURES;
use crate::shape::Shape;
use reynard_base::SplitMix64;

/// Maximum number of output rows: two for each bucket, one per side.
pub(super) const OUTPUTS: usize = 16;

/// Sixty-four hidden units.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Weights of the hidden layer, those that the positions meet.
    pub(super) hidden: Layer<ROWS>,
    /// The part of the weights that all king buckets share, if there are several buckets.
    pub(super) shared: Option<SharedRows>,
    pub(super) output: Layer<OUTPUTS>,
    /// Index of the row of biases, which follows the rows of the features and acts as an input that
    /// is always active.
    pub(super) bias: usize,
    /// Number of output rows in use.
    pub(super) outputs: usize,
    /// Both sides' sums before activation, for each example in the batch.
    sums: Vec<[Row; 2]>,
    /// The block's contribution to the output, for each example in the batch.
    partials: Vec<f32>,
}

impl Block {
    pub(super) fn random(shape: Shape, spread: f32, random: &mut SplitMix64) -> Self {
        // All buckets start alike, so that rare ones learn as fast.
        let bias = shape.rows();
        let mut hidden = Layer::zeroed();
        let most = (1.0_f32 / 32.0).sqrt();
        let (first, others) = hidden.values[..bias].split_at_mut(FEATURES);
        for row in &mut *first {
            row.0.fill_with(|| within(most, random));
        }
        others.chunks_exact_mut(FEATURES).for_each(|rows| rows.copy_from_slice(first));
        let mut output = Layer::zeroed();
        let sides = [(); 2].map(|()| {
            let mut row = Row::ZERO;
            row.0.fill_with(|| within(spread, random));
            row
        });
        for (index, row) in output.values[..2 * shape.buckets()].iter_mut().enumerate() {
            *row = sides[index % 2];
        }
        let outputs = 2 * shape.buckets();
        let shared = (bias > FEATURES).then(|| SharedRows::of(&hidden.values[..bias]));
        Self { hidden, shared, output, bias, outputs, sums: Vec::new(), partials: Vec::new() }
    }

    /// Divides the weights anew into those that the king buckets share and those of a bucket, after
    /// they were set.
    pub(super) fn divide(&mut self) {
        if let Some(shared) = &mut self.shared {
            *shared = SharedRows::of(&self.hidden.values[..self.bias]);
        }
    }

    /// Returns the number of rows of the hidden layer in use.
    pub(super) const fn hidden_rows(&self) -> usize {
        self.bias + 1
    }

    pub(super) fn hidden(&self, row: usize, unit: usize) -> f32 {
        self.hidden.values[row].0[unit]
    }

    pub(super) fn output(&self, row: usize, unit: usize) -> f32 {
        self.output.values[row].0[unit]
    }

    pub(super) fn set_hidden(&mut self, row: usize, unit: usize, value: f32) {
        self.hidden.values[row].0[unit] = value;
    }

    pub(super) fn set_output(&mut self, row: usize, unit: usize, value: f32) {
        self.output.values[row].0[unit] = value;
    }

    /// Returns the block's contribution to the output for an example in the batch.
    pub(super) fn partial(&self, index: usize) -> f32 {
        self.partials[index]
    }

    /// Returns the largest magnitudes of the hidden-layer weights and of the output weights.
    pub(super) fn largest(&self) -> (f32, f32) {
        (self.hidden.largest(self.hidden_rows()), self.output.largest(self.outputs))
    }

    /// Computes the block's sums and output contributions for a batch.
    #[inline(always)]
    pub(super) fn forward(&mut self, batch: &[TrainingExample]) {
        self.sums.clear();
        self.partials.clear();
        for example in batch {
            let sums = [0, 1].map(|side| self.sum(example.rows(side)));
            let outputs = self.output_rows(example);
            let partial = activate(&sums[0], outputs[0]) + activate(&sums[1], outputs[1]);
            self.partials.push(partial);
            self.sums.push(sums);
        }
    }

    /// Returns the output contributions for examples without storing them.
    #[inline(always)]
    pub(super) fn infer(&self, examples: &[TrainingExample]) -> Vec<f32> {
        let partial = |example: &TrainingExample| {
            let outputs = self.output_rows(example);
            let side = |side| activate(&self.sum(example.rows(side)), outputs[side]);
            side(0) + side(1)
        };
        examples.iter().map(partial).collect()
    }

    /// Adds the derivatives for a batch to the gradients.
    #[inline(always)]
    pub(super) fn backward(&mut self, batch: &[TrainingExample], slopes: &[f32]) {
        for ((example, &slope), sums) in batch.iter().zip(slopes).zip(&self.sums) {
            for (side, sum) in sums.iter().enumerate() {
                let row = (2 * example.bucket() + side) % OUTPUTS;
                let (weights, gradient) =
                    (&self.output.values[row], &mut self.output.gradient[row]);
                let mut change = Row::ZERO;
                for unit in 0..WIDTH {
                    let value = sum.0[unit].clamp(0.0, 1.0);
                    gradient.0[unit] += slope * (value * value);
                    let is_open = sum.0[unit] > 0.0 && sum.0[unit] < 1.0;
                    let inner = slope * weights.0[unit] * (2.0 * value);
                    change.0[unit] = if is_open { inner } else { 0.0 };
                }
                add(&mut self.hidden.gradient[self.bias % ROWS], &change);
                for &row in example.rows(side) {
                    add(&mut self.hidden.gradient[row as usize % ROWS], &change);
                }
            }
        }
    }

    /// Adds up the biases and the active rows.
    #[inline(always)]
    fn sum(&self, active: &[u16]) -> Row {
        let rows = &self.hidden.values;
        let mut sum = rows[self.bias % ROWS];
        for &row in active {
            add(&mut sum, &rows[row as usize % ROWS]);
        }
        sum
    }

    /// Performs an optimizer step and clears the gradients.
    #[inline(always)]
    pub(super) fn update(&mut self, adam: Adam) {
        let mut own = 0..self.hidden_rows();
        if let Some(shared) = &mut self.shared {
            shared.update(&mut self.hidden, self.bias, adam);
            own.start = self.bias;
        }
        self.hidden.update(own, adam, MAX_HIDDEN);
        self.output.update(0..self.outputs, adam, MAX_OUTPUT);
    }

    /// Counts the units that no example activates, and the activations that reach the upper bound.
    pub(super) fn saturation(&self, examples: &[TrainingExample]) -> (usize, usize) {
        let mut is_alive = [false; WIDTH];
        let mut full = 0;
        for example in examples {
            for side in 0..2 {
                let sum = self.sum(example.rows(side));
                for (unit, &value) in sum.0.iter().enumerate() {
                    is_alive[unit] |= value > 0.0;
                    full += usize::from(value >= 1.0);
                }
            }
        }
        (is_alive.iter().filter(|&&alive| !alive).count(), full)
    }

    /// Returns the derivatives with respect to the weights in use.
    #[cfg(test)]
    pub(super) fn gradient(&self) -> Vec<f32> {
        let hidden = self.hidden.gradient[..self.hidden_rows()].iter().flat_map(|row| row.0);
        hidden.chain(self.output.gradient[..self.outputs].iter().flat_map(|row| row.0)).collect()
    }

    /// Returns the output weights of both sides for an example's bucket.
    #[inline(always)]
    fn output_rows(&self, example: &TrainingExample) -> [&Row; 2] {
        let row = 2 * example.bucket();
        [&self.output.values[row % OUTPUTS], &self.output.values[(row + 1) % OUTPUTS]]
    }
}

#[inline(always)]
fn add(sum: &mut Row, row: &Row) {
    for unit in 0..WIDTH {
        sum.0[unit] += row.0[unit];
    }
}

/// Returns the weighted sum of the squared clipped values, added in a fixed order.
#[inline(always)]
fn activate(sums: &Row, weights: &Row) -> f32 {
    let mut lanes = [0.0; 16];
    for part in 0..WIDTH / 16 {
        for (lane, total) in lanes.iter_mut().enumerate() {
            let value = sums.0[part * 16 + lane].clamp(0.0, 1.0);
            *total += value * value * weights.0[part * 16 + lane];
        }
    }
    let mut width = lanes.len();
    while width > 1 {
        width /= 2;
        for lane in 0..width {
            lanes[lane] += lanes[lane + width];
        }
    }
    lanes[0]
}
