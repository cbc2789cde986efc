//! The descent.

use std::num::{NonZeroU32, NonZeroUsize};
use std::ops::ControlFlow;

use reynard_parallel::map;

use super::adam::Adam;
use super::samples::{Kept, TuneSamples};
use super::source;
use super::weights::EvalWeights;
use crate::random::SplitMix64;

/// How a fit goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuneSettings {
    /// How often each position is looked at.
    pub epochs: u32,
    /// How far a weight moves at first with each batch, in centipawns; it falls to a hundredth.
    pub rate: f32,
    /// Positions looked at between two moves.
    pub batch: usize,
    /// How strongly weights are drawn to what the fit starts from, in loss a squared centipawn.
    pub decay: f32,
    /// How much of what is aimed at is the score of a position and not the result of its game, 0 to
    /// 1. A position without a score has its result.
    pub score_share: f32,
    /// Every so manieth game is held out; none without.
    pub held_out: Option<NonZeroU32>,
    /// How many threads share the work. The outcome does not depend on it.
    pub threads: usize,
    /// What the order of the positions is shuffled with.
    pub seed: u64,
}

impl Default for TuneSettings {
    /// 40 epochs at a rate of one centipawn, batches of 8192, one game in ten held out.
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

/// How far a fit has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TuneProgress {
    /// Epochs done.
    pub epoch: u32,
    /// Mean logistic loss over the positions that the fit learns from.
    pub loss: f64,
    /// The same over those held out, if there are any.
    pub held_out_loss: Option<f64>,
}

/// The outcome of a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneResult {
    /// The weights found.
    pub weights: EvalWeights,
    /// The scale of the logistic curve: a score of `1 / scale` centipawns means 73 percent.
    pub scale: f32,
    /// How many positions it learned from, and how many were held out.
    pub positions: [usize; 2],
    /// Where it began and where it ended.
    pub progress: [TuneProgress; 2],
}

/// Fits weights to samples, beginning with `start`. Every epoch is reported, the state before the
/// first one too; the fit ends early where `report` breaks.
///
/// Returns the fitted weights and the break value of `report`, if there is one.
///
/// The scale of the curve is fitted to the scores of the positions, or where there are none to the bare
/// values of the pieces, and kept: the weights go on in the unit that the scores have, and a pawn goes
/// on being worth about a hundred centipawns. The outcome depends on the samples, `start` and the settings
/// alone.
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

/// What the rate falls to, as a part of what it was.
const LAST_RATE: f32 = 0.01;

/// Positions whose gradients, or losses, are added up on one thread. The sum of each chunk is taken in
/// order, so that the result does not depend on the number of threads.
const CHUNK: usize = 512;

/// The positions with what turns scores into results.
struct Data<'a> {
    samples: &'a TuneSamples,
    scale: f32,
    share: f32,
    threads: NonZeroUsize,
}

impl Data<'_> {
    /// The mean logistic loss over some positions; 0 over none.
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

    /// The mean gradient over a batch.
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

    /// What is aimed at: the result, the score, or something between.
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

/// The value of a position in centipawns for White, and how much its endgame part counts.
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

/// The scale at which values tell the results best, by narrowing an interval: the scores of the
/// positions, so that weights fitted to them keep the unit of the scores, or the bare values of the
/// pieces where there are none.
fn fitted_scale(samples: &TuneSamples, positions: &[usize]) -> f32 {
    /// More do not change it.
    const ENOUGH: usize = 100_000;
    let bare = EvalWeights::neutral();
    let looked_at = || positions.iter().step_by(positions.len() / ENOUGH + 1);
    let scores = looked_at().filter_map(|&index| {
        let sample = samples.get(index);
        sample.score.map(|score| (score as f32, sample.result))
    });
    let mut known: Vec<(f32, f32)> = scores.collect();
    if known.is_empty() {
        known.extend(looked_at().map(|&index| {
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

/// The result that is expected of a scaled value.
#[inline]
fn expected(scaled: f32) -> f32 {
    1.0 / (1.0 + (-scaled).exp())
}

/// The logistic loss of a scaled value where something was aimed at.
#[inline]
fn loss(scaled: f32, target: f32) -> f32 {
    const NEVER: f32 = 1e-6;
    let expected = expected(scaled).clamp(NEVER, 1.0 - NEVER);
    -(target * expected.ln() + (1.0 - target) * (1.0 - expected).ln())
}
