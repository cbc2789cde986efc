//! The descent: Adam on small batches, spread over threads.

use std::ops::Range;
use std::thread;

use super::samples::{Sample, Samples};
use super::{Weights, source};
use crate::engine::splitmix64;

/// How a fit goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// How often each position is looked at.
    pub epochs: usize,
    /// How far a weight moves at first with each batch, in centipawns; it falls to a hundredth.
    pub rate: f32,
    /// Positions looked at between two moves.
    pub batch: usize,
    /// How strongly weights are drawn to what the fit starts from, in loss a squared centipawn.
    pub decay: f32,
    /// One of how many positions, at the end of the samples, is held out.
    pub held_out: usize,
    /// How many threads share a batch.
    pub threads: usize,
    /// What the order of the positions is shuffled with.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self { epochs: 40, rate: 1.0, batch: 8192, decay: 1e-8, held_out: 10, threads: 1, seed: 1 }
    }
}

/// How far a fit has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Epochs done.
    pub epoch: usize,
    /// Mean loss of the positions that the fit learns from.
    pub loss: f64,
    /// Mean loss of those held out.
    pub held_out_loss: f64,
}

/// The outcome of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The weights found.
    pub weights: Weights,
    /// The scale of the logistic curve: a score of `1 / scale` centipawns means 73 percent.
    pub scale: f32,
    /// Where it began and where it ended.
    pub progress: [Progress; 2],
}

/// Fits weights to samples, beginning with `start`.
///
/// The scale of the curve is fitted to the bare values of the pieces and kept, so that a pawn goes on
/// being worth about a hundred centipawns.
///
/// ```
/// use reynard_engine::tune::{Samples, Settings, Weights, fit};
///
/// let mut samples = Samples::default();
/// for _ in 0..100 {
///     samples.add_line("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1.0]")?;
///     samples.add_line("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1 [0.0]")?;
/// }
/// let found = fit(&samples, &Weights::neutral(), Settings::default(), |_| {});
/// assert!(found.progress[1].held_out_loss < found.progress[0].held_out_loss);
/// # Ok::<(), reynard_engine::tune::InvalidSample>(())
/// ```
pub fn fit(
    samples: &Samples,
    start: &Weights,
    settings: Settings,
    mut report: impl FnMut(Progress),
) -> Fit {
    let learned = samples.len() - samples.len() / settings.held_out.max(1);
    let data = Data { samples, learned };
    let scale = data.fitted_scale(&Weights::neutral());
    let mut order: Vec<u32> = (0..learned as u32).collect();
    let mut adam = Adam::new(start.clone(), settings.decay);
    let first = data.progress(&adam.weights, scale, 0, settings.threads);
    report(first);
    let mut last = first;
    let mut random = settings.seed;
    for epoch in 1..=settings.epochs {
        shuffle(&mut order, &mut random);
        let rate = settings.rate * 0.01_f32.powf((epoch - 1) as f32 / settings.epochs as f32);
        for batch in order.chunks(settings.batch.max(1)) {
            let gradient = data.gradient(&adam.weights, scale, batch, settings.threads);
            adam.step(&gradient, rate);
        }
        last = data.progress(&adam.weights, scale, epoch, settings.threads);
        report(last);
    }
    source::center(&mut adam.weights);
    Fit { weights: adam.weights, scale, progress: [first, last] }
}

/// The samples, and how many of them are learned from.
struct Data<'a> {
    samples: &'a Samples,
    learned: usize,
}

