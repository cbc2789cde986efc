//! The engine: settings, a transposition table, and search threads with their histories.

use std::fmt;

use reynard::{Game, Move, Position};
use reynard_base::SplitMix64;

use crate::control::Control;
use crate::evaluation::PlyEvaluator;
use crate::limits::{MAX_CONTEMPT, SearchLimits};
use crate::mate::{MateSearch, MateVerdict};
use crate::minimax_search;
use crate::node_time::NodeClock;
use crate::report::{Line, SearchEvent, SearchReport};
use crate::score::Score;
use crate::search::{
    BestIteration, Counts, Reductions, ReversibleMoves, RootMove, Search, Shared, Worker, elect,
};
use crate::search_kind::SearchKind;
use crate::search_task::SearchTask;
use crate::settings::EngineSettings;
use crate::time::{Clock, TimeBounds};
use crate::tt::{OutOfMemory, TranspositionTable};

/// Stack size of a search thread, in bytes: four times what the deepest line needs.
#[cfg(feature = "threads")]
const STACK: usize = 8 << 20;

/// Default size of the transposition table, in MiB.
pub(crate) const DEFAULT_TT_SIZE: usize = 16;

/// Size of the mate search tables, in MiB.
const MATE_TABLES: usize = 32;

/// Node budget of the first turn of the mate search.
const MATE_BUDGET: u64 = 1 << 22;

/// Node budget for finding a move after the mate search has ended without a mate.
const LAST_NODES: u64 = 50_000;

/// A chess engine.
///
/// An engine starts no threads and takes hardly any memory before its first search. With one thread
/// and a depth or node limit, the same sequence of searches gives the same results on every
/// machine.
///
/// ```
/// use reynard::Position;
/// use reynard_engine::{Engine, SearchLimits};
///
/// let mut engine = Engine::default();
/// let pos: Position = "7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse()?;
/// let best = engine.best_move(&pos, SearchLimits::depth(4));
/// assert_eq!(best, Some(pos.parse_san("Ra8#")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    /// The settings.
    pub settings: EngineSettings,
    /// Size of the transposition table, in MiB.
    mebibytes: usize,
    tt: Option<TranspositionTable>,
    workers: Vec<Worker>,
    reductions: Reductions,
    reversible_moves: ReversibleMoves,
    clock: Clock,
    node_clock: NodeClock,
    random: u64,
}

