//! Binary Python file objects, read from Rust.

use std::io::{self, Read, Seek, SeekFrom};

use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// A binary Python file object. Its exceptions are turned into input errors, from which they can be
/// raised again unchanged.
pub(crate) struct PyFile(pub(crate) Py<PyAny>);

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

impl Seek for PyFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        Python::attach(|py| {
            let file = self.0.bind(py);
            let sought = match to {
                SeekFrom::Start(offset) => file.call_method1("seek", (offset, 0)),
                SeekFrom::Current(offset) => file.call_method1("seek", (offset, 1)),
                SeekFrom::End(offset) => file.call_method1("seek", (offset, 2)),
            };
            sought.and_then(|place| place.extract()).map_err(io::Error::other)
        })
    }
}
