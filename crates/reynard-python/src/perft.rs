//! Perft, with the interpreter lock released.

use std::num::NonZeroUsize;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use reynard_perft::{PerftError, PerftOptions};

use crate::board::{Board, core};
use crate::moves::Move;
use crate::state::{State, parts_of};

fn position(board: &Bound<'_, Board>) -> PyResult<(reynard::Position, bool)> {
    let board = board.try_borrow()?;
    let core = core(&board);
    match &core.state {
        State::Legal(pos) => Ok((pos.clone(), core.chess960)),
        State::Loose(_) => {
            Err(PyValueError::new_err("perft needs a position that the rules accept"))
        }
    }
}

fn options(threads: usize, hash_mib: usize) -> PyResult<PerftOptions> {
    let threads =
        NonZeroUsize::new(threads).ok_or_else(|| PyValueError::new_err("threads is at least 1"))?;
    Ok(PerftOptions { threads, hash_mib, ..PerftOptions::default() })
}

#[expect(clippy::needless_pass_by_value, reason = "the form that map_err takes")]
fn failed(error: PerftError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns the number of leaves of the tree of legal moves. Raises ValueError for an illegal
/// position.
///
/// >>> import reynard
/// >>> reynard.perft(reynard.Board(), 4)
/// 197281
#[pyfunction]
#[pyo3(signature = (board, depth, *, threads = 1, hash_mib = 0))]
fn perft(board: &Bound<'_, Board>, depth: u32, threads: usize, hash_mib: usize) -> PyResult<u64> {
    let (pos, _) = position(board)?;
    let options = options(threads, hash_mib)?;
    board.py().detach(|| reynard_perft::perft(&pos, depth, &options)).map_err(failed)
}

/// Returns the number of leaves after each legal move, as a dictionary.
///
/// >>> import reynard
/// >>> reynard.divide(reynard.Board(), 2)[reynard.Move.from_uci("e2e4")]
/// 20
#[pyfunction]
#[pyo3(signature = (board, depth, *, threads = 1, hash_mib = 0))]
fn divide<'py>(
    board: &Bound<'py, Board>,
    depth: u32,
    threads: usize,
    hash_mib: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let py = board.py();
    let (pos, chess960) = position(board)?;
    let options = options(threads, hash_mib)?;
    let counts = py.detach(|| reynard_perft::divide(&pos, depth, &options)).map_err(failed)?;
    let divided = PyDict::new(py);
    for (mv, count) in counts {
        divided.set_item(Move::object(py, parts_of(mv, chess960))?, count)?;
    }
    Ok(divided)
}

/// Adds the functions of this file to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(perft, module)?)?;
    module.add_function(wrap_pyfunction!(divide, module)?)
}
