//! Syzygy tablebases.

use std::path::PathBuf;
use std::sync::{PoisonError, RwLock};

use pyo3::exceptions::{
    PyFileNotFoundError, PyKeyError, PyNotADirectoryError, PyOSError, PyValueError,
};
use pyo3::prelude::*;
use reynard_syzygy::{Dtz, Lookup, ProbeError, Tablebase, Wdl};

use crate::board::{Board, read};
use crate::state::State;

/// The tables found in several folders: the basis of `reynard.syzygy.Tablebase`.
#[pyclass(module = "reynard._native", frozen)]
pub(crate) struct NativeTablebase {
    tables: RwLock<Tablebase>,
}

/// Returns the error for a failed probe. As in python-chess, a damaged table is an OSError, and
/// everything else a KeyError.
fn failed(error: ProbeError) -> PyErr {
    match error {
        ProbeError::Table(damage) => PyOSError::new_err(damage.to_string()),
        _ => PyKeyError::new_err(error.to_string()),
    }
}

fn known<T>(lookup: Lookup<T>) -> PyResult<T> {
    match lookup {
        Lookup::Known(value) => Ok(value),
        Lookup::Missing(name) => Err(PyKeyError::new_err(format!("did not find table {name}"))),
    }
}

impl NativeTablebase {
    fn probe<T: Send>(
        &self,
        board: &Bound<'_, Board>,
        probe: impl Fn(&Tablebase, &reynard::Position) -> Result<Lookup<T>, ProbeError>,
    ) -> PyResult<T> {
        let pos = {
            let board = read(board)?;
            match &board.core.state {
                State::Legal(pos) => pos.clone(),
                State::Loose(_) => {
                    return Err(PyKeyError::new_err(
                        "tables have no positions that the rules refuse",
                    ));
                }
            }
        };
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        known(probe(&tables, &pos).map_err(failed)?)
    }
}

impl NativeTablebase {
    /// Probes a position's result and its distance to zeroing. Each is `None` if no table contains
    /// it.
    pub(crate) fn values(&self, pos: &reynard::Position) -> (Option<i8>, Option<i16>) {
        let tables = self.tables.read().unwrap_or_else(PoisonError::into_inner);
        let wdl = match tables.probe_wdl(pos) {
            Ok(Lookup::Known(wdl)) => Some(wdl as i8),
            _ => None,
        };
        let dtz = match tables.probe_dtz(pos) {
            Ok(Lookup::Known(dtz)) => i16::try_from(dtz.plies()).ok(),
            _ => None,
        };
        (wdl, dtz)
    }
}

/// Returns the error for an unreadable path, as the subclass of OSError that Python itself raises.
fn unreadable(shown: &str, error: &std::io::Error) -> PyErr {
    let message = format!("{shown}: {error}");
    match error.kind() {
        std::io::ErrorKind::NotFound => PyFileNotFoundError::new_err(message),
        std::io::ErrorKind::NotADirectory => PyNotADirectoryError::new_err(message),
        _ => PyOSError::new_err(message),
    }
}

#[pymethods]
impl NativeTablebase {
    #[new]
    fn new() -> Self {
        Self { tables: RwLock::new(Tablebase::new()) }
    }

    /// Adds the tables in a folder and returns the number of tables added.
    fn add_directory(&self, folder: PathBuf) -> PyResult<usize> {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        let shown = folder.display().to_string();
        tables.add_directory(folder).map_err(|error| unreadable(&shown, &error))
    }

    /// Adds one table.
    fn add_file(&self, path: PathBuf) -> PyResult<bool> {
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        let shown = path.display().to_string();
        let added = tables.add_file(path).map_err(|error| unreadable(&shown, &error))?;
        if added {
            Ok(true)
        } else {
            Err(PyValueError::new_err(format!("{shown} is not the name of a table")))
        }
    }

    /// Returns the result with best play, from -2 (loss) to 2 (win).
    fn probe_wdl(&self, board: &Bound<'_, Board>) -> PyResult<i8> {
        Ok(self.probe(board, Tablebase::probe_wdl)? as i8)
    }

    /// Returns the value stored in the WDL table for a position.
    fn stored_wdl(&self, board: &Bound<'_, Board>) -> PyResult<i8> {
        Ok(self.probe(board, Tablebase::stored_wdl)? as i8)
    }

    /// Returns the distance stored in the DTZ table, or None if the table has only positions with
    /// the other side to move.
    fn stored_dtz(&self, board: &Bound<'_, Board>, wdl: i8) -> PyResult<Option<i32>> {
        let value = Wdl::from_number(wdl)
            .ok_or_else(|| PyValueError::new_err(format!("{wdl} is not between -2 and 2")))?;
        let found = self.probe(board, |tables, pos| tables.stored_dtz(pos, value))?;
        Ok(found.map(Dtz::plies))
    }

    /// Returns the distance to zeroing in plies.
    fn probe_dtz(&self, board: &Bound<'_, Board>) -> PyResult<i32> {
        Ok(self.probe(board, Tablebase::probe_dtz)?.plies())
    }
}
