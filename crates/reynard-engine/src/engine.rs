//! The engine: a table, threads with what they have learned, and settings.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::thread;
use std::time::Duration;

use reynard::{Game, Move, Position};

use crate::evaluation::{Evaluation, PlyEvaluator};
use crate::limits::SearchLimits;
use crate::minimax::Tree;
use crate::node_time::{NodeClock, NodeTime};
use crate::params::Params;
use crate::report::{Line, SearchEvent, SearchReport};
use crate::score::{Bound, MAX_PLY, from_search};
use crate::search::{
    BestIteration, Counts, Reductions, ReversibleMoves, RootMove, Search, Shared, Signals, Worker,
};
use crate::search_kind::SearchKind;
use crate::tablebase::Tablebases;
use crate::technique::Techniques;
use crate::time::{Clock, TimeBounds};
use crate::tt::{OutOfMemory, TranspositionTable};

/// Bytes of stack for a thread: a line of the deepest search takes a quarter of it.
const STACK: usize = 8 << 20;

/// Stops a search from outside, or tells it that the expected move was played. Clones speak to the
/// same search.
#[derive(Clone, Debug, Default)]
pub struct Control(Arc<Signals>);

impl Control {
    /// A control that has not said anything yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search as soon as it can.
    pub fn stop(&self) {
        self.0.stop.store(true, Relaxed);
    }

    /// The opponent has played the expected move: the limits apply from now on.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit.store(true, Relaxed);
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.0.stop.load(Relaxed)
    }
}

/// How the engine plays; all of it may be changed between two searches.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// Threads that search.
    pub threads: usize,
    /// Lines that are mode.
    pub lines: usize,
    /// Time kept back with each move for what happens outside of the engine.
    pub overhead: Duration,
    /// How many nodes count as a millisecond; none if time is what the clock says.
    pub node_time: Option<NodeTime>,
    /// Static evaluation.
    pub evaluation: Evaluation,
    /// Kind of search.
    pub search: SearchKind,
    /// The techniques that are used.
    pub techniques: Techniques,
    /// The numbers of the search.
    pub params: Params,
    /// Endgame tables.
    pub tablebases: Tablebases,
}

impl Default for EngineSettings {
    fn default() -> Self {
        Self {
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            node_time: None,
            evaluation: Evaluation::default(),
            search: SearchKind::default(),
            techniques: Techniques::ALL,
            params: Params::default(),
            tablebases: Tablebases::default(),
        }
    }
}

/// The engine.
///
/// It starts no thread and takes hardly any memory before its first search. On one thread, with a
/// limit of depth or nodes, the same sequence of searches gives the same result everywhere.
///
/// ```
/// use reynard::Game;
/// use reynard_engine::{Control, Engine, SearchLimits};
///
/// let mut engine = Engine::new(1)?;
/// let mate: reynard::Position = "7k/8/6K1/8/8/8/8/R7 w - - 0 1".parse()?;
/// let limits = SearchLimits { depth: Some(4), ..SearchLimits::default() };
/// let report = engine.search(&Game::from(mate.clone()), &limits, &Control::new(), &mut |_| {});
/// assert_eq!(report.best, Some(mate.parse_uci("a1a8")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    /// How it plays.
    pub settings: EngineSettings,
    /// The size of the table in mebibytes.
    mebibytes: usize,
    table: Option<TranspositionTable>,
    workers: Vec<Worker>,
    reductions: Reductions,
    reversible_moves: ReversibleMoves,
    clock: Clock,
    node_clock: NodeClock,
    random: u64,
}

