//! Conversion of Python arguments to types of the rules crate.

use pyo3::exceptions::{
    PyAssertionError, PyAttributeError, PyIndexError, PyOverflowError, PyTypeError, PyValueError,
};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString};
use reynard::{Bitboard, Color, PieceType};

use crate::InvalidMoveError;

/// A color; `True` is White.
#[derive(Clone, Copy)]
pub(crate) struct Side(pub(crate) Color);

impl<'a, 'py> FromPyObject<'a, 'py> for Side {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(white) = object.extract::<bool>() {
            return Ok(Self(color(white)));
        }
        // Indices work as in a list of two, so -1 is White.
        match index(object, "a color is True or False")? {
            0 | -2 => Ok(Self(Color::Black)),
            1 | -1 => Ok(Self(Color::White)),
            number => Err(PyIndexError::new_err(format!("color {number} is not True or False"))),
        }
    }
}

/// A flag: the truth value of any Python object.
#[derive(Clone, Copy)]
pub(crate) struct Truth(pub(crate) bool);

impl<'a, 'py> FromPyObject<'a, 'py> for Truth {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        object.is_truthy().map(Self)
    }
}

/// A square, 0 to 63.
#[derive(Clone, Copy)]
pub(crate) struct Square(pub(crate) reynard::Square);

impl<'a, 'py> FromPyObject<'a, 'py> for Square {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let index = index(object, "a square is between 0 and 63")?;
        // Indices work as in a list: python-chess looks up squares in lists, and programs count
        // down past a1.
        let wrapped = if (-64..0).contains(&index) { index + 64 } else { index };
        let square = u8::try_from(wrapped).ok().and_then(reynard::Square::from_index);
        square
            .map(Self)
            .ok_or_else(|| PyIndexError::new_err(format!("square {index} is not between 0 and 63")))
    }
}

/// A set of squares as a 64-bit integer. Higher bits are dropped, so `~mask` works.
#[derive(Clone, Copy)]
pub(crate) struct Mask(pub(crate) Bitboard);

impl<'a, 'py> FromPyObject<'a, 'py> for Mask {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(bits) = object.extract::<u64>() {
            return Ok(Self(Bitboard::from_bits(bits)));
        }
        if let Ok(bits) = object.extract::<i64>() {
            return Ok(Self(Bitboard::from_bits(bits.cast_unsigned())));
        }
        let low = object.call_method1("__and__", (u64::MAX,)).and_then(|low| low.extract::<u64>());
        let bits = low.map_err(|_| PyTypeError::new_err("a set of squares is an integer"))?;
        Ok(Self(Bitboard::from_bits(bits)))
    }
}

/// A piece type, 1 (pawn) to 6 (king).
#[derive(Clone, Copy)]
pub(crate) struct Kind(pub(crate) PieceType);

impl<'a, 'py> FromPyObject<'a, 'py> for Kind {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let number: i64 = object.extract()?;
        let kind = u8::try_from(number).ok().and_then(kind_of);
        kind.map(Self).ok_or_else(|| wrong_kind(number))
    }
}

/// Returns the error for a piece type that does not exist. Large numbers are indices out of range,
/// as in the lists of python-chess.
#[cold]
pub(crate) fn wrong_kind(number: i64) -> PyErr {
    let message = format!("piece type {number} is not between 1 and 6");
    if number > 6 { PyIndexError::new_err(message) } else { PyValueError::new_err(message) }
}

/// A piece type to search for. Other values raise the same error as in python-chess.
#[derive(Clone, Copy)]
pub(crate) struct SoughtKind(pub(crate) PieceType);

impl<'a, 'py> FromPyObject<'a, 'py> for SoughtKind {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let number = object.extract::<u8>().ok();
        number.and_then(kind_of).or_else(|| equal_kind(object)).map(Self).ok_or_else(|| {
            PyAssertionError::new_err(format!("expected PieceType, got {}", shown(object)))
        })
    }
}

/// Returns the piece type that a number of another kind equals. Rows of a table have 1.0 for a pawn.
#[cold]
fn equal_kind(object: Borrowed<'_, '_, PyAny>) -> Option<PieceType> {
    PieceType::ALL.into_iter().find(|kind| object.eq(number_of(*kind)).unwrap_or(false))
}

/// An argument that may be missing, where `None` is a value like any other.
pub(crate) struct Given<'a, 'py>(pub(crate) Option<Borrowed<'a, 'py, PyAny>>);

impl<'a, 'py> FromPyObject<'a, 'py> for Given<'a, 'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        Ok(Self(Some(object)))
    }
}

/// The text of a position. Other objects raise the same error as in python-chess, which strips the
/// text.
#[derive(Clone, Copy)]
pub(crate) struct FenText<'a>(pub(crate) &'a str);

impl<'a, 'py> FromPyObject<'a, 'py> for FenText<'a> {
    type Error = PyErr;

    #[inline(always)]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        text_or(object, not_fen).map(Self)
    }
}

/// Returns the error for an object in place of a FEN. Bytes can be stripped and split, but their
/// fields are not text.
#[cold]
fn not_fen(object: Borrowed<'_, '_, PyAny>) -> PyErr {
    if object.is_instance_of::<PyString>() {
        let message = format!("expected 8 rows in position part of fen: {}", shown(object));
        return PyValueError::new_err(message);
    }
    match object.call_method0("split").and_then(|fields| fields.len()) {
        Ok(0 | 1) => PyTypeError::new_err("a bytes-like object is required, not 'str'"),
        Ok(_) => {
            let message = format!("expected 'w' or 'b' for turn part of fen: {}", shown(object));
            PyValueError::new_err(message)
        }
        Err(_) => no_attribute(object, "strip"),
    }
}

