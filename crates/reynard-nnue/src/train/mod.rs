//! Training networks in floating point: gradient, AdamW, quantization.
//!
//! The hidden units are divided into blocks of 64. The blocks, not the positions, are distributed
//! among the threads. Each block processes the whole batch, so no gradients are added across
//! threads, and the result is bit-identical for any number of threads. There are no fused
//! multiply-adds, and no library functions with machine-dependent results.
//!
//! ```
//! use reynard_nnue::Shape;
//! use reynard_nnue::reynard::Position;
//! use reynard_nnue::train::{Step, TrainingExample, TrainingNetwork};
//!
//! let shape = Shape::new(64, 8)?;
//! let mut network = TrainingNetwork::new(shape, 1)?;
//! let pos = Position::startpos();
//! let example = TrainingExample::new(shape, pos.board(), pos.turn(), 0.6);
//! let before = network.loss(std::slice::from_ref(&example));
//! for _ in 0..20 {
//!     network.step(std::slice::from_ref(&example), Step { rate: 0.001, threads: 1 });
//! }
//! assert!(network.loss(&[example]) < before);
//! assert!(network.quantize().evaluate(&pos) > 0);
//! # Ok::<(), reynard_nnue::NetworkError>(())
//! ```

mod adam;
mod block;
mod dispatch;
mod example;
mod layer;
mod math;
mod shared;
mod state;

pub use example::TrainingExample;
pub use math::{cosine, sigmoid};
pub use state::InvalidState;

use alloc::vec;
use alloc::vec::Vec;

use crate::error::NetworkError;
use crate::header::NetworkHeader;
use crate::network::{Network, Weights};
use crate::shape::{QA, Shape};
use adam::{Adam, Parameter};
use block::Block;
use dispatch::Features;
use layer::WIDTH;
use reynard_base::SplitMix64;

/// Number of centipawns that an output of 1.0 represents: the reciprocal of 0.00474, the scale used
/// by the tuner of the classic evaluation.
pub const SCALE: i32 = 211;

/// Learning rate and number of threads for an optimizer step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Learning rate.
    pub rate: f32,
    /// Number of threads. It does not affect the result.
    pub threads: usize,
}

/// A network in floating point with its optimizer state.
#[derive(Clone, Debug)]
pub struct TrainingNetwork {
    shape: Shape,
    blocks: Vec<Block>,
    output_bias: Vec<Parameter>,
    /// Number of optimizer steps performed.
    steps: u64,
    features: Features,
}

impl TrainingNetwork {
    /// Creates a network with random weights: uniform within ±sqrt(1/32) in the hidden layer, and
    /// within ±sqrt(1/2H) in the output.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] unless the number of hidden units is a multiple of 64.
    pub fn new(shape: Shape, seed: u64) -> Result<Self, NetworkError> {
        if !Self::supports(shape) {
            return Err(NetworkError::Shape);
        }
        let mut random = SplitMix64::new(seed);
        let spread = (0.5 / shape.hidden() as f32).sqrt();
        let blocks = (0..shape.hidden() / WIDTH)
            .map(|_| Block::random(shape, spread, &mut random))
            .collect();
        Ok(Self {
            shape,
            blocks,
            output_bias: vec![Parameter::default(); shape.buckets()],
            steps: 0,
            features: Features::detect(),
        })
    }

    /// Returns `true` if networks of the given shape can be trained, which requires the number of
    /// hidden units to be a multiple of 64.
    ///
    /// ```
    /// use reynard_nnue::{Shape, train::TrainingNetwork};
    ///
    /// assert!(TrainingNetwork::supports(Shape::new(64, 1)?));
    /// assert!(!TrainingNetwork::supports(Shape::new(96, 1)?));
    /// # Ok::<(), reynard_nnue::NetworkError>(())
    /// ```
    pub const fn supports(shape: Shape) -> bool {
        shape.hidden().is_multiple_of(WIDTH)
    }

