//! The options that define the training target of a position.

use reynard_console::numbers::share;
use reynard_train::network::{LambdaReturns, TargetScale};

/// Options of `train` and `net loss` that make a [`TargetScale`] and [`LambdaReturns`].
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct TargetArgs {
    /// Share of the search score in the target, from 0 to 1; the rest is the result of the game
    #[arg(long, value_name = "SHARE", default_value_t = 0.7, value_parser = share)]
    pub(crate) score_share: f32,
    /// Weight of what follows in the game: the score of a position becomes the mean of its own and
    /// all later ones, each with LAMBDA times the weight of the one before, and of the result;
    /// 0 for its own score alone
    #[arg(long, value_name = "LAMBDA", default_value_t = 0.0, value_parser = share)]
    pub(crate) lambda: f32,
}

impl TargetArgs {
    pub(crate) fn scale(self) -> TargetScale {
        TargetScale::new(self.score_share)
    }

    pub(crate) fn returns(self) -> Option<LambdaReturns> {
        LambdaReturns::look_ahead(self.lambda)
    }
}
