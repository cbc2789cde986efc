//! The in-process engine. The interpreter lock is released while it searches.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use reynard::Game;
use reynard_engine::{
    ClockState, Control, Engine, Line, Score, SearchLimits, SearchReport, Tablebases,
};

use crate::board::{Board, read};
use crate::core::Core;
use crate::generator::list;
use crate::interrupt::interruptible;
use crate::moves::Move;
use crate::state::{State, parts_of, resolve};

/// Reynard's engine: the basis of `reynard.Engine`.
#[pyclass(module = "reynard._native", frozen)]
pub(crate) struct NativeEngine {
    /// The engine; `None` once it has been closed.
    engine: Mutex<Option<Engine>>,
    control: Mutex<Control>,
}

/// The maximum size of the transposition table, in MiB.
const MAX_HASH: usize = 1 << 25;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the game that led to a board. The game begins after the last position that the rules do
/// not accept.
fn game_of(core: &Core) -> PyResult<Game> {
    let illegal = || PyValueError::new_err("the engine needs a position that the rules accept");
    let State::Legal(now) = &core.state else { return Err(illegal()) };
    let legal = |played: &&crate::stack::Played| matches!(played.before, State::Legal(_));
    let kept = core.stack.iter().rev().take_while(legal).count();
    let line = &core.stack[core.stack.len() - kept..];
    let root = line.first().map_or(now, |first| match &first.before {
        State::Legal(pos) => pos,
        State::Loose(_) => now,
    });
    let mut game = Game::from(root.clone());
    for played in line {
        let mv = resolve(game.position(), played.parts());
        if mv.is_none_or(|mv| game.play(mv).is_err()) {
            return Ok(Game::from(now.clone()));
        }
    }
    Ok(game)
}

fn seconds(value: Option<f64>) -> PyResult<Option<Duration>> {
    value
        .map(|seconds| {
            Duration::try_from_secs_f64(seconds)
                .map_err(|_| PyValueError::new_err(format!("{seconds} s is not a time")))
        })
        .transpose()
}

fn number<T: for<'a, 'py> FromPyObject<'a, 'py>>(
    limits: &Bound<'_, PyDict>,
    name: &str,
) -> PyResult<Option<T>> {
    match limits.get_item(name)? {
        Some(value) if !value.is_none() => value.extract().map(Some).map_err(Into::into),
        _ => Ok(None),
    }
}

fn limits_of(core: &Core, limits: &Bound<'_, PyDict>) -> PyResult<SearchLimits> {
    let side = if crate::args::is_white(core.state.turn()) {
        ["white_clock", "white_inc"]
    } else {
        ["black_clock", "black_inc"]
    };
    let remaining = seconds(number(limits, side[0])?)?;
    let increment = seconds(number(limits, side[1])?)?.unwrap_or_default();
    let moves_to_go = number(limits, "remaining_moves")?;
    let mut moves = Vec::new();
    if let (Some(root), State::Legal(pos)) = (limits.get_item("root_moves")?, &core.state) {
        for mv in root.try_iter()? {
            let parts = mv?.cast::<Move>()?.get().parts();
            moves.extend(resolve(pos, parts).filter(|mv| pos.is_legal(*mv)));
        }
    }
    Ok(SearchLimits {
        depth: number(limits, "depth")?,
        nodes: number(limits, "nodes")?,
        mate: number(limits, "mate")?,
        move_time: seconds(number(limits, "time")?)?,
        clock: remaining.map(|remaining| ClockState { remaining, increment, moves_to_go }),
        moves,
        ..SearchLimits::default()
    })
}

fn line<'py>(py: Python<'py>, line: &Line, chess960: bool) -> PyResult<Bound<'py, PyDict>> {
    let told = PyDict::new(py);
    told.set_item("multipv", line.number)?;
    told.set_item("depth", line.depth)?;
    told.set_item("seldepth", line.seldepth)?;
    told.set_item("nodes", line.nodes)?;
    told.set_item("time", line.time.as_secs_f64())?;
    told.set_item("hashfull", line.hashfull)?;
    told.set_item("tbhits", line.tb_hits)?;
    match line.score {
        Score::Centipawns(score) => told.set_item("cp", score)?,
        Score::Mate(moves) => told.set_item("mate", moves)?,
    }
    told.set_item("wdl", (line.wdl.win, line.wdl.draw, line.wdl.loss))?;
    told.set_item("pv", list(py, line.moves.iter().map(|mv| parts_of(*mv, chess960)).collect())?)?;
    Ok(told)
}

type Played<'py> = (Option<Py<Move>>, Option<Py<Move>>, Bound<'py, PyList>, u64, f64);

#[pymethods]
impl NativeEngine {
    #[new]
    #[pyo3(signature = (hash_mib = 16, threads = 1))]
    fn new(hash_mib: usize, threads: usize) -> PyResult<Self> {
        if !(1..=MAX_HASH).contains(&hash_mib) {
            let message = format!("hash_mib is between 1 and {MAX_HASH}, not {hash_mib}");
            return Err(PyValueError::new_err(message));
        }
        let mut engine = Engine::new(hash_mib).map_err(|_| no_memory(hash_mib))?;
        engine.settings.threads = checked_threads(threads)?;
        Ok(Self { engine: Mutex::new(Some(engine)), control: Mutex::default() })
    }

