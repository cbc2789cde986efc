//! Bulk evaluation of positions, with fixed-node searches and with tablebases.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread;

use arrow_array::{
    ArrayRef, Int8Array, Int16Array, RecordBatch, UInt16Array, UInt32Array, UInt64Array,
};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use reynard::{Color, Game, Move, PackedPosition, Position};
use reynard_arrow::{arrow_array, legal_positions};
use reynard_engine::{Control, Engine, OutOfMemory, Score, SearchLimits};

use crate::capsule::failed;
use crate::data::thread_count;
use crate::interrupt::interruptible;
use crate::positions::{Positions, row_failed};
use crate::syzygy::NativeTablebase;
use crate::table::Table;

/// The result of a search.
#[derive(Default)]
struct Judged {
    best: Option<u16>,
    cp: Option<i16>,
    mate: Option<i16>,
    depth: u32,
    nodes: u64,
}

fn table(columns: Vec<(&str, ArrayRef, bool)>) -> PyResult<Table> {
    RecordBatch::try_from_iter_with_nullable(columns).map(Table::of).map_err(failed)
}

/// Searches a position with a cleared engine, so the result does not depend on earlier searches.
fn search(engine: &mut Engine, pos: Position, nodes: u64, control: &Control) -> Judged {
    engine.new_game();
    let sign = if pos.turn() == Color::White { 1 } else { -1 };
    let limits = SearchLimits { nodes: Some(nodes), ..SearchLimits::default() };
    let report = engine.search(&Game::from(pos), &limits, control, &mut |_| {});
    let number = |score: i32| i16::try_from(sign * score).ok();
    let line = report.lines.first();
    let (cp, mate) = match line.map(|line| line.score) {
        Some(Score::Centipawns(score)) => (number(score), None),
        Some(Score::Mate(moves)) => (None, number(moves)),
        None => (None, None),
    };
    let depth = line.map_or(0, |line| line.depth);
    Judged { best: report.best.map(Move::bits), cp, mate, depth, nodes: report.nodes }
}

/// Searches positions on several threads, each with its own engine.
fn search_all(
    positions: Vec<Position>,
    nodes: u64,
    hash_mib: usize,
    threads: NonZeroUsize,
    control: &Control,
) -> Result<Vec<Judged>, OutOfMemory> {
    let part = positions.len().div_ceil(threads.get()).max(1);
    thread::scope(|scope| {
        let search_part = |part: &[Position]| {
            let mut engine = Engine::new(hash_mib)?;
            let searched = part.iter().take_while(|_| !control.is_stopped());
            Ok(searched
                .map(|pos| search(&mut engine, pos.clone(), nodes, control))
                .collect::<Vec<_>>())
        };
        let parts: Vec<_> =
            positions.chunks(part).map(|part| scope.spawn(move || search_part(part))).collect();
        let mut all = Vec::with_capacity(positions.len());
        for part in parts {
            match part.join() {
                Ok(judged) => all.extend(judged?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(all)
    })
}

/// Searches positions with a fixed number of nodes each.
#[pyfunction]
#[pyo3(signature = (positions, nodes, hash_mib, threads = None))]
fn analyze_positions(
    py: Python<'_>,
    positions: Positions,
    nodes: u64,
    hash_mib: usize,
    threads: Option<usize>,
) -> PyResult<Table> {
    if nodes == 0 {
        return Err(PyValueError::new_err("nodes is at least 1"));
    }
    let threads = thread_count(threads)?;
    let all: Vec<Position> =
        legal_positions(&positions.0).collect::<Result<_, _>>().map_err(row_failed)?;
    let control = Control::new();
    let work = || search_all(all, nodes, hash_mib, threads, &control);
    let judged = interruptible(py, || control.stop(), work)?.map_err(|_| {
        PyMemoryError::new_err(format!("no memory for a transposition table of {hash_mib} MiB"))
    })?;
    table(vec![
        ("best", Arc::new(judged.iter().map(|one| one.best).collect::<UInt16Array>()), true),
        ("cp", Arc::new(judged.iter().map(|one| one.cp).collect::<Int16Array>()), true),
        ("mate", Arc::new(judged.iter().map(|one| one.mate).collect::<Int16Array>()), true),
        (
            "depth",
            Arc::new(UInt32Array::from_iter_values(judged.iter().map(|one| one.depth))),
            false,
        ),
        (
            "nodes",
            Arc::new(UInt64Array::from_iter_values(judged.iter().map(|one| one.nodes))),
            false,
        ),
    ])
}

/// Probes tablebases for positions.
#[pyfunction]
fn probe_positions(
    py: Python<'_>,
    positions: Positions,
    tables: &Bound<'_, NativeTablebase>,
) -> PyResult<Table> {
    let tables = tables.get();
    let probe = |packed: &PackedPosition| match legal_positions(&[*packed]).next() {
        Some(Ok(pos)) => tables.values(&pos),
        _ => (None, None),
    };
    let values: Vec<(Option<i8>, Option<i16>)> =
        py.detach(|| positions.0.iter().map(probe).collect());
    table(vec![
        ("wdl", Arc::new(values.iter().map(|one| one.0).collect::<Int8Array>()), true),
        ("dtz", Arc::new(values.iter().map(|one| one.1).collect::<Int16Array>()), true),
    ])
}

/// Adds the functions of this file to the module.
pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(analyze_positions, module)?)?;
    module.add_function(wrap_pyfunction!(probe_positions, module)?)
}
