//! Names of outputs.

use crate::{ParquetTask, ShardPart, TableRows, Task};

/// Returns the beginning and the extension of the name of the output for a part.
pub(crate) const fn output_name(
    task: &Task,
    part: Option<&ShardPart>,
) -> (&'static str, &'static str) {
    match task {
        Task::Perft(_) => ("perft", "jsonl"),
        Task::Parquet(ParquetTask { rows: TableRows::Games, .. }) => ("games", "parquet"),
        Task::Parquet(ParquetTask { rows: TableRows::Positions, .. }) => ("positions", "parquet"),
        Task::Check(_) => ("check", "jsonl"),
        Task::Annotate(_) => match part {
            Some(ShardPart::Records { .. }) => ("annotated", "jsonl"),
            _ => ("annotated", "pgn"),
        },
        Task::Syzygy(_) => ("syzygy", "jsonl"),
        Task::Database(_) => ("games", "rdb"),
        Task::SelfPlay(_) => ("selfplay", reynard_train::shard::SHARD_EXTENSION),
        Task::Samples(_) => ("positions", "txt"),
        Task::Match(_) => ("match", "jsonl"),
        Task::Spsa(_) => ("spsa", "jsonl"),
    }
}