impl Engine {
    /// An engine with a table of so many mebibytes, which is made when it is first needed.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if a table of that size can never be had.
    pub fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        if mebibytes.checked_mul(1 << 20).is_none() {
            return Err(OutOfMemory { mebibytes });
        }
        Ok(Self {
            settings: EngineSettings::default(),
            mebibytes,
            table: None,
            workers: Vec::new(),
            reductions: Reductions::new(),
            reversible_moves: ReversibleMoves::new(),
            clock: Clock::system(),
            node_clock: NodeClock::default(),
            random: 0,
        })
    }

    /// The engine with another clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> Self {
        self.clock = clock;
        self
    }

    /// Makes the random mover choose otherwise.
    pub fn set_seed(&mut self, seed: u64) {
        self.random = seed;
    }

    /// The size of the table in mebibytes.
    pub const fn table_size(&self) -> usize {
        self.mebibytes
    }

    /// Gives the table another size, if it has not that one; what was in it is forgotten then.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if there is not enough; the old table is kept with all that is in it.
    pub fn resize_table(&mut self, mebibytes: usize) -> Result<(), OutOfMemory> {
        if self.table.is_none() || mebibytes == self.mebibytes {
            self.mebibytes = mebibytes;
            return Ok(());
        }
        self.table = Some(TranspositionTable::new(mebibytes)?);
        self.mebibytes = mebibytes;
        Ok(())
    }

    /// Forgets all positions of the table.
    pub fn clear_table(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }

    /// Forgets everything: another game begins.
    pub fn new_game(&mut self) {
        self.clear_table();
        self.node_clock = NodeClock::default();
        self.workers.iter_mut().for_each(Worker::forget);
    }

    /// Takes the memory that the first search needs.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if there is not enough; the table is the smallest there is then.
    pub fn prepare(&mut self) -> Result<(), OutOfMemory> {
        let threads = self.settings.threads.max(1);
        self.workers.truncate(threads);
        while self.workers.len() < threads {
            self.workers.push(Worker::new(self.workers.len()));
        }
        if self.table.is_some() {
            return Ok(());
        }
        match TranspositionTable::new(self.mebibytes) {
            Ok(table) => self.table = Some(table),
            Err(error) => {
                self.mebibytes = 1;
                self.table = Some(TranspositionTable::new(1)?);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Searches the last position of a game until a limit is reached or `control` stops it. Lines are
    /// told to `sink` as they are found.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &Control,
        sink: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        let began = self.clock.now();
        let task = Task { game, limits, control, began };
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
                SearchKind::AlphaBeta => self.search_tree(&task, &mut root_moves, sink),
                SearchKind::Minimax => self.search_plainly(&task, &root_moves, sink),
                SearchKind::Random => self.choose(&root_moves),
            }
        };
        wait_for_release(limits, control);
        report.time = self.clock.now().saturating_sub(began);
        report
    }

    fn search_tree(
        &mut self,
        task: &Task<'_>,
        root_moves: &mut [RootMove],
        sink: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        let Task { game, limits, control, began } = *task;
        // Even the smallest table can be had, or else nothing can.
        let _ = self.prepare();
        let Some(table) = &mut self.table else { return SearchReport::default() };
        table.new_search();
        let counts: Vec<Counts> = self.workers.iter().map(|_| Counts::default()).collect();
        let limits = &self.node_clock.begin(limits, self.settings.node_time);
        let best_iteration = (self.settings.threads > 1).then(BestIteration::default);
        let shared = Shared {
            tt: table,
            signals: &control.0,
            limits,
            bounds: TimeBounds::new(limits, self.settings.overhead),
            params: &self.settings.params,
            reductions: &self.reductions,
            reversible_moves: &self.reversible_moves,
            techniques: self.settings.techniques,
            clock: &self.clock,
            began,
            counts: &counts,
            node_time: self.settings.node_time,
            tablebases: &self.settings.tablebases,
            tablebase_pieces: self.settings.tablebases.men(),
            lines: self.settings.lines.max(1),
            best_iteration: best_iteration.as_ref(),
        };
        if let Some(known) = self.settings.tablebases.known(game) {
            for root in root_moves.iter_mut() {
                let known = known.iter().find(|known| known.mv == root.mv);
                root.rank = known.map_or(0, |known| known.rank);
            }
            root_moves.sort_by_key(|root| -root.rank);
        }
        for worker in &mut self.workers {
            worker.evaluator.set(&self.settings.evaluation);
            worker.prepare(game, root_moves);
        }
        run(&shared, &mut self.workers, sink);
        self.node_clock.end(limits, shared.used());
        report(&shared, &mut self.workers)
    }

    /// Plain minimax, a ply deeper each time.
    fn search_plainly(
        &mut self,
        task: &Task<'_>,
        root_moves: &[RootMove],
        sink: &mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchReport {
        /// Deep enough against a beginner, and done at once.
        const DEPTH: u32 = 3;
        let Task { game, limits, control, began } = *task;
        let bounds = TimeBounds::new(limits, self.settings.overhead);
        let timed =
            bounds.hard.is_some() || limits.nodes.is_some() || limits.infinite || limits.ponder;
        let deepest = limits.depth.unwrap_or(if timed { 64 } else { DEPTH }).min(MAX_PLY as u32);
        let moves: Vec<Move> = root_moves.iter().map(|root| root.mv).collect();
        let mut report = SearchReport { best: moves.first().copied(), ..SearchReport::default() };
        let mut evaluator = PlyEvaluator::new(&self.settings.evaluation);
        let mut nodes = 0;
        for depth in 1..=deepest {
            let clock = &self.clock;
            let mut stop = |nodes: u64| {
                depth > 1
                    && (limits.nodes.is_some_and(|limit| nodes >= limit)
                        || nodes.is_multiple_of(256)
                            && (control.is_stopped()
                                || bounds
                                    .hard
                                    .is_some_and(|hard| clock.now().saturating_sub(began) >= hard)))
            };
            let mut evaluate = |pos: &Position| {
                evaluator.touch(0);
                evaluator.evaluate(0, std::slice::from_ref(pos))
            };
            let mut tree = Tree::new(&mut evaluate, &mut nodes, &mut stop);
            let Some((value, Some(best))) = tree.best(game.position(), &moves, depth, 0) else {
                break;
            };
            let line = Line {
                depth,
                seldepth: depth,
                number: 1,
                score: from_search(value),
                bound: Bound::Exact,
                wdl: crate::wdl::WinDrawLoss::of_centipawns(value),
                nodes,
                time: clock.now().saturating_sub(began),
                hashfull: 0,
                tb_hits: 0,
                moves: vec![best],
            };
            sink(SearchEvent::Line(&line));
            report = SearchReport {
                best: Some(best),
                lines: vec![line],
                nodes,
                ..SearchReport::default()
            };
            if bounds.soft.is_some_and(|soft| clock.now().saturating_sub(began) >= soft / 4) {
                break;
            }
        }
        report
    }

    /// Any of the moves.
    fn choose(&mut self, root_moves: &[RootMove]) -> SearchReport {
        self.random = splitmix64(self.random);
        let index = (self.random % root_moves.len() as u64) as usize;
        SearchReport { best: Some(root_moves[index].mv), ..SearchReport::default() }
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

/// What a search is asked for, and when.
struct Task<'a> {
    game: &'a Game,
    limits: &'a SearchLimits,
    control: &'a Control,
    began: Duration,
}

/// The next of a sequence of random numbers.
///
/// Source: Sebastiano Vigna's generator, <https://prng.di.unimi.it/splitmix64.c> (public domain).
pub(crate) const fn splitmix64(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Lets all threads search, and ends those that help when the first one is done.
fn run(shared: &Shared<'_>, workers: &mut [Worker], sink: &mut dyn FnMut(SearchEvent<'_>)) {
    let Some((first, helpers)) = workers.split_first_mut() else { return };
    thread::scope(|scope| {
        for worker in helpers {
            let work = move || Search { shared, w: worker, sink: &mut |_| {} }.iterate();
            // Without a thread more the search goes on with those there are.
            let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        }
        Search { shared, w: first, sink }.iterate();
        if let Some(best_iteration) = shared.best_iteration {
            best_iteration.end();
        }
    });
}

/// What the search has come to.
fn report(shared: &Shared<'_>, workers: &mut [Worker]) -> SearchReport {
    let known = workers[0].root_moves.iter().take_while(|root| root.is_known()).count();
    let search = Search { shared, w: &mut workers[0], sink: &mut |_| {} };
    let lines: Vec<Line> = (0..shared.lines.min(known)).map(|number| search.line(number)).collect();
    let [best, ponder] = [0, 1].map(|place| search.w.root_moves[0].line.get(place).copied());
    let nodes = shared.all_nodes();
    SearchReport { best, ponder, lines, nodes, time: Duration::ZERO }
}

/// Waits until a search that may not end by itself is ended.
fn wait_for_release(limits: &SearchLimits, control: &Control) {
    let held = || limits.infinite || limits.ponder && !control.0.ponder_hit.load(Relaxed);
    while held() && !control.is_stopped() {
        thread::sleep(Duration::from_millis(1));
    }
}
