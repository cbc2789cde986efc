//! Lookup tables and functions on squares for the Python side.

use pyo3::prelude::*;
use reynard::{CastlingSide, Color, File, PieceType, attacks, zobrist};

use crate::args::{Kind, Mask, Side, Square};

/// Returns the squares between two squares, as an integer.
#[pyfunction]
fn between(a: Square, b: Square) -> u64 {
    attacks::between(a.0, b.0).bits()
}

/// Returns the line through two squares from edge to edge, as an integer.
#[pyfunction]
fn ray(a: Square, b: Square) -> u64 {
    attacks::line(a.0, b.0).bits()
}

/// Returns the lines through all pairs of squares, as integers.
#[pyfunction]
fn rays() -> Vec<Vec<u64>> {
    let squares = || (0..64).filter_map(reynard::Square::from_index);
    squares().map(|a| squares().map(|b| attacks::line(a, b).bits()).collect()).collect()
}

/// Returns the attacks of a piece on a square, given the occupied squares, as an integer.
#[pyfunction]
fn attacks_of(piece_type: Kind, color: Side, square: Square, occupied: Mask) -> u64 {
    attacks::of(piece_type.0, color.0, square.0, occupied.0).bits()
}

/// Returns the 781 constants of Polyglot keys, in order.
#[pyfunction]
fn polyglot_constants() -> Vec<u64> {
    let mut all = Vec::with_capacity(781);
    for kind in PieceType::ALL {
        for color in [Color::Black, Color::White] {
            all.extend(
                (0..64)
                    .filter_map(reynard::Square::from_index)
                    .map(|at| zobrist::piece(kind.of(color), at)),
            );
        }
    }
    for color in [Color::White, Color::Black] {
        all.extend(
            [CastlingSide::KingSide, CastlingSide::QueenSide]
                .map(|side| zobrist::castling(color, side)),
        );
    }
    all.extend(File::ALL.map(zobrist::en_passant));
    all.push(zobrist::turn(Color::White));
    all
}

/// Adds the functions of this file to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(between, module)?)?;
    module.add_function(wrap_pyfunction!(ray, module)?)?;
    module.add_function(wrap_pyfunction!(rays, module)?)?;
    module.add_function(wrap_pyfunction!(attacks_of, module)?)?;
    module.add_function(wrap_pyfunction!(polyglot_constants, module)?)
}
