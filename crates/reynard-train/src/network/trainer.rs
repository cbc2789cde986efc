//! Training: epochs, parts, batches.

use std::fmt;

use reynard_engine::eval::Evaluator;
use reynard_nnue::train::{Step, TrainingExample, TrainingNetwork};
use reynard_nnue::{Network, NetworkError, NetworkHeader, Shape};
use serde::Serialize;

use super::error::PoolError;
use super::pool::PositionPool;
use super::record::PositionRecord;
use super::settings::{TargetScale, TrainSettings};
use reynard_base::SplitMix64;

/// Trains a network on a pool of positions, step by step.
#[derive(Clone, Debug)]
pub struct NetworkTrainer {
    pub(super) network: TrainingNetwork,
    pub(super) settings: TrainSettings,
    pub(super) place: Place,
    pool: PositionPool,
    scale: TargetScale,
    /// Order of the parts in the current epoch.
    order: Vec<usize>,
    /// Positions of the current part.
    part: Vec<PositionRecord>,
    held_out: Vec<TrainingExample>,
    classic_loss: Option<f64>,
    /// Reports of the completed epochs.
    pub(super) reports: Vec<EpochReport>,
}

/// Progress within the run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Place {
    pub(super) epoch: u32,
    /// Index of the part in the order of the epoch.
    pub(super) part: u32,
    /// Number of batches taken from the part so far.
    pub(super) batch: u32,
    /// Sum of the losses over the positions of the epoch so far, and the number of these positions.
    pub(super) loss: f64,
    pub(super) positions: u64,
}

/// An event of a training run.
#[derive(Clone, Debug)]
pub enum TrainEvent {
    /// A batch has been processed.
    Batch {
        /// Number of positions in the batch.
        positions: usize,
        /// Mean loss before the step.
        loss: f64,
    },
    /// An epoch has been completed.
    Epoch(EpochReport),
}

/// Losses at the end of an epoch: mean squared errors of the expected score.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EpochReport {
    /// Number of the epoch, from 1.
    pub epoch: u32,
    /// Mean loss of the epoch's batches.
    pub loss: f64,
    /// Loss on the held-out games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out_loss: Option<f64>,
    /// Loss of the classic evaluation on the same positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub classic_loss: Option<f64>,
    /// Learning rate at the end of the epoch.
    pub rate: f64,
    /// Share of hidden units that no held-out position activates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dead: Option<f64>,
    /// Share of activations at their upper bound, over the held-out positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saturated: Option<f64>,
    /// Largest magnitude of a weight in the hidden layer.
    pub largest_hidden: f32,
    /// Largest magnitude of an output weight.
    pub largest_output: f32,
}

impl fmt::Display for EpochReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "epoch {:3}: loss {:.6}", self.epoch, self.loss)?;
        if let Some(loss) = self.held_out_loss {
            write!(f, ", held out {loss:.6}")?;
        }
        if let Some(loss) = self.classic_loss {
            write!(f, " (classic {loss:.6})")?;
        }
        if let Some(dead) = self.dead {
            write!(f, ", {:.1} % dead units", 100.0 * dead)?;
        }
        Ok(())
    }
}

/// Number of held-out positions on which the activity of the hidden units is measured.
const ACTIVITY_SAMPLE: usize = 4_096;

impl NetworkTrainer {
    /// Creates a trainer with random initial weights.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] if the numbers of hidden units or buckets are not supported.
    pub fn new(pool: PositionPool, settings: TrainSettings) -> Result<Self, NetworkError> {
        let network = TrainingNetwork::new(settings.shape()?, settings.seed)?;
        Ok(Self::with_network(pool, settings, network))
    }

