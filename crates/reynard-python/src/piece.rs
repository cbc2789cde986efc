//! Pieces with a color.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;

use crate::args::{Kind, Side, is_white, number_of};

/// A piece: its type and its color.
#[pyclass(module = "reynard", frozen)]
pub(crate) struct Piece {
    pub(crate) piece: reynard::Piece,
}

static INTERNED: PyOnceLock<Vec<Py<Piece>>> = PyOnceLock::new();

const fn index_of(piece: reynard::Piece) -> usize {
    piece.kind.index() * 2 + is_white(piece.color) as usize
}

impl Piece {
    /// Returns the object of a piece, the same each time.
    pub(crate) fn object(py: Python<'_>, piece: reynard::Piece) -> PyResult<Py<Self>> {
        let interned = INTERNED.get_or_try_init(py, || {
            let mut all = reynard::PieceType::ALL
                .into_iter()
                .flat_map(|kind| [kind.of(reynard::Color::White), kind.of(reynard::Color::Black)])
                .collect::<Vec<_>>();
            all.sort_by_key(|piece| index_of(*piece));
            all.into_iter().map(|piece| Py::new(py, Self { piece })).collect::<PyResult<Vec<_>>>()
        })?;
        Ok(interned[index_of(piece)].clone_ref(py))
    }
}

#[pymethods]
impl Piece {
    #[new]
    fn new(piece_type: Kind, color: Side) -> Self {
        Self { piece: piece_type.0.of(color.0) }
    }

    /// The type of the piece, 1 (pawn) to 6 (king).
    #[getter]
    fn piece_type(&self) -> u8 {
        number_of(self.piece.kind)
    }

    /// The color of the piece; True is White.
    #[getter]
    fn color(&self) -> bool {
        is_white(self.piece.color)
    }

    /// Returns the letter of the piece: capital for White.
    ///
    /// >>> import reynard
    /// >>> reynard.Piece(reynard.KNIGHT, reynard.WHITE).symbol()
    /// 'N'
    fn symbol(&self) -> char {
        self.piece.to_char()
    }

    /// Returns the Unicode figurine of the piece.
    ///
    /// >>> import reynard
    /// >>> reynard.Piece.from_symbol("k").unicode_symbol()
    /// '♚'
    #[pyo3(signature = (*, invert_color = false))]
    fn unicode_symbol(&self, invert_color: bool) -> char {
        let color = if invert_color { !self.piece.color } else { self.piece.color };
        self.piece.kind.of(color).to_figurine()
    }

    /// Returns the piece of a letter. Raises ValueError if there is none.
    ///
    /// >>> import reynard
    /// >>> reynard.Piece.from_symbol("q").color
    /// False
    #[staticmethod]
    fn from_symbol(py: Python<'_>, symbol: &str) -> PyResult<Py<Self>> {
        let mut letters = symbol.chars();
        let piece = match (letters.next(), letters.next()) {
            (Some(letter), None) => reynard::Piece::from_char(letter),
            _ => None,
        };
        let piece = piece.ok_or_else(|| {
            PyValueError::new_err(format!("{symbol:?} is not the letter of a piece"))
        })?;
        Self::object(py, piece)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        other.cast::<Self>().ok().map(|other| self.piece == other.get().piece)
    }

    /// Returns the number of the piece: 0 to 5 for White, 6 to 11 for Black.
    fn __hash__(&self) -> u64 {
        let side = if is_white(self.piece.color) { 0 } else { 6 };
        u64::from(number_of(self.piece.kind)) - 1 + side
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.symbol())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (u8, bool)) {
        let piece = slf.get();
        (slf.py().get_type::<Self>().into_any().unbind(), (piece.piece_type(), piece.color()))
    }
}
