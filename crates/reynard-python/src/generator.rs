//! The generators returned by `Board.legal_moves` and `Board.pseudo_legal_moves`.

use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyList, PyType};
use reynard::{Bitboard, MoveList};

use crate::base_board::{BaseBoard, BoardData};
use crate::board_cell::Reading;
use crate::core::Core;
use crate::moves::{AnyMove, Move, Parts};

/// Returns a list of move objects.
pub(crate) fn list(py: Python<'_>, moves: Vec<Parts>) -> PyResult<Bound<'_, PyList>> {
    Move::objects(py, &moves)
}

/// Returns the legal moves of a board whose position is valid, with a stamp. Returns `None` if the
/// position is invalid or the board is in use.
#[inline]
pub(crate) fn listed<'py>(
    board: &Bound<'py, PyAny>,
    from: Bitboard,
    to: Bitboard,
) -> PyResult<Option<Bound<'py, PyList>>> {
    let py = board.py();
    let mut moves = MoveList::new();
    let Ok(board) = board.cast::<BaseBoard>() else { return Ok(None) };
    let (stamp, chess960) = {
        let Ok(mut board) = board.get().write(py) else { return Ok(None) };
        (board.core.list_moves(from, to, &mut moves), board.core.chess960)
    };
    // Creating objects may run the garbage collector, which may call any method of the board.
    stamp.map(|stamp| Move::listed_objects(py, &moves, stamp, chess960)).transpose()
}

/// Returns the moves as the generators display them: legal moves in SAN, others in UCI notation.
fn shown(core: &Core, moves: Vec<Parts>) -> String {
    let text = |parts: Parts| {
        let san = core.is_legal(parts).then(|| core.san(parts, crate::san::Form::Short));
        san.flatten().unwrap_or_else(|| parts.uci())
    };
    moves.into_iter().map(text).collect::<Vec<_>>().join(", ")
}

/// The board used by a generator: a native one, or any object with the required methods.
enum Source<'a, 'py> {
    Board(Reading<'a, BoardData>),
    Other(Bound<'py, PyAny>),
}

fn source<'a, 'py: 'a>(board: &'a Py<PyAny>, py: Python<'py>) -> PyResult<Source<'a, 'py>> {
    match board.bind(py).cast::<BaseBoard>() {
        Ok(board) => Ok(Source::Board(board.get().read(py)?)),
        Err(_) => Ok(Source::Other(board.bind(py).clone())),
    }
}

fn moves_of<'py>(other: &Bound<'py, PyAny>, method: &str) -> PyResult<Bound<'py, PyIterator>> {
    other.call_method0(method)?.try_iter()
}

/// The legal moves of a board.
#[pyclass(module = "reynard", frozen)]
pub(crate) struct LegalMoveGenerator {
    pub(crate) board: Py<PyAny>,
}

#[pymethods]
impl LegalMoveGenerator {
    #[new]
    const fn new(board: Py<PyAny>) -> Self {
        Self { board }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Py<PyAny>,)) {
        (slf.get_type(), (slf.get().board(slf.py()),))
    }

    /// The board whose moves these are.
    #[getter]
    fn board(&self, py: Python<'_>) -> Py<PyAny> {
        self.board.clone_ref(py)
    }

    /// Returns the number of legal moves.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().legal_moves.count()
    /// 20
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        match source(&self.board, py)? {
            Source::Board(board) => Ok(board.core.count_legal_moves() as usize),
            Source::Other(other) => Ok(moves_of(&other, "generate_legal_moves")?.count()),
        }
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        match source(&self.board, py)? {
            Source::Board(board) => Ok(board.core.has_legal_move()),
            Source::Other(other) => Ok(moves_of(&other, "generate_legal_moves")?.next().is_some()),
        }
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        if let Some(moves) = listed(self.board.bind(py), Bitboard::FULL, Bitboard::FULL)? {
            return moves.try_iter();
        }
        match source(&self.board, py)? {
            Source::Board(board) => {
                list(py, board.core.legal_moves(Bitboard::FULL, Bitboard::FULL))?.try_iter()
            }
            Source::Other(other) => moves_of(&other, "generate_legal_moves"),
        }
    }

    fn __contains__<'py>(&self, py: Python<'py>, r#move: AnyMove<'_, 'py>) -> PyResult<bool> {
        let Some(r#move) = r#move.0 else { return Ok(false) };
        match source(&self.board, py)? {
            Source::Board(board) => {
                let (core, given) = (&board.core, r#move.get());
                Ok(core.listed_move(given).is_some() || core.is_legal(given.parts()))
            }
            Source::Other(other) => other.call_method1("is_legal", (r#move,))?.is_truthy(),
        }
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let moves = match source(&slf.get().board, slf.py())? {
            Source::Board(board) => {
                shown(&board.core, board.core.legal_moves(Bitboard::FULL, Bitboard::FULL))
            }
            Source::Other(_) => String::from(".."),
        };
        Ok(format!("<LegalMoveGenerator at {:p} ({moves})>", slf.as_ptr()))
    }
}

/// The pseudo-legal moves of a board, which may leave the king in check.
#[pyclass(module = "reynard", frozen)]
pub(crate) struct PseudoLegalMoveGenerator {
    pub(crate) board: Py<PyAny>,
}

#[pymethods]
impl PseudoLegalMoveGenerator {
    #[new]
    const fn new(board: Py<PyAny>) -> Self {
        Self { board }
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Py<PyAny>,)) {
        (slf.get_type(), (slf.get().board(slf.py()),))
    }

    /// The board whose moves these are.
    #[getter]
    fn board(&self, py: Python<'_>) -> Py<PyAny> {
        self.board.clone_ref(py)
    }

    /// Returns the number of pseudo-legal moves.
    ///
    /// >>> import reynard
    /// >>> reynard.Board().pseudo_legal_moves.count()
    /// 20
    fn count(&self, py: Python<'_>) -> PyResult<usize> {
        match source(&self.board, py)? {
            Source::Board(board) => {
                Ok(board.core.pseudo_legal_moves(Bitboard::FULL, Bitboard::FULL).len())
            }
            Source::Other(other) => Ok(moves_of(&other, "generate_pseudo_legal_moves")?.count()),
        }
    }

    fn __bool__(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.count(py)? > 0)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        match source(&self.board, py)? {
            Source::Board(board) => {
                list(py, board.core.pseudo_legal_moves(Bitboard::FULL, Bitboard::FULL))?.try_iter()
            }
            Source::Other(other) => moves_of(&other, "generate_pseudo_legal_moves"),
        }
    }

    fn __contains__<'py>(&self, py: Python<'py>, r#move: AnyMove<'_, 'py>) -> PyResult<bool> {
        let Some(r#move) = r#move.0 else { return Ok(false) };
        match source(&self.board, py)? {
            Source::Board(board) => Ok(board.core.is_pseudo_legal(r#move.get().parts())),
            Source::Other(other) => other.call_method1("is_pseudo_legal", (r#move,))?.is_truthy(),
        }
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        let moves = match source(&slf.get().board, slf.py())? {
            Source::Board(board) => {
                shown(&board.core, board.core.pseudo_legal_moves(Bitboard::FULL, Bitboard::FULL))
            }
            Source::Other(_) => String::from(".."),
        };
        Ok(format!("<PseudoLegalMoveGenerator at {:p} ({moves})>", slf.as_ptr()))
    }
}
