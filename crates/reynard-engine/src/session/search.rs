//! Long-running work of the session: a search, a benchmark, or perft.

use std::sync::atomic::{
    AtomicBool,
    Ordering::{Acquire, Release},
};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

use reynard::{CastlingNotation, Color, Game, Move, MoveList, Position, UciMove};
use reynard_uci::{BestMove, Go, Info, Message};

use super::{Host, PerftCounter, lock};
use crate::bench::{BENCH_DEPTH, bench_with_clock};
use crate::control::Control;
use crate::engine::Engine;
use crate::limits::{ClockState, SearchLimits};
use crate::report::{Line, RootMoveEvent, SearchEvent};
use crate::score::{Bound, Score};
use crate::settings::EngineSettings;
use crate::time::Clock;

/// Long-running work started by the session.
pub(super) struct Running {
    pub(super) control: Control,
    /// Flag that is set just before the last answer is printed.
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
    kind: Work,
}

/// Kind of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// A search, which may run forever.
    Search,
    /// Perft or the benchmark, which end on their own.
    Count,
}

/// The place where the work runs: on its own thread, or within the call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// On its own thread, which the session can stop.
    #[cfg(feature = "threads")]
    Beside,
    /// Within the call to the session.
    Within,
}

/// The format of `info` and `bestmove`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) castling: CastlingNotation,
    /// Win, draw and loss probabilities are reported (`UCI_ShowWDL`).
    pub(super) wdl: bool,
}

type SharedHost = Arc<Mutex<dyn Host>>;

impl Running {
    /// Starts a thread for the work. The thread sets a flag before its last answer, since the GUI
    /// may send the next command immediately afterwards. Without threads, the work is done before
    /// this function returns.
    fn start(
        host: &SharedHost,
        kind: Work,
        work: impl FnOnce(&AtomicBool, &Control, Place) + Send + 'static,
    ) -> Self {
        let control = lock(host).poll().map_or_else(Control::new, Control::with_poll);
        let done = Arc::new(AtomicBool::new(false));
        #[cfg(feature = "threads")]
        let work = {
            let inside = (Arc::clone(&done), control.clone());
            // A thread that cannot be started must not take the work with it.
            let slot = Arc::new(Mutex::new(Some(work)));
            let shared = Arc::clone(&slot);
            let on_thread = move || {
                let work = lock(&shared).take();
                if let Some(work) = work {
                    work(&inside.0, &inside.1, Place::Beside);
                }
            };
            let thread = lock(host).spawn(Box::new(on_thread));
            if let Ok(thread) = thread {
                return Self { control, done, thread: Some(thread), kind };
            }
            lock(&slot).take()
        };
        #[cfg(not(feature = "threads"))]
        let work = Some(work);
        if let Some(work) = work {
            work(&done, &control, Place::Within);
        }
        done.store(true, Release);
        Self { control, done, thread: None, kind }
    }

    /// Starts a search, which answers with `bestmove`.
    pub(super) fn search(
        host: &SharedHost,
        engine: &Arc<Mutex<Engine>>,
        game: &Game,
        mut limits: SearchLimits,
        style: Style,
    ) -> Self {
        let (shared, engine, game) = (host, Arc::clone(engine), game.clone());
        let host = Arc::clone(shared);
        Self::start(shared, Work::Search, move |done, control, place| {
            if place == Place::Within {
                // Neither `stop` nor `ponderhit` can come.
                (limits.infinite, limits.ponder) = (false, false);
            }
            let mut engine = lock(&engine);
            let report = engine.search(&game, &limits, control, &mut |event| {
                let info = match event {
                    SearchEvent::Line(line) => info(line, style),
                    SearchEvent::Move(current) => current_move(current, style),
                };
                lock(&host).line(&Message::Info(info));
            });
            if report.best.is_none() && report.lines.is_empty() {
                lock(&host).line(&Message::Info(no_move(game.position())));
            }
            if let Some(moves) = report.no_mate {
                let text = format!("there is no mate in {moves}");
                lock(&host).line(&Message::Info(Info::text(text)));
            }
            let text = |mv: Move| UciMove::new(mv, style.castling);
            let best = BestMove { best: report.best.map(text), ponder: report.ponder.map(text) };
            done.store(true, Release);
            lock(&host).line(&Message::BestMove(best));
        })
    }

    /// Starts a perft that reports a separate count for each root move.
    pub(super) fn perft(
        host: &SharedHost,
        mut counter: PerftCounter,
        pos: &Position,
        depth: u32,
        castling: CastlingNotation,
    ) -> Self {
        let (shared, pos) = (host, pos.clone());
        let host = Arc::clone(shared);
        Self::start(shared, Work::Count, move |done, control, _| {
            let mut total = 0;
            let moves = if depth == 0 { MoveList::new() } else { pos.legal_moves() };
            for (index, &mv) in moves.iter().enumerate() {
                let mut child = pos.clone();
                child.play_unchecked(mv);
                let Some(count) = counter(&child, depth - 1, control) else {
                    let text =
                        format!("perft is stopped: {index} of {} moves are counted", moves.len());
                    done.store(true, Release);
                    return lock(&host).line(&Message::Info(Info::text(text)));
                };
                total += count;
                lock(&host).line(&format_args!("{}: {count}", UciMove::new(mv, castling)));
            }
            let total = if depth == 0 { 1 } else { total };
            done.store(true, Release);
            lock(&host).line(&format_args!("\nNodes searched: {total}\n"));
        })
    }