    /// Creates a trainer that starts with the weights and output buckets of a network.
    ///
    /// If the settings have more hidden units than the network, the network is
    /// [widened](TrainingNetwork::widened). If they have more king buckets, the network is
    /// [divided](Network::divided) into those.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] if a number of hidden units is not a multiple of 64.
    pub fn from_network(
        pool: PositionPool,
        mut settings: TrainSettings,
        network: &Network,
    ) -> Result<Self, NetworkError> {
        let kings = network.shape().king_buckets().max(settings.king_buckets);
        let network = TrainingNetwork::from_network(&network.clone().divided(kings)?)?
            .widened(settings.hidden, settings.seed)?;
        settings.hidden = network.shape().hidden();
        settings.buckets = network.shape().buckets();
        settings.king_buckets = kings;
        Ok(Self::with_network(pool, settings, network))
    }

    pub(super) fn with_network(
        pool: PositionPool,
        settings: TrainSettings,
        network: TrainingNetwork,
    ) -> Self {
        let scale = TargetScale::new(settings.score_share);
        let held_out =
            pool.held_out().iter().map(|record| example(network.shape(), &scale, record));
        let mut trainer = Self {
            held_out: held_out.collect(),
            classic_loss: classic_loss(pool.held_out(), &scale),
            network,
            settings,
            pool,
            scale,
            place: Place::default(),
            order: Vec::new(),
            part: Vec::new(),
            reports: Vec::new(),
        };
        trainer.order_parts();
        trainer
    }

    /// Trains on the next batch, or reports a completed epoch. Returns `None` at the end of the
    /// run.
    ///
    /// # Errors
    ///
    /// [`PoolError`] if the positions cannot be read.
    pub fn step(&mut self) -> Result<Option<TrainEvent>, PoolError> {
        if self.place.epoch >= self.settings.epochs {
            return Ok(None);
        }
        let Some(&part) = self.order.get(self.place.part as usize) else {
            return Ok(Some(TrainEvent::Epoch(self.end_epoch())));
        };
        if self.part.is_empty() {
            let mut random = self.random(1 + u64::from(self.place.part));
            self.part = self.pool.read(part, &mut random)?;
        }
        let start = self.place.batch as usize * self.settings.batch;
        let end = (start + self.settings.batch).min(self.part.len());
        let batch = self.examples(start, end);
        let rate = self.settings.rate_of(self.network.steps(), self.total_steps()) as f32;
        let loss = self.network.step(&batch, Step { rate, threads: self.settings.threads });
        self.place.loss += loss * batch.len() as f64;
        self.place.positions += batch.len() as u64;
        self.place.batch += 1;
        if end == self.part.len() {
            self.part = Vec::new();
            self.place.part += 1;
            self.place.batch = 0;
        }
        Ok(Some(TrainEvent::Batch { positions: batch.len(), loss }))
    }

    /// Returns the number of steps in the whole run.
    pub fn total_steps(&self) -> u64 {
        let batch = self.settings.batch as u64;
        let epoch: u64 = self.pool.parts().map(|positions| positions.div_ceil(batch)).sum();
        epoch * u64::from(self.settings.epochs)
    }

    /// Returns the number of steps made so far.
    pub const fn steps(&self) -> u64 {
        self.network.steps()
    }

    /// Returns the training positions.
    pub const fn pool(&self) -> &PositionPool {
        &self.pool
    }

    /// Ends the training and returns the positions.
    pub fn into_pool(self) -> PositionPool {
        self.pool
    }

    /// Returns the reports of the completed epochs, including those completed before an
    /// interruption.
    pub fn reports(&self) -> &[EpochReport] {
        &self.reports
    }