    /// Sets the size of the transposition table, the number of threads, or the Syzygy folders.
    #[pyo3(signature = (hash_mib = None, threads = None, syzygy = None))]
    fn configure(
        &self,
        hash_mib: Option<usize>,
        threads: Option<usize>,
        syzygy: Option<Vec<PathBuf>>,
    ) -> PyResult<()> {
        let mut engine = self.engine.try_lock().map_err(|_| busy())?;
        let engine = engine.as_mut().ok_or_else(closed)?;
        if let Some(threads) = threads {
            engine.settings.threads = checked_threads(threads)?;
        }
        if let Some(hash_mib) = hash_mib {
            if !(1..=MAX_HASH).contains(&hash_mib) {
                let message = format!("hash_mib is between 1 and {MAX_HASH}, not {hash_mib}");
                return Err(PyValueError::new_err(message));
            }
            let mut other = Engine::new(hash_mib).map_err(|_| no_memory(hash_mib))?;
            other.settings = engine.settings.clone();
            *engine = other;
        }
        if let Some(folders) = syzygy {
            let mut tables = reynard_syzygy::Tablebase::new();
            for folder in &folders {
                tables.add_directory(folder).map_err(|error| {
                    crate::source::io_failed(error, Some(&folder.display().to_string()))
                })?;
            }
            let tables = (!folders.is_empty()).then(|| Arc::new(tables));
            engine.settings.tablebases = Tablebases { tables, ..Tablebases::default() };
        }
        Ok(())
    }

    /// Searches a position. Returns the best move, ponder move, lines, nodes and seconds. `told` is
    /// called with each line as it is found.
    #[pyo3(signature = (board, limits, multipv = 1, told = None))]
    fn search<'py>(
        &self,
        board: &Bound<'py, Board>,
        limits: &Bound<'_, PyDict>,
        multipv: usize,
        told: Option<Py<PyAny>>,
    ) -> PyResult<Played<'py>> {
        let py = board.py();
        let (game, limits, chess960) = {
            let board = read(board)?;
            let core = &board.core;
            (game_of(core)?, limits_of(core, limits)?, core.chess960)
        };
        let control = Control::new();
        let work = || {
            let mut engine = self.engine.try_lock().map_err(|_| busy())?;
            let engine = engine.as_mut().ok_or_else(closed)?;
            *locked(&self.control) = control.clone();
            engine.settings.lines = multipv.max(1);
            let mut raised = None;
            let report = engine.search(&game, &limits, &control, &mut |event| {
                let (Some(told), Some(found)) = (&told, event.line()) else { return };
                let tell = |py: Python<'_>| told.call1(py, (line(py, found, chess960)?,));
                if let Err(error) = Python::attach(tell) {
                    control.stop();
                    raised = Some(error);
                }
            });
            raised.map_or(Ok(report), Err)
        };
        let report: SearchReport = interruptible(py, || control.stop(), work)??;
        let object = |mv: Option<reynard::Move>| {
            mv.map(|mv| Move::object(py, parts_of(mv, chess960))).transpose()
        };
        let lines = report
            .lines
            .iter()
            .map(|found| line(py, found, chess960))
            .collect::<PyResult<Vec<_>>>()?;
        let (best, ponder) = (object(report.best)?, object(report.ponder)?);
        Ok((best, ponder, PyList::new(py, lines)?, report.nodes, report.time.as_secs_f64()))
    }

    /// Stops any search that is running on another thread.
    fn stop(&self) {
        locked(&self.control).stop();
    }

    /// Stops any search that is running on another thread, waits for it to end, and releases the
    /// engine's memory.
    fn close(&self, py: Python<'_>) {
        py.detach(|| {
            locked(&self.control).stop();
            *locked(&self.engine) = None;
        });
    }

    /// Clears the results of all earlier searches.
    fn new_game(&self) -> PyResult<()> {
        let mut engine = self.engine.try_lock().map_err(|_| busy())?;
        engine.as_mut().ok_or_else(closed)?.new_game();
        Ok(())
    }
}

fn busy() -> PyErr {
    PyRuntimeError::new_err("the engine searches in another thread: make one for each")
}

/// Returns the exception raised when the engine is closed. The Python side replaces it with its own
/// exception.
fn closed() -> PyErr {
    PyValueError::new_err("the engine is closed")
}

fn no_memory(hash_mib: usize) -> PyErr {
    PyMemoryError::new_err(format!("no memory for a transposition table of {hash_mib} MiB"))
}

fn checked_threads(threads: usize) -> PyResult<usize> {
    if (1..=1024).contains(&threads) {
        Ok(threads)
    } else {
        Err(PyValueError::new_err("threads is between 1 and 1024"))
    }
}
