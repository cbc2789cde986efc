//! The tasks, each with the work of a shard.

pub(crate) mod annotate;
pub(crate) mod check;
#[cfg(feature = "db")]
pub(crate) mod database;
mod engine_games;
pub(crate) mod evaluate;
pub(crate) mod matches;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub(crate) mod perft;
pub(crate) mod records;
pub(crate) mod samples;
pub(crate) mod selfplay;
pub(crate) mod spsa;
pub(crate) mod syzygy;
