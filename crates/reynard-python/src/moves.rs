//! Moves: two squares, a promotion and a drop, as in python-chess.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::atomic::{AtomicU32, Ordering};

use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use reynard::{PieceType, Rank, Square};

use crate::InvalidMoveError;
use crate::args::{compared, kind_of, number_of, quoted, wrong_kind};
use crate::member::{Member, Values, add_member, attributes, replace_attributes, set_attribute};
use crate::places::{PLAIN, evict};
use crate::stamp::{ListedMove, Stamp};

/// A move, or a falsy value in its place. As in python-chess, `None` and an empty string are never
/// legal moves: some programs test for legality before they have a move.
pub(crate) struct AnyMove<'a, 'py>(pub(crate) Option<Borrowed<'a, 'py, Move>>);

impl<'a, 'py> FromPyObject<'a, 'py> for AnyMove<'a, 'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        match object.cast::<Move>() {
            Ok(found) => Ok(Self(Some(found))),
            Err(_) if !object.is_truthy()? => Ok(Self(None)),
            Err(_) => Err(not_a_move(object)),
        }
    }
}

/// A move. Other objects raise the same error as in python-chess, which reads the squares from
/// them.
#[derive(Clone, Copy)]
pub(crate) struct GivenMove<'a, 'py>(Borrowed<'a, 'py, Move>);

impl<'a, 'py> FromPyObject<'a, 'py> for GivenMove<'a, 'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.cast::<Move>().map(Self).map_err(|_| not_a_move(object))
    }
}

impl<'py> Deref for GivenMove<'_, 'py> {
    type Target = Bound<'py, Move>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

#[cold]
fn not_a_move(found: Borrowed<'_, '_, PyAny>) -> PyErr {
    let kind = found.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
    let hint = if kind == "str" { ": for text there are push_san and push_uci" } else { "" };
    PyAttributeError::new_err(format!("'{kind}' object has no attribute 'from_square'{hint}"))
}

/// The parts of a move. A piece is a number from 1 to 6, or 0 for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Parts {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: u8,
    pub(crate) drop: u8,
}

impl Parts {
    pub(crate) const NULL: Self = Self::new(Square::A1, Square::A1);

    /// The bits of [`Self::bits`] that hold the two squares, as in moves of the rules crate.
    pub(crate) const SQUARE_BITS: u32 = (1 << 12) - 1;

    pub(crate) const fn new(from: Square, to: Square) -> Self {
        Self { from, to, promotion: 0, drop: 0 }
    }

    pub(crate) const fn promoting(self, kind: PieceType) -> Self {
        Self { promotion: number_of(kind), ..self }
    }

    /// Returns the index of a move: [`Self::bits`] for a move without a promotion, and a higher
    /// number for a pawn promotion. Returns `None` for all other moves.
    pub(crate) fn index(self) -> Option<usize> {
        let (from, to) = (self.from as usize, self.to as usize);
        let kind = match (self.promotion, self.drop) {
            (0, 0) => return Some(to << 6 | from),
            (kind @ 2..=5, 0) => usize::from(kind) - 2,
            _ => return None,
        };
        let side = match (self.from.rank(), self.to.rank()) {
            (Rank::Seventh, Rank::Eighth) => 0,
            (Rank::Second, Rank::First) => 1,
            _ => return None,
        };
        let (start, target) = (self.from.file() as usize, self.to.file() as usize);
        // One file to the left, straight ahead, or one file to the right.
        let step = (target + 1).checked_sub(start).filter(|step| *step < 3)?;
        Some(PLAIN + ((kind * 2 + side) * 8 + start) * 3 + step)
    }

    /// Returns the parts packed into an integer.
    #[inline]
    pub(crate) const fn bits(self) -> u32 {
        (self.drop as u32) << 16
            | (self.promotion as u32) << 12
            | (self.to as u32) << 6
            | self.from as u32
    }

    /// Returns the parts that are packed in `bits` (see [`Self::bits`]).
    #[inline]
    pub(crate) fn from_bits(bits: u32) -> Self {
        let square = |shift: u32| {
            u8::try_from(bits >> shift & 63).ok().and_then(Square::from_index).unwrap_or(Square::A1)
        };
        let number = |shift: u32| u8::try_from(bits >> shift & 7).unwrap_or(0);
        Self { from: square(0), to: square(6), promotion: number(12), drop: number(16) }
    }

