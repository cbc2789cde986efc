//! The tasks, each with the work of a shard.

pub(crate) mod annotate;
pub(crate) mod check;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
pub(crate) mod perft;
pub(crate) mod selfplay;