    /// Creates a training network from the weights of a quantized network, to train it further.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] unless the number of hidden units is a multiple of 64.
    pub fn from_network(network: &Network) -> Result<Self, NetworkError> {
        let mut training = Self::new(network.shape(), 0)?;
        let (hidden, weights) = (network.shape().hidden(), network.weights());
        let (qa, qb) = (QA as f32, weights.qb as f32);
        for (number, block) in training.blocks.iter_mut().enumerate() {
            for unit in 0..WIDTH {
                let column = number * WIDTH + unit;
                for row in 0..network.shape().rows() {
                    let weight = weights.hidden[row * hidden + column];
                    block.set_hidden(row, unit, f32::from(weight) / qa);
                }
                block.set_hidden(block.bias, unit, f32::from(weights.hidden_bias[column]) / qa);
                for row in 0..2 * network.shape().buckets() {
                    let weight = weights.output[row * hidden + column];
                    block.set_output(row, unit, f32::from(weight) / qb);
                }
            }
            block.divide();
        }
        for (parameter, &bias) in training.output_bias.iter_mut().zip(&weights.output_bias) {
            parameter.value = bias as f32 / (qa * qb);
        }
        Ok(training)
    }

    /// Widens the network to at least the given number of hidden units. The new units have random
    /// weights, but do not change the output until they are trained.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] if the number of hidden units is not a multiple of 64 up to
    /// [`Shape::MAX_HIDDEN`].
    ///
    /// ```
    /// use reynard_nnue::Shape;
    /// use reynard_nnue::reynard::Position;
    /// use reynard_nnue::train::TrainingNetwork;
    ///
    /// let network = TrainingNetwork::new(Shape::new(64, 8)?, 1)?;
    /// let wide = network.clone().widened(128, 2)?;
    /// let pos = Position::startpos();
    /// assert_eq!(wide.shape().hidden(), 128);
    /// assert_eq!(wide.quantize().evaluate(&pos), network.quantize().evaluate(&pos));
    /// # Ok::<(), reynard_nnue::NetworkError>(())
    /// ```
    pub fn widened(mut self, hidden: usize, seed: u64) -> Result<Self, NetworkError> {
        let shape = Shape::new(hidden.max(self.shape.hidden()), self.shape.buckets())?
            .with_king_buckets(self.shape.king_buckets());
        if !Self::supports(shape) {
            return Err(NetworkError::Shape);
        }
        let mut random = SplitMix64::new(seed);
        let new = || Block::random(shape, 0.0, &mut random);
        self.blocks.resize_with(shape.hidden() / WIDTH, new);
        self.shape = shape;
        Ok(self)
    }

    /// Returns the shape of the network.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of optimizer steps performed so far.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Performs one AdamW step on a batch. Returns the mean loss before the step.
    ///
    /// The loss of an example is `(sigmoid(output) - target)^2`.
    pub fn step(&mut self, batch: &[TrainingExample], step: Step) -> f64 {
        if batch.is_empty() {
            return 0.0;
        }
        let features = self.features;
        self.for_each_block(step.threads, |block| features.forward(block, batch));
        let (loss, slopes) = self.slopes(batch);
        self.steps += 1;
        let adam = Adam::new(self.steps, step.rate);
        self.for_each_block(step.threads, |block| {
            features.backward(block, batch, &slopes);
            features.update(block, adam);
        });
        for (bucket, parameter) in self.output_bias.iter_mut().enumerate() {
            let own = batch.iter().zip(&slopes).filter(|(example, _)| example.bucket() == bucket);
            let gradient = own.map(|(_, slope)| slope).sum();
            adam.update(parameter, gradient);
        }
        loss
    }

    /// Returns the mean loss over the examples.
    pub fn loss(&self, examples: &[TrainingExample]) -> f64 {
        let outputs = self.outputs(examples);
        let losses = outputs.iter().zip(examples).map(|(&output, example)| {
            let error = sigmoid(output.into()) - f64::from(example.target());
            error * error
        });
        losses.sum::<f64>() / examples.len().max(1) as f64
    }

    /// Returns the outputs for examples. Multiplied by [`SCALE`], they are centipawns for the side
    /// to move.
    pub fn outputs(&self, examples: &[TrainingExample]) -> Vec<f32> {
        let mut outputs: Vec<f32> =
            examples.iter().map(|example| self.output_bias[example.bucket()].value).collect();
        for block in &self.blocks {
            for (output, partial) in outputs.iter_mut().zip(self.features.infer(block, examples)) {
                *output += partial;
            }
        }
        outputs
    }

    /// Returns the share of hidden units that no example activates, and the share of activations at
    /// the upper bound.
    pub fn saturation(&self, examples: &[TrainingExample]) -> Saturation {
        let units = self.shape.hidden() as f64;
        let each = self.blocks.iter().map(|block| block.saturation(examples));
        let (dead, full) = each.fold((0, 0), |sum, each| (sum.0 + each.0, sum.1 + each.1));
        Saturation {
            dead: dead as f64 / units,
            saturated: full as f64 / (units * 2.0 * examples.len().max(1) as f64),
        }
    }

