//! Moves: values of two squares, a promotion and a drop, as python-chess has them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU32, Ordering};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCFunction, PyDict, PyList, PyTuple};
use reynard::{PieceType, Rank, Square};

use crate::InvalidMoveError;
use crate::args::{compared, kind_of, number_of};

/// The parts of a move; the numbers of pieces are 0 for none, or 1 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Parts {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: u8,
    pub(crate) drop: u8,
}

impl Parts {
    pub(crate) const NULL: Self = Self::new(Square::A1, Square::A1);

    pub(crate) const fn new(from: Square, to: Square) -> Self {
        Self { from, to, promotion: 0, drop: 0 }
    }

    pub(crate) const fn promoting(self, kind: PieceType) -> Self {
        Self { promotion: number_of(kind), ..self }
    }

    /// Returns a number for each move that is not a drop.
    const fn index(self) -> usize {
        (self.promotion as usize) << 12 | (self.from as usize) << 6 | self.to as usize
    }

    /// Returns `true` for moves without promotion, and for those that promote a pawn.
    fn is_common(self) -> bool {
        match self.promotion {
            0 => true,
            2..=5 => {
                matches!(
                    (self.from.rank(), self.to.rank()),
                    (Rank::Seventh, Rank::Eighth) | (Rank::Second, Rank::First)
                ) && self.from.distance(self.to) == 1
            }
            _ => false,
        }
    }

    /// Returns the parts in the bits of a number.
    const fn bits(self) -> u32 {
        (self.drop as u32) << 16
            | (self.promotion as u32) << 12
            | (self.to as u32) << 6
            | self.from as u32
    }

    /// Returns the parts of [`Self::bits`].
    #[inline]
    fn from_bits(bits: u32) -> Self {
        let square = |shift: u32| {
            u8::try_from(bits >> shift & 63).ok().and_then(Square::from_index).unwrap_or(Square::A1)
        };
        let number = |shift: u32| u8::try_from(bits >> shift & 7).unwrap_or(0);
        Self { from: square(0), to: square(6), promotion: number(12), drop: number(16) }
    }

    pub(crate) const fn is_null(self) -> bool {
        self.from as u8 == self.to as u8 && self.promotion == 0 && self.drop == 0
    }

    /// Returns the text of UCI.
    pub(crate) fn uci(self) -> String {
        let letter = |number: u8| kind_of(number).map(PieceType::to_char);
        if let Some(piece) = letter(self.drop) {
            format!("{}@{}", piece.to_ascii_uppercase(), self.to)
        } else if self.is_null() {
            String::from("0000")
        } else {
            let promotion = letter(self.promotion).map(|letter| letter.to_ascii_lowercase());
            format!("{}{}{}", self.from, self.to, promotion.map_or(String::new(), String::from))
        }
    }