impl Engine {
    /// Creates an engine with a transposition table of the given size in MiB. The table is
    /// allocated by the first search.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if a table of that size cannot be addressed on any machine.
    ///
    /// ```
    /// use reynard_engine::Engine;
    ///
    /// assert_eq!(Engine::new(64)?.tt_size(), 64);
    /// assert!(Engine::new(usize::MAX).is_err());
    /// # Ok::<(), reynard_engine::OutOfMemory>(())
    /// ```
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        if mebibytes.checked_mul(1 << 20).is_none() {
            return Err(OutOfMemory { mebibytes });
        }
        Ok(Self { mebibytes, ..Self::default() })
    }

    /// Replaces the clock.
    ///
    /// ```
    /// use std::time::Duration;
    /// use reynard_engine::{Clock, Engine, SearchLimits};
    ///
    /// let stopped = Clock::new(|| Duration::ZERO);
    /// let mut engine = Engine::default().with_clock(stopped);
    /// assert!(engine.best_move(&reynard::Position::startpos(), SearchLimits::depth(2)).is_some());
    /// ```
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.set_clock(clock);
        self
    }

    /// Replaces the clock of an existing engine.
    pub(crate) fn set_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }

    /// Returns the clock.
    #[cfg(feature = "session")]
    pub(crate) const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Seeds the random mover, [`SearchKind::Random`].
    pub const fn set_seed(&mut self, seed: u64) {
        self.random = seed;
    }

    /// Returns the size of the transposition table, in MiB.
    pub const fn tt_size(&self) -> usize {
        self.mebibytes
    }

    /// Resizes the transposition table to the given size in MiB. If the size changes, the table is
    /// cleared.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if the new table cannot be allocated. In that case, the old table and its
    /// contents are kept.
    ///
    /// ```
    /// let mut engine = reynard_engine::Engine::default();
    /// engine.resize_tt(2)?;
    /// assert_eq!(engine.tt_size(), 2);
    /// # Ok::<(), reynard_engine::OutOfMemory>(())
    /// ```
    pub fn resize_tt(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        if self.tt.is_none() || mebibytes == self.mebibytes {
            self.mebibytes = mebibytes;
            return Ok(());
        }
        self.tt = Some(TranspositionTable::new(mebibytes)?);
        self.mebibytes = mebibytes;
        Ok(())
    }

    /// Clears the transposition table.
    pub fn clear_tt(&mut self) {
        if let Some(tt) = &mut self.tt {
            tt.clear();
        }
    }

    /// Clears everything learned from earlier searches, as for a new game.
    ///
    /// ```
    /// use reynard::Game;
    /// use reynard_engine::{Control, Engine, SearchLimits};
    ///
    /// let mut engine = Engine::default();
    /// let mut nodes = || {
    ///     engine.new_game();
    ///     engine.search(&Game::new(), &SearchLimits::depth(5), &Control::new(), &mut |_| {}).nodes
    /// };
    /// assert_eq!(nodes(), nodes());
    /// ```
    pub fn new_game(&mut self) {
        self.clear_tt();
        self.node_clock = NodeClock::default();
        self.workers.iter_mut().for_each(Worker::forget);
    }

    /// Allocates the memory that the next search needs.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if there is not enough memory. In that case, the size of the transposition
    /// table is reduced to 1 MiB.
    ///
    /// ```
    /// let mut engine = reynard_engine::Engine::default();
    /// engine.prepare()?;
    /// # Ok::<(), reynard_engine::OutOfMemory>(())
    /// ```
    pub fn prepare(&mut self) -> Result<(), OutOfMemory> {
        let threads = if cfg!(feature = "threads") { self.settings.threads.max(1) } else { 1 };
        self.workers.truncate(threads);
        while self.workers.len() < threads {
            self.workers.push(Worker::new(self.workers.len()));
        }
        if self.tt.is_some() {
            return Ok(());
        }
        match TranspositionTable::new(self.mebibytes) {
            Ok(tt) => self.tt = Some(tt),
            Err(error) => {
                self.mebibytes = 1;
                self.tt = Some(TranspositionTable::new(1)?);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Returns the number of search threads whose memory is allocated, at least one.
    #[cfg(feature = "session")]
    pub(crate) fn workers(&self) -> usize {
        self.workers.len().max(1)
    }

    /// Returns the best move of a position, or `None` if it has no legal move.
    ///
    /// Repetitions of earlier game positions are not detected, since the history of the game is
    /// unknown. [`Engine::search`] takes a [`Game`], reports results during the search, and can be
    /// stopped.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_engine::{Engine, SearchLimits};
    ///
    /// let mut engine = Engine::default();
    /// assert!(engine.best_move(&Position::startpos(), SearchLimits::nodes(1_000)).is_some());
    /// let stalemate: Position = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(engine.best_move(&stalemate, SearchLimits::depth(3)), None);
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    #[expect(clippy::needless_pass_by_value, reason = "limits are made in the call")]
    pub fn best_move(&mut self, pos: &Position, limits: SearchLimits) -> Option<Move> {
        self.search(&Game::from(pos.clone()), &limits, &Control::new(), &mut |_| {}).best
    }

    /// Searches the last position of a game until a limit is reached or `control` stops the search.
    /// Lines are reported to `sink` as they are found.
    ///
    /// ```
    /// use reynard::Game;
    /// use reynard_engine::{Control, Engine, SearchLimits};
    ///
    /// let mut game = Game::new();
    /// game.play(game.position().parse_san("e4")?)?;
    /// let mut depths = Vec::new();
    /// let report = Engine::default().search(&game, &SearchLimits::depth(4), &Control::new(), &mut |event| {
    ///     depths.extend(event.line().map(|line| line.depth));
    /// });
    /// assert_eq!(depths, [1, 2, 3, 4]);
    /// assert!(report.score().is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &Control,
        sink: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        let start = self.clock.now();
        let task = SearchTask { game, limits, control, start };
        let mut root_moves: Vec<RootMove> = game
            .position()
            .legal_moves()
            .iter()
            .filter(|mv| limits.moves.is_empty() || limits.moves.contains(mv))
            .map(|&mv| RootMove::new(mv))
            .collect();
        let mut report = if root_moves.is_empty() {
            SearchReport::default()
        } else {
            match self.settings.search {
                SearchKind::AlphaBeta if limits.mate.is_some() && limits.moves.is_empty() => {
                    self.mate_search(&task, &mut root_moves, sink)
                }
                SearchKind::AlphaBeta => self.alpha_beta(&task, &mut root_moves, sink),
                SearchKind::Minimax => self.minimax(&task, &root_moves, sink),
                SearchKind::Random => self.random_move(&root_moves),
            }
        };
        wait_for_release(limits, control);
        report.time = self.clock.now().saturating_sub(start);
        report
    }

    fn alpha_beta(
        &mut self,
        task: &SearchTask<'_>,
        root_moves: &mut [RootMove],
        sink: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        let SearchTask { game, limits, control, start } = *task;
        // If the smallest table cannot be allocated either, nothing can be searched.
        let _ = self.prepare();
        let Some(tt) = &mut self.tt else { return SearchReport::default() };
        tt.new_search();
        let counts: Vec<Counts> = self.workers.iter().map(|_| Counts::default()).collect();
        let limits = &self.node_clock.begin(limits, self.settings.node_time);
        for worker in &mut self.workers {
            worker.evaluator.set(self.settings.evaluation, self.settings.network.as_ref());
        }
        let best_iteration = (self.workers.len() > 1).then(BestIteration::default);
        let probes = self.settings.tablebases.root_probes(game).unwrap_or_default();
        if !probes.is_empty() {
            for root in root_moves.iter_mut() {
                let probe = probes.iter().find(|probe| probe.mv == root.mv);
                root.rank = probe.map_or(0, |probe| probe.rank);
                root.table_result = probe.and_then(|probe| probe.result);
            }
            root_moves.sort_by_key(|root| -root.rank);
        }
        let scale = self.workers[0].evaluator.scale(&self.settings.params);
        let shared = Shared {
            tt,
            signals: &control.0,
            limits,
            bounds: time_bounds(&self.settings, limits, game),
            params: &self.settings.params,
            scale,
            root_draw: -scale.to_search(limits.contempt.clamp(-MAX_CONTEMPT, MAX_CONTEMPT)),
            reductions: &self.reductions,
            reversible_moves: &self.reversible_moves,
            techniques: self.settings.techniques,
            clock: &self.clock,
            start,
            counts: &counts,
            node_time: self.settings.node_time,
            tablebases: &self.settings.tablebases,
            tablebase_pieces: self.settings.tablebases.pieces(),
            root_probes: probes.len() as u64,
            lines: self.settings.lines.max(1),
            best_iteration: best_iteration.as_ref(),
        };
        for worker in &mut self.workers {
            worker.prepare(game, root_moves);
        }
        run(&shared, &mut self.workers, sink);
        self.node_clock.end(limits, shared.used_time());
        let elected = elect(&shared, &self.workers);
        let report = report(&shared, &mut self.workers[elected]);
        if elected > 0 {
            report.lines.iter().for_each(|line| sink(SearchEvent::Line(line)));
        }
        report
    }

    /// Proves or refutes the requested mate; see [`MateSearch`]. If the mate search exceeds its
    /// node budget, it alternates with alpha-beta, and the budgets double with each turn.
    fn mate_search(
        &mut self,
        task: &SearchTask<'_>,
        root_moves: &mut [RootMove],
        sink: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        let SearchTask { game, limits, control, start } = *task;
        let moves = limits.mate.unwrap_or_default();
        let Ok(mut search) = MateSearch::new(MATE_TABLES) else {
            return self.alpha_beta(task, root_moves, sink);
        };
        let (clock, mut budget, mut all_nodes) = (self.clock.clone(), MATE_BUDGET, 0_u64);
        let is_over = |nodes: u64| {
            control.is_stopped()
                || limits.nodes.is_some_and(|most| nodes >= most)
                || limits.move_time.is_some_and(|time| clock.now().saturating_sub(start) >= time)
        };
        loop {
            let mut stopped = |nodes: u64| nodes >= budget || is_over(all_nodes + nodes);
            let verdict = search.solve(game.position(), moves, &mut stopped);
            all_nodes += search.nodes();
            let is_refuted = verdict == MateVerdict::NoMate;
            let is_last = match verdict {
                MateVerdict::Mate(mate) => {
                    let time = clock.now().saturating_sub(start);
                    let line = Line::of_mate(mate.moves, mate.line, all_nodes, time);
                    sink(SearchEvent::Line(&line));
                    let [best, ponder] = [0, 1].map(|index| line.moves.get(index).copied());
                    let lines = vec![line];
                    let found = SearchReport { best, ponder, lines, ..SearchReport::default() };
                    return SearchReport { nodes: all_nodes, ..found };
                }
                MateVerdict::NoMate => true,
                MateVerdict::Stopped => is_over(all_nodes),
            };
            // A move is due even where there is no mate.
            let nodes = if is_last { LAST_NODES } else { budget / 4 };
            let mate = (!is_last).then_some(moves);
            let limits = SearchLimits { nodes: Some(nodes), mate, ..SearchLimits::default() };
            let control = if is_last { &Control::new() } else { control };
            let task = SearchTask { game, limits: &limits, control, start };
            let mut report = self.alpha_beta(&task, root_moves, sink);
            all_nodes += report.nodes;
            report.nodes = all_nodes;
            report.no_mate = is_refuted.then_some(moves);
            let is_mate = |score| matches!(score, Score::Mate(found) if (1..=i64::from(moves)).contains(&i64::from(found)));
            if is_last || report.score().is_some_and(is_mate) {
                return report;
            }
            budget *= 2;
        }
    }

    fn minimax(
        &self,
        task: &SearchTask<'_>,
        root_moves: &[RootMove],
        sink: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        let moves: Vec<Move> = root_moves.iter().map(|root| root.mv).collect();
        let mut evaluator =
            PlyEvaluator::new(self.settings.evaluation, self.settings.network.as_ref());
        let bounds = time_bounds(&self.settings, task.limits, task.game);
        minimax_search::search(task, &moves, &mut evaluator, bounds, &self.clock, sink)
    }

    fn random_move(&mut self, root_moves: &[RootMove]) -> SearchReport {
        self.random = SplitMix64::new(self.random).next_u64();
        let index = (self.random % root_moves.len() as u64) as usize;
        SearchReport { best: Some(root_moves[index].mv), ..SearchReport::default() }
    }
}

impl Default for Engine {
    /// Creates an engine with a transposition table of 16 MiB and the default settings.
    fn default() -> Self {
        Self {
            settings: EngineSettings::default(),
            mebibytes: DEFAULT_TT_SIZE,
            tt: None,
            workers: Vec::new(),
            reductions: Reductions::new(),
            reversible_moves: ReversibleMoves::new(),
            clock: Clock::default(),
            node_clock: NodeClock::default(),
            random: 0,
        }
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { settings, mebibytes, .. } = self;
        f.debug_struct("Engine")
            .field("settings", settings)
            .field("mebibytes", mebibytes)
            .finish_non_exhaustive()
    }
}

/// Runs all search threads, and stops the helpers when the main thread is done.
#[cfg(feature = "threads")]
fn run(shared: &Shared<'_>, workers: &mut [Worker], sink: &mut dyn FnMut(SearchEvent<'_>)) {
    use std::thread;

    let Some((main, helpers)) = workers.split_first_mut() else { return };
    thread::scope(|scope| {
        for worker in helpers {
            let work = move || Search { shared, thread: worker, sink: &mut |_| {} }.iterate();
            // If a thread cannot be started, the search goes on without it.
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        Search { shared, thread: main, sink }.iterate();
        if let Some(best_iteration) = shared.best_iteration {
            best_iteration.finish();
        }
    });
}

/// Runs the only search thread, which is the calling thread.
#[cfg(not(feature = "threads"))]
fn run(shared: &Shared<'_>, workers: &mut [Worker], sink: &mut dyn FnMut(SearchEvent<'_>)) {
    if let Some(main) = workers.first_mut() {
        Search { shared, thread: main, sink }.iterate();
    }
}

