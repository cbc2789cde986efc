//! Game databases: the basis of `reynard.Database`.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use pyo3::exceptions::{PyBlockingIOError, PyFileExistsError, PyIndexError, PyValueError};
use pyo3::prelude::*;
use reynard::Position;
use reynard_arrow::{RowCollector, TableSpec};
use reynard_db::{
    AddReport, Budget, Database, DatabaseError, DatabaseOptions, ExploreAnswer, ExploreLimits,
    ExtraContent, GameCollector, GameOrder, GamePage, Transpositions, VariationIndex,
};
use reynard_games::Query;
use reynard_pgn::{Input, ReadError, ReaderOptions, read_parallel};

use crate::board::{Board, read};
use crate::data::{TableRequest, thread_count};
use crate::interrupt::{Stop, interruptible};
use crate::source::{Sources, io_failed};
use crate::state::State;
use crate::table::Table;

/// A game database in a single file.
#[pyclass(module = "reynard._native", frozen)]
pub(crate) struct NativeDatabase {
    path: PathBuf,
    base: RwLock<Option<Database>>,
}

/// An error in a database, or in the games added to it.
enum Failure {
    Base(DatabaseError),
    Source(Option<String>, std::io::Error),
}

impl From<DatabaseError> for Failure {
    fn from(error: DatabaseError) -> Self {
        Self::Base(error)
    }
}

/// Number of games converted to rows per step.
const CHUNK: usize = 1_000;

impl NativeDatabase {
    fn failed(&self, error: Failure) -> PyErr {
        let path = self.path.display().to_string();
        let shown = |error: &DatabaseError| format!("{path}: {error}");
        match error {
            Failure::Source(name, error) => io_failed(error, name.as_deref()),
            Failure::Base(DatabaseError::Io(error)) => io_failed(error, Some(&path)),
            Failure::Base(error @ DatabaseError::Exists) => {
                PyFileExistsError::new_err(shown(&error))
            }
            Failure::Base(error @ DatabaseError::Locked) => {
                PyBlockingIOError::new_err(shown(&error))
            }
            Failure::Base(error @ DatabaseError::NoSuchGame(_)) => {
                PyIndexError::new_err(shown(&error))
            }
            Failure::Base(error) => PyValueError::new_err(shown(&error)),
        }
    }

    /// Calls a function with the database, without the interpreter lock.
    fn read<T: Send>(
        &self,
        py: Python<'_>,
        of: impl FnOnce(&Database) -> Result<T, DatabaseError> + Send,
    ) -> PyResult<T> {
        let found = py.detach(|| {
            let base = self.base.read().unwrap_or_else(PoisonError::into_inner);
            base.as_ref().map(of)
        });
        let found = found.ok_or_else(|| PyValueError::new_err("the database is closed"))?;
        found.map_err(|error| self.failed(error.into()))
    }

    fn opened(
        path: PathBuf,
        make: impl FnOnce(&PathBuf) -> Result<Database, DatabaseError>,
    ) -> PyResult<Self> {
        let base = make(&path);
        let mut database = Self { path, base: RwLock::new(None) };
        let base = base.map_err(|error| database.failed(error.into()))?;
        database.base = RwLock::new(Some(base));
        Ok(database)
    }
}

fn query(filter: &str) -> PyResult<Query> {
    Query::parse(filter).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn position(board: Option<&Bound<'_, Board>>) -> PyResult<Option<Position>> {
    let Some(board) = board else { return Ok(None) };
    let board = read(board)?;
    match &board.core.state {
        State::Legal(pos) => Ok(Some(pos.clone())),
        State::Loose(_) => {
            Err(PyValueError::new_err("a database is asked for positions that the rules accept"))
        }
    }
}

/// Adds the games from several sources, one after another.
fn add(
    base: &mut Database,
    sources: Sources,
    budget: Budget,
    stop: &Stop,
) -> Result<AddReport, Failure> {
    let options = base.options();
    let mut adder = base.adder(budget);
    for source in sources.into_pgn(stop) {
        let name = source.name().map(str::to_owned);
        let failed = |error| Failure::Source(name.clone(), error);
        let input = source.open().and_then(Input::new).map_err(failed)?;
        let make = || GameCollector::new(options);
        let reading = ReaderOptions { limits: GameCollector::LIMITS, ..ReaderOptions::default() };
        let read = read_parallel(input, &reading, budget.threads, make, |games, _| {
            match adder.add(games) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => ControlFlow::Break(error),
            }
        });
        match read {
            Ok(ControlFlow::Continue(_)) => {}
            Ok(ControlFlow::Break(error)) => return Err(error.into()),
            Err(ReadError::Io(error)) => return Err(failed(error)),
            Err(error) => return Err(failed(std::io::Error::other(error.to_string()))),
        }
    }
    if stop.is_set() {
        return Err(Failure::Source(None, std::io::Error::other("interrupted")));
    }
    Ok(adder.finish()?)
}