impl Data<'_> {
    fn progress(&self, weights: &Weights, scale: f32, epoch: usize, threads: usize) -> Progress {
        Progress {
            epoch,
            loss: self.loss(weights, scale, 0..self.learned, threads),
            held_out_loss: self.loss(weights, scale, self.learned..self.samples.len(), threads),
        }
    }

    /// The mean logistic loss over a range of samples.
    fn loss(&self, weights: &Weights, scale: f32, range: Range<usize>, threads: usize) -> f64 {
        let len = range.len().max(1);
        let share = range.len().div_ceil(threads.max(1)).max(1);
        let starts = range.clone().step_by(share);
        let part = |from: usize| {
            (from..(from + share).min(range.end))
                .map(|index| f64::from(loss(&self.samples.get(index), weights, scale)))
                .sum::<f64>()
        };
        let sum: f64 = thread::scope(|scope| {
            let workers: Vec<_> = starts.map(|from| scope.spawn(move || part(from))).collect();
            workers.into_iter().filter_map(|worker| worker.join().ok()).sum()
        });
        sum / len as f64
    }

    /// The scale that makes the loss smallest, by narrowing an interval.
    fn fitted_scale(&self, weights: &Weights) -> f32 {
        let sample = 0..self.learned.min(50_000);
        let (mut low, mut high) = (1e-4_f32, 3e-2_f32);
        for _ in 0..24 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            let better =
                self.loss(weights, a, sample.clone(), 1) < self.loss(weights, b, sample.clone(), 1);
            if better { high = b } else { low = a }
        }
        f32::midpoint(low, high)
    }

    /// The mean gradient over a batch.
    fn gradient(
        &self,
        weights: &Weights,
        scale: f32,
        batch: &[u32],
        threads: usize,
    ) -> Vec<[f32; 2]> {
        let share = batch.len().div_ceil(threads.max(1)).max(1);
        let part = |indices: &[u32]| {
            let mut sum = vec![[0.0_f32; 2]; weights.0.len()];
            for &index in indices {
                add_gradient(&self.samples.get(index as usize), weights, scale, &mut sum);
            }
            sum
        };
        let mut total = vec![[0.0_f32; 2]; weights.0.len()];
        thread::scope(|scope| {
            let part = &part;
            let workers: Vec<_> =
                batch.chunks(share).map(|indices| scope.spawn(move || part(indices))).collect();
            for sum in workers.into_iter().filter_map(|worker| worker.join().ok()) {
                for (total, sum) in total.iter_mut().zip(sum) {
                    *total = [total[0] + sum[0], total[1] + sum[1]];
                }
            }
        });
        let part_of = 1.0 / batch.len().max(1) as f32;
        for sum in &mut total {
            *sum = [sum[0] * part_of, sum[1] * part_of];
        }
        total
    }
}

/// The score of a sample in centipawns for White, and how much its endgame part counts.
#[inline]
fn score(sample: &Sample<'_>, weights: &Weights) -> (f32, f32) {
    let (mut middlegame, mut endgame) = (0.0, 0.0);
    for &(index, count) in sample.counts {
        let [m, e] = weights.0[index as usize];
        middlegame += m * f32::from(count);
        endgame += e * f32::from(count);
    }
    let scale = sample.scales[usize::from(endgame < 0.0)];
    let late = (1.0 - sample.middlegame) * scale;
    (middlegame * sample.middlegame + endgame * late, late)
}

fn expected(score: f32, scale: f32) -> f32 {
    1.0 / (1.0 + (-scale * score).exp())
}

fn loss(sample: &Sample<'_>, weights: &Weights, scale: f32) -> f32 {
    let expected = expected(score(sample, weights).0, scale).clamp(1e-6, 1.0 - 1e-6);
    -(sample.result * expected.ln() + (1.0 - sample.result) * (1.0 - expected).ln())
}

#[inline]
fn add_gradient(sample: &Sample<'_>, weights: &Weights, scale: f32, sum: &mut [[f32; 2]]) {
    let (score, late) = score(sample, weights);
    let error = (expected(score, scale) - sample.result) * scale;
    let (early, late) = (error * sample.middlegame, error * late);
    for &(index, count) in sample.counts {
        let cell = &mut sum[index as usize];
        cell[0] += early * f32::from(count);
        cell[1] += late * f32::from(count);
    }
}

/// The state of the descent: running means of the gradient and of its square.
struct Adam {
    weights: Weights,
    start: Weights,
    decay: f32,
    mean: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    fn new(start: Weights, decay: f32) -> Self {
        let zeros = vec![[0.0; 2]; start.0.len()];
        let (mean, square) = (zeros.clone(), zeros);
        Self { weights: start.clone(), start, decay, mean, square, steps: 0 }
    }

    fn step(&mut self, gradient: &[[f32; 2]], rate: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.steps += 1;
        let mean_part = 1.0 - MEAN.powi(self.steps);
        let square_part = 1.0 - SQUARE.powi(self.steps);
        for (index, gradient) in gradient.iter().enumerate() {
            for part in 0..2 {
                let weight = &mut self.weights.0[index][part];
                let gradient =
                    gradient[part] + 2.0 * self.decay * (*weight - self.start.0[index][part]);
                let mean = &mut self.mean[index][part];
                let square = &mut self.square[index][part];
                *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
                *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
                let step = (*mean / mean_part) / ((*square / square_part).sqrt() + 1e-8);
                *weight -= rate * step;
            }
        }
    }
}

/// Fisher and Yates' shuffle.
fn shuffle(order: &mut [u32], random: &mut u64) {
    for last in (1..order.len()).rev() {
        *random = splitmix64(*random);
        order.swap(last, (*random % (last as u64 + 1)) as usize);
    }
}
