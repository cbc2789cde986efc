//! Bulk functions on positions: FEN, keys, planes, masks. Each function accepts boards, strings,
//! packed bytes, moves or columns.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};
use reynard::fen::FenStyle;
use reynard::{PackedPosition, PieceValues, PolicyIndex, Position};
use reynard_arrow::arrow_array::cast::AsArray;
use reynard_arrow::arrow_array::{Array, ArrayRef};
use reynard_arrow::arrow_schema::DataType;
use reynard_arrow::{
    PLANE_VALUES, PLANES, PlaneLayout, PlaneView, PositionReplay, RowError, legal_positions,
    packed_column, packed_text, piece_counts, plane_ones, planes as write_planes, policy_mask,
};

use crate::base_board::BaseBoard;
use crate::capsule::arrays;
use crate::core::Core;
use crate::fen::EnPassantSpec;
use crate::interrupt::{Stop, rows};
use crate::moves::Move;
use crate::table::{Column, Table};

/// Packed positions, created from positions in any form that Python provides.
pub(crate) struct Positions(pub(crate) Vec<PackedPosition>);

/// Table columns that may contain positions, in order of preference.
const COLUMNS: [&str; 2] = ["position", "moves"];

#[expect(clippy::needless_pass_by_value, reason = "the form that map_err takes")]
pub(crate) fn row_failed(error: RowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

fn at(row: usize, error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("row {row}: {error}"))
}

fn columns(py: Python<'_>, columns: &[ArrayRef]) -> PyResult<Vec<PackedPosition>> {
    let mut all = Vec::new();
    for column in columns {
        let found = match column.data_type() {
            DataType::Struct(_) => {
                let table = column.as_struct();
                let found = COLUMNS.into_iter().find_map(|name| table.column_by_name(name));
                found.ok_or_else(|| {
                    PyTypeError::new_err("the table has neither a column `position` nor `moves`")
                })?
            }
            _ => column,
        };
        let read = py.detach(|| packed_column(found.as_ref()));
        let before = all.len();
        all.extend(
            read.map_err(|error| row_failed(RowError { row: error.row + before, ..error }))?,
        );
    }
    Ok(all)
}

fn unpacked(bytes: &[u8]) -> PyResult<Vec<PackedPosition>> {
    let chunks = bytes.chunks_exact(PackedPosition::LEN);
    if !chunks.remainder().is_empty() {
        let length = bytes.len();
        return Err(PyValueError::new_err(format!(
            "packed positions have 32 bytes each, and {length} bytes are not a multiple of it"
        )));
    }
    let numbered = chunks.enumerate();
    numbered
        .map(|(row, bytes)| PackedPosition::try_from(bytes).map_err(|error| at(row, error)))
        .collect()
}

/// Packs the position of a list item.
fn item(row: usize, item: &Bound<'_, PyAny>) -> PyResult<PackedPosition> {
    if let Ok(board) = item.cast::<BaseBoard>() {
        let setup = board.get().read(board.py())?.core.state.to_setup();
        return PackedPosition::pack(&setup).map_err(|error| at(row, error));
    }
    if let Ok(text) = item.cast::<PyString>() {
        return packed_text(text.to_cow()?.as_ref()).map_err(|error| at(row, error));
    }
    if let Ok(bytes) = item.cast::<PyBytes>() {
        return PackedPosition::try_from(bytes.as_bytes()).map_err(|error| at(row, error));
    }
    let mut replay = PositionReplay::default();
    for mv in item.try_iter().map_err(|_| not_positions(item))? {
        let mv = mv?;
        let played = if let Ok(mv) = mv.cast::<Move>() {
            replay.play_text(&mv.get().parts().uci())
        } else if let Ok(text) = mv.cast::<PyString>() {
            replay.play_text(text.to_cow()?.as_ref())
        } else {
            replay.play_bits(mv.extract().map_err(|_| not_positions(item))?)
        };
        played.map_err(|error| at(row, error))?;
    }
    Ok(PackedPosition::from(replay.position()))
}

fn not_positions(found: &Bound<'_, PyAny>) -> PyErr {
    let kind = found.get_type().name().map_or_else(|_| String::from("?"), |name| name.to_string());
    PyTypeError::new_err(format!(
        "positions are boards, FENs, games as moves, packed bytes or a column of Arrow, not {kind}"
    ))
}