    /// Returns `true` if the move is the null move. As in python-chess, no other move that stays on
    /// its square is a null move.
    pub(crate) const fn is_null(self) -> bool {
        self.bits() == 0
    }

    /// Returns the move in UCI notation.
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

    /// Parses a move in UCI notation. The move need not be legal in any position.
    pub(crate) fn parse(text: &str) -> PyResult<Self> {
        let invalid = || InvalidMoveError::new_err(format!("invalid uci: {}", quoted(text)));
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
                let message =
                    format!("expected uci string to be of length 4 or 5: {}", quoted(text));
                return Err(InvalidMoveError::new_err(message));
            }
        };
        if from == to {
            let message = format!("invalid uci (use 0000 for null moves): {}", quoted(text));
            return Err(InvalidMoveError::new_err(message));
        }
        Ok(Self { promotion, ..Self::new(from, to) })
    }
}

/// A move: its origin square, its target square, and the piece to which a pawn promotes.
///
/// Its attributes can be assigned, and programs can add their own. Therefore, a cached object is
/// reused only if nothing else references it and no attribute has been assigned.
#[pyclass(module = "reynard", frozen, subclass, dict, weakref)]
pub(crate) struct Move {
    /// The parts packed as [`Parts::bits`], and the flag [`ATTRIBUTES`].
    bits: AtomicU32,
    /// The equivalent move as represented by the rules crate, if the move was listed as legal.
    listed: ListedMove,
    /// The parts of the move as Python members.
    from_square: Member,
    to_square: Member,
    promotion: Member,
    drop: Member,
}

/// The flag of a move that has or may have attributes added by a program.
const ATTRIBUTES: u32 = 1 << 31;

impl Move {
    pub(crate) fn new(py: Python<'_>, parts: Parts) -> PyResult<Self> {
        let values = Values::get(py)?;
        Ok(Self {
            bits: AtomicU32::new(parts.bits()),
            listed: ListedMove::default(),
            from_square: Member::new(values.square(parts.from)),
            to_square: Member::new(values.square(parts.to)),
            promotion: Member::new(values.kind(parts.promotion)),
            drop: Member::new(values.kind(parts.drop)),
        })
    }

    /// Adds the attributes to the class.
    pub(crate) fn register(py: Python<'_>) -> PyResult<()> {
        let object = Bound::new(py, Self::new(py, Parts::NULL)?)?;
        let own = object.get();
        let add = |member, name, doc| add_member(&object, member, name, doc);
        add(&own.from_square, c"from_square", c"The square that the piece comes from.")?;
        add(&own.to_square, c"to_square", c"The square that the piece goes to.")?;
        let promotion = c"The type of the piece that a pawn becomes, or None.";
        add(&own.promotion, c"promotion", promotion)?;
        add(&own.drop, c"drop", c"The type of the piece that is dropped, or None.")
    }

    /// Returns the parts of the move.
    #[inline]
    pub(crate) fn parts(&self) -> Parts {
        Parts::from_bits(self.raw_bits())
    }

    fn set(&self, py: Python<'_>, parts: Parts) -> PyResult<()> {
        let values = Values::get(py)?;
        self.listed.clear();
        let attributes = self.raw_bits() & ATTRIBUTES;
        self.bits.store(parts.bits() | attributes, Ordering::Relaxed);
        self.from_square.set(values.square(parts.from));
        self.to_square.set(values.square(parts.to));
        self.promotion.set(values.kind(parts.promotion));
        self.drop.set(values.kind(parts.drop));
        Ok(())
    }

    /// Stores the equivalent move as represented by the rules crate. The move was listed in the
    /// position identified by `stamp`.
    #[inline]
    pub(crate) fn set_listed(&self, stamp: Stamp, mv: reynard::Move) {
        self.listed.set(stamp, mv);
    }

    /// Returns the equivalent move as represented by the rules crate, if it was listed in the
    /// position identified by `stamp`.
    #[inline]
    pub(crate) fn listed(&self, stamp: Stamp) -> Option<reynard::Move> {
        self.listed.get(stamp)
    }

    /// Returns the parts packed as [`Parts::bits`]. If attributes have been added to the move, an
    /// additional bit is set.
    #[inline]
    pub(crate) fn raw_bits(&self) -> u32 {
        self.bits.load(Ordering::Relaxed)
    }

