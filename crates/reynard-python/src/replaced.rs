//! Methods of `Board` that a program has replaced by its own.
//!
//! The native methods do not look up each other in Python. In python-chess, `push_san` calls
//! `push`, and some programs assign a function of their own to `Board.push` to log or check moves.
//! The methods that call others therefore compare these with the original ones. If a program has
//! replaced one, a method written in Python is called.

use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyString};

use crate::base_board::BaseBoard;
use crate::member::is_value;

/// A method that other methods call.
#[derive(Clone, Copy)]
pub(crate) enum Called {
    Push,
    ParseSan,
    ParseUci,
    GenerateLegalMoves,
}

/// The names of the methods, in the order of [`Called`].
const NAMES: [&str; 4] = ["push", "parse_san", "parse_uci", "generate_legal_moves"];

/// The class as it was first.
struct Originals {
    /// The attributes of the class, which programs may replace.
    attributes: Py<PyDict>,
    /// The methods in the order of [`Called`], with their names.
    methods: [(Py<PyString>, Py<PyAny>); NAMES.len()],
    /// The methods written in Python, by name.
    in_python: Py<PyDict>,
}

static ORIGINALS: PyOnceLock<Originals> = PyOnceLock::new();

impl Originals {
    #[inline]
    fn is_replaced(&self, py: Python<'_>, called: Called) -> bool {
        let (name, original) = &self.methods[called as usize];
        !is_value(self.attributes.bind(py), name.bind(py), original.bind(py))
    }
}

/// Returns the method written in Python that takes the place of a native method, if a program has
/// replaced one of the methods that it calls.
#[inline]
pub(crate) fn in_python<'py>(
    board: &Bound<'py, BaseBoard>,
    name: &str,
    called: &[Called],
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = board.py();
    let Some(originals) = ORIGINALS.get(py) else { return Ok(None) };
    let has_methods = board.get().has_methods.load(Ordering::Relaxed);
    if !has_methods && !called.iter().any(|method| originals.is_replaced(py, *method)) {
        return Ok(None);
    }
    originals.in_python.bind(py).get_item(name)
}

/// Notes that a program assigns an attribute to a board, in case it is a method that others call.
pub(crate) fn note_attribute(board: &Bound<'_, BaseBoard>, name: &str) {
    if NAMES.contains(&name) {
        board.get().has_methods.store(true, Ordering::Relaxed);
    }
}

/// Takes the methods of the class as the original ones. `attributes` is the dictionary of the
/// class, and `in_python` has the methods that take the place of native ones.
#[pyfunction]
fn watch_methods(attributes: &Bound<'_, PyDict>, in_python: &Bound<'_, PyDict>) -> PyResult<()> {
    let py = attributes.py();
    let mut methods = Vec::new();
    for name in NAMES {
        methods.push((
            PyString::intern(py, name).unbind(),
            attributes.as_any().get_item(name)?.unbind(),
        ));
    }
    let Ok(methods) = methods.try_into() else { return Ok(()) };
    let (attributes, in_python) = (attributes.clone().unbind(), in_python.clone().unbind());
    ORIGINALS.get_or_init(py, || Originals { attributes, methods, in_python });
    Ok(())
}

/// Adds the function of this file to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(watch_methods, module)?)
}
