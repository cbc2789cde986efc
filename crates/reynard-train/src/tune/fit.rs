//! Gradient descent on the logistic loss.

use std::fmt;
use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;

use reynard_base::parallel::map;
use serde::Serialize;

use super::adam::Adam;
use super::samples::{Kept, TuneSamples};
use super::source;
use super::weights::EvalWeights;
use reynard_base::SplitMix64;

/// Settings for [`fit`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuneSettings {
    /// Number of passes over the positions.
    pub epochs: u32,
    /// Initial learning rate in centipawns per batch; it decays to a hundredth of this value.
    pub rate: f32,
    /// Number of positions per batch.
    pub batch: usize,
    /// Weight decay toward the initial weights, in loss per squared centipawn.
    pub decay: f32,
    /// Share of the score in the target, from 0 to 1; the game result has the remaining share. If a
    /// position has no score, its target is the result.
    pub score_share: f32,
    /// Every nth game is held out; `None` holds out none.
    pub held_out: Option<NonZeroU32>,
    /// Number of threads, which does not affect the result; 0 counts as 1.
    pub threads: usize,
    /// Seed for the order of the positions.
    pub seed: u64,
}

impl Default for TuneSettings {
    /// Returns the default settings: 40 epochs, a learning rate of one centipawn, batches of 8192
    /// positions, and one game in ten held out.
    fn default() -> Self {
        Self {
            epochs: 40,
            rate: 1.0,
            batch: 8192,
            decay: 1e-8,
            score_share: 0.5,
            held_out: NonZeroU32::new(10),
            threads: 1,
            seed: 1,
        }
    }
}

/// Progress of [`fit`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TuneProgress {
    /// Number of completed epochs.
    pub epoch: u32,
    /// Mean logistic loss on the training positions.
    pub loss: f64,
    /// Mean logistic loss on the held-out positions, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out_loss: Option<f64>,
}

impl fmt::Display for TuneProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "epoch {:3}: loss {:.6}", self.epoch, self.loss)?;
        match self.held_out_loss {
            Some(loss) => write!(f, ", held out {loss:.6}"),
            None => Ok(()),
        }
    }
}

/// Result of [`fit`].
#[derive(Clone, Debug, PartialEq)]
pub struct TuneResult {
    /// Fitted weights.
    pub weights: EvalWeights,
    /// Scale of the logistic curve: an evaluation of `1 / scale` centipawns means an expected
    /// result of 73 percent.
    pub scale: f32,
    /// Number of training positions and number of held-out positions.
    pub positions: [usize; 2],
    /// The first and the last progress report.
    pub progress: [TuneProgress; 2],
}

/// Fits weights to samples, beginning with the weights `start`. The initial state and every epoch
/// are reported. The fit ends early if `report` breaks.
///
/// Returns the fitted weights and the break value of `report`, if any.
///
/// First, the scale of the curve is fitted to the scores of the positions or, if there are none, to
/// the bare piece values. The scale is then fixed, so the weights keep the unit of the scores, and
/// a pawn remains worth about a hundred centipawns. The result depends only on the samples, `start`
/// and the settings.
///
/// ```
/// use std::ops::ControlFlow;
/// use reynard_train::tune::{TuneSamples, TuneSettings, EvalWeights, fit};
///
/// let mut samples = TuneSamples::default();
/// for _ in 0..100 {
///     samples.add_line("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 [1.0]")?;
///     samples.add_line("4k3/4p3/8/8/8/8/8/4K3 w - - 0 1 [0.0]")?;
/// }
/// let (fitted, _) = fit(&samples, &EvalWeights::neutral(), &TuneSettings::default(), |_| {
///     ControlFlow::<()>::Continue(())
/// });
/// let [before, after] = fitted.progress;
/// assert!(after.held_out_loss < before.held_out_loss);
/// # Ok::<(), reynard_train::tune::InvalidTuneSample>(())
/// ```
pub fn fit<B>(
    samples: &TuneSamples,
    start: &EvalWeights,
    settings: &TuneSettings,
    mut report: impl FnMut(TuneProgress) -> ControlFlow<B>,
) -> (TuneResult, ControlFlow<B>) {
    let (mut learned, held_out) = samples.divide(settings.held_out);
    let scale = fitted_scale(samples, &learned);
    let threads = NonZeroUsize::new(settings.threads).unwrap_or(NonZeroUsize::MIN);
    let data = Data { samples, scale, share: settings.score_share, threads };
    let mut adam = Adam::new(start.clone(), settings.decay);
    let mut random = SplitMix64::new(settings.seed);
    let progress = |weights: &EvalWeights, learned: &[usize], epoch| TuneProgress {
        epoch,
        loss: data.loss(weights, learned),
        held_out_loss: (!held_out.is_empty()).then(|| data.loss(weights, &held_out)),
    };
    let first = progress(&adam.weights, &learned, 0);
    let mut last = first;
    let mut flow = report(first);
    for epoch in 1..=settings.epochs {
        if flow.is_break() {
            break;
        }
        random.shuffle(&mut learned);
        let done = (epoch - 1) as f32 / settings.epochs as f32;
        let rate = settings.rate * LAST_RATE.powf(done);
        for batch in learned.chunks(settings.batch.max(1)) {
            let gradient = data.gradient(&adam.weights, batch);
            adam.step(&gradient, rate);
        }
        last = progress(&adam.weights, &learned, epoch);
        flow = report(last);
    }
    let mut weights = adam.weights;
    source::center(&mut weights);
    let positions = [learned.len(), held_out.len()];
    (TuneResult { weights, scale, positions, progress: [first, last] }, flow)
}

