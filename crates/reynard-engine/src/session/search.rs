//! What goes on while the session waits for the next line: a search, a bench, or counting.

use std::sync::atomic::{
    AtomicBool,
    Ordering::{Acquire, Release},
};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use reynard::{CastlingNotation, Game, Move, MoveList, Position, UciMove};
use reynard_uci::{BestMove, Go, Info, Message, UciWdl};

use super::{Host, lock};
use crate::bench::{BENCH_DEPTH, bench};
use crate::engine::{Control, Engine};
use crate::limits::{ClockState, SearchLimits};
use crate::report::{Line, RootMoveEvent, SearchEvent};
use crate::score::{Bound, Score};
use crate::wdl::WinDrawLoss;

/// Something that goes on beside the session.
pub(super) struct Running {
    pub(super) control: Control,
    /// Its last answer is on its way.
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// How a search is told.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) castling: CastlingNotation,
    /// Whether the chances to win, draw and lose are told.
    pub(super) wdl: bool,
}

type SharedHost = Arc<Mutex<dyn Host>>;

impl Running {
    /// Starts a thread. It is given a flag to raise before its last answer: whoever has read that may
    /// go on at once.
    fn start(control: &Control, work: impl FnOnce(&AtomicBool) + Send + 'static) -> Self {
        let control = control.clone();
        let done = Arc::new(AtomicBool::new(false));
        let inside = Arc::clone(&done);
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || work(&inside)).ok();
        Self { control, done, thread }
    }

    /// Searches, and answers with the best move in the end.
    pub(super) fn search(
        host: &SharedHost,
        engine: &Arc<Mutex<Engine>>,
        game: &Game,
        limits: SearchLimits,
        style: Style,
    ) -> Self {
        let (host, engine, game) = (Arc::clone(host), Arc::clone(engine), game.clone());
        let control = Control::new();
        let inside = control.clone();
        let fallback = BestMove {
            best: game.position().legal_moves().first().map(|&mv| UciMove::new(mv, style.castling)),
            ponder: None,
        };
        let answer = Arc::clone(&host);
        let running = Self::start(&control, move |done| {
            let mut engine = lock(&engine);
            let report = engine.search(&game, &limits, &inside, &mut |event| {
                let info = match event {
                    SearchEvent::Line(line) => info(line, style),
                    SearchEvent::Move(current) => current_move(current, style),
                };
                lock(&host).line(&Message::Info(info));
            });
            if report.best.is_none() && report.lines.is_empty() {
                lock(&host).line(&Message::Info(no_move(game.position())));
            }
            let text = |mv: Move| UciMove::new(mv, style.castling);
            let best = BestMove { best: report.best.map(text), ponder: report.ponder.map(text) };
            done.store(true, Release);
            lock(&host).line(&Message::BestMove(best));
        });
        if running.thread.is_none() {
            // No thread to think in; an answer is owed all the same.
            lock(&answer).line(&Message::BestMove(fallback));
        }
        running
    }

    /// Counts the leaves of the tree of legal moves, by root move.
    pub(super) fn perft(
        host: &SharedHost,
        pos: &Position,
        depth: u32,
        castling: CastlingNotation,
    ) -> Self {
        let (host, pos) = (Arc::clone(host), pos.clone());
        let control = Control::new();
        let inside = control.clone();
        Self::start(&control, move |done| {
            let mut total = 0;
            let moves = if depth == 0 { MoveList::new() } else { pos.legal_moves() };
            for &mv in &moves {
                let mut child = pos.clone();
                child.play_unchecked(mv);
                let Some(count) = leaves(&child, depth.min(DEEPEST_COUNT) - 1, &inside) else {
                    return;
                };
                total += count;
                lock(&host).line(&format_args!("{}: {count}", UciMove::new(mv, castling)));
            }
            let total = if depth == 0 { 1 } else { total };
            done.store(true, Release);
            lock(&host).line(&format_args!("\nNodes searched: {total}\n"));
        })
    }

    /// Searches the positions of the bench.
    pub(super) fn bench(host: &SharedHost, arguments: &str) -> Self {
        let host = Arc::clone(host);
        let depth = arguments.split_whitespace().next().and_then(|word| word.parse().ok());
        let control = Control::new();
        let inside = control.clone();
        Self::start(&control, move |done| {
            let result = bench(depth.unwrap_or(BENCH_DEPTH), &inside, &mut |_, _| {});
            done.store(true, Release);
            match result {
                Ok(_) if inside.is_stopped() => {}
                Ok(result) => lock(&host).line(&result),
                Err(error) => {
                    lock(&host).line(&Message::Info(Info::text(format!("error {error}"))));
                }
            }
        })
    }

    /// Whether it has come to its end, or will as soon as its last answer is out.
    pub(super) fn is_done(&self) -> bool {
        self.done.load(Acquire) || self.thread.as_ref().is_none_or(JoinHandle::is_finished)
    }

    /// Ends it.
    pub(super) fn end(self) {
        self.control.stop();
        self.wait();
    }

    /// Waits for its end.
    pub(super) fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            // A thread that has panicked has said so; the session goes on.
            let _ = thread.join();
        }
    }
}

/// Bytes of stack for the thread that searches.
const STACK: usize = 16 << 20;

/// What a `go` asks for.
pub(super) fn limits(go: &Go, pos: &Position) -> SearchLimits {
    let clock = go.time(pos.turn()).map(|remaining| ClockState {
        remaining,
        increment: go.increment(pos.turn()).unwrap_or_default(),
        moves_to_go: go.movestogo.filter(|&moves| moves > 0),
    });
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
    }
}

/// A line as the protocol has it.
fn info(line: &Line, style: Style) -> Info<'static> {
    let WinDrawLoss { win, draw, loss } = line.wdl;
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
        wdl: style.wdl.then_some(UciWdl { win: win as u16, draw: draw as u16, loss: loss as u16 }),
        nodes: Some(line.nodes),
        nps: Some((u128::from(line.nodes) * 1_000_000 / micros) as u64),
        hashfull: Some(line.hashfull as u16),
        tbhits: Some(line.tb_hits),
        time: Some(line.time),
        pv: line.moves.iter().map(|&mv| UciMove::new(mv, style.castling)).collect(),
        ..Info::default()
    }
}

/// The move that is looked at.
fn current_move(current: RootMoveEvent, style: Style) -> Info<'static> {
    Info {
        depth: Some(current.depth),
        currmove: Some(UciMove::new(current.mv, style.castling)),
        currmovenumber: Some(current.number),
        ..Info::default()
    }
}

/// What is told of a position without a legal move.
fn no_move(pos: &Position) -> Info<'static> {
    let score = if pos.is_check() { Score::Mate(0) } else { Score::Centipawns(0) };
    Info { depth: Some(0), score: Some(score), ..Info::default() }
}

/// The deepest that leaves are counted: what recurses deeper would not end before the universe does.
const DEEPEST_COUNT: u32 = 64;

/// The leaves below a position; none if the counting was stopped.
fn leaves(pos: &Position, depth: u32, control: &Control) -> Option<u64> {
    match depth {
        0 => return Some(1),
        1 => return Some(pos.count_legal_moves().into()),
        _ if control.is_stopped() => return None,
        _ => {}
    }
    let mut child = pos.clone();
    let mut total = 0;
    for &mv in &pos.legal_moves() {
        pos.play_into(mv, &mut child);
        total += leaves(&child, depth - 1, control)?;
    }
    Some(total)
}