    /// Starts the benchmark with the given settings.
    pub(super) fn bench(
        host: &SharedHost,
        depth: u32,
        settings: EngineSettings,
        clock: Clock,
    ) -> Self {
        let shared = host;
        let host = Arc::clone(shared);
        Self::start(shared, Work::Count, move |done, control, _| {
            let result = bench_with_clock(depth, &settings, clock, control);
            done.store(true, Release);
            match result {
                Ok(_) if control.is_stopped() => {}
                Ok(result) => lock(&host).line(&result),
                Err(error) => {
                    lock(&host).line(&Message::Info(Info::text(format!("error {error}"))));
                }
            }
        })
    }

    /// Returns `true` if the work is perft or the benchmark, which end on their own.
    pub(super) fn is_count(&self) -> bool {
        self.kind == Work::Count
    }

    /// Returns `true` if the work has ended or its last answer is being printed.
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Acquire) || self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Stops the work and waits for its end.
    pub(super) fn end(self) {
        self.control.stop();
        self.wait();
    }

    /// Waits for the end of the work.
    pub(super) fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            // A panic has been reported by its thread; the session goes on.
            let _ = thread.join();
        }
    }
}

/// Maximum depth of perft and `bench`. A greater depth would take forever, and perft needs stack
/// space for each ply.
const MAX_DEPTH: u32 = 100;

/// Rejects a depth that is too large.
pub(super) fn check_depth(command: &str, depth: u32) -> Result<(), String> {
    if depth <= MAX_DEPTH {
        return Ok(());
    }
    Err(format!("the depth of {command} is at most {MAX_DEPTH}, not {depth}"))
}

/// Parses the depth given to `bench` as its first argument.
pub(super) fn bench_depth(arguments: &str) -> Result<u32, String> {
    let Some(word) = arguments.split_whitespace().next() else { return Ok(BENCH_DEPTH) };
    let depth = word.parse().ok().filter(|&depth| depth > 0);
    let depth =
        depth.ok_or_else(|| format!("the depth of bench is a number from 1 on, not `{word}`"))?;
    check_depth("bench", depth)?;
    Ok(depth)
}

/// Converts the arguments of `go` to search limits.
pub(super) fn limits(go: &Go, pos: &Position) -> SearchLimits {
    let clock = clock(go, pos.turn());
    let legal = |text: &UciMove| text.to_move(pos).ok();
    SearchLimits {
        depth: go.depth,
        nodes: go.nodes,
        soft_nodes: None,
        mate: go.mate,
        move_time: go.movetime,
        clock,
        infinite: go.infinite && !go.ponder,
        ponder: go.ponder,
        moves: go.searchmoves.iter().filter_map(legal).collect(),
        noise: None,
        contempt: 0,
    }
}

/// Returns the clock of a side, if the command states its time.
pub(super) fn clock(go: &Go, side: Color) -> Option<ClockState> {
    go.time(side).map(|remaining| ClockState {
        remaining,
        increment: go.increment(side).unwrap_or_default(),
        moves_to_go: go.movestogo.filter(|&moves| moves > 0),
    })
}

/// Converts a line to an `info` message.
fn info(line: &Line, style: Style) -> Info<'static> {
    let micros = line.time.as_micros().max(1);
    Info {
        depth: Some(line.depth),
        seldepth: Some(line.seldepth),
        multipv: Some(line.number),
        score: Some(line.score),
        bound: match line.bound {
            Bound::Exact => None,
            Bound::Lower => Some(reynard_uci::UciBound::Lower),
            Bound::Upper => Some(reynard_uci::UciBound::Upper),
        },
        wdl: style.wdl.then(|| line.wdl.into()),
        nodes: Some(line.nodes),
        nps: Some((u128::from(line.nodes) * 1_000_000 / micros) as u64),
        hashfull: Some(line.hashfull as u16),
        tbhits: Some(line.tb_hits),
        time: Some(line.time),
        pv: line.moves.iter().map(|&mv| UciMove::new(mv, style.castling)).collect(),
        ..Info::default()
    }
}

/// Converts the current root move to an `info` message.
fn current_move(current: RootMoveEvent, style: Style) -> Info<'static> {
    Info {
        depth: Some(current.depth),
        currmove: Some(UciMove::new(current.mv, style.castling)),
        currmovenumber: Some(current.number),
        ..Info::default()
    }
}

/// Returns the `info` message for a position without legal moves.
fn no_move(pos: &Position) -> Info<'static> {
    let score = if pos.is_check() { Score::Mate(0) } else { Score::Centipawns(0) };
    Info { depth: Some(0), score: Some(score), ..Info::default() }
}
