//! Games as tables: the basis of `reynard.data`.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::{NonZeroU16, NonZeroUsize};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use reynard_arrow::{
    BatchError, BatchReader, ExtraColumn, GameColumn, GameTable, MoveFormat, PgnSource,
    PositionTable, ReadSettings, TableSpec, ZstdLevel, read_batches, write_parquet,
};
use reynard_games::Query;
use reynard_pgn::ErrorPolicy;

use crate::filtered::filtered;
use crate::interrupt::{Stop, interruptible};
use crate::source::{ByteRange, Sources, batch_failed, io_failed};
use crate::table::{Stream, Table};

/// A request for a table of games.
#[pyclass(module = "reynard._native", frozen)]
pub(crate) struct TableRequest {
    pub(crate) spec: TableSpec,
    settings: ReadSettings,
    range: Option<ByteRange>,
    filter: Option<Arc<Query>>,
}

#[expect(clippy::needless_pass_by_value, reason = "the form that map_err takes")]
fn wrong(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the requested number of threads, or one per processor.
pub(crate) fn thread_count(threads: Option<usize>) -> PyResult<NonZeroUsize> {
    match threads {
        None => Ok(available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(threads) => {
            NonZeroUsize::new(threads.min(1024)).ok_or_else(|| wrong("threads is at least 1"))
        }
    }
}

fn games(columns: Option<Vec<String>>, moves: &str) -> PyResult<TableSpec> {
    let moves = match moves {
        "bits" => MoveFormat::Bits,
        "uci" => MoveFormat::Uci,
        "san" => MoveFormat::San,
        other => {
            return Err(wrong(format!("moves is \"bits\", \"uci\" or \"san\", not {other:?}")));
        }
    };
    let mut table = GameTable::default().with_moves(moves);
    if let Some(names) = columns {
        if names.is_empty() {
            return Err(wrong("columns is empty: name at least one"));
        }
        let (mut columns, mut extras) = (Vec::new(), Vec::new());
        for name in &names {
            match (name.parse::<GameColumn>(), name.parse::<ExtraColumn>()) {
                (Ok(column), _) => columns.push(column),
                (Err(_), Ok(extra)) => extras.push(extra),
                (Err(error), Err(_)) => {
                    return Err(wrong(format!("{error}; any tag, comments, glyphs")));
                }
            }
        }
        table = table.with_columns(columns).with_extras(extras);
    }
    Ok(TableSpec::Games(table))
}

fn positions(columns: Option<Vec<String>>, every: u64) -> PyResult<TableSpec> {
    let every = u16::try_from(every).ok().and_then(NonZeroU16::new);
    let every = every.ok_or_else(|| wrong("every is between 1 and 65535"))?;
    let mut table = PositionTable::default().with_every(every);
    if let Some(columns) = columns {
        if columns.is_empty() {
            return Err(wrong("columns is empty: name at least one"));
        }
        let columns: Result<Vec<_>, _> = columns.iter().map(|name| name.parse()).collect();
        table = table.with_columns(columns.map_err(wrong)?);
    }
    Ok(TableSpec::Positions(table))
}

impl TableRequest {
    /// Returns the sources that contain the requested games.
    fn part(&self, py: Python<'_>, sources: Sources, stop: &Stop) -> PyResult<Vec<PgnSource>> {
        let all = match &self.range {
            Some(range) => sources.in_range(py, range, stop)?,
            None => sources.into_pgn(stop),
        };
        let Some(query) = &self.filter else { return Ok(all) };
        let threads = self.settings.threads;
        Ok(all.into_iter().map(|source| filtered(source, query, threads)).collect())
    }
}

#[pymethods]
impl TableRequest {
    #[new]
    #[pyo3(signature = (kind, *, columns = None, moves = "bits", every = 1, threads = None, policy = "keep", batch_rows = 65_536, range = None, r#where = None))]
    #[expect(clippy::too_many_arguments, reason = "named arguments of Python")]
    fn new(
        kind: &str,
        columns: Option<Vec<String>>,
        moves: &str,
        every: u64,
        threads: Option<usize>,
        policy: &str,
        batch_rows: usize,
        range: Option<ByteRange>,
        r#where: Option<&str>,
    ) -> PyResult<Self> {
        let spec = match kind {
            "games" => games(columns, moves)?,
            "positions" => positions(columns, every)?,
            other => {
                return Err(wrong(format!("kind is \"games\" or \"positions\", not {other:?}")));
            }
        };
        let policy = match policy {
            "keep" => ErrorPolicy::KeepPrefix,
            "skip" => ErrorPolicy::Skip,
            "stop" => ErrorPolicy::Stop,
            other => {
                return Err(wrong(format!(
                    "policy is \"keep\", \"skip\" or \"stop\", not {other:?}"
                )));
            }
        };
        let batch_rows =
            NonZeroUsize::new(batch_rows).ok_or_else(|| wrong("batch_rows is at least 1"))?;
        let settings = ReadSettings { threads: thread_count(threads)?, policy, batch_rows };
        let filter = r#where.map(Query::parse).transpose().map_err(wrong)?.map(Arc::new);
        Ok(Self { spec, settings, range, filter })
    }

    /// Reads games into a table.
    fn read(&self, py: Python<'_>, sources: Sources) -> PyResult<Table> {
        let stop = Stop::default();
        let sources = self.part(py, sources, &stop)?;
        let read = || {
            let mut batches = Vec::new();
            let _: ControlFlow<(), _> =
                read_batches(sources, &self.spec, &self.settings, |batch| {
                    batches.push(batch);
                    ControlFlow::<()>::Continue(())
                })?;
            Ok(batches)
        };
        let batches = interruptible(py, || stop.set(), read)?;
        let batches = batches.map_err(|error| batch_failed(py, error))?;
        Ok(Table::new(self.spec.schema(), batches))
    }

    /// Starts reading games batch by batch.
    fn scan(&self, py: Python<'_>, sources: Sources) -> PyResult<Stream> {
        let stop = Stop::default();
        let sources = self.part(py, sources, &stop)?;
        Ok(Stream::new(BatchReader::new(sources, &self.spec, self.settings), stop))
    }

    /// Writes games to a Parquet file. Returns the numbers of games, plies, games with errors, rows
    /// and bytes.
    fn write(
        &self,
        py: Python<'_>,
        sources: Sources,
        path: PathBuf,
        level: i32,
    ) -> PyResult<(u64, u64, u64, u64, u64)> {
        let level = ZstdLevel::new(level).map_err(wrong)?;
        let stop = Stop::default();
        let sources = self.part(py, sources, &stop)?;
        let name = path.display().to_string();
        let written = interruptible(
            py,
            || stop.set(),
            || {
                let mut file = BufWriter::new(File::create(&path).map_err(BatchError::Write)?);
                let summary = write_parquet(sources, &self.spec, &self.settings, level, &mut file)?;
                file.flush().map_err(BatchError::Write)?;
                Ok(summary)
            },
        )?;
        let summary = written.map_err(|error| match error {
            BatchError::Write(error) => io_failed(error, Some(&name)),
            error => batch_failed(py, error),
        })?;
        let totals = summary.totals;
        Ok((totals.games, totals.plies, totals.incomplete, totals.rows, summary.bytes))
    }
}