    /// Reads the text of UCI, legal anywhere or not.
    pub(crate) fn parse(text: &str) -> PyResult<Self> {
        let invalid = || InvalidMoveError::new_err(format!("invalid uci: {text:?}"));
        if text == "0000" {
            return Ok(Self::NULL);
        }
        let bytes = text.as_bytes();
        if let [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8'] = *bytes
            && bytes[..2] != bytes[2..]
            && let Some(from) = Square::from_coordinates(bytes[0] - b'a', bytes[1] - b'1')
            && let Some(to) = Square::from_coordinates(bytes[2] - b'a', bytes[3] - b'1')
        {
            return Ok(Self::new(from, to));
        }
        let square = |file: u8, rank: u8| {
            let (file, rank) = (file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'));
            Square::from_coordinates(file, rank).ok_or_else(invalid)
        };
        let (from, to, promotion) = match *bytes {
            [piece, b'@', file, rank] => {
                let kind = PieceType::from_char(char::from(piece));
                let to = square(file, rank)?;
                let drop = number_of(kind.ok_or_else(invalid)?);
                return Ok(Self { drop, ..Self::new(to, to) });
            }
            [a, b, c, d] => (square(a, b)?, square(c, d)?, 0),
            [a, b, c, d, letter] => {
                let kind = PieceType::from_char(char::from(letter))
                    .filter(|_| letter.is_ascii_lowercase());
                (square(a, b)?, square(c, d)?, number_of(kind.ok_or_else(invalid)?))
            }
            _ => {
                let message = format!("expected uci string to be of length 4 or 5: {text:?}");
                return Err(InvalidMoveError::new_err(message));
            }
        };
        if from == to {
            let message = format!("invalid uci (use 0000 for null moves): {text:?}");
            return Err(InvalidMoveError::new_err(message));
        }
        Ok(Self { promotion, ..Self::new(from, to) })
    }
}

/// A move: the square it comes from, the square it goes to, and the piece a pawn becomes.
///
/// Its attributes can be assigned. That is why a cached object is handed out only while nothing else
/// holds it: nobody's move changes with that of another.
#[pyclass(module = "reynard", frozen, subclass, weakref)]
pub(crate) struct Move {
    /// The parts as [`Parts::bits`].
    bits: AtomicU32,
}

/// The objects of the moves without promotion, and of the promotions that a pawn can make, by
/// [`Parts::index`].
struct Interned(Vec<Option<Py<Move>>>);

static INTERNED: PyOnceLock<Interned> = PyOnceLock::new();

impl Interned {
    fn new(py: Python<'_>) -> PyResult<Self> {
        let squares = || (0..64).filter_map(Square::from_index);
        let mut objects = Vec::with_capacity(6 << 12);
        for promotion in 0..6 {
            for (from, to) in squares().flat_map(|from| squares().map(move |to| (from, to))) {
                let parts = Parts { promotion, ..Parts::new(from, to) };
                debug_assert_eq!(parts.index(), objects.len());
                let object = parts.is_common().then(|| Py::new(py, Move::new(parts)));
                objects.push(object.transpose()?);
            }
        }
        Ok(Self(objects))
    }

    /// Returns the cached object of a move if it is free: nothing else holds it, and it is still
    /// that move. Drops have none.
    #[inline]
    #[expect(deprecated, reason = "the function that replaces it needs unsafe code")]
    fn get(&self, py: Python<'_>, parts: Parts) -> Option<&Py<Move>> {
        if parts.drop != 0 {
            return None;
        }
        let object = self.0.get(parts.index())?.as_ref()?;
        let is_free = object.get_refcnt(py) == 1
            && object.get().bits.load(Ordering::Relaxed) == parts.bits();
        is_free.then_some(object)
    }
}

/// A move whose object is asked for.
struct Object<'a> {
    interned: &'a Interned,
    parts: Parts,
}

impl<'py> IntoPyObject<'py> for Object<'_> {
    type Target = Move;
    type Output = Bound<'py, Move>;
    type Error = PyErr;

    #[inline]
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, Move>> {
        match self.interned.get(py, self.parts) {
            Some(object) => Ok(object.bind(py).clone()),
            None => Bound::new(py, Move::new(self.parts)),
        }
    }
}

impl Move {
    const fn new(parts: Parts) -> Self {
        Self { bits: AtomicU32::new(parts.bits()) }
    }

    /// Returns the parts of the move.
    #[inline]
    pub(crate) fn parts(&self) -> Parts {
        Parts::from_bits(self.bits.load(Ordering::Relaxed))
    }

    fn set(&self, parts: Parts) {
        self.bits.store(parts.bits(), Ordering::Relaxed);
    }

    /// Returns a list of the objects of moves.
    pub(crate) fn objects<'py>(py: Python<'py>, moves: &[Parts]) -> PyResult<Bound<'py, PyList>> {
        let interned = INTERNED.get_or_try_init(py, || Interned::new(py))?;
        PyList::new(py, moves.iter().map(|&parts| Object { interned, parts }))
    }

    /// Returns an object of a move that nothing else holds.
    pub(crate) fn object(py: Python<'_>, parts: Parts) -> PyResult<Py<Self>> {
        let interned = INTERNED.get_or_try_init(py, || Interned::new(py))?;
        Object { interned, parts }.into_pyobject(py).map(Bound::unbind)
    }
}

fn number(value: Option<i64>) -> PyResult<u8> {
    let number = u8::try_from(value.unwrap_or(0)).ok().filter(|number| *number <= 6);
    number.ok_or_else(|| PyValueError::new_err("a piece type is a number between 1 and 6"))
}

fn given(number: u8) -> Option<u8> {
    (number != 0).then_some(number)
}

