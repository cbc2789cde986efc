//! The extension module `reynard._native`: boards and moves under the names of python-chess.
//!
//! The rules are those of the crate `reynard`. What this crate adds is what python-chess promises and a
//! [`reynard::Position`] does not: boards without kings, moves that no rule allows, and the order of the moves.
#![forbid(unsafe_code)]
#![expect(
    clippy::doc_markdown,
    reason = "the comments of methods are docstrings of Python, which have no Markdown"
)]
#![expect(
    clippy::needless_pass_by_value,
    reason = "methods receive what the interpreter hands over by value"
)]

mod args;
mod base_board;
mod board;
mod board_moves;
mod core;
mod engine;
mod fen;
mod generator;
mod loose;
mod moves;
mod perft;
mod piece;
mod san;
mod state;
mod status;
mod syzygy;
mod tables;

use pyo3::prelude::*;

pyo3::create_exception!(
    reynard,
    InvalidMoveError,
    pyo3::exceptions::PyValueError,
    "Text that is no move."
);
pyo3::create_exception!(
    reynard,
    IllegalMoveError,
    pyo3::exceptions::PyValueError,
    "A move that the rules do not allow."
);
pyo3::create_exception!(
    reynard,
    AmbiguousMoveError,
    pyo3::exceptions::PyValueError,
    "Text that means more than one legal move."
);

/// The native part of the package.
#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("InvalidMoveError", py.get_type::<InvalidMoveError>())?;
    module.add("IllegalMoveError", py.get_type::<IllegalMoveError>())?;
    module.add("AmbiguousMoveError", py.get_type::<AmbiguousMoveError>())?;
    module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<moves::Move>()?;
    module.add_class::<piece::Piece>()?;
    module.add_class::<base_board::BaseBoard>()?;
    module.add_class::<board::Board>()?;
    module.add_class::<generator::LegalMoveGenerator>()?;
    module.add_class::<generator::PseudoLegalMoveGenerator>()?;
    module.add_class::<engine::NativeEngine>()?;
    module.add_class::<syzygy::NativeTablebase>()?;
    tables::register(module)?;
    perft::register(module)
}
