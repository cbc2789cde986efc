//! Pieces with a color.

use std::ops::Deref;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::args::{Kind, Truth, color, compared, is_white, kind_of, no_attribute, number_of};
use crate::board_cell::LOCKED;
use crate::member::{Member, Values, add_member, attributes, replace_attributes, set_attribute};

/// A piece: its type and its color.
///
/// Both attributes can be assigned, and programs can add their own. Therefore, a cached object is
/// reused only if nothing else references it and no attribute has been assigned.
#[pyclass(module = "reynard", frozen, subclass, dict, weakref)]
pub(crate) struct Piece {
    /// The number returned by [`index_of`].
    index: AtomicU8,
    /// The type of the piece and its color, as Python members.
    kind: Member,
    color: Member,
    /// Set once a program may have added attributes.
    has_attributes: AtomicBool,
}

/// A piece. Other objects raise the same error as in python-chess, which reads their piece type.
#[derive(Clone, Copy)]
pub(crate) struct GivenPiece<'a, 'py>(Borrowed<'a, 'py, Piece>);

impl<'a, 'py> FromPyObject<'a, 'py> for GivenPiece<'a, 'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.cast::<Piece>().map(Self).map_err(|_| no_attribute(object, "piece_type"))
    }
}

impl<'py> Deref for GivenPiece<'_, 'py> {
    type Target = Bound<'py, Piece>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

/// The cached objects, by the numbers returned by [`index_of`].
static INTERNED: PyOnceLock<Py<PyList>> = PyOnceLock::new();

/// Returns a number for each piece, 0 to 11.
const fn index_of(piece: reynard::Piece) -> u8 {
    (number_of(piece.kind) - 1) * 2 + is_white(piece.color) as u8
}

impl Piece {
    fn new(py: Python<'_>, piece: reynard::Piece) -> PyResult<Self> {
        let values = Values::get(py)?;
        Ok(Self {
            index: AtomicU8::new(index_of(piece)),
            kind: Member::new(values.kind(number_of(piece.kind))),
            color: Member::of_truth(is_white(piece.color)),
            has_attributes: AtomicBool::new(false),
        })
    }

    /// Adds the attributes to the class.
    pub(crate) fn register(py: Python<'_>) -> PyResult<()> {
        let piece = reynard::PieceType::Pawn.of(reynard::Color::White);
        let object = Bound::new(py, Self::new(py, piece)?)?;
        let own = object.get();
        let kind = c"The type of the piece, 1 (pawn) to 6 (king).";
        add_member(&object, &own.kind, c"piece_type", kind)?;
        add_member(&object, &own.color, c"color", c"The color of the piece; True is White.")
    }

    /// Returns the piece.
    pub(crate) fn piece(&self) -> reynard::Piece {
        let index = self.index.load(Ordering::Relaxed);
        let kind = kind_of(index / 2 + 1).unwrap_or(reynard::PieceType::Pawn);
        kind.of(color(index % 2 == 1))
    }

    fn set(&self, py: Python<'_>, piece: reynard::Piece) -> PyResult<()> {
        let values = Values::get(py)?;
        self.index.store(index_of(piece), Ordering::Relaxed);
        self.kind.set(values.kind(number_of(piece.kind)));
        self.color.set_truth(is_white(piece.color));
        Ok(())
    }

    /// Returns a piece object to which nothing else holds a reference.
    #[expect(deprecated, reason = "the function that replaces it needs unsafe code")]
    pub(crate) fn object(py: Python<'_>, piece: reynard::Piece) -> PyResult<Py<Self>> {
        let interned = INTERNED.get_or_try_init(py, || {
            let mut all = reynard::PieceType::ALL
                .into_iter()
                .flat_map(|kind| [kind.of(reynard::Color::White), kind.of(reynard::Color::Black)])
                .collect::<Vec<_>>();
            all.sort_by_key(|piece| index_of(*piece));
            let made = all.into_iter().map(|piece| Py::new(py, Self::new(py, piece)?));
            PyList::new(py, made.collect::<PyResult<Vec<_>>>()?).map(Bound::unbind)
        })?;
        let object = interned.bind(py).get_item(usize::from(index_of(piece)))?;
        let object = object.cast_into::<Self>()?.unbind();
        // The list and this function hold the object. Without a global lock, another thread may
        // take the same object.
        if LOCKED && object.get_refcnt(py) == 2 && object.get().piece() == piece {
            return Ok(object);
        }
        Py::new(py, Self::new(py, piece)?)
    }

    /// Removes an object from the cache when it is about to differ from its piece, so that it is
    /// freed once nothing else references it.
    fn evict(slf: &Bound<'_, Self>) -> PyResult<()> {
        let (py, own) = (slf.py(), slf.get());
        let Some(interned) = INTERNED.get(py) else { return Ok(()) };
        let index = usize::from(own.index.load(Ordering::Relaxed));
        if interned.bind(py).get_item(index)?.is(slf) {
            interned.bind(py).set_item(index, Py::new(py, Self::new(py, own.piece())?)?)?;
        }
        Ok(())
    }

