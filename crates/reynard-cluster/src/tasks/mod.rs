//! The tasks of this crate. Each file contains the options and the implementation of one task.

mod annotate;
mod check;
mod database;
mod engine_games;
mod matches;
#[cfg(not(all(feature = "db", feature = "parquet")))]
mod missing;
mod parquet;
mod perft;
mod records;
mod spsa;
mod syzygy;

use crate::Tasks;

pub use annotate::AnnotateTask;
pub use check::{CheckTask, Reported};
pub use database::{DatabaseTask, KeptContent};
pub use engine_games::MatchOpenings;
pub use matches::{MatchTask, match_games};
pub use parquet::{ParquetTask, TableRows};
pub use perft::PerftTask;
pub use spsa::{SpsaTask, spsa_state};
pub use syzygy::SyzygyTask;

impl Tasks {
    /// Returns the tasks of this crate.
    pub fn standard() -> Self {
        Self::none()
            .with::<PerftTask>()
            .with::<ParquetTask>()
            .with::<CheckTask>()
            .with::<AnnotateTask>()
            .with::<SyzygyTask>()
            .with::<DatabaseTask>()
            .with::<MatchTask>()
            .with::<SpsaTask>()
    }
}
