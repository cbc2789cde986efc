//! `SquareSet`: a mutable set of squares.

use std::sync::atomic::{AtomicU64, Ordering};

use pyo3::exceptions::{PyKeyError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyTuple, PyType};
use reynard::{Bitboard, attacks};

use crate::args::{Mask, Square, compared};
use crate::member::attributes;

/// A mutable set of squares.
///
/// >>> import reynard
/// >>> squares = reynard.SquareSet([reynard.A8, reynard.A1])
/// >>> len(squares), reynard.A1 in squares, reynard.B1 in squares
/// (2, True, False)
#[pyclass(module = "reynard", frozen, subclass, dict, weakref)]
pub(crate) struct SquareSet {
    bits: AtomicU64,
}

/// Returns the squares that an object represents: a set, an integer, or an iterable of squares.
fn squares_in(object: &Bound<'_, PyAny>) -> PyResult<Bitboard> {
    if let Ok(set) = object.cast::<SquareSet>() {
        return Ok(set.get().squares());
    }
    if let Ok(mask) = object.extract::<u64>() {
        return Ok(Bitboard::from_bits(mask));
    }
    let is_listed = object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>();
    if !is_listed && object.hasattr("__int__")? {
        let number = object.call_method0("__int__")?;
        return Ok(number.extract::<Mask>()?.0);
    }
    let mut squares = Bitboard::EMPTY;
    for square in object.try_iter()? {
        squares.insert(square?.extract::<Square>()?.0);
    }
    Ok(squares)
}

impl<'a, 'py> FromPyObject<'a, 'py> for SquareSet {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        squares_in(&object).map(Self::new)
    }
}

/// The squares of an operand.
struct Operand(Bitboard);

impl<'a, 'py> FromPyObject<'a, 'py> for Operand {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        squares_in(&object).map(Self)
    }
}

impl SquareSet {
    /// Creates a set of these squares.
    pub(crate) const fn new(squares: Bitboard) -> Self {
        Self { bits: AtomicU64::new(squares.bits()) }
    }

    /// Returns the squares.
    pub(crate) fn squares(&self) -> Bitboard {
        Bitboard::from_bits(self.bits.load(Ordering::Relaxed))
    }

    fn set(&self, squares: Bitboard) {
        self.bits.store(squares.bits(), Ordering::Relaxed);
    }
}

/// Returns an iterator over squares.
fn iterator(
    py: Python<'_>,
    squares: impl ExactSizeIterator<Item = reynard::Square>,
) -> PyResult<Bound<'_, PyIterator>> {
    PyList::new(py, squares.map(|square| square as u8))?.try_iter()
}

/// Returns the squares as a list, in iteration order.
fn listed(squares: Bitboard) -> std::vec::IntoIter<reynard::Square> {
    squares.iter().collect::<Vec<_>>().into_iter()
}

/// Returns the number of squares to shift by, or `None` if the shift moves all squares off the
/// board.
fn distance(shift: i64) -> PyResult<Option<u32>> {
    if shift < 0 {
        return Err(PyValueError::new_err("negative shift count"));
    }
    Ok(u32::try_from(shift).ok().filter(|shift| *shift < 64))
}