    fn keep_attributes(slf: &Bound<'_, Self>) -> PyResult<()> {
        slf.get().has_attributes.store(true, Ordering::Relaxed);
        Self::evict(slf)
    }
}

#[pymethods]
impl Piece {
    /// Accepts any arguments, since subclasses may have their own. The piece's arguments are
    /// handled by `__init__`.
    #[new]
    #[pyo3(signature = (*args, **_kwargs), text_signature = "(piece_type, color)")]
    fn py_new(args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::new(args.py(), reynard::PieceType::Pawn.of(reynard::Color::White))
    }

    fn __init__(&self, py: Python<'_>, piece_type: Kind, color: Truth) -> PyResult<()> {
        self.set(py, piece_type.0.of(crate::args::color(color.0)))
    }

    fn __setattr__(
        slf: &Bound<'_, Self>,
        name: &Bound<'_, PyString>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let own = slf.get();
        let piece = own.piece();
        let changed = match name.to_cow()?.as_ref() {
            "piece_type" => value.extract::<Kind>()?.0.of(piece.color),
            "color" => piece.kind.of(color(value.extract::<Truth>()?.0)),
            _ => {
                Self::keep_attributes(slf)?;
                return set_attribute(slf, name, Some(value));
            }
        };
        Self::evict(slf)?;
        own.set(slf.py(), changed)
    }

    /// The attributes of the object, with the current values of the piece's own attributes.
    #[getter]
    fn __dict__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        Self::keep_attributes(slf)?;
        attributes(slf, &["piece_type", "color"])
    }

    #[setter(__dict__)]
    fn set_dict(slf: &Bound<'_, Self>, attributes: &Bound<'_, PyDict>) -> PyResult<()> {
        replace_attributes(slf, attributes)
    }

    /// Returns the object's attributes if a program may have added any.
    fn _attributes<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let has_attributes = slf.get().has_attributes.load(Ordering::Relaxed);
        has_attributes.then(|| Self::__dict__(slf)).transpose()
    }

    fn __delattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyString>) -> PyResult<()> {
        set_attribute(slf, name, None)
    }

    /// Returns the letter of the piece, in upper case for White.
    ///
    /// >>> import reynard
    /// >>> reynard.Piece(reynard.KNIGHT, reynard.WHITE).symbol()
    /// 'N'
    fn symbol(&self) -> char {
        self.piece().to_char()
    }

    /// Returns the Unicode figurine of the piece, by the table `UNICODE_PIECE_SYMBOLS`, which programs
    /// change for terminals that lack some figurines.
    ///
    /// >>> import reynard
    /// >>> reynard.Piece.from_symbol("k").unicode_symbol()
    /// '♚'
    #[pyo3(signature = (*, invert_color = Truth(false)), text_signature = "($self, *, invert_color=False)")]
    fn unicode_symbol<'py>(
        &self,
        py: Python<'py>,
        invert_color: Truth,
    ) -> PyResult<Bound<'py, PyAny>> {
        static TABLE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        let table = TABLE.get_or_try_init(py, || {
            let found = py.import("reynard._squares")?.getattr("UNICODE_PIECE_SYMBOLS")?;
            PyResult::Ok(found.unbind())
        })?;
        let table = table.bind(py);
        let piece = self.piece();
        let color = if invert_color.0 { !piece.color } else { piece.color };
        table.get_item(piece.kind.of(color).to_char())
    }

    /// Returns the piece that a letter represents. Raises ValueError if the letter is invalid.
    ///
    /// >>> import reynard
    /// >>> reynard.Piece.from_symbol("q").color
    /// False
    #[staticmethod]
    fn from_symbol(symbol: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let text = symbol.extract::<&str>();
        let mut letters = text.as_ref().map_or("", |text| text).chars();
        let piece = match (letters.next(), letters.next()) {
            (Some(letter), None) => reynard::Piece::from_char(letter),
            _ => None,
        };
        let Some(piece) = piece else {
            // As in python-chess, which looks up the lower-case letter in a list.
            let Ok(lower) = symbol.call_method0("lower") else {
                return Err(no_attribute(symbol.as_borrowed(), "lower"));
            };
            return Err(PyValueError::new_err(format!("{} is not in list", lower.repr()?)));
        };
        Self::object(symbol.py(), piece)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        let equal = other.cast::<Self>().ok().map(|other| self.piece() == other.get().piece());
        compared(other.py(), equal)
    }

    /// Returns the number of the piece: 0 to 5 for White, 6 to 11 for Black.
    fn __hash__(&self) -> u64 {
        let piece = self.piece();
        let side = if is_white(piece.color) { 0 } else { 6 };
        u64::from(number_of(piece.kind)) - 1 + side
    }

    fn __str__(&self) -> char {
        self.symbol()
    }

    fn __repr__(&self) -> String {
        format!("Piece.from_symbol('{}')", self.symbol())
    }
}