impl<'a, 'py> FromPyObject<'a, 'py> for Positions {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        let py = object.py();
        if object.is_instance_of::<PyString>() || object.is_instance_of::<BaseBoard>() {
            return item(0, &object).map(|one| Self(vec![one]));
        }
        if let Ok(column) = object.cast::<Column>() {
            return columns(py, std::slice::from_ref(&column.get().array)).map(Self);
        }
        if let Some(found) = arrays(&object)? {
            return columns(py, &found).map(Self);
        }
        if let Ok(buffer) = PyBuffer::<u8>::get(&object) {
            return unpacked(&buffer.to_vec(py)?).map(Self);
        }
        let mut all = Vec::new();
        for (row, one) in object.try_iter().map_err(|_| not_positions(&object))?.enumerate() {
            if row % PART == 0 {
                py.check_signals()?;
            }
            all.push(item(row, &one?)?);
        }
        Ok(Self(all))
    }
}

/// Calls a function with every position, without the interpreter lock.
fn map<T: Send>(
    py: Python<'_>,
    positions: &Positions,
    of: impl Fn(&Position) -> T + Sync,
) -> PyResult<Vec<T>> {
    let all = |stop: &Stop| -> Result<Vec<T>, RowError> {
        let wanted = legal_positions(&positions.0).take_while(|_| !stop.is_set());
        wanted.map(|pos| pos.map(|pos| of(&pos))).collect()
    };
    rows(py, positions.0.len(), all)?.map_err(row_failed)
}