/// Iterates over the squares of a set, from a1 to h8.
///
/// >>> import reynard
/// >>> list(reynard.scan_forward(reynard.BB_CORNERS))
/// [0, 7, 56, 63]
#[pyfunction]
fn scan_forward(py: Python<'_>, bb: Mask) -> PyResult<Bound<'_, PyIterator>> {
    iterator(py, listed(bb.0))
}

/// Iterates over the squares of a set, from h8 to a1.
///
/// >>> import reynard
/// >>> list(reynard.scan_reversed(reynard.BB_CORNERS))
/// [63, 56, 7, 0]
#[pyfunction]
fn scan_reversed(py: Python<'_>, bb: Mask) -> PyResult<Bound<'_, PyIterator>> {
    iterator(py, listed(bb.0).rev())
}

#[pymethods]
impl SquareSet {
    /// Accepts any arguments, since subclasses may have their own. The set's arguments are handled
    /// by `__init__`.
    #[new]
    #[pyo3(signature = (*_args, **_kwargs), text_signature = "(squares=0)")]
    const fn py_new(_args: &Bound<'_, PyTuple>, _kwargs: Option<&Bound<'_, PyDict>>) -> Self {
        Self::new(Bitboard::EMPTY)
    }

    #[pyo3(signature = (squares = Operand(Bitboard::EMPTY)))]
    fn __init__(&self, squares: Operand) {
        self.set(squares.0);
    }

    /// The squares of the set, as an integer.
    #[getter]
    fn mask(&self) -> u64 {
        self.squares().bits()
    }

    #[setter]
    fn set_mask(&self, squares: Mask) {
        self.set(squares.0);
    }

    fn __contains__(&self, square: Square) -> bool {
        self.squares().contains(square.0)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        iterator(py, listed(self.squares()))
    }

    fn __reversed__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        iterator(py, listed(self.squares()).rev())
    }

    fn __len__(&self) -> usize {
        self.squares().len() as usize
    }

    fn __bool__(&self) -> bool {
        self.squares().any()
    }

    fn __int__(&self) -> u64 {
        self.squares().bits()
    }

    fn __index__(&self) -> u64 {
        self.squares().bits()
    }

    /// Adds a square.
    fn add(&self, square: Square) {
        self.set(self.squares().with(square.0));
    }

    /// Removes a square if it is in the set.
    fn discard(&self, square: Square) {
        self.set(self.squares().without(square.0));
    }

    /// Removes a square. Raises KeyError if it is not in the set.
    fn remove(&self, square: Square) -> PyResult<()> {
        if !self.squares().contains(square.0) {
            return Err(PyKeyError::new_err(square.0 as u8));
        }
        self.discard(square);
        Ok(())
    }

    /// Removes the lowest square and returns it. Raises KeyError if the set is empty.
    fn pop(&self) -> PyResult<u8> {
        let mut squares = self.squares();
        let first = squares.pop_first();
        self.set(squares);
        let first = first.ok_or_else(|| PyKeyError::new_err("pop from empty SquareSet"))?;
        Ok(first as u8)
    }

    /// Removes all squares.
    fn clear(&self) {
        self.set(Bitboard::EMPTY);
    }

    /// Returns a copy.
    fn copy(&self) -> Self {
        Self::new(self.squares())
    }

    /// Returns True if the sets have no square in common.
    fn isdisjoint(&self, other: Operand) -> bool {
        self.squares().is_disjoint(other.0)
    }

    /// Returns True if every square of this set is in the other set.
    fn issubset(&self, other: Operand) -> bool {
        self.squares().is_subset(other.0)
    }

    /// Returns True if every square of the other set is in this one.
    fn issuperset(&self, other: Operand) -> bool {
        other.0.is_subset(self.squares())
    }

    /// Returns the squares that are in either set.
    fn union(&self, other: Operand) -> Self {
        Self::new(self.squares() | other.0)
    }

    /// Returns the squares that are in both sets.
    fn intersection(&self, other: Operand) -> Self {
        Self::new(self.squares() & other.0)
    }

    /// Returns the squares of this set that are not in the other set.
    fn difference(&self, other: Operand) -> Self {
        Self::new(self.squares() - other.0)
    }

    /// Returns the squares that are in exactly one of the two sets.
    fn symmetric_difference(&self, other: Operand) -> Self {
        Self::new(self.squares() ^ other.0)
    }

    /// Adds the squares of other sets.
    #[pyo3(signature = (*others))]
    fn update(&self, others: Vec<Operand>) {
        self.set(others.iter().fold(self.squares(), |squares, other| squares | other.0));
    }

    /// Keeps only the squares that are also in all other sets.
    #[pyo3(signature = (*others))]
    fn intersection_update(&self, others: Vec<Operand>) {
        self.set(others.iter().fold(self.squares(), |squares, other| squares & other.0));
    }

    /// Removes the squares of another set.
    fn difference_update(&self, other: Operand) {
        self.set(self.squares() - other.0);
    }

    /// Replaces this set with the squares that are in exactly one of the two sets.
    fn symmetric_difference_update(&self, other: Operand) {
        self.set(self.squares() ^ other.0);
    }

    fn __or__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self::new(self.squares() | squares_in(other)?))
    }

    fn __and__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self::new(self.squares() & squares_in(other)?))
    }

    fn __sub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self::new(self.squares() - squares_in(other)?))
    }

    fn __xor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self::new(self.squares() ^ squares_in(other)?))
    }

    fn __ror__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__or__(other)
    }

    fn __rand__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__and__(other)
    }

    fn __rsub__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self::new(squares_in(other)? - self.squares()))
    }

    fn __rxor__(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__xor__(other)
    }

    fn __ior__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set(self.squares() | squares_in(other)?);
        Ok(())
    }

    fn __iand__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set(self.squares() & squares_in(other)?);
        Ok(())
    }

    fn __isub__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set(self.squares() - squares_in(other)?);
        Ok(())
    }

    fn __ixor__(&self, other: &Bound<'_, PyAny>) -> PyResult<()> {
        self.set(self.squares() ^ squares_in(other)?);
        Ok(())
    }

    fn __lshift__(&self, shift: i64) -> PyResult<Self> {
        let bits = distance(shift)?.map_or(0, |shift| self.squares().bits() << shift);
        Ok(Self::new(Bitboard::from_bits(bits)))
    }

    fn __rshift__(&self, shift: i64) -> PyResult<Self> {
        let bits = distance(shift)?.map_or(0, |shift| self.squares().bits() >> shift);
        Ok(Self::new(Bitboard::from_bits(bits)))
    }

    fn __ilshift__(&self, shift: i64) -> PyResult<()> {
        self.set(self.__lshift__(shift)?.squares());
        Ok(())
    }

    fn __irshift__(&self, shift: i64) -> PyResult<()> {
        self.set(self.__rshift__(shift)?.squares());
        Ok(())
    }

    fn __invert__(&self) -> Self {
        Self::new(!self.squares())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        match squares_in(other) {
            Ok(squares) => Ok(compared(other.py(), Some(self.squares() == squares))),
            Err(error)
                if error.is_instance_of::<PyTypeError>(other.py())
                    || error.is_instance_of::<PyValueError>(other.py()) =>
            {
                Ok(compared(other.py(), None))
            }
            Err(error) => Err(error),
        }
    }

    /// Iterates over all subsets, starting with the empty set.
    ///
    /// >>> import reynard
    /// >>> list(reynard.SquareSet(0b101).carry_rippler())
    /// [0, 1, 4, 5]
    fn carry_rippler(&self) -> CarryRippler {
        CarryRippler { set: self.squares().bits(), next: Some(0) }
    }

    /// Returns the set mirrored vertically.
    fn mirror(&self) -> Self {
        Self::new(self.squares().flip_ranks())
    }

    /// Returns 64 truth values, for a1 to h8.
    fn tolist(&self) -> Vec<bool> {
        (0..64).map(|index| self.squares().bits() >> index & 1 == 1).collect()
    }

    fn __repr__(&self) -> String {
        let bits = self.squares().bits();
        let part = |shift: u32| bits >> shift & 0xffff;
        format!("SquareSet(0x{:04x}_{:04x}_{:04x}_{:04x})", part(48), part(32), part(16), part(0))
    }

    fn __str__(&self) -> String {
        let letter = |index: u64| if self.squares().bits() >> index & 1 == 1 { "1" } else { "." };
        let row =
            |rank: u64| (0..8).map(|file| letter(8 * rank + file)).collect::<Vec<_>>().join(" ");
        (0..8).rev().map(row).collect::<Vec<_>>().join("\n")
    }

    /// The attributes of the object, beginning with its mask.
    #[getter]
    fn __dict__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        attributes(slf, &["mask"])
    }

    /// Returns the line through two squares from edge to edge.
    ///
    /// >>> import reynard
    /// >>> reynard.D4 in reynard.SquareSet.ray(reynard.A1, reynard.B2)
    /// True
    #[classmethod]
    fn ray<'py>(cls: &Bound<'py, PyType>, a: Square, b: Square) -> PyResult<Bound<'py, PyAny>> {
        cls.call1((attacks::line(a.0, b.0).bits(),))
    }

    /// Returns the squares between two squares.
    ///
    /// >>> import reynard
    /// >>> list(reynard.SquareSet.between(reynard.A1, reynard.A3)) == [reynard.A2]
    /// True
    #[classmethod]
    fn between<'py>(cls: &Bound<'py, PyType>, a: Square, b: Square) -> PyResult<Bound<'py, PyAny>> {
        cls.call1((attacks::between(a.0, b.0).bits(),))
    }

    /// Returns the set that contains one square.
    #[classmethod]
    fn from_square<'py>(cls: &Bound<'py, PyType>, square: Square) -> PyResult<Bound<'py, PyAny>> {
        cls.call1((square.0.bitboard().bits(),))
    }
}

/// The remaining subsets of a set.
#[pyclass(module = "reynard._native")]
pub(crate) struct CarryRippler {
    set: u64,
    next: Option<u64>,
}

#[pymethods]
impl CarryRippler {
    const fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&mut self) -> Option<u64> {
        let subset = self.next?;
        let following = subset.wrapping_sub(self.set) & self.set;
        self.next = (following != 0).then_some(following);
        Some(subset)
    }
}

/// Adds the class and the functions of this file to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<SquareSet>()?;
    module.add_function(wrap_pyfunction!(scan_forward, module)?)?;
    module.add_function(wrap_pyfunction!(scan_reversed, module)?)
}