/// Final learning rate, relative to the initial one.
const LAST_RATE: f32 = 0.01;

/// Number of positions in a chunk, whose gradients or losses are added up on one thread. The chunks
/// are then added in order, so the result does not depend on the number of threads.
const CHUNK: usize = 512;

/// The samples, with the parameters of the loss.
struct Data<'a> {
    samples: &'a TuneSamples,
    scale: f32,
    share: f32,
    threads: NonZeroUsize,
}

impl Data<'_> {
    /// Returns the mean logistic loss over the given positions, or 0 if there are none.
    fn loss(&self, weights: &EvalWeights, positions: &[usize]) -> f64 {
        let loss = |chunk: &[usize]| -> f64 {
            chunk.iter().map(|&index| f64::from(self.loss_of(weights, index))).sum()
        };
        let sum: f64 = map(self.threads, positions.chunks(CHUNK), loss).into_iter().sum();
        sum / positions.len().max(1) as f64
    }

    fn loss_of(&self, weights: &EvalWeights, index: usize) -> f32 {
        let sample = self.samples.get(index);
        loss(self.scale * score(&sample, weights).0, self.target(&sample))
    }

    /// Returns the mean gradient over a batch.
    fn gradient(&self, weights: &EvalWeights, batch: &[usize]) -> Vec<[f32; 2]> {
        let zeros = || vec![[0.0_f32; 2]; weights.0.len()];
        let parts = map(self.threads, batch.chunks(CHUNK), |chunk| {
            let mut sum = zeros();
            for &index in chunk {
                self.add_gradient(&self.samples.get(index), weights, &mut sum);
            }
            sum
        });
        let mut total = zeros();
        for part in parts {
            for (total, part) in total.iter_mut().zip(part) {
                *total = [total[0] + part[0], total[1] + part[1]];
            }
        }
        let one = 1.0 / batch.len().max(1) as f32;
        for sum in &mut total {
            *sum = [sum[0] * one, sum[1] * one];
        }
        total
    }

    #[inline]
    fn add_gradient(&self, sample: &Kept<'_>, weights: &EvalWeights, sum: &mut [[f32; 2]]) {
        let (score, late) = score(sample, weights);
        let error = (expected(self.scale * score) - self.target(sample)) * self.scale;
        let (early, late) = (error * sample.middlegame, error * late);
        for &(index, count) in sample.counts {
            let cell = &mut sum[usize::from(index)];
            cell[0] += early * f32::from(count);
            cell[1] += late * f32::from(count);
        }
    }

    /// Returns the target of a position: a mix of score and result.
    #[inline]
    fn target(&self, sample: &Kept<'_>) -> f32 {
        match sample.score {
            Some(score) => {
                self.share * expected(self.scale * score as f32)
                    + (1.0 - self.share) * sample.result
            }
            None => sample.result,
        }
    }
}

/// Returns the evaluation in centipawns from White's point of view, and the weight of its endgame
/// part.
#[inline]
fn score(sample: &Kept<'_>, weights: &EvalWeights) -> (f32, f32) {
    let (mut middlegame, mut endgame) = (0.0, 0.0);
    for &(index, count) in sample.counts {
        let [m, e] = weights.0[usize::from(index)];
        middlegame += m * f32::from(count);
        endgame += e * f32::from(count);
    }
    let scale = sample.scales[usize::from(endgame < 0.0)];
    let late = (1.0 - sample.middlegame) * scale;
    (middlegame * sample.middlegame + endgame * late, late)
}

/// Fits the scale, by ternary search, to the scores of the positions or, if there are none, to the
/// bare piece values.
fn fitted_scale(samples: &TuneSamples, positions: &[usize]) -> f32 {
    /// Maximum number of positions used. Using more would not change the scale.
    const ENOUGH: usize = 100_000;
    let bare = EvalWeights::neutral();
    let sampled = || positions.iter().step_by(positions.len() / ENOUGH + 1);
    let scores = sampled().filter_map(|&index| {
        let sample = samples.get(index);
        sample.score.map(|score| (score as f32, sample.result))
    });
    let mut known: Vec<(f32, f32)> = scores.collect();
    if known.is_empty() {
        known.extend(sampled().map(|&index| {
            let sample = samples.get(index);
            (score(&sample, &bare).0, sample.result)
        }));
    }
    let loss = |scale: f32| -> f64 {
        known.iter().map(|&(value, result)| f64::from(loss(scale * value, result))).sum()
    };
    let (mut low, mut high) = (1e-4_f32, 3e-2_f32);
    for _ in 0..24 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    f32::midpoint(low, high)
}

/// Returns the expected result for a scaled evaluation, using the logistic function.
#[inline]
fn expected(scaled: f32) -> f32 {
    1.0 / (1.0 + (-scaled).exp())
}

/// Returns the logistic loss of a scaled evaluation.
#[inline]
fn loss(scaled: f32, target: f32) -> f32 {
    const NEVER: f32 = 1e-6;
    let expected = expected(scaled).clamp(NEVER, 1.0 - NEVER);
    -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
}
