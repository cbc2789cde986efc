//! Sources of games: paths, bytes, and Python file objects. Also converts read errors to
//! exceptions.

use std::fs::File;
use std::io::{self, Cursor};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use reynard_arrow::{BatchError, PgnSource};
use reynard_base::without_error_numbers;
use reynard_cluster::{ReadSeek, ShardText, Storage};
use reynard_pgn::Diagnostic;

use crate::interrupt::{Stop, Stoppable};
use crate::py_file::PyFile;
use crate::shards::job_failed;

/// A path or bytes, which can be opened more than once.
#[derive(Debug)]
enum Stored {
    Path(PathBuf),
    Bytes(Arc<[u8]>),
}

impl Stored {
    /// Returns the name to show in error messages.
    fn name(&self) -> String {
        match self {
            Self::Path(path) => path.display().to_string(),
            Self::Bytes(_) => "bytes".to_owned(),
        }
    }
}

impl Storage for Stored {
    fn open(&self, _: &str) -> io::Result<Box<dyn ReadSeek>> {
        Ok(match self {
            Self::Path(path) => Box::new(File::open(path)?),
            Self::Bytes(bytes) => Box::new(Cursor::new(bytes.clone())),
        })
    }
}

/// A source of games.
enum GameSource {
    Stored(Stored),
    File(PyFile),
}

impl GameSource {
    fn into_pgn(self, stop: &Stop) -> PgnSource {
        let stop = stop.clone();
        match self {
            Self::Stored(stored) => {
                let name = stored.name();
                let open = move || Ok(Stoppable::new(stored.open("")?, stop));
                PgnSource::opened_later(open).with_name(name)
            }
            Self::File(file) => PgnSource::new(Stoppable::new(file, stop)).with_name("file"),
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for GameSource {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            Ok(Self::Stored(Stored::Bytes(bytes.as_bytes().into())))
        } else if object.is_instance_of::<PyString>() || object.hasattr("__fspath__")? {
            Ok(Self::Stored(Stored::Path(object.extract()?)))
        } else if object.hasattr("read")? {
            Ok(Self::File(PyFile(object.to_owned().unbind())))
        } else {
            let kind = object.get_type().name()?;
            let message = format!("games are a path, bytes or a binary file, not {kind}");
            Err(PyTypeError::new_err(message))
        }
    }
}

/// A byte range of a file.
pub(crate) struct ByteRange(Range<u64>);

impl<'a, 'py> FromPyObject<'a, 'py> for ByteRange {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let (start, end): (i64, Option<i64>) = object.extract()?;
        let reason = match (u64::try_from(start), end.map(u64::try_from)) {
            (Ok(start), None) => return Ok(Self(start..u64::MAX)),
            (Ok(start), Some(Ok(end))) if start <= end => return Ok(Self(start..end)),
            (Ok(_), _) => "it ends before it begins",
            (Err(_), _) => "it begins before byte 0",
        };
        Err(PyValueError::new_err(format!("range {}: {reason}", object.repr()?)))
    }
}

/// Sources of games: each is a path, bytes, or a file object.
#[derive(FromPyObject)]
pub(crate) struct Sources(Vec<GameSource>);

impl Sources {
    /// Returns the sources, ready for reading. Reading fails when `stop` is set.
    pub(crate) fn into_pgn(self, stop: &Stop) -> Vec<PgnSource> {
        self.0.into_iter().map(|source| source.into_pgn(stop)).collect()
    }

    /// Returns only the games that start within a byte range. There must be a single file.
    pub(crate) fn in_range(
        self,
        py: Python<'_>,
        range: &ByteRange,
        stop: &Stop,
    ) -> PyResult<Vec<PgnSource>> {
        let [source] = <[GameSource; 1]>::try_from(self.0).map_err(|sources| {
            PyValueError::new_err(format!("a range is of one file, not of {}", sources.len()))
        })?;
        let GameSource::Stored(stored) = source else {
            let message = "a range is of a path or bytes, not of an open file";
            return Err(PyTypeError::new_err(message));
        };
        let name = stored.name();
        let text = py.detach(|| ShardText::in_range(&name, &stored, range.0.clone()));
        let text = text.map_err(job_failed)?;
        let offset = text.offset();
        let text = Stoppable::new(text, stop.clone());
        Ok(vec![PgnSource::new(text).with_name(name).with_offset(offset)])
    }
}

/// Returns the exception for an I/O error. `name` is the name of the file.
pub(crate) fn io_failed(error: io::Error, name: Option<&str>) -> PyErr {
    if let Some(code) = error.raw_os_error() {
        let text = without_error_numbers(&error.to_string());
        return PyOSError::new_err((code, text, name.map(str::to_owned)));
    }
    match error.downcast::<PyErr>() {
        Ok(raised) => raised,
        Err(error) => PyOSError::new_err(match name {
            Some(name) => format!("{name}: {error}"),
            None => error.to_string(),
        }),
    }
}

fn stopped(py: Python<'_>, diagnostic: &Diagnostic) -> PyErr {
    let raise = || {
        let class = py.import("reynard._errors")?.getattr("ReadError")?;
        let error = class.call1((
            diagnostic.to_string(),
            diagnostic.source.as_deref(),
            diagnostic.line,
            diagnostic.column,
            diagnostic.game,
            diagnostic.token.to_string(),
        ))?;
        Ok::<_, PyErr>(PyErr::from_value(error))
    };
    raise().unwrap_or_else(|error| error)
}

/// Returns the exception for an error that aborts the creation of a table.
pub(crate) fn batch_failed(py: Python<'_>, error: BatchError) -> PyErr {
    match error {
        BatchError::Source { name, error } => io_failed(error, name.as_deref()),
        BatchError::Write(error) => io_failed(error, None),
        BatchError::Stopped(diagnostic) => stopped(py, &diagnostic),
        BatchError::Arrow(error) => PyValueError::new_err(error.to_string()),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}
