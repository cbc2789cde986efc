//! A running engine.

use std::ops::ControlFlow;
use std::time::Duration;

use reynard::{CastlingNotation, Position, suggest::closest};
use reynard_uci::{Go, Info, OptionSpec, PositionCommand};

use crate::answer::EngineAnswer;
use crate::error::EngineError;
use crate::launch::Launch;
use crate::limits::MatchLimits;
use crate::log::EngineLog;
use crate::session::Session;
use crate::spec::{EngineProtocol, EngineSpec};
use crate::timeouts::Timeouts;
use crate::uci::Uci;
use crate::xboard::Xboard;

/// A running engine that speaks UCI or the xboard protocol.
///
/// Every call returns within the [`Timeouts`], whatever the engine does. Dropping the value quits
/// the engine, and kills the process if it does not end within [`Timeouts::quit`]. The interface is
/// the same for both protocols and follows UCI. A call fails with [`EngineError::Unsupported`] if
/// it needs something that xboard cannot express, such as a node limit, or a feature that the
/// engine lacks, such as Chess960 or setting up a start position.
///
/// ```no_run
/// use reynard::{CastlingNotation, Game};
/// use reynard_host::{EngineProcess, EngineSpec, Timeouts};
/// use reynard_uci::{Go, PositionCommand};
///
/// let spec = EngineSpec::new("stockfish").option("Hash", "16");
/// let mut engine = EngineProcess::start(&spec, Timeouts::default())?;
/// engine.new_game()?;
/// let position = PositionCommand::of_game(&Game::new(), CastlingNotation::Standard);
/// let go = Go { nodes: Some(10_000), ..Go::default() };
/// let answer = engine.search(&position, &go, None, &mut |info| println!("{info}"))?;
/// println!("{:?} after {:?}", answer.reply, answer.elapsed);
/// # Ok::<(), reynard_host::EngineError>(())
/// ```
#[derive(Debug)]
pub struct EngineProcess(Box<dyn Session>);

impl EngineProcess {
    /// Starts an engine, sets its options and waits until it is ready.
    ///
    /// Options that the engine does not have are skipped: see [`EngineProcess::unknown_options`].
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the process cannot be started, if it violates the protocol, or if it
    /// responds to the options with `info string error`.
    ///
    /// ```
    /// use reynard_host::{EngineError, EngineProcess, EngineSpec, Timeouts};
    ///
    /// let spec = EngineSpec::new("/no/such/engine");
    /// let error = EngineProcess::start(&spec, Timeouts::default()).unwrap_err();
    /// assert!(matches!(error, EngineError::Start(_)));
    /// ```
    pub fn start(spec: &EngineSpec, timeouts: Timeouts) -> Result<Self, EngineError> {
        Self::launch(spec, timeouts, Launch::default())
    }

    /// Starts an engine as [`EngineProcess::start`] does, with additional launch settings: a log,
    /// or the processors to use.
    ///
    /// # Errors
    ///
    /// Same as for [`EngineProcess::start`], and [`EngineError::Start`] if the engine cannot be
    /// pinned to the processors.
    pub fn launch(
        spec: &EngineSpec,
        timeouts: Timeouts,
        launch: Launch<'_>,
    ) -> Result<Self, EngineError> {
        Ok(Self(match spec.protocol {
            EngineProtocol::Uci => Box::new(Uci::start(spec, timeouts, launch)?),
            EngineProtocol::Xboard => Box::new(Xboard::start(spec, timeouts, launch)?),
        }))
    }

    /// Replaces the log.
    pub fn set_log(&mut self, log: Option<EngineLog>) {
        self.0.set_log(log);
    }

    /// Returns the name that the engine reports, or an empty string if it reports none.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// Returns the engine's UCI options. For an xboard engine, the list is empty.
    pub fn options(&self) -> &[OptionSpec<'static>] {
        self.0.options()
    }

