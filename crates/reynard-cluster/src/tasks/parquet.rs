//! Games and positions as Parquet files.

use std::io::Write;
use std::mem::take;
use std::num::NonZero;
use std::ops::ControlFlow;

use reynard_arrow::{GameTable, ParquetWriter, PositionTable, RowCollector, TableSpec, ZstdLevel};
use reynard_pgn::{Logged, read_parallel};

use crate::games::{GameSource, read_failed};
use crate::{Counts, Job, JobError, ParquetTask, Shard, TableRows};

/// Writes the table of a shard.
pub(crate) fn run(
    task: &ParquetTask,
    job: &Job,
    shard: &Shard,
    out: &mut impl Write,
) -> Result<Counts, JobError> {
    let spec = spec(task)?;
    let failed = |error: reynard_arrow::BatchError| JobError::new("parquet", error);
    let mut writer = ParquetWriter::new(Vec::new(), &spec, ZstdLevel::default()).map_err(failed)?;
    let GameSource { input, options } = GameSource::open(job, shard)?;
    let make = || Logged::new(RowCollector::new(&spec), reynard_pgn::DiagnosticLog::default());
    let mut counts = Counts::default();
    let read = read_parallel(input, &options, NonZero::<usize>::MIN, make, |rows, _| {
        counts.errors += rows.log.errors;
        let pushed = writer.push(rows.visitor).map_err(failed);
        let written =
            |()| out.write_all(&take(writer.output())).map_err(JobError::of_output(shard));
        match pushed.and_then(written) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(error),
        }
    });
    if let ControlFlow::Break(error) = read.map_err(read_failed(shard))? {
        return Err(error);
    }
    let totals = writer.finish().map_err(failed)?.totals;
    out.write_all(writer.output()).map_err(JobError::of_output(shard))?;
    (counts.games, counts.plies, counts.rows) = (totals.games, totals.plies, totals.rows);
    Ok(counts)
}

/// Returns the table of a task.
pub(crate) fn spec(task: &ParquetTask) -> Result<TableSpec, JobError> {
    let unknown = |error: reynard_arrow::UnknownColumn| JobError::new("parquet", error);
    Ok(match task.rows {
        TableRows::Games => {
            let columns: Result<Vec<_>, _> = task.columns.iter().map(|it| it.parse()).collect();
            let columns = columns.map_err(unknown)?;
            let table = GameTable::default();
            TableSpec::Games(if columns.is_empty() { table } else { table.with_columns(columns) })
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
