//! The options that select positions to learn from.

use reynard_train::shard::{PositionFilter, PositionKind};

/// Options of `selfplay` and `tune` that make a [`PositionFilter`].
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct FilterArgs {
    /// Leave out positions with a larger score for either side, in centipawns, and mate scores
    #[arg(long, value_name = "CP", default_value_t = 2_000)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=31_000))]
    max_score: u16,
    /// Keep also positions in check, and those whose best move is a capture or a promotion
    #[arg(long)]
    loud: bool,
    /// Keep all positions, also those with mate scores
    #[arg(long, conflicts_with_all = ["max_score", "loud"])]
    all: bool,
}

impl FilterArgs {
    /// Returns the filter.
    pub(crate) const fn filter(self) -> PositionFilter {
        if self.all {
            return PositionFilter::ALL;
        }
        let kind = if self.loud { PositionKind::Any } else { PositionKind::Quiet };
        PositionFilter { max_score: Some(self.max_score), kind }
    }
}
