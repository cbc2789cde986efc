//! Games to read: paths, bytes, and files of Python; and the errors of reading as exceptions.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use pyo3::exceptions::{PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use reynard_arrow::{BatchError, PgnSource};
use reynard_pgn::Diagnostic;

/// A binary file of Python.
struct PyFile(Py<PyAny>);

impl Read for PyFile {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let read =
                self.0.bind(py).call_method1("read", (out.len(),)).map_err(io::Error::other)?;
            let bytes = read.cast::<PyBytes>().map_err(|_| {
                io::Error::other("the file does not read bytes: open it with mode \"rb\"")
            })?;
            let bytes = bytes.as_bytes();
            let space = out.get_mut(..bytes.len());
            let space = space.ok_or_else(|| io::Error::other("read returned more than asked"))?;
            space.copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}

/// Games to read: each is a path, bytes, or a file.
pub(crate) struct Sources(pub(crate) Vec<PgnSource>);

impl<'a, 'py> FromPyObject<'a, 'py> for Sources {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let mut sources = Vec::new();
        for item in object.try_iter()? {
            let item = item?;
            sources.push(if let Ok(bytes) = item.cast::<PyBytes>() {
                PgnSource::of_bytes(bytes.as_bytes()).with_name("bytes")
            } else if item.is_instance_of::<PyString>() || item.hasattr("__fspath__")? {
                let path: PathBuf = item.extract()?;
                let name = path.display().to_string();
                PgnSource::opened_later(move || File::open(path)).with_name(name)
            } else if item.hasattr("read")? {
                PgnSource::new(PyFile(item.unbind())).with_name("file")
            } else {
                let kind = item.get_type().name()?;
                return Err(PyTypeError::new_err(format!(
                    "games are a path, bytes or a binary file, not {kind}"
                )));
            });
        }
        Ok(Self(sources))
    }
}

/// Returns the exception of an error in input or output, with the name of the file.
pub(crate) fn io_failed(error: io::Error, name: Option<&str>) -> PyErr {
    if let Some(code) = error.raw_os_error() {
        let text = error.to_string();
        let text = text.split(" (os error").next().unwrap_or_default().to_owned();
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

/// Returns the exception of an error that ends the making of a table.
pub(crate) fn batch_failed(py: Python<'_>, error: BatchError) -> PyErr {
    match error {
        BatchError::Source { name, error } => io_failed(error, name.as_deref()),
        BatchError::Write(error) => io_failed(error, None),
        BatchError::Stopped(diagnostic) => stopped(py, &diagnostic),
        BatchError::Arrow(error) => PyValueError::new_err(error.to_string()),
        other => PyRuntimeError::new_err(other.to_string()),
    }
}