/// Returns the given games as rows; in the rows, `offset` is the number of the game in the
/// database.
fn rows(
    base: &Database,
    spec: &TableSpec,
    pos: Option<&Position>,
    query: &Query,
    limit: Option<usize>,
) -> Result<Table, DatabaseError> {
    let page = GamePage { limit, ..GamePage::default() };
    let games = base.find_page(pos, query, &page)?.unwrap_or_default();
    let mut batches = Vec::new();
    let mut before = 0;
    for chunk in games.chunks(CHUNK) {
        let mut rows = RowCollector::new(spec);
        for game in chunk {
            rows.set_offset(game.id());
            game.visit(&mut rows)?;
        }
        let count = rows.totals().games;
        let batch = rows.into_batch(before);
        batches.push(batch.map_err(|_| DatabaseError::TooLarge("text of a column"))?);
        before += count;
    }
    Ok(Table::new(spec.schema(), batches))
}

#[pymethods]
impl NativeDatabase {
    /// Opens a database.
    #[staticmethod]
    fn open(path: PathBuf, writable: bool) -> PyResult<Self> {
        Self::opened(path, |path| {
            if writable { Database::open_writable(path) } else { Database::open(path) }
        })
    }

    /// Creates a database.
    #[staticmethod]
    fn create(path: PathBuf, plies: u16, annotations: bool, variations: bool) -> PyResult<Self> {
        let options = DatabaseOptions {
            plies,
            extra: if annotations { ExtraContent::Kept } else { ExtraContent::Dropped },
            variations: if variations { VariationIndex::Indexed } else { VariationIndex::Omitted },
        };
        Self::opened(path, |path| Database::create(path, options))
    }

    /// Closes the file.
    fn close(&self, py: Python<'_>) {
        py.detach(|| *self.base.write().unwrap_or_else(PoisonError::into_inner) = None);
    }

    /// Returns the number of games, including deleted ones, and the number of deleted games.
    fn counts(&self, py: Python<'_>) -> PyResult<(u64, u64)> {
        self.read(py, |base| Ok((base.games(), base.deleted())))
    }

    /// Adds games. Returns the numbers of games, plies and games with an error.
    fn add(
        &self,
        py: Python<'_>,
        sources: Sources,
        memory_mib: usize,
        threads: Option<usize>,
    ) -> PyResult<(u64, u64, u64)> {
        let threads: NonZeroUsize = thread_count(threads)?;
        let budget =
            Budget { memory: memory_mib.clamp(16, 1 << 20) << 20, threads, ..Budget::default() };
        let stop = Stop::default();
        let added = interruptible(
            py,
            || stop.set(),
            || {
                let mut base = self.base.write().unwrap_or_else(PoisonError::into_inner);
                base.as_mut().map(|base| add(base, sources, budget, &stop))
            },
        )?;
        let added = added.ok_or_else(|| PyValueError::new_err("the database is closed"))?;
        let report = added.map_err(|error| self.failed(error))?;
        Ok((report.games, report.plies, report.damaged))
    }

    /// Explores a position. Returns the JSON object printed by `reynard db explore --json`.
    fn explore(
        &self,
        board: &Bound<'_, Board>,
        filter: &str,
        top: usize,
        transpositions: bool,
    ) -> PyResult<String> {
        let py = board.py();
        let query = query(filter)?;
        let Some(pos) = position(Some(board))? else { return Ok(String::new()) };
        let transpositions =
            if transpositions { Transpositions::Counted } else { Transpositions::Skipped };
        let limits = ExploreLimits { top, transpositions };
        let explored = self.read(py, |base| base.explore(&pos, &query, &limits))?;
        serde_json::to_string(&ExploreAnswer::from(&explored))
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Returns the numbers of the games that match.
    fn find(
        &self,
        py: Python<'_>,
        filter: &str,
        board: Option<&Bound<'_, Board>>,
        order: &str,
    ) -> PyResult<Vec<u64>> {
        let order = match order {
            "id" => GameOrder::Id,
            "elo" => GameOrder::Elo,
            "date" => GameOrder::Date,
            other => {
                let message = format!("order is \"id\", \"elo\" or \"date\", not {other:?}");
                return Err(PyValueError::new_err(message));
            }
        };
        let (query, pos) = (query(filter)?, position(board)?);
        self.read(py, |base| {
            let games = base.find(pos.as_ref(), &query, order)?;
            Ok(games.iter().map(reynard_db::StoredGame::id).collect())
        })
    }

    /// Returns the games with the given numbers as a table.
    fn table(
        &self,
        py: Python<'_>,
        filter: &str,
        board: Option<&Bound<'_, Board>>,
        request: &Bound<'_, TableRequest>,
        limit: Option<usize>,
    ) -> PyResult<Table> {
        let (query, pos) = (query(filter)?, position(board)?);
        let spec = &request.get().spec;
        self.read(py, |base| rows(base, spec, pos.as_ref(), &query, limit))
    }

    /// Returns a game as PGN.
    fn pgn(&self, py: Python<'_>, id: u64) -> PyResult<String> {
        let text = self.read(py, |base| base.game(id)?.pgn())?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    }
}