    /// Returns a UCI option by its name, ignoring case and spaces.
    pub fn option(&self, name: &str) -> Option<&OptionSpec<'static>> {
        self.0.option(name)
    }

    /// Returns the process identifier.
    pub fn process_id(&self) -> u32 {
        self.0.process_id()
    }

    /// Returns the options in a specification that the engine does not have.
    pub fn unknown_options(&self, spec: &EngineSpec) -> Vec<String> {
        let unknown = spec.options.names().filter(|name| !self.0.has_option(name));
        unknown.map(str::to_owned).collect()
    }

    /// Returns the error for an option that the engine does not have, including the most similar
    /// name.
    pub fn unknown_option(&self, name: &str) -> EngineError {
        let names = self.options().iter().map(|option| option.name.to_string());
        let nearest = closest(name, names).into_iter().next();
        EngineError::UnknownOption { name: name.to_owned(), nearest }
    }

    /// Sets an option. Unknown options are ignored. For xboard, `Hash` sets the memory and
    /// `Threads` the number of cores.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine rejects the value, is searching, or does not read its input.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        self.0.set_option(name, value)
    }

    /// Switches the engine to Chess960.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] if the engine cannot play Chess960, or another error if it does
    /// not answer in time.
    pub fn play_chess960(&mut self) -> Result<(), EngineError> {
        self.0.play_chess960()
    }

    /// Checks that the engine can play games with these limits, this start position and this
    /// castling notation.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] if the engine or its protocol does not support them.
    pub fn check(
        &self,
        limits: &MatchLimits,
        root: &Position,
        castling: CastlingNotation,
    ) -> Result<(), EngineError> {
        self.0.check(limits, root, castling)
    }

    /// Announces a new game and waits until the engine is ready.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine does not answer in time.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.0.new_game()
    }

    /// Waits until the engine has processed all commands, if its protocol provides a way to find
    /// out.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine does not answer in time.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.0.ready()
    }

    /// Searches a position and waits for the move.
    ///
    /// `limit` is the thinking time that the engine has. If no move has arrived after `limit` and
    /// [`Timeouts::margin`] have passed, the engine is sent `stop`. Each `info` line is passed to
    /// `watch`.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if no move arrives or the process ends. After that, the engine is unusable
    /// and should be dropped.
    pub fn search(
        &mut self,
        position: &PositionCommand,
        go: &Go,
        limit: Option<Duration>,
        watch: &mut dyn FnMut(&Info<'_>),
    ) -> Result<EngineAnswer, EngineError> {
        self.search_until(position, go, limit, &mut |info| {
            if let Some(info) = info {
                watch(info);
            }
            ControlFlow::Continue(())
        })
    }

    /// Searches a position as [`search`](Self::search) does, but stops when `watch` returns
    /// `Break`.
    ///
    /// `watch` receives each `info` line. While none arrive, it receives `None` at least ten times
    /// a second. When it returns `Break`, the engine is sent `stop`, and the answer is the result
    /// of the search so far. Xboard engines cannot be stopped in this way and complete their
    /// search.
    ///
    /// # Errors
    ///
    /// Same as for [`search`](Self::search).
    ///
    /// ```no_run
    /// use reynard::{CastlingNotation, Game};
    /// use reynard_host::{EngineProcess, EngineSpec, Timeouts};
    /// use reynard_uci::{Go, PositionCommand};
    /// use std::ops::ControlFlow;
    ///
    /// let mut engine =
    ///     EngineProcess::start(&EngineSpec::new("stockfish"), Timeouts::default())?;
    /// let position = PositionCommand::of_game(&Game::new(), CastlingNotation::Standard);
    /// let go = Go { infinite: true, ..Go::default() };
    /// let mut lines = 0;
    /// engine.search_until(&position, &go, None, &mut |info| {
    ///     lines += u32::from(info.is_some());
    ///     if lines < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    /// })?;
    /// # Ok::<(), reynard_host::EngineError>(())
    /// ```
    pub fn search_until(
        &mut self,
        position: &PositionCommand,
        go: &Go,
        limit: Option<Duration>,
        watch: &mut dyn FnMut(Option<&Info<'_>>) -> ControlFlow<()>,
    ) -> Result<EngineAnswer, EngineError> {
        self.0.search(position, go, limit, watch)
    }

    /// Returns `true` if the engine has a `Ponder` option.
    pub fn can_ponder(&self) -> bool {
        self.option("Ponder").is_some()
    }

    /// Lets the engine search on the opponent's time (`go ponder`). `position` is the position
    /// after the expected move. The call must be followed by [`ponder_hit`](Self::ponder_hit) or
    /// [`stop_pondering`](Self::stop_pondering). Until then, [`read_waiting`](Self::read_waiting)
    /// keeps the engine's output from piling up.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] for the xboard protocol, or another error if the engine is
    /// searching or does not read its input.
    ///
    /// ```no_run
    /// use reynard::{CastlingNotation, Game};
    /// use reynard_host::{EngineProcess, EngineSpec, Timeouts};
    /// use reynard_uci::{Go, PositionCommand};
    ///
    /// let mut engine =
    ///     EngineProcess::start(&EngineSpec::new("stockfish"), Timeouts::default())?;
    /// let position = PositionCommand::of_game(&Game::new(), CastlingNotation::Standard);
    /// engine.ponder(
    ///     &position,
    ///     &Go { movetime: Some(std::time::Duration::from_secs(1)), ..Go::default() },
    /// )?;
    /// // The opponent plays another move.
    /// engine.stop_pondering()?;
    /// # Ok::<(), reynard_host::EngineError>(())
    /// ```
    pub fn ponder(&mut self, position: &PositionCommand, go: &Go) -> Result<(), EngineError> {
        self.0.ponder(position, go)
    }

    /// Reads a pondering engine's pending output.
    pub fn read_waiting(&mut self) {
        self.0.read_waiting();
    }

    /// Notifies a pondering engine that the expected move was played, and waits for the engine's
    /// move as [`search_until`](Self::search_until) does. The time limit counts from this call.
    ///
    /// # Errors
    ///
    /// Same as for [`search`](Self::search).
    pub fn ponder_hit(
        &mut self,
        limit: Option<Duration>,
        watch: &mut dyn FnMut(Option<&Info<'_>>) -> ControlFlow<()>,
    ) -> Result<EngineAnswer, EngineError> {
        self.0.ponder_hit(limit, watch)
    }

    /// Stops a pondering engine and discards its move. Does nothing if the engine is not pondering.
    ///
    /// # Errors
    ///
    /// [`EngineError::Silent`] if the engine does not stop within [`Timeouts::stop`], or another
    /// error if it has ended.
    pub fn stop_pondering(&mut self) -> Result<(), EngineError> {
        self.0.stop_pondering()
    }

    /// Returns `true` if no answer to a search is pending, in which case another search can begin.
    pub fn is_idle(&self) -> bool {
        self.0.is_idle()
    }

    /// Counts the leaf nodes below each move of a position by sending `go perft`, a common UCI
    /// extension. The moves are returned as the engine prints them.
    ///
    /// The count ends with the line that contains the total, such as `Nodes searched: 20`.
    ///
    /// # Errors
    ///
    /// [`EngineError::Silent`] if no total arrives within [`Timeouts::think`], for instance because
    /// the engine does not support the command. [`EngineError::Unsupported`] for the xboard
    /// protocol.
    ///
    /// ```no_run
    /// use reynard::{CastlingNotation, Game};
    /// use reynard_host::{EngineProcess, EngineSpec, Timeouts};
    /// use reynard_uci::PositionCommand;
    ///
    /// let mut engine =
    ///     EngineProcess::start(&EngineSpec::new("stockfish"), Timeouts::default())?;
    /// let position = PositionCommand::of_game(&Game::new(), CastlingNotation::Standard);
    /// assert_eq!(engine.perft(&position, 1)?.len(), 20);
    /// # Ok::<(), reynard_host::EngineError>(())
    /// ```
    pub fn perft(
        &mut self,
        position: &PositionCommand,
        depth: u32,
    ) -> Result<Vec<(String, u64)>, EngineError> {
        self.0.perft(position, depth)
    }

    /// Quits the engine, and kills it if it does not end in time.
    pub fn quit(self) {}
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.0.quit();
    }
}
