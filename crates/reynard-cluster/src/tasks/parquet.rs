//! Writes games and positions as Parquet files.

use std::io::Write;
use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use crate::file_names::is_games;
use crate::{Counts, InputFile, Job, JobError, OutputName, Shard, ShardPart, Splitter, Task};

/// The task that writes games or positions as tables. Available if the `parquet` feature is
/// enabled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParquetTask {
    /// The rows of the table.
    #[serde(default)]
    pub rows: TableRows,
    /// For tables of positions: if this is `n`, only every `n`th position of a game is kept.
    #[serde(default = "every_position")]
    pub every: NonZeroU16,
    /// Names of the columns; if empty, all columns are written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<String>,
}

impl Default for ParquetTask {
    fn default() -> Self {
        Self { rows: TableRows::Games, every: every_position(), columns: Vec::new() }
    }
}

const fn every_position() -> NonZeroU16 {
    NonZeroU16::MIN
}

/// The contents of a table's rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TableRows {
    /// One row per game.
    #[default]
    Games,
    /// One row per position in which a move was played.
    Positions,
}

impl Task for ParquetTask {
    const NAME: &'static str = "parquet";

    fn reads(&self, name: &str) -> bool {
        is_games(name)
    }

    #[cfg(feature = "parquet")]
    fn check(&self) -> Result<(), JobError> {
        table::spec(self).map(drop)
    }

    #[cfg(not(feature = "parquet"))]
    fn check(&self) -> Result<(), JobError> {
        Err(super::missing::missing_feature(Self::NAME, "parquet"))
    }

    fn parts(&self, splitter: &mut Splitter<'_>) -> Result<Vec<ShardPart>, JobError> {
        splitter.files(InputFile::games)
    }

    fn output(&self, _: Option<&ShardPart>) -> OutputName {
        let stem = match self.rows {
            TableRows::Games => "games",
            TableRows::Positions => "positions",
        };
        OutputName { stem, extension: "parquet" }
    }

    #[cfg(feature = "parquet")]
    fn run(&self, job: &Job, shard: &Shard, out: &mut dyn Write) -> Result<Counts, JobError> {
        table::write(self, job, shard, out)
    }

    #[cfg(not(feature = "parquet"))]
    fn run(&self, _: &Job, _: &Shard, _: &mut dyn Write) -> Result<Counts, JobError> {
        Err(super::missing::missing_feature(Self::NAME, "parquet"))
    }
}

#[cfg(feature = "parquet")]
mod table {
    use std::io::Write;
    use std::mem::take;
    use std::num::NonZero;
    use std::ops::ControlFlow;

    use reynard_arrow::{
        GameTable, ParquetWriter, PositionTable, RowCollector, TableSpec, ZstdLevel,
    };
    use reynard_pgn::{Logged, read_parallel};

    use super::{ParquetTask, TableRows};
    use crate::games::{GameSource, read_failed};
    use crate::{Counts, Job, JobError, Shard};

    /// Writes the table of a shard.
    pub(super) fn write(
        task: &ParquetTask,
        job: &Job,
        shard: &Shard,
        out: &mut dyn Write,
    ) -> Result<Counts, JobError> {
        let spec = spec(task)?;
        let failed = |error: reynard_arrow::BatchError| JobError::new("parquet", error);
        let mut writer =
            ParquetWriter::new(Vec::new(), &spec, ZstdLevel::default()).map_err(failed)?;
        let GameSource { input, options } = GameSource::open(job, shard)?;
        let make = || Logged::new(RowCollector::new(&spec), reynard_pgn::DiagnosticLog::default());
        let mut counts = Counts::default();
        let read = read_parallel(input, &options, NonZero::<usize>::MIN, make, |rows, _| {
            counts.errors += rows.log.errors;
            let pushed = writer.push(rows.visitor).map_err(failed);
            let written = |()| out.write_all(&take(writer.output())).map_err(shard.output_failed());
            match pushed.and_then(written) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        if let ControlFlow::Break(error) = read.map_err(read_failed(shard))? {
            return Err(error);
        }
        let totals = writer.finish().map_err(failed)?.totals;
        out.write_all(writer.output()).map_err(shard.output_failed())?;
        (counts.games, counts.plies, counts.rows) = (totals.games, totals.plies, totals.rows);
        Ok(counts)
    }

    /// Returns the specification of the table that a task writes.
    pub(super) fn spec(task: &ParquetTask) -> Result<TableSpec, JobError> {
        let unknown = |error: reynard_arrow::UnknownColumn| JobError::new("parquet", error);
        Ok(match task.rows {
            TableRows::Games => {
                let columns: Result<Vec<_>, _> = task.columns.iter().map(|it| it.parse()).collect();
                let columns = columns.map_err(unknown)?;
                let table = GameTable::default();
                TableSpec::Games(if columns.is_empty() {
                    table
                } else {
                    table.with_columns(columns)
                })
            }
            TableRows::Positions => {
                let columns: Result<Vec<_>, _> = task.columns.iter().map(|it| it.parse()).collect();
                let columns = columns.map_err(unknown)?;
                let table = PositionTable::default().with_every(task.every);
                let all = columns.is_empty();
                TableSpec::Positions(if all { table } else { table.with_columns(columns) })
            }
        })
    }
}
