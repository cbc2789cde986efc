//! What can be said about results.

mod elo;
mod normal;
mod tally;

pub use elo::{Elo, elo_of_score, score_of_elo};
pub use tally::{Pairs, Tally};
