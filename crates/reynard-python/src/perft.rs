//! Perft, without the interpreter lock.

use std::num::NonZeroUsize;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use reynard::Position;
use reynard_perft::{Perft, PerftError, PerftOptions};

use crate::board::{Board, read};
use crate::interrupt::{Stop, interruptible};
use crate::moves::Move;
use crate::state::{State, parts_of};

fn position(board: &Bound<'_, Board>) -> PyResult<(Position, bool)> {
    let board = read(board)?;
    let core = &board.core;
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

/// Maximum depth of a count that cannot be interrupted. Such a count takes a fraction of a second.
const UNINTERRUPTED: u32 = 4;

/// Counts the leaves. Returns `None` if the count was stopped.
fn count(
    perft: &Perft,
    pos: &Position,
    depth: u32,
    stop: &Stop,
) -> Result<Option<u64>, PerftError> {
    if stop.is_set() {
        return Ok(None);
    }
    if depth <= UNINTERRUPTED {
        return perft.count(pos, depth).map(Some);
    }
    let mut total = 0_u64;
    for &mv in &pos.legal_moves() {
        let mut child = pos.clone();
        child.play_unchecked(mv);
        let Some(leaves) = count(perft, &child, depth - 1, stop)? else { return Ok(None) };
        total = total.checked_add(leaves).ok_or(PerftError::Overflow)?;
    }
    Ok(Some(total))
}

/// Returns the number of leaves of the tree of legal moves (perft). Raises ValueError for an
/// illegal position.
///
/// >>> import reynard
/// >>> reynard.perft(reynard.Board(), 4)
/// 197281
#[pyfunction]
#[pyo3(signature = (board, depth, *, threads = 1, hash_mib = 0))]
fn perft(board: &Bound<'_, Board>, depth: u32, threads: usize, hash_mib: usize) -> PyResult<u64> {
    let (pos, _) = position(board)?;
    let options = options(threads, hash_mib)?;
    let (py, stop) = (board.py(), Stop::default());
    let work = || count(&Perft::new(&options)?, &pos, depth, &stop);
    let counted = if depth <= UNINTERRUPTED {
        py.detach(work)
    } else {
        interruptible(py, || stop.set(), work)?
    };
    // The count is missing only after a signal, whose exception has already been raised.
    Ok(counted.map_err(failed)?.unwrap_or_default())
}

/// Returns the number of leaves below each legal move, as a dictionary.
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
    let divided = PyDict::new(py);
    let Some(depth) = depth.checked_sub(1) else { return Ok(divided) };
    let stop = Stop::default();
    let work = || {
        let perft = Perft::new(&options)?;
        let below = |mv: reynard::Move| {
            let mut child = pos.clone();
            child.play_unchecked(mv);
            Ok((mv, count(&perft, &child, depth, &stop)?.unwrap_or_default()))
        };
        pos.legal_moves().iter().map(|&mv| below(mv)).collect::<Result<Vec<_>, PerftError>>()
    };
    let counts = interruptible(py, || stop.set(), work)?.map_err(failed)?;
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
