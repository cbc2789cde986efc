//! Moves: values of two squares, a promotion and a drop, as python-chess has them.

use std::hash::{DefaultHasher, Hash, Hasher};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyCFunction, PyList, PyTuple};
use reynard::{PieceType, Rank, Square};

use crate::InvalidMoveError;
use crate::args::{kind_of, number_of};

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
                let kind =
                    PieceType::from_char(char::from(piece)).filter(|_| piece.is_ascii_uppercase());
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
#[pyclass(module = "reynard", frozen)]
pub(crate) struct Move {
    pub(crate) parts: Parts,
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
                let object = parts.is_common().then(|| Py::new(py, Move { parts }));
                objects.push(object.transpose()?);
            }
        }
        Ok(Self(objects))
    }

    /// Returns the cached object of a move. Drops have none.
    #[inline]
    fn get(&self, parts: Parts) -> Option<&Py<Move>> {
        if parts.drop == 0 { self.0.get(parts.index())?.as_ref() } else { None }
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
        match self.interned.get(self.parts) {
            Some(object) => Ok(object.bind(py).clone()),
            None => Bound::new(py, Move { parts: self.parts }),
        }
    }
}

impl Move {
    /// Returns a list of the objects of moves.
    pub(crate) fn objects<'py>(py: Python<'py>, moves: &[Parts]) -> PyResult<Bound<'py, PyList>> {
        let interned = INTERNED.get_or_try_init(py, || Interned::new(py))?;
        PyList::new(py, moves.iter().map(|&parts| Object { interned, parts }))
    }

    /// Returns the object of a move, the same each time where it is one that pieces can make.
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
    #[new]
    #[pyo3(signature = (from_square, to_square, promotion = None, drop = None))]
    fn new(
        from_square: crate::args::Square,
        to_square: crate::args::Square,
        promotion: Option<i64>,
        drop: Option<i64>,
    ) -> PyResult<Self> {
        let parts = Parts::new(from_square.0, to_square.0);
        Ok(Self { parts: Parts { promotion: number(promotion)?, drop: number(drop)?, ..parts } })
    }

    /// The square that the piece comes from.
    #[getter(from_square)]
    fn origin(&self) -> u8 {
        self.parts.from as u8
    }

    /// The square that the piece goes to.
    #[getter]
    fn to_square(&self) -> u8 {
        self.parts.to as u8
    }

    /// The type of the piece that a pawn becomes, or None.
    #[getter]
    fn promotion(&self) -> Option<u8> {
        given(self.parts.promotion)
    }

    /// The type of the piece that is dropped, or None.
    #[getter]
    fn drop(&self) -> Option<u8> {
        given(self.parts.drop)
    }

    /// The move in sixteen bits: from, to and promotion; castling is a move of the king.
    #[getter]
    fn bits(&self) -> u16 {
        let squares = u16::from(self.parts.from as u8) | u16::from(self.parts.to as u8) << 6;
        squares | u16::from(self.parts.promotion) << 12
    }

    /// Returns the move in the notation of UCI, such as `e2e4` or `e7e8q`.
    ///
    /// >>> import reynard
    /// >>> reynard.Move(12, 28).uci()
    /// 'e2e4'
    fn uci(&self) -> String {
        self.parts.uci()
    }

    /// Returns the move in the notation of XBoard; the null move is `@@@@`.
    ///
    /// >>> import reynard
    /// >>> reynard.Move.null().xboard()
    /// '@@@@'
    fn xboard(&self) -> String {
        if self.parts.is_null() { String::from("@@@@") } else { self.parts.uci() }
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
        !self.parts.is_null()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> Option<bool> {
        other.cast::<Self>().ok().map(|other| self.parts == other.get().parts)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.parts.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.parts.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move.from_uci('{}')", self.parts.uci())
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let py = slf.py();
        let parts = slf.get().parts;
        let numbers = (parts.from as u8, parts.to as u8, given(parts.promotion), given(parts.drop));
        Ok((py.get_type::<Self>().into_any(), numbers.into_pyobject(py)?))
    }
}