/// Reads a move in the notation of UCI. Raises InvalidMoveError if the text is none.
///
/// >>> import reynard
/// >>> reynard.Move.from_uci("g1f3").to_square == reynard.F3
/// True
#[pyfunction]
fn from_uci(py: Python<'_>, uci: &str) -> PyResult<Py<Move>> {
    Move::object(py, Parts::parse(uci)?)
}

#[pymethods]
impl Move {
    /// Subclasses may have arguments of their own: those of the move are for `__init__`.
    #[new]
    #[pyo3(
        signature = (*_args, **_kwargs),
        text_signature = "(from_square, to_square, promotion=None, drop=None)"
    )]
    const fn py_new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Self {
        Self::new(Parts::NULL)
    }

    #[pyo3(signature = (from_square, to_square, promotion = None, drop = None))]
    fn __init__(
        &self,
        from_square: crate::args::Square,
        to_square: crate::args::Square,
        promotion: Option<i64>,
        drop: Option<i64>,
    ) -> PyResult<()> {
        let parts = Parts::new(from_square.0, to_square.0);
        self.set(Parts { promotion: number(promotion)?, drop: number(drop)?, ..parts });
        Ok(())
    }

    /// The square that the piece comes from.
    #[getter(from_square)]
    fn origin(&self) -> u8 {
        self.parts().from as u8
    }

    #[setter(from_square)]
    fn set_origin(&self, square: crate::args::Square) {
        self.set(Parts { from: square.0, ..self.parts() });
    }

    /// The square that the piece goes to.
    #[getter]
    fn to_square(&self) -> u8 {
        self.parts().to as u8
    }

    #[setter]
    fn set_to_square(&self, square: crate::args::Square) {
        self.set(Parts { to: square.0, ..self.parts() });
    }

    /// The type of the piece that a pawn becomes, or None.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        given(self.parts().promotion)
    }

    #[setter]
    fn set_promotion(&self, piece_type: Option<i64>) -> PyResult<()> {
        self.set(Parts { promotion: number(piece_type)?, ..self.parts() });
        Ok(())
    }

    /// The type of the piece that is dropped, or None.
    #[getter]
    fn drop(&self) -> Option<u8> {
        given(self.parts().drop)
    }

    #[setter]
    fn set_drop(&self, piece_type: Option<i64>) -> PyResult<()> {
        self.set(Parts { drop: number(piece_type)?, ..self.parts() });
        Ok(())
    }

    /// The move in sixteen bits: from, to and promotion; castling is a move of the king.
    #[getter]
    fn bits(&self) -> u16 {
        let parts = self.parts();
        let squares = u16::from(parts.from as u8) | u16::from(parts.to as u8) << 6;
        squares | u16::from(parts.promotion) << 12
    }

    /// Returns the move in the notation of UCI, such as `e2e4` or `e7e8q`.
    ///
    /// >>> import reynard
    /// >>> reynard.Move(12, 28).uci()
    /// 'e2e4'
    fn uci(&self) -> String {
        self.parts().uci()
    }

    /// Returns the move in the notation of XBoard; the null move is `@@@@`.
    ///
    /// >>> import reynard
    /// >>> reynard.Move.null().xboard()
    /// '@@@@'
    fn xboard(&self) -> String {
        let parts = self.parts();
        if parts.is_null() { String::from("@@@@") } else { parts.uci() }
    }

    /// Returns a plain function. A static method would have to be bound at each call, which takes
    /// as long as reading the text.
    #[classattr]
    fn from_uci(py: Python<'_>) -> PyResult<Bound<'_, PyCFunction>> {
        wrap_pyfunction!(from_uci, py)
    }

    /// Returns the null move: it passes the turn, and it is false.
    ///
    /// >>> import reynard
    /// >>> bool(reynard.Move.null())
    /// False
    #[staticmethod]
    fn null(py: Python<'_>) -> PyResult<Py<Self>> {
        Self::object(py, Parts::NULL)
    }

    fn __bool__(&self) -> bool {
        !self.parts().is_null()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Py<PyAny> {
        let equal = other.cast::<Self>().ok().map(|other| self.parts() == other.get().parts());
        compared(other.py(), equal)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.parts().hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.parts().uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.parts().uci())
    }

    /// Returns the arguments of `Move` that make it again.
    fn _numbers(&self) -> (u8, u8, Option<u8>, Option<u8>) {
        let parts = self.parts();
        (parts.from as u8, parts.to as u8, given(parts.promotion), given(parts.drop))
    }
}