fn time_bounds(settings: &EngineSettings, limits: &SearchLimits, game: &Game) -> TimeBounds {
    TimeBounds::new(limits, game.position().ply(), settings.overhead, &settings.params)
}

/// Converts the result of a thread to the report of the search.
fn report(shared: &Shared<'_>, worker: &mut Worker) -> SearchReport {
    let known = worker.root_moves.iter().take_while(|root| root.has_score()).count();
    let search = Search { shared, thread: worker, sink: &mut |_| {} };
    let lines: Vec<Line> = (0..shared.lines.min(known)).map(|number| search.line(number)).collect();
    let [best, ponder] = [0, 1].map(|index| search.thread.root_moves[0].pv.get(index).copied());
    let nodes = shared.all_nodes();
    SearchReport { best, ponder, lines, nodes, ..SearchReport::default() }
}

/// Waits until an infinite or pondering search that has already finished is stopped or released.
#[cfg(all(feature = "threads", not(all(target_family = "wasm", target_os = "unknown"))))]
fn wait_for_release(limits: &SearchLimits, control: &Control) {
    let held = || limits.infinite || limits.ponder && !control.is_ponder_hit();
    while held() && !control.is_stopped() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
}

/// Returns at once: without threads, a waiting search could not be stopped.
#[cfg(not(all(feature = "threads", not(all(target_family = "wasm", target_os = "unknown")))))]
const fn wait_for_release(_: &SearchLimits, _: &Control) {}
