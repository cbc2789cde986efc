//! Fits the weights of the engine's evaluation to the results and scores of games.
//!
//! The evaluation is a sum of weights, so that what a position is worth for White is linear in them,
//! but for the choice of the side that is ahead in an endgame. A logistic curve turns that into an
//! expected result, and the weights are moved down the gradient of the logistic loss (Adam, small
//! batches). Whole games are held out, and their loss tells whether what was learned holds for games
//! that were not seen.
//!
//! Sources: <https://www.chessprogramming.org/Texel%27s_Tuning_Method>; Kingma and Ba, *Adam: a
//! method for stochastic optimization* (2014), <https://arxiv.org/abs/1412.6980>.
//!
//! * [`TuneSample`]: a position with what is known about it, and how it is written;
//! * [`TuneSamples`]: many of them, as features of the evaluation, game by game;
//! * [`fit`]: the descent, the same for the same seed whatever the number of threads;
//! * [`write_source`]: the table of weights as the Rust source that the engine is built with.

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
mod weights;

pub use fit::{TuneProgress, TuneResult, TuneSettings, fit};
pub use sample::{InvalidTuneSample, TuneSample};
pub use samples::TuneSamples;
pub use source::write_source;
pub use weights::EvalWeights;