    /// Returns the largest magnitudes of the hidden-layer weights and of the output weights.
    pub fn largest_weights(&self) -> (f32, f32) {
        let each = self.blocks.iter().map(Block::largest);
        each.fold((0.0, 0.0), |most, each| (most.0.max(each.0), most.1.max(each.1)))
    }

    /// Rounds the weights to integers, scaled by the largest power of two that the output weights
    /// allow.
    pub fn quantize(&self) -> Network {
        let (hidden, buckets) = (self.shape.hidden(), self.shape.buckets());
        let (_, largest) = self.largest_weights();
        let fits = |qb: i32| largest * qb as f32 <= 127.0;
        let mut qb = (0..=10).rev().map(|power| 1 << power).find(|&qb| fits(qb)).unwrap_or(1);
        loop {
            let mut weights = Weights::zeroed(self.shape);
            weights.qb = qb;
            weights.scale = SCALE;
            for (number, block) in self.blocks.iter().enumerate() {
                for unit in 0..WIDTH {
                    let column = number * WIDTH + unit;
                    for row in 0..self.shape.rows() {
                        let weight = block.hidden(row, unit) * QA as f32;
                        weights.hidden[row * hidden + column] = weight.round() as i16;
                    }
                    let bias = block.hidden(block.bias, unit) * QA as f32;
                    weights.hidden_bias[column] = bias.round() as i16;
                    for row in 0..2 * buckets {
                        let weight = block.output(row, unit) * qb as f32;
                        weights.output[row * hidden + column] = weight.round() as i16;
                    }
                }
            }
            for (bias, parameter) in weights.output_bias.iter_mut().zip(&self.output_bias) {
                *bias = (parameter.value * (QA * qb) as f32).round() as i32;
            }
            match Network::new(self.shape, &weights, NetworkHeader::default()) {
                Ok(network) => return network,
                // Only the output can exceed its range, and half the precision halves it.
                Err(_) if qb > 1 => qb /= 2,
                Err(_) => return Network::zeroed(self.shape),
            }
        }
    }

    /// Returns the mean loss of a batch for which all blocks have been computed, and the derivative
    /// of each example's loss with respect to its output.
    fn slopes(&self, batch: &[TrainingExample]) -> (f64, Vec<f32>) {
        let mut total = 0.0;
        let size = batch.len() as f64;
        let slopes = batch.iter().enumerate().map(|(index, example)| {
            let mut output = self.output_bias[example.bucket()].value;
            for block in &self.blocks {
                output += block.partial(index);
            }
            let value = sigmoid(output.into());
            let error = value - f64::from(example.target());
            total += error * error;
            (2.0 * error * value * (1.0 - value) / size) as f32
        });
        let slopes = slopes.collect();
        (total / size, slopes)
    }

    /// Runs a function on each block, distributing the blocks among the threads.
    fn for_each_block(&mut self, threads: usize, work: impl Fn(&mut Block) + Sync) {
        let share = self.blocks.len().div_ceil(threads.max(1));
        if share == self.blocks.len() {
            self.blocks.iter_mut().for_each(work);
            return;
        }
        let work = &work;
        std::thread::scope(|scope| {
            for blocks in self.blocks.chunks_mut(share) {
                scope.spawn(move || blocks.iter_mut().for_each(work));
            }
        });
    }

    /// Returns the derivative of the mean loss with respect to each parameter, for tests. The order
    /// is: each block's hidden rows, its output rows, and finally the output biases.
    #[cfg(test)]
    fn gradient(&mut self, batch: &[TrainingExample]) -> Vec<f32> {
        let features = self.features;
        self.for_each_block(1, |block| features.forward(block, batch));
        let (_, slopes) = self.slopes(batch);
        self.for_each_block(1, |block| features.backward(block, batch, &slopes));
        let mut all: Vec<f32> = self.blocks.iter().flat_map(Block::gradient).collect();
        for bucket in 0..self.shape.buckets() {
            let own = batch.iter().zip(&slopes).filter(|(example, _)| example.bucket() == bucket);
            all.push(own.map(|(_, slope)| slope).sum());
        }
        all
    }
}

/// Activity levels of the hidden units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Saturation {
    /// Share of units that are never above zero.
    pub dead: f64,
    /// Share of activations at their upper bound.
    pub saturated: f64,
}

#[cfg(test)]
mod tests;
