//! Tuning: fits the weights of the classic evaluation to the results of games and to scores.
//!
//! This is Texel's tuning method with gradient descent. The evaluation is linear in its weights,
//! except for the endgame scaling, which depends on the side that is ahead. A logistic curve
//! converts the evaluation to an expected result, and Adam minimizes the logistic loss in small
//! batches. Whole games are held out for validation.
//!
//! Sources: <https://www.chessprogramming.org/Texel%27s_Tuning_Method>; Kingma and Ba, *Adam: a
//! method for stochastic optimization* (2014), <https://arxiv.org/abs/1412.6980>.
//!
//! * [`TuneSample`]: a position with its result and score, and the text formats for it;
//! * [`TuneSamples`]: many samples, stored as evaluation features and grouped by game;
//! * [`fit`]: the optimizer, reproducible on any number of threads;
//! * [`TuneSummary`]: a summary of a fit;
//! * [`write_source`]: the weights as Rust source code for the engine.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "a fit needs no more digits than a float has"
)]

mod adam;
mod fit;
mod sample;
mod samples;
mod source;
mod summary;
mod weights;

pub use fit::{TuneProgress, TuneResult, TuneSettings, fit};
pub use sample::{InvalidTuneSample, TuneSample};
pub use samples::TuneSamples;
pub use source::write_source;
pub use summary::TuneSummary;
pub use weights::EvalWeights;