    /// Returns `true` if a program may have added attributes to the move.
    pub(crate) fn has_attributes(&self) -> bool {
        self.raw_bits() & ATTRIBUTES != 0
    }

    fn keep_attributes(object: &Bound<'_, Self>) {
        evict(object, object.get().parts().index());
        object.get().bits.fetch_or(ATTRIBUTES, Ordering::Relaxed);
    }
}

fn number(value: Option<i64>) -> PyResult<u8> {
    let value = value.unwrap_or(0);
    let number = u8::try_from(value).ok().filter(|number| *number <= 6);
    number.ok_or_else(|| wrong_kind(value))
}

fn given(number: u8) -> Option<u8> {
    (number != 0).then_some(number)
}

#[pymethods]
impl Move {
    /// Accepts any arguments, since subclasses may have their own. The move's arguments are handled
    /// by `__init__`.
    #[new]
    #[pyo3(
        signature = (*args, **_kwargs),
        text_signature = "(from_square, to_square, promotion=None, drop=None)"
    )]
    fn py_new(args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Self::new(args.py(), Parts::NULL)
    }

    #[pyo3(signature = (from_square, to_square, promotion = None, drop = None))]
    fn __init__(
        &self,
        py: Python<'_>,
        from_square: crate::args::Square,
        to_square: crate::args::Square,
        promotion: Option<i64>,
        drop: Option<i64>,
    ) -> PyResult<()> {
        let parts = Parts::new(from_square.0, to_square.0);
        self.set(py, Parts { promotion: number(promotion)?, drop: number(drop)?, ..parts })
    }

    fn __setattr__(
        slf: &Bound<'_, Self>,
        name: &Bound<'_, PyString>,
        value: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let own = slf.get();
        let parts = own.parts();
        let square = || value.extract::<crate::args::Square>().map(|square| square.0);
        let changed = match name.to_cow()?.as_ref() {
            "from_square" => Parts { from: square()?, ..parts },
            "to_square" => Parts { to: square()?, ..parts },
            "promotion" => Parts { promotion: number(value.extract()?)?, ..parts },
            "drop" => Parts { drop: number(value.extract()?)?, ..parts },
            _ => {
                Self::keep_attributes(slf);
                return set_attribute(slf, name, Some(value));
            }
        };
        evict(slf, parts.index());
        own.set(slf.py(), changed)
    }

    fn __delattr__(slf: &Bound<'_, Self>, name: &Bound<'_, PyString>) -> PyResult<()> {
        set_attribute(slf, name, None)
    }

    /// The attributes of the object, with the current values of the move's own attributes.
    #[getter]
    fn __dict__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        Self::keep_attributes(slf);
        attributes(slf, &["from_square", "to_square", "promotion", "drop"])
    }

    #[setter(__dict__)]
    fn set_dict(slf: &Bound<'_, Self>, attributes: &Bound<'_, PyDict>) -> PyResult<()> {
        replace_attributes(slf, attributes)
    }

    /// The move in sixteen bits: from, to and promotion. A castling move is stored as a move of the
    /// king.
    #[getter]
    fn bits(&self) -> u16 {
        let parts = self.parts();
        let squares = u16::from(parts.from as u8) | u16::from(parts.to as u8) << 6;
        squares | u16::from(parts.promotion) << 12
    }

    /// Returns the move in UCI notation, such as `e2e4` or `e7e8q`.
    ///
    /// >>> import reynard
    /// >>> reynard.Move(12, 28).uci()
    /// 'e2e4'
    fn uci(&self) -> String {
        self.parts().uci()
    }

    /// Returns the move in XBoard notation. The null move is `@@@@`.
    ///
    /// >>> import reynard
    /// >>> reynard.Move.null().xboard()
    /// '@@@@'
    fn xboard(&self) -> String {
        let parts = self.parts();
        if parts.is_null() { String::from("@@@@") } else { parts.uci() }
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

    /// Returns the object's attributes if a program may have added any.
    fn _attributes<'py>(slf: &Bound<'py, Self>) -> PyResult<Option<Bound<'py, PyDict>>> {
        slf.get().has_attributes().then(|| Self::__dict__(slf)).transpose()
    }

    /// Returns the arguments of `Move` that recreate this move.
    fn _numbers(&self) -> (u8, u8, Option<u8>, Option<u8>) {
        let parts = self.parts();
        (parts.from as u8, parts.to as u8, given(parts.promotion), given(parts.drop))
    }
}
