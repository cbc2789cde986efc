//! A UCI session: lines in, lines out, with the search on its own thread.
//!
//! The session itself performs no input or output. The surrounding program passes every line to it,
//! and supplies a [`Host`] that receives the answers and provides access to the machine.
//!
//! The protocol leaves some cases open. This implementation handles them as follows:
//!
//! * `go` during a search ends that search, with its `bestmove`, before the new one begins;
//! * a command that cannot be parsed or executed changes nothing and is answered with `info string
//!   error` and the reason;
//! * a position is accepted if it is playable by the rules, with `info string` notes on everything
//!   tolerated or dropped; after an unplayable position, `go` is answered with `bestmove 0000`,
//!   never with a move from the previous position;
//! * `go perft` and `bench` run to completion before `go`, `quit` or the end of input is processed;
//!   `stop` ends them early;
//! * `searchmoves` without any legal move is ignored;
//! * options cannot be changed during a search.

mod board;
mod host;
mod options;
mod search;
#[cfg(feature = "syzygy")]
mod tables;

#[cfg(feature = "book")]
pub use host::OpeningBook;
pub use host::{Host, HostError, PerftCounter};

use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use reynard::{CastlingNotation, Game};
use reynard_nnue::Network;
use reynard_uci::{
    Command, CommandErrorKind, EngineId, Extension, Go, Info, Message, Note, NoteKind, OptionValue,
    PlayableGame, PositionCommand, UciOptions,
};

use crate::engine::Engine;
use crate::evaluation::{Evaluation, network_in_use};
use crate::node_time::NodeTime;
use crate::search_kind::SearchKind;
use crate::settings::EngineSettings;
use crate::strength;
use crate::time::Clock;
use crate::tt::OutOfMemory;
use search::Running;

/// A UCI session.
///
/// If no thread can be started (because [`Host::spawn`] fails, or because the `threads` feature is
/// disabled), a search, `bench` and `go perft` run within [`Session::line`], which returns after
/// the answer. An infinite search then ends at its maximum depth, or when the function returned by
/// [`Host::poll`] returns `true`.
///
/// ```
/// use std::sync::mpsc;
/// use std::ops::ControlFlow;
/// use reynard_engine::Session;
///
/// let (sender, answers) = mpsc::channel();
/// let mut session = Session::new(move |line: &dyn std::fmt::Display| {
///     let _ = sender.send(line.to_string());
/// });
/// let _ = session.line("position startpos moves f2f3 e7e5 g2g4");
/// let _ = session.line("go depth 3");
/// session.finish();
/// assert_eq!(answers.iter().find(|line| line.starts_with("bestmove")).as_deref(), Some("bestmove d8h4"));
/// assert_eq!(session.line("quit"), ControlFlow::Break(()));
/// ```
pub struct Session {
    host: Arc<Mutex<dyn Host>>,
    engine: Arc<Mutex<Engine>>,
    options: UciOptions,
    game: Game,
    /// The position in the last `position` command was not playable, so there is nothing to search.
    is_refused: bool,
    running: Option<Running>,
    /// The network set by `EvalFile`. The engine also holds it, but the engine is not accessible
    /// during a search.
    network: Option<Arc<Network>>,
    #[cfg(feature = "book")]
    book: Option<OpeningBook>,
    #[cfg(feature = "book")]
    random: u64,
    /// Skipped tokens are reported if this is `true` (`debug on`).
    debug: bool,
}

impl Session {
    /// Creates a session that is at the start position. A session takes hardly any memory before
    /// its first search.
    pub fn new(host: impl Host + 'static) -> Self {
        Self {
            host: Arc::new(Mutex::new(host)),
            engine: Arc::new(Mutex::new(Engine::default())),
            options: options::all(),
            game: Game::new(),
            is_refused: false,
            running: None,
            network: None,
            #[cfg(feature = "book")]
            book: None,
            #[cfg(feature = "book")]
            random: 0,
            debug: false,
        }
    }