    /// Returns the current network, quantized. The settings and losses are in its header.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] if the header becomes too long.
    pub fn network(&self) -> Result<Network, NetworkError> {
        let mut header = NetworkHeader::default();
        header.set("licence", "MIT OR Apache-2.0")?;
        header.set("trainer", concat!("reynard-train ", env!("CARGO_PKG_VERSION")))?;
        header.set("games", self.pool.games())?;
        header.set("positions", self.pool.len())?;
        header.set("positions-checksum", format_args!("{:08x}", self.pool.checksum()))?;
        header.set("lambda", self.pool.lambda())?;
        header.set("epochs-done", self.place.epoch)?;
        let text = self.settings.text();
        for (name, value) in text.lines().filter_map(|line| line.split_once(' ')) {
            if !matches!(name, "hidden" | "buckets" | "king-buckets") {
                header.set(name, value)?;
            }
        }
        if let Some(report) = self.reports.last() {
            header.set("loss", format_args!("{:.6}", report.loss))?;
            if let Some(loss) = report.held_out_loss {
                header.set("held-out-loss", format_args!("{loss:.6}"))?;
            }
            if let Some(loss) = report.classic_loss {
                header.set("classic-loss", format_args!("{loss:.6}"))?;
            }
        }
        let quantized = self.network.quantize();
        Network::new(quantized.shape(), &quantized.weights(), header)
    }

    fn end_epoch(&mut self) -> EpochReport {
        let activity = &self.held_out[..self.held_out.len().min(ACTIVITY_SAMPLE)];
        let saturation = (!activity.is_empty()).then(|| self.network.saturation(activity));
        let (largest_hidden, largest_output) = self.network.largest_weights();
        let report = EpochReport {
            epoch: self.place.epoch + 1,
            loss: self.place.loss / self.place.positions.max(1) as f64,
            held_out_loss: (!self.held_out.is_empty()).then(|| self.network.loss(&self.held_out)),
            classic_loss: self.classic_loss,
            rate: self.settings.rate_of(self.network.steps(), self.total_steps()),
            dead: saturation.map(|it| it.dead),
            saturated: saturation.map(|it| it.saturated),
            largest_hidden,
            largest_output,
        };
        self.place = Place { epoch: self.place.epoch + 1, ..Place::default() };
        self.order_parts();
        self.reports.push(report.clone());
        report
    }

    /// Determines the order of the parts in the current epoch.
    pub(super) fn order_parts(&mut self) {
        self.order = (0..self.pool.parts().count()).collect();
        self.random(0).shuffle(&mut self.order);
        self.part = Vec::new();
    }

    /// Returns the current epoch's random number generator for a purpose.
    fn random(&self, purpose: u64) -> SplitMix64 {
        SplitMix64::from_seeds(&[self.settings.seed, self.place.epoch.into(), purpose])
    }

    /// Converts positions in the current part to examples, on all threads.
    fn examples(&self, start: usize, end: usize) -> Vec<TrainingExample> {
        let records = &self.part[start..end];
        let share = records.len().div_ceil(self.settings.threads.max(1)).max(1);
        let convert = |records: &[PositionRecord]| -> Vec<TrainingExample> {
            let shape = self.network.shape();
            records.iter().map(|record| example(shape, &self.scale, record)).collect()
        };
        if share >= records.len() {
            return convert(records);
        }
        std::thread::scope(|scope| {
            let parts: Vec<_> =
                records.chunks(share).map(|part| scope.spawn(move || convert(part))).collect();
            parts.into_iter().flat_map(|part| part.join().unwrap_or_default()).collect()
        })
    }
}

fn example(shape: Shape, scale: &TargetScale, record: &PositionRecord) -> TrainingExample {
    let target = scale.target(record.score(), record.result());
    TrainingExample::from_pieces(shape, record.pieces(), reynard::Color::White, target)
}

/// Returns the loss of the classic evaluation on the given positions, or `None` if there are none.
fn classic_loss(records: &[PositionRecord], scale: &TargetScale) -> Option<f64> {
    let mut evaluator = Evaluator::new();
    let losses = records.iter().filter_map(|record| {
        let score = evaluator.evaluate(&record.position()?);
        let error =
            TargetScale::expected(score) - f64::from(scale.target(record.score(), record.result()));
        Some(error * error)
    });
    let (count, sum) = losses.fold((0_u64, 0.0), |(count, sum), loss| (count + 1, sum + loss));
    (count > 0).then(|| sum / count as f64)
}
