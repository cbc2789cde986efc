//! Fits the weights of the evaluation to the results of games.
//!
//! The evaluation is a sum of weights, so that what a position is worth for White is linear in them,
//! but for the choice of the side that is ahead in an endgame. A logistic curve with a scale `K`
//! turns that into an expected result, and the weights are moved down the gradient of the logistic
//! loss (Adam, small batches) until it falls no more. Part of the positions is held out, and its loss
//! tells whether what was learned holds for games that were not seen.
//!
//! Sources: <https://www.chessprogramming.org/Texel%27s_Tuning_Method>; Kingma and Ba, *Adam: a
//! method for stochastic optimization* (2014), <https://arxiv.org/abs/1412.6980>.
//!
//! * `samples`: positions with results, read and kept as features;
//! * `fit`: the descent;
//! * `source`: the table of weights as Rust source.
//!
//! The borders: it uses [`eval`](crate::eval)'s features and nothing else of the engine, and nothing
//! of the engine uses it.

mod fit;
mod samples;
mod source;

pub use fit::{Fit, Progress, Settings, fit};
pub use samples::{InvalidSample, Samples};
pub use source::write_source;

use crate::eval::{WEIGHT_COUNT, WEIGHTS};

/// A table of weights while it is fitted: middlegame and endgame of each, in centipawns.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights(pub Vec<[f32; 2]>);

impl Weights {
    /// What the fit starts from: the bare values of the pieces, and nothing for anything else.
    pub fn neutral() -> Self {
        let mut weights = vec![[0.0; 2]; WEIGHT_COUNT];
        for (weight, value) in weights.iter_mut().zip([100.0, 300.0, 300.0, 500.0, 900.0]) {
            *weight = [value; 2];
        }
        Self(weights)
    }

    /// What the engine plays with.
    pub fn current() -> Self {
        Self(WEIGHTS.iter().map(|w| [w.middlegame() as f32, w.endgame() as f32]).collect())
    }
}