    /// Executes a line. Returns `ControlFlow::Break` after `quit`, which ends the session.
    pub fn line(&mut self, line: &str) -> ControlFlow<()> {
        self.host().received(line);
        let read = match Command::parse(line) {
            Ok(read) => read,
            Err(error) if error.kind == CommandErrorKind::Empty => return ControlFlow::Continue(()),
            Err(error) => {
                self.is_refused |= line.split_whitespace().any(|word| word == "position");
                if error.kind == CommandErrorKind::UnknownCommand {
                    self.complain(&format_args!("{error}; `help` lists the commands"));
                } else {
                    self.complain(&error);
                }
                return ControlFlow::Continue(());
            }
        };
        // Changes of the position or the limits are reported unasked.
        let matters = |note: &Note| {
            let is_go = matches!(read.value, Command::Go(_));
            match note.kind {
                NoteKind::Fen(_) | NoteKind::Fraction | NoteKind::StrayMove => true,
                NoteKind::BadValue | NoteKind::NoValue => is_go,
                _ => false,
            }
        };
        for note in read.notes.iter().filter(|note| self.debug || matters(note)) {
            self.say(&Message::Info(Info::text(note.to_string())));
        }
        match read.value {
            Command::Debug { on } => self.debug = on,
            Command::Uci => self.introduce(),
            Command::IsReady => self.ready(),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::UciNewGame => {
                self.stop();
                self.engine().new_game();
            }
            Command::Position(position) => self.position(&position),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                if let Some(running) = &self.running {
                    running.control.ponder_hit();
                }
            }
            Command::Quit => {
                self.end();
                return ControlFlow::Break(());
            }
            Command::Extension(extension) => self.extension(&extension),
            // `register` needs no answer.
            _ => {}
        }
        ControlFlow::Continue(())
    }

    /// Returns the game set by the last `position` command.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the game as PGN, as printed by the command `pgn`.
    pub fn pgn(&self) -> String {
        board::pgn(&self.game)
    }

    /// Stops the current search, which then answers with `bestmove`.
    pub fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }

    /// Ends the current search, which then answers with `bestmove`; perft and the benchmark run to
    /// completion.
    pub fn end(&mut self) {
        if self.running.as_ref().is_some_and(Running::is_count) {
            self.finish();
        }
        self.stop();
    }

    /// Waits for the end of the current search, perft or benchmark.
    pub fn finish(&mut self) {
        if let Some(running) = self.running.take() {
            running.wait();
        }
    }

    /// Seeds the choice of book moves and the random mover.
    pub fn set_seed(&mut self, seed: u64) {
        #[cfg(feature = "book")]
        {
            self.random = seed;
        }
        self.engine().set_seed(seed);
    }

    /// Replaces the clock of the engine.
    #[must_use]
    pub fn with_clock(self, clock: Clock) -> Self {
        self.engine().set_clock(clock);
        self
    }

    /// Exposes the search parameters as UCI options for a tuner. Each becomes a number option with
    /// the parameter's name.
    ///
    /// ```
    /// use reynard_engine::Session;
    ///
    /// let (sender, answers) = std::sync::mpsc::channel();
    /// let mut session = Session::new(move |line: &dyn std::fmt::Display| {
    ///     let _ = sender.send(line.to_string());
    /// });
    /// session.announce_parameters();
    /// let _ = session.line("uci");
    /// drop(session);
    /// assert!(answers.iter().any(|line| line.starts_with("option name null_base type spin")));
    /// ```
    pub fn announce_parameters(&mut self) {
        self.options.announce(options::parameters());
    }

    /// Sets the UCI option `Evaluation`.
    pub fn set_evaluation(&mut self, evaluation: Evaluation) {
        self.set_option("Evaluation", Some(evaluation.name()));
    }

    /// Sets the UCI option `Search`.
    pub fn set_search(&mut self, search: SearchKind) {
        self.set_option("Search", Some(search.name()));
    }

    fn introduce(&self) {
        let name = concat!("Reynard ", env!("CARGO_PKG_VERSION"));
        self.say(&Message::Id(EngineId::Name(name.into())));
        self.say(&Message::Id(EngineId::Author(env!("CARGO_PKG_AUTHORS").into())));
        for option in self.options.announced() {
            self.say(&Message::Option(option.clone()));
        }
        self.say(&Message::UciOk);
    }

    /// Allocates the memory that the next search needs, unless one is running.
    fn ready(&mut self) {
        if !self.is_searching() {
            self.fit_threads();
            let prepared = self.engine().prepare();
            if let Err(error) = prepared {
                self.complain(&error);
            }
        }
        self.say(&Message::ReadyOk);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        if self.is_searching() {
            return self.complain(&"options cannot be changed during a search");
        }
        let setting = match self.options.read(name, value) {
            Ok(setting) => setting,
            Err(error) => return self.complain(&error),
        };
        match self.apply(setting.name(), setting.value()) {
            Ok(()) => self.options.store(setting),
            Err(reason) => self.complain(&reason),
        }
    }

    /// Returns `true` during a search. If the search has been stopped or its last answer is being
    /// printed, waits for it to end and returns `false`.
    fn is_searching(&mut self) -> bool {
        match &self.running {
            None => false,
            Some(running) if running.control.is_stopped() || running.is_done() => {
                self.stop();
                false
            }
            Some(_) => true,
        }
    }

    /// Applies an option to the engine.
    fn apply(&mut self, name: &str, value: &OptionValue) -> Result<(), HostError> {
        match (name, value) {
            ("Hash", OptionValue::Spin(mebibytes)) => self.resize(*mebibytes as usize),
            ("Clear Hash", _) => {
                self.engine().clear_tt();
                Ok(())
            }
            // Before a search, when it is known how many fit into the memory.
            ("Threads", _) => Ok(()),
            ("MultiPV", OptionValue::Spin(lines)) => {
                self.engine().settings.lines = *lines as usize;
                Ok(())
            }
            ("Move Overhead", OptionValue::Spin(time)) => {
                self.engine().settings.overhead = Duration::from_millis(time.unsigned_abs());
                Ok(())
            }
            ("nodestime", OptionValue::Spin(nodes)) => {
                self.engine().settings.node_time = NodeTime::new(*nodes as u32);
                Ok(())
            }
            ("Evaluation", OptionValue::Text(name)) => {
                let evaluation = Evaluation::from_name(name).unwrap_or_default();
                self.change_evaluation(|settings| settings.evaluation = evaluation);
                Ok(())
            }
            ("EvalFile", OptionValue::Text(path)) => self.open_network(path),
            ("Search", OptionValue::Text(name)) => {
                self.engine().settings.search = SearchKind::from_name(name).unwrap_or_default();
                Ok(())
            }
            #[cfg(feature = "book")]
            ("BookFile", OptionValue::Text(path)) => self.open_book(path),
            ("Debug Log File", OptionValue::Text(path)) => self.host().log(path),
            (name, OptionValue::Spin(value)) if options::is_parameter(name) => {
                let value = i32::try_from(*value).unwrap_or(i32::MAX);
                Ok(self.engine().settings.params.set(name, value)?)
            }
            #[cfg(feature = "syzygy")]
            _ => self.apply_syzygy(name, value),
            #[cfg(not(feature = "syzygy"))]
            _ => Ok(()),
        }
    }

    /// Lowers the number of threads until enough memory is available, and reports a note.
    fn fit_threads(&mut self) {
        let wanted = self.options.spin("Threads").unwrap_or(1).max(1) as usize;
        if wanted == 1 {
            self.engine().settings.threads = 1;
            return;
        }
        // The transposition table comes first.
        let prepared = {
            let mut engine = self.engine();
            engine.settings.threads = engine.settings.threads.min(engine.workers());
            engine.prepare()
        };
        if let Err(error) = prepared {
            self.complain(&error);
        }
        let available = self.host().available_memory();
        let threads = available.map_or(wanted, |bytes| {
            let more = bytes.saturating_sub(SPARE_MEMORY) / THREAD_MEMORY;
            wanted.min(self.engine().workers() + more as usize)
        });
        if threads < wanted {
            let note = format!("note: {threads} of {wanted} threads fit into the memory");
            self.say(&Message::Info(Info::text(note)));
        }
        self.engine().settings.threads = threads;
    }

    fn resize(&mut self, mebibytes: usize) -> Result<(), HostError> {
        // The old table is freed only after the new one is allocated.
        let available = self.host().available_memory();
        if available.is_some_and(|bytes| mebibytes as u64 > bytes >> 20) {
            return Err(OutOfMemory { mebibytes }.into());
        }
        Ok(self.engine().resize_tt(mebibytes)?)
    }

    fn open_network(&mut self, path: &str) -> Result<(), HostError> {
        let network =
            if path.is_empty() { None } else { Some(Arc::new(self.host().open_network(path)?)) };
        self.network.clone_from(&network);
        self.change_evaluation(|settings| settings.network = network);
        Ok(())
    }

    /// Changes the evaluation, and clears everything learned with the previous one, because the
    /// scores in the transposition table and the correction history do not fit another evaluation.
    fn change_evaluation(&mut self, change: impl FnOnce(&mut EngineSettings)) {
        let mut engine = self.engine();
        change(&mut engine.settings);
        engine.new_game();
    }

    #[cfg(feature = "book")]
    fn open_book(&mut self, path: &str) -> Result<(), HostError> {
        self.book = if path.is_empty() { None } else { Some(self.host().open_book(path)?) };
        Ok(())
    }

    /// Returns a book move if the book is enabled and has one for the position.
    #[cfg(feature = "book")]
    fn book_move(&mut self, go: &Go) -> Option<reynard::Move> {
        let asked = self.options.check("OwnBook") == Some(true)
            && !go.ponder
            && !go.infinite
            && go.searchmoves.is_empty();
        let depth = self.options.spin("BookDepth").unwrap_or_default();
        let pos = self.game.position();
        if !asked || i64::from(pos.fullmove_number()) > depth {
            return None;
        }
        // A book that cannot be read has no moves.
        let answer = self.book.as_ref()?.probe(pos).ok()?;
        self.random = reynard_base::SplitMix64::new(self.random).next_u64();
        answer.choose(self.random).map(|candidate| candidate.mv)
    }

    /// Returns the contempt of a search, in centipawns. The contempt is 0 unless the search is for
    /// a move in a game: it has a clock, is not infinite, and has a single line, and
    /// `UCI_AnalyseMode` is off.
    fn contempt(&self, go: &Go) -> i32 {
        let is_game = go.time(self.game.position().turn()).is_some()
            && !go.infinite
            && self.options.spin("MultiPV") == Some(1)
            && self.options.check("UCI_AnalyseMode") != Some(true);
        let value = self.options.spin("Contempt").filter(|_| is_game).unwrap_or_default();
        i32::try_from(value).unwrap_or_default()
    }

    fn position(&mut self, position: &PositionCommand) {
        let game = match position.to_playable_game(self.castling()) {
            Ok(PlayableGame { game, repairs, faults }) => {
                for repair in repairs {
                    let note = format!("note: {repair}; UCI_Chess960 keeps it");
                    self.say(&Message::Info(Info::text(note)));
                }
                for (fault, faults) in
                    faults.iter().flat_map(|it| it.faults().iter().map(move |fault| (fault, it)))
                {
                    let note = fault.explain(faults.setup());
                    self.say(&Message::Info(Info::text(format!("note: {note}"))));
                }
                game
            }
            Err(error) => {
                self.is_refused = true;
                return self.complain(&error);
            }
        };
        (self.game, self.is_refused) = (game, false);
    }

    fn go(&mut self, go: &Go) {
        self.end();
        if self.is_refused {
            self.complain(&"there is no position to search: the last one was refused");
            if go.perft.is_none() {
                self.host().line(&"bestmove 0000");
            }
            return;
        }
        self.fit_threads();
        if let Some(depth) = go.perft {
            if let Err(error) = search::check_depth("perft", depth) {
                return self.complain(&error);
            }
            let Some(counter) = self.host().perft_counter() else {
                return self.complain(&"perft is not available here");
            };
            let castling = self.castling();
            let pos = self.game.position();
            self.running = Some(Running::perft(&self.host, counter, pos, depth, castling));
            return;
        }
        #[cfg(feature = "book")]
        if let Some(mv) = self.book_move(go) {
            self.say(&Message::Info(Info::text("move of the book")));
            let best = Some(reynard::UciMove::new(mv, self.castling()));
            return self.say(&Message::BestMove(reynard_uci::BestMove { best, ponder: None }));
        }
        let pos = self.game.position();
        let mut limits = search::limits(go, pos);
        if limits.is_endless() && !go.infinite {
            limits.clock = search::clock(go, !pos.turn());
            if limits.clock.is_some() {
                let turn = pos.turn();
                self.say(&Message::Info(Info::text(format!(
                    "note: {turn} is to move and has no time: that of the other side counts"
                ))));
            }
        }
        if let Err(error) = go.root_moves(pos) {
            self.complain(&error);
        }
        limits.contempt = self.contempt(go);
        if self.options.check("UCI_LimitStrength") == Some(true)
            && let Some(elo) = self.options.spin("UCI_Elo")
        {
            strength::limit(&mut limits, elo);
        }
        let style = search::Style {
            castling: self.castling(),
            wdl: self.options.check("UCI_ShowWDL") == Some(true),
        };
        self.running = Some(Running::search(&self.host, &self.engine, &self.game, limits, style));
    }

    fn extension(&mut self, extension: &Extension<'_>) {
        match extension {
            Extension::Bench { arguments } => {
                self.end();
                let depth = match search::bench_depth(arguments) {
                    Ok(depth) => depth,
                    Err(error) => return self.complain(&error),
                };
                let settings = self.bench_settings();
                let clock = self.engine().clock().clone();
                self.running = Some(Running::bench(&self.host, depth, settings, clock));
            }
            Extension::Flip => {
                self.game = Game::from_position(board::flipped(self.game.position()));
            }
            other => {
                let evaluation = self.options.text("Evaluation").and_then(Evaluation::from_name);
                let network = network_in_use(evaluation.unwrap_or_default(), self.network.as_ref());
                let text = board::answer(other, &self.game, self.castling(), network.as_deref());
                self.host().line(&text);
            }
        }
    }

    /// Returns the settings used by `bench`: those of a new engine, but with the current
    /// evaluation.
    fn bench_settings(&self) -> EngineSettings {
        let evaluation = self.options.text("Evaluation").and_then(Evaluation::from_name);
        EngineSettings {
            evaluation: evaluation.unwrap_or_default(),
            network: self.network.clone(),
            ..EngineSettings::default()
        }
    }

    /// Returns the castling notation.
    fn castling(&self) -> CastlingNotation {
        if self.options.check("UCI_Chess960") == Some(true) {
            CastlingNotation::Chess960
        } else {
            CastlingNotation::Standard
        }
    }

    fn say(&self, message: &Message<'_>) {
        self.host().line(message);
    }

    fn complain(&self, reason: &dyn Display) {
        self.say(&Message::Info(Info::text(format!("error {reason}"))));
    }

    fn host(&self) -> MutexGuard<'_, dyn Host + 'static> {
        lock(&self.host)
    }

    fn engine(&self) -> MutexGuard<'_, Engine> {
        lock(&self.engine)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.stop();
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("game", &self.game.len()).finish_non_exhaustive()
    }
}

/// Memory of a search thread in bytes: its tables and its stack.
const THREAD_MEMORY: u64 = 12 << 20;

/// Memory reserved for everything else, in bytes.
const SPARE_MEMORY: u64 = 64 << 20;

/// Locks a mutex, even if another thread has panicked.
fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