/// Returns the positions, packed into 32 bytes each.
#[pyfunction]
fn pack_positions(py: Python<'_>, positions: Positions) -> PyResult<Bound<'_, PyByteArray>> {
    PyByteArray::new_with(py, positions.0.len() * PackedPosition::LEN, |out| {
        for (packed, out) in positions.0.iter().zip(out.chunks_exact_mut(PackedPosition::LEN)) {
            out.copy_from_slice(&packed.to_bytes());
        }
        Ok(())
    })
}

/// Returns the FENs.
#[pyfunction]
fn fens_of(py: Python<'_>, positions: Positions) -> PyResult<Vec<String>> {
    let text = |packed: &PackedPosition| {
        let core = Core::new(packed.to_setup(), reynard::Bitboard::EMPTY, false);
        core.fen(FenStyle::XFen, EnPassantSpec::Legal, false)
    };
    rows(py, positions.0.len(), |stop| {
        positions.0.iter().take_while(|_| !stop.is_set()).map(text).collect()
    })
}

/// Returns the Zobrist keys, eight bytes each, in little-endian order.
#[pyfunction]
fn keys_of(py: Python<'_>, positions: Positions) -> PyResult<Bound<'_, PyByteArray>> {
    let keys = map(py, &positions, Position::key)?;
    PyByteArray::new_with(py, keys.len() * 8, |out| {
        for (key, out) in keys.iter().zip(out.chunks_exact_mut(8)) {
            out.copy_from_slice(&key.to_le_bytes());
        }
        Ok(())
    })
}

/// Returns the number of legal moves in each position.
#[pyfunction]
fn legal_counts_of(py: Python<'_>, positions: Positions) -> PyResult<Vec<u32>> {
    map(py, &positions, Position::count_legal_moves)
}

/// Number of positions written per step.
const PART: usize = 4_096;

const fn view(flip: bool) -> PlaneView {
    if flip { PlaneView::SideToMove } else { PlaneView::White }
}

/// Returns planes of zeros and ones, as bytes or 32-bit floats, and the number of positions.
#[pyfunction]
fn planes_of<'py>(
    py: Python<'py>,
    positions: Positions,
    layout: &str,
    dtype: &str,
    flip: bool,
) -> PyResult<(usize, Bound<'py, PyByteArray>)> {
    let layout = match layout {
        "nhwc" => PlaneLayout::Nhwc,
        "nchw" => PlaneLayout::Nchw,
        other => {
            let message = format!("layout is \"nhwc\" or \"nchw\", not {other:?}");
            return Err(PyValueError::new_err(message));
        }
    };
    let values = positions.0.len() * PLANE_VALUES;
    let bytes = match dtype {
        "u1" => PyByteArray::new_with(py, values, |out| {
            rows(py, positions.0.len(), |stop| {
                let parts = out.chunks_mut(PART * PLANE_VALUES);
                for (part, out) in positions.0.chunks(PART).zip(parts) {
                    if !stop.is_set() {
                        write_planes(part, layout, view(flip), out);
                    }
                }
            })
        }),
        "f4" => PyByteArray::new_with(py, values * 4, |out| {
            rows(py, positions.0.len(), |stop| {
                let wanted = positions.0.iter().take_while(|_| !stop.is_set());
                for (packed, out) in wanted.zip(out.chunks_exact_mut(PLANE_VALUES * 4)) {
                    for place in plane_ones(packed, layout, view(flip)) {
                        out[place * 4..place * 4 + 4].copy_from_slice(&1_f32.to_ne_bytes());
                    }
                }
            })
        }),
        other => {
            return Err(PyValueError::new_err(format!("dtype is \"u1\" or \"f4\", not {other:?}")));
        }
    }?;
    Ok((positions.0.len(), bytes))
}

/// Returns the number of pieces of each type and color, twelve bytes per position, and the number
/// of positions.
#[pyfunction]
fn piece_counts_of(
    py: Python<'_>,
    positions: Positions,
    flip: bool,
) -> PyResult<(usize, Bound<'_, PyByteArray>)> {
    let bytes = PyByteArray::new_with(py, positions.0.len() * PLANES, |out| {
        rows(py, positions.0.len(), |stop| {
            for (part, out) in positions.0.chunks(PART).zip(out.chunks_mut(PART * PLANES)) {
                if !stop.is_set() {
                    piece_counts(part, view(flip), out);
                }
            }
        })
    })?;
    Ok((positions.0.len(), bytes))
}

/// Returns masks of the legal moves over the policy indices, and the number of positions.
#[pyfunction]
fn legal_mask_of(
    py: Python<'_>,
    positions: Positions,
    flip: bool,
) -> PyResult<(usize, Bound<'_, PyByteArray>)> {
    let bytes = PyByteArray::new_with(py, positions.0.len() * PolicyIndex::COUNT, |out| {
        rows(py, positions.0.len(), |stop| {
            let parts = out.chunks_mut(PART * PolicyIndex::COUNT);
            for (number, (part, out)) in positions.0.chunks(PART).zip(parts).enumerate() {
                if stop.is_set() {
                    break;
                }
                policy_mask(part, view(flip), out)
                    .map_err(|error| RowError { row: error.row + number * PART, ..error })?;
            }
            Ok(())
        })?
        .map_err(row_failed)
    })?;
    Ok((positions.0.len(), bytes))
}

/// Returns the policy index of every 16-bit move number, two bytes each; 65535 for numbers without
/// an index.
#[pyfunction]
fn policy_indices(py: Python<'_>, flip: bool) -> Bound<'_, PyBytes> {
    let index = |bits: u16| {
        let found = reynard::Move::from_bits(bits).and_then(PolicyIndex::of);
        let found = if flip { found.map(PolicyIndex::mirrored) } else { found };
        found.map_or(u16::MAX, PolicyIndex::index)
    };
    let bytes: Vec<u8> = (0..=u16::MAX).flat_map(|bits| index(bits).to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}

/// Returns the static exchange evaluation of a move in each position, in centipawns.
#[pyfunction]
fn see_of(py: Python<'_>, positions: Positions, moves: Vec<u16>) -> PyResult<Vec<i32>> {
    if moves.len() != positions.0.len() {
        let (boards, moves) = (positions.0.len(), moves.len());
        return Err(PyValueError::new_err(format!("{boards} positions, but {moves} moves")));
    }
    rows(py, moves.len(), |stop| {
        let mut found = Vec::with_capacity(moves.len());
        for (row, (pos, bits)) in legal_positions(&positions.0).zip(moves).enumerate() {
            if stop.is_set() {
                break;
            }
            let pos = pos.map_err(row_failed)?;
            let mv = reynard::Move::from_bits(bits).filter(|&mv| pos.is_legal(mv));
            let mv = mv.ok_or_else(|| at(row, format_args!("move {bits} is not legal")))?;
            found.push(pos.see(mv, &PieceValues::DEFAULT));
        }
        Ok(found)
    })?
}

/// Adds the classes and functions of tables to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Table>()?;
    module.add_class::<Column>()?;
    module.add_function(wrap_pyfunction!(pack_positions, module)?)?;
    module.add_function(wrap_pyfunction!(fens_of, module)?)?;
    module.add_function(wrap_pyfunction!(keys_of, module)?)?;
    module.add_function(wrap_pyfunction!(legal_counts_of, module)?)?;
    module.add_function(wrap_pyfunction!(planes_of, module)?)?;
    module.add_function(wrap_pyfunction!(piece_counts_of, module)?)?;
    module.add_function(wrap_pyfunction!(legal_mask_of, module)?)?;
    module.add_function(wrap_pyfunction!(policy_indices, module)?)?;
    module.add_function(wrap_pyfunction!(see_of, module)?)
}
