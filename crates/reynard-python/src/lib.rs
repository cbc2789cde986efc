//! The extension module `reynard._native`: boards and moves under their python-chess names.
//!
//! The rules are those of the `reynard` crate. This crate adds the features of python-chess that a
//! [`reynard::Position`] does not have: boards without kings, moves that break the rules, and a
//! fixed order of the moves.
#![deny(unsafe_code)]
#![expect(
    clippy::doc_markdown,
    clippy::doc_link_with_quotes,
    reason = "the comments of methods are docstrings of Python, which have no Markdown"
)]
#![expect(
    clippy::needless_pass_by_value,
    reason = "methods receive what the interpreter hands over by value"
)]

mod annotate;
mod args;
mod base_board;
mod board;
#[expect(unsafe_code, reason = "boards are borrowed without atomic instructions")]
mod board_cell;
mod board_ending;
mod board_moves;
#[expect(unsafe_code, reason = "columns of other libraries come as pointers")]
mod capsule;
mod core;
mod data;
mod database;
mod engine;
#[expect(unsafe_code, reason = "the interpreter calls functions of C")]
mod fast_calls;
mod fen;
mod filtered;
mod generator;
#[expect(unsafe_code, reason = "objects of moves are kept and handed out as pointers")]
mod interned;
mod interrupt;
mod learn;
mod loose;
#[expect(unsafe_code, reason = "the interpreter reads attributes through pointers")]
mod member;
mod move_objects;
mod move_order;
mod moves;
mod perft;
mod pgn_moves;
mod piece;
#[expect(unsafe_code, reason = "the cache of move objects owns them as pointers")]
mod places;
mod positions;
mod py_file;
mod replaced;
mod san;
mod shards;
mod source;
mod squares;
mod stack;
mod stamp;
mod state;
mod status;
mod syzygy;
mod table;
mod tables;

use pyo3::prelude::*;

pyo3::create_exception!(
    reynard,
    InvalidMoveError,
    pyo3::exceptions::PyValueError,
    "Text that is not a move."
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

/// Fills the native part of the package.
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
    module.add_class::<table::Stream>()?;
    module.add_class::<data::TableRequest>()?;
    module.add_class::<database::NativeDatabase>()?;
    module.add_class::<learn::NativeNotebook>()?;
    board::Board::register(py)?;
    moves::Move::register(py)?;
    piece::Piece::register(py)?;
    move_objects::register(module)?;
    fast_calls::register(py)?;
    replaced::register(module)?;
    squares::register(module)?;
    positions::register(module)?;
    annotate::register(module)?;
    pgn_moves::register(module)?;
    tables::register(module)?;
    shards::register(module)?;
    perft::register(module)
}
