//! Creates move objects: single objects, lists, legal moves, and the objects returned by `Move`
//! itself.

use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::args::UciText;
use crate::interned;
use crate::moves::{Move, Parts};
use crate::stamp::Stamp;
use crate::state::bits_of;

impl Move {
    /// Returns a list of move objects.
    pub(crate) fn objects<'py>(py: Python<'py>, moves: &[Parts]) -> PyResult<Bound<'py, PyList>> {
        interned::list(py, moves, |parts| interned::take(py, parts.bits()))
    }

    /// Returns a list of move objects for moves that were listed in the position identified by a
    /// stamp.
    pub(crate) fn listed_objects<'py>(
        py: Python<'py>,
        moves: &[reynard::Move],
        stamp: Stamp,
        chess960: bool,
    ) -> PyResult<Bound<'py, PyList>> {
        interned::list(py, moves, |mv| {
            let object = interned::take(py, bits_of(*mv, chess960))?;
            object.get().set_listed(stamp, *mv);
            Ok(object)
        })
    }

    /// Returns a move object to which nothing else holds a reference.
    pub(crate) fn object(py: Python<'_>, parts: Parts) -> PyResult<Py<Self>> {
        interned::take(py, parts.bits()).map(Bound::unbind)
    }
}

/// Parses a move in UCI notation. Raises InvalidMoveError if the text is invalid.
///
/// >>> import reynard
/// >>> reynard.Move.from_uci("g1f3").to_square == reynard.F3
/// True
#[pyfunction]
fn from_uci(py: Python<'_>, uci: UciText<'_>) -> PyResult<Py<Move>> {
    Move::object(py, Parts::parse(uci.0)?)
}

/// Adds `from_uci` to the class as a plain function. A static method would have to be bound on each
/// call, which takes as long as parsing the text. The function is in the module too, where `pickle`
/// finds it.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let function = wrap_pyfunction!(from_uci, module)?;
    module.py().get_type::<Move>().setattr("from_uci", &function)?;
    module.add_function(function)
}

#[pymethods]
impl Move {
    /// Returns the null move, which passes the turn and is falsy.
    ///
    /// >>> import reynard
    /// >>> bool(reynard.Move.null())
    /// False
    #[staticmethod]
    fn null(py: Python<'_>) -> PyResult<Py<Self>> {
        Self::object(py, Parts::NULL)
    }
}
