//! Settings of a training run.

use std::fmt::Write as _;

use reynard_nnue::train::{TrainingNetwork, cosine, sigmoid};
use reynard_nnue::{KingBuckets, NetworkError, Shape};

/// Schedule and targets of a training run.
///
/// ```
/// use reynard_train::network::TrainSettings;
///
/// let settings = TrainSettings::default();
/// assert_eq!((settings.hidden, settings.buckets), (256, 8));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct TrainSettings {
    /// Number of hidden units per side, a multiple of 64.
    pub hidden: usize,
    /// Number of output buckets: 1, 2, 4 or 8.
    pub buckets: usize,
    /// Number of king buckets.
    pub king_buckets: KingBuckets,
    /// Number of passes over the positions.
    pub epochs: u32,
    /// Number of positions per optimizer step.
    pub batch: usize,
    /// Initial learning rate. It falls to `final_rate` over the whole run, following a half cosine.
    pub rate: f64,
    /// Final learning rate.
    pub final_rate: f64,
    /// Share of the search score in the target, from 0 to 1; the rest is the game result.
    pub score_share: f32,
    /// Seed of the initial weights and of the order of the positions.
    pub seed: u64,
    /// Number of threads, which does not affect the result.
    pub threads: usize,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            hidden: 256,
            buckets: 8,
            king_buckets: KingBuckets::One,
            epochs: 20,
            batch: 16_384,
            rate: 0.001,
            final_rate: 0.001 * 0.3 * 0.3 * 0.3 * 0.3 * 0.3,
            score_share: 0.7,
            seed: 1,
            threads: 1,
        }
    }
}

impl TrainSettings {
    /// Returns the shape of the network.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] unless the number of hidden units is a multiple of 64 and the number
    /// of output buckets is 1, 2, 4 or 8.
    ///
    /// ```
    /// use reynard_train::network::TrainSettings;
    ///
    /// assert_eq!(TrainSettings::default().shape()?.hidden(), 256);
    /// assert!(TrainSettings { hidden: 100, ..TrainSettings::default() }.shape().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shape(&self) -> Result<Shape, NetworkError> {
        let shape = Shape::new(self.hidden, self.buckets)?.with_king_buckets(self.king_buckets);
        if TrainingNetwork::supports(shape) { Ok(shape) } else { Err(NetworkError::Shape) }
    }

    /// Returns the learning rate of a step, given the total number of steps.
    ///
    /// ```
    /// use reynard_train::network::TrainSettings;
    ///
    /// let settings = TrainSettings::default();
    /// assert_eq!(settings.rate_of(0, 100), settings.rate);
    /// assert!(settings.rate_of(99, 100) < settings.rate / 100.0);
    /// ```
    pub fn rate_of(&self, step: u64, total: u64) -> f64 {
        let part = step as f64 / total.max(1) as f64;
        self.final_rate + (self.rate - self.final_rate) * (1.0 + cosine(part)) / 2.0
    }

    /// Returns the settings that affect the result, one per line: a name, a space and a value.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        let fields: [(&str, &dyn std::fmt::Display); 9] = [
            ("hidden", &self.hidden),
            ("buckets", &self.buckets),
            ("king-buckets", &self.king_buckets.count()),
            ("epochs", &self.epochs),
            ("batch", &self.batch),
            ("rate", &self.rate),
            ("final-rate", &self.final_rate),
            ("score-share", &self.score_share),
            ("seed", &self.seed),
        ];
        for (name, value) in fields {
            // A string takes all that is written.
            let _ = writeln!(text, "{name} {value}");
        }
        text
    }
}

/// Lookup table that maps centipawns to expected game scores.
#[derive(Clone, Debug)]
pub struct TargetScale {
    scores: Vec<f32>,
    score_share: f32,
}

impl TargetScale {
    /// Scale of the logistic function, per centipawn, as used by the tuner of the classic
    /// evaluation.
    pub const CENTIPAWN: f64 = 0.004_74;

    /// Returns the expected game score, from 0 to 1, for an evaluation in centipawns.
    pub(super) fn expected(centipawns: i32) -> f64 {
        sigmoid(Self::CENTIPAWN * f64::from(centipawns))
    }

    /// Creates a scale in which the search score has the given share in the target.
    pub fn new(score_share: f32) -> Self {
        let scores =
            (i16::MIN..=i16::MAX).map(|score| Self::expected(score.into()) as f32).collect();
        Self { scores, score_share }
    }

    /// Returns the target for a position, from 0 to 1, from the point of view of the side to move.
    ///
    /// ```
    /// use reynard_train::network::TargetScale;
    ///
    /// let scale = TargetScale::new(0.5);
    /// assert_eq!(scale.target(0, 1.0), 0.75);
    /// ```
    pub fn target(&self, score: i16, result: f32) -> f32 {
        let index = (i32::from(score) - i32::from(i16::MIN)) as usize;
        self.score_share * self.scores[index] + (1.0 - self.score_share) * result
    }
}
