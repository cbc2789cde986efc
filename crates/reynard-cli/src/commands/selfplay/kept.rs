//! Which positions are kept.

use reynard_arena::selfplay::{Filter, Kind};

/// The filter, as it is told on the command line.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct Kept {
    /// Leave out positions with a larger score for either side, in centipawns, and those with a mate
    #[arg(long, value_name = "CP", default_value_t = 2_000)]
    #[arg(value_parser = clap::value_parser!(u16).range(..=31_000))]
    max_score: u16,
    /// Keep also positions in check, and those whose best move captures or promotes
    #[arg(long)]
    loud: bool,
    /// Keep all positions, those with a mate too
    #[arg(long, conflicts_with_all = ["max_score", "loud"])]
    all: bool,
}

impl Kept {
    pub(crate) const fn filter(self) -> Filter {
        if self.all {
            return Filter::ALL;
        }
        let kind = if self.loud { Kind::Any } else { Kind::Quiet };
        Filter { max_score: Some(self.max_score), kind }
    }
}
