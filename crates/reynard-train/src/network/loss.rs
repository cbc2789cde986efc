//! Losses of finished networks.

use reynard::Color;
use reynard_engine::eval::Evaluator;
use reynard_nnue::Network;
use serde::Serialize;

use super::lambda_returns::LambdaReturns;
use super::settings::TargetScale;
use crate::shard::{PositionFilter, TrainingGame, TrainingSample, white_points};

/// Measures the loss of networks on games: the mean squared error of the expected score, as in
/// training.
///
/// On games that a network was trained on, its measured loss is too low. On games that none of the
/// networks was trained on, their losses can be compared; with a million positions or more,
/// differences of 0.00002 are meaningful.
///
/// ```
/// use reynard_nnue::Network;
/// use reynard_train::network::{LambdaReturns, LossMeter, TargetScale};
/// use reynard_train::shard::{PositionFilter, TrainingGame};
///
/// fn losses(networks: Vec<Network>, games: Vec<TrainingGame>) -> Vec<f64> {
///     let (scale, returns) = (TargetScale::new(1.0), LambdaReturns::look_ahead(0.85));
///     let mut meter = LossMeter::new(networks, PositionFilter::default(), scale, returns);
///     games.into_iter().for_each(|game| meter.add(game));
///     meter.losses().map_or_else(Vec::new, |losses| losses.networks)
/// }
/// ```
#[derive(Debug)]
pub struct LossMeter {
    networks: Vec<Network>,
    filter: PositionFilter,
    scale: TargetScale,
    returns: Option<LambdaReturns>,
    classic: Evaluator,
    positions: u64,
    /// Sums of squared errors, for each network and for the classic evaluation.
    sums: Vec<f64>,
    classic_sum: f64,
}

/// Mean losses over the positions of games.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Losses {
    /// Number of positions.
    pub positions: u64,
    /// Loss of each network.
    pub networks: Vec<f64>,
    /// Loss of the classic evaluation.
    pub classic: f64,
}

impl LossMeter {
    /// Creates a meter for networks, with the targets of a training run. Without λ-returns, the
    /// scores are used unchanged.
    pub fn new(
        networks: Vec<Network>,
        filter: PositionFilter,
        scale: TargetScale,
        returns: Option<LambdaReturns>,
    ) -> Self {
        Self {
            sums: vec![0.0; networks.len()],
            networks,
            filter,
            scale,
            returns,
            classic: Evaluator::new(),
            positions: 0,
            classic_sum: 0.0,
        }
    }

    /// Adds the positions of a game that pass the filter.
    pub fn add(&mut self, mut game: TrainingGame) {
        if let Some(returns) = &self.returns {
            returns.apply(&mut game);
        }
        for TrainingSample { position, score, result, .. } in game.samples(self.filter) {
            let target = f64::from(self.scale.target(score.number(), white_points(result)));
            let error = |score: i32| {
                let is_white = position.turn() == Color::White;
                let for_white = if is_white { score } else { -score };
                (TargetScale::expected(for_white) - target).powi(2)
            };
            for (sum, network) in self.sums.iter_mut().zip(&self.networks) {
                *sum += error(network.evaluate(&position));
            }
            self.classic_sum += error(self.classic.evaluate(&position));
            self.positions += 1;
        }
    }

    /// Returns the losses so far, or `None` if there are no positions.
    pub fn losses(&self) -> Option<Losses> {
        let mean = |sum: f64| sum / self.positions as f64;
        (self.positions > 0).then(|| Losses {
            positions: self.positions,
            networks: self.sums.iter().map(|&sum| mean(sum)).collect(),
            classic: mean(self.classic_sum),
        })
    }
}