/// The text of a move in UCI notation. As in python-chess, other objects with a length, such as
/// bytes, are invalid moves.
#[derive(Clone, Copy)]
pub(crate) struct UciText<'a>(pub(crate) &'a str);

impl<'a, 'py> FromPyObject<'a, 'py> for UciText<'a> {
    type Error = PyErr;

    #[inline(always)]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        text_or(object, not_uci).map(Self)
    }
}

/// Returns the error for an object in place of a move in UCI notation.
#[cold]
fn not_uci(object: Borrowed<'_, '_, PyAny>) -> PyErr {
    let message = object.len().and_then(|length| {
        let shown = object.repr()?;
        Ok(match length {
            4 | 5 => format!("invalid uci: {shown}"),
            _ => format!("expected uci string to be of length 4 or 5: {shown}"),
        })
    });
    message.map_or_else(|error| error, InvalidMoveError::new_err)
}

/// The text of a move in standard algebraic notation.
#[derive(Clone, Copy)]
pub(crate) struct SanText<'a>(pub(crate) &'a str);

impl<'a, 'py> FromPyObject<'a, 'py> for SanText<'a> {
    type Error = PyErr;

    #[inline(always)]
    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        text_or(object, not_san).map(Self)
    }
}

/// Returns the error for an object in place of a move in standard algebraic notation.
#[cold]
fn not_san(object: Borrowed<'_, '_, PyAny>) -> PyErr {
    if object.is_instance_of::<PyString>() {
        InvalidMoveError::new_err(format!("invalid san: {}", shown(object)))
    } else {
        PyTypeError::new_err(format!("a move in SAN is a string, not {}", shown(object)))
    }
}

/// Returns the text of a string. `other` makes the error for any other object, and for a string
/// with surrogates: bytes that Python could not decode.
#[inline(always)]
fn text_or<'a>(
    object: Borrowed<'a, '_, PyAny>,
    other: fn(Borrowed<'_, '_, PyAny>) -> PyErr,
) -> PyResult<&'a str> {
    object.extract().map_err(|_| other(object))
}

/// Returns an object as Python displays it, for use in messages.
#[cold]
fn shown(object: Borrowed<'_, '_, PyAny>) -> String {
    object.repr().map_or_else(|_| String::new(), |shown| shown.to_string())
}

/// Returns an index. A number that is too large is an index out of range.
fn index(object: Borrowed<'_, '_, PyAny>, range: &'static str) -> PyResult<i64> {
    object.extract().map_err(|error: PyErr| {
        let is_large = error.is_instance_of::<PyOverflowError>(object.py());
        if is_large { PyIndexError::new_err(range) } else { error }
    })
}

/// Returns the error that Python raises for an attribute that an object does not have.
#[cold]
pub(crate) fn no_attribute(object: Borrowed<'_, '_, PyAny>, name: &str) -> PyErr {
    let kind = object.get_type().name().map_or_else(|_| String::new(), |name| name.to_string());
    PyAttributeError::new_err(format!("'{kind}' object has no attribute '{name}'"))
}

/// Returns the number of moves at the end of a stack that a copy keeps: all, none, or a given
/// number. A negative number instead drops that many moves from the beginning.
pub(crate) fn kept_moves(stack: &Bound<'_, PyAny>, depth: usize) -> PyResult<usize> {
    if !stack.is_truthy()? {
        return Ok(0);
    }
    if stack.is_instance_of::<PyBool>() {
        return Ok(usize::MAX);
    }
    let count: i64 = stack.extract()?;
    let dropped = usize::try_from(count.unsigned_abs()).unwrap_or(usize::MAX);
    Ok(if count < 0 { depth.saturating_sub(dropped) } else { dropped })
}

/// Returns text in quotes as Python displays it, for use in messages.
pub(crate) fn quoted(text: &str) -> String {
    Python::attach(|py| {
        PyString::new(py, text).repr().map_or_else(|_| text.to_owned(), |shown| shown.to_string())
    })
}

/// Returns the result of a comparison. If the other object has a different type, the result is
/// `NotImplemented`, so that Python asks that object.
pub(crate) fn compared(py: Python<'_>, equal: Option<bool>) -> Py<PyAny> {
    match equal {
        Some(equal) => PyBool::new(py, equal).to_owned().into_any().unbind(),
        None => py.NotImplemented(),
    }
}

/// Returns the piece type that has the given number in python-chess.
pub(crate) fn kind_of(number: u8) -> Option<PieceType> {
    PieceType::ALL.get(usize::from(number).checked_sub(1)?).copied()
}

/// Returns the number that a piece type has in python-chess.
pub(crate) const fn number_of(kind: PieceType) -> u8 {
    kind as u8
}

/// Returns the color that a truth value represents in python-chess.
pub(crate) const fn color(white: bool) -> Color {
    if white { Color::White } else { Color::Black }
}

/// Returns the truth value that represents a color in python-chess.
pub(crate) const fn is_white(color: Color) -> bool {
    matches!(color, Color::White)
}
