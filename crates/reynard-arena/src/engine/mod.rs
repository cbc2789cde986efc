//! A running engine.

mod answer;
mod error;
mod process;
mod spec;
mod uci;
mod xboard;

use std::time::Duration;

use reynard::{CastlingNotation, Position, Setup};
use reynard_uci::{Go, Info, OptionSpec, PositionCommand};

pub use answer::{AnswerInfo, EngineAnswer, EngineReply};
pub use error::EngineError;
pub use spec::{EngineProtocol, EngineSpec};
use uci::Uci;
use xboard::Xboard;

use crate::limits::MatchLimits;

/// How long an engine is waited for.
///
/// ```
/// use std::time::Duration;
/// use reynard_arena::Timeouts;
///
/// let timeouts = Timeouts { start: Duration::from_secs(60), ..Timeouts::default() };
/// assert_eq!(timeouts.margin, Duration::from_secs(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From its start to the end of its greeting, and for each sign that it is ready.
    pub start: Duration,
    /// For a move, beyond the time that the engine was given.
    pub margin: Duration,
    /// For a move where no time was given.
    pub think: Duration,
    /// For a move after `stop`.
    pub stop: Duration,
    /// For the end after `quit`.
    pub quit: Duration,
}

impl Default for Timeouts {
    /// 20 s to start, 2 s for a late move, 10 minutes for one without a clock, 500 ms to stop and to
    /// end.
    fn default() -> Self {
        Self {
            start: Duration::from_secs(20),
            margin: Duration::from_secs(2),
            think: Duration::from_secs(600),
            stop: Duration::from_millis(500),
            quit: Duration::from_millis(500),
        }
    }
}

/// A running engine that speaks UCI or the protocol of xboard.
///
/// All calls return within a time that [`Timeouts`] sets, whatever the engine does. The process is
/// killed when this is dropped, and has [`Timeouts::quit`] to end by itself before.
///
/// Whatever the protocol, an engine is asked in the words of UCI. What that of xboard cannot express is
/// refused with [`EngineError::Unsupported`]: a limit of nodes, and Chess960 or a position to begin from
/// where the engine does not know them.
///
/// ```no_run
/// use reynard::{CastlingNotation, Game};
/// use reynard_arena::{EngineProcess, EngineSpec, Timeouts};
/// use reynard_uci::{Go, PositionCommand};
///
/// let spec = EngineSpec::new("stockfish").option("Hash", "16");
/// let mut engine = EngineProcess::start(&spec, Timeouts::default())?;
/// engine.new_game()?;
/// let position = PositionCommand::of_game(&Game::new(), CastlingNotation::Standard);
/// let go = Go { nodes: Some(10_000), ..Go::default() };
/// let answer = engine.search(&position, &go, None, &mut |info| println!("{info}"))?;
/// println!("{:?} after {:?}", answer.reply, answer.elapsed);
/// # Ok::<(), reynard_arena::EngineError>(())
/// ```
#[derive(Debug)]
pub struct EngineProcess(Session);

/// The option of UCI that an engine has if it can play Chess960.
const CHESS960: &str = "UCI_Chess960";

/// What is spoken.
#[derive(Debug)]
enum Session {
    Uci(Box<Uci>),
    Xboard(Box<Xboard>),
}

impl EngineProcess {
    /// Starts an engine, greets it, sets its options and waits until it is ready.
    ///
    /// Options that the engine does not have are left out: see [`EngineProcess::unknown_options`].
    ///
    /// # Errors
    ///
    /// [`EngineError`] if it cannot be started or does not answer as the protocol demands.
    pub fn start(spec: &EngineSpec, timeouts: Timeouts) -> Result<Self, EngineError> {
        Ok(Self(match spec.protocol {
            EngineProtocol::Uci => Session::Uci(Box::new(Uci::start(spec, timeouts)?)),
            EngineProtocol::Xboard => Session::Xboard(Box::new(Xboard::start(spec, timeouts)?)),
        }))
    }

    /// What the engine calls itself; nothing if it has not said.
    pub fn name(&self) -> &str {
        match &self.0 {
            Session::Uci(engine) => engine.name(),
            Session::Xboard(engine) => engine.name(),
        }
    }

    /// The options it has announced in the words of UCI; none in those of xboard.
    pub fn options(&self) -> &[OptionSpec<'static>] {
        match &self.0 {
            Session::Uci(engine) => engine.options(),
            Session::Xboard(_) => &[],
        }
    }

    /// An option of UCI by its name, without regard to case and blanks.
    pub fn option(&self, name: &str) -> Option<&OptionSpec<'static>> {
        match &self.0 {
            Session::Uci(engine) => engine.option(name),
            Session::Xboard(_) => None,
        }
    }

    /// The number of its process.
    pub fn process_id(&self) -> u32 {
        match &self.0 {
            Session::Uci(engine) => engine.process_id(),
            Session::Xboard(engine) => engine.process_id(),
        }
    }

    /// The options of a description that this engine does not have.
    pub fn unknown_options(&self, spec: &EngineSpec) -> Vec<String> {
        let has = |name: &str| match &self.0 {
            Session::Uci(engine) => engine.option(name).is_some(),
            Session::Xboard(engine) => engine.has_option(name),
        };
        spec.options.keys().filter(|name| !has(name)).cloned().collect()
    }

    /// Sets an option. One that the engine has not announced is not sent. In the protocol of xboard,
    /// `Hash` stands for its memory and `Threads` for its processors.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine searches or does not read.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        match &mut self.0 {
            Session::Uci(engine) => engine.set_option(name, value),
            Session::Xboard(engine) => engine.set_option(name, value),
        }
    }

    /// Has the engine play Chess960 from now on.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] if it cannot, another one if it does not answer in time.
    pub fn play_chess960(&mut self) -> Result<(), EngineError> {
        match &mut self.0 {
            Session::Uci(engine) => {
                // Without it castling would mean something else.
                if engine.option(CHESS960).is_none() {
                    return Err(EngineError::Unsupported("Chess960"));
                }
                engine.set_option(CHESS960, "true")?;
                engine.ready()
            }
            Session::Xboard(_) => Err(EngineError::Unsupported("Chess960")),
        }
    }

    /// Whether games can be played with it: under these limits, from this position, with castling written
    /// so.
    ///
    /// # Errors
    ///
    /// [`EngineError::Unsupported`] if it, or its protocol, has no way to be told.
    pub fn check(
        &self,
        limits: &MatchLimits,
        root: &Position,
        castling: CastlingNotation,
    ) -> Result<(), EngineError> {
        let Session::Xboard(engine) = &self.0 else { return Ok(()) };
        if limits.nodes.is_some() {
            return Err(EngineError::Unsupported("a limit of nodes"));
        }
        if castling == CastlingNotation::Chess960 {
            return Err(EngineError::Unsupported("Chess960"));
        }
        if !engine.takes_positions() && root.to_setup() != Setup::standard() {
            return Err(EngineError::Unsupported("a position to begin from"));
        }
        Ok(())
    }

    /// Tells the engine that another game begins, and waits until it is ready.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if it does not answer in time.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        match &mut self.0 {
            Session::Uci(engine) => engine.new_game(),
            Session::Xboard(engine) => engine.new_game(),
        }
    }

    /// Waits until the engine has done everything that it was told, if its protocol has a way to ask.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if it does not answer in time.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        match &mut self.0 {
            Session::Uci(engine) => engine.ready(),
            Session::Xboard(engine) => engine.ready(),
        }
    }

    /// Has a position searched and waits for the move.
    ///
    /// `limit` is the time that the engine has by its clock; when it and [`Timeouts::margin`] are
    /// over, the engine is told to stop. Each `info` line is shown to `watch`.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if no move comes at all, or the process ends. It is of no use then: drop it.
    pub fn search(
        &mut self,
        position: &PositionCommand,
        go: &Go,
        limit: Option<Duration>,
        watch: &mut dyn FnMut(&Info<'_>),
    ) -> Result<EngineAnswer, EngineError> {
        match &mut self.0 {
            Session::Uci(engine) => engine.search(position, go, limit, watch),
            Session::Xboard(engine) => engine.search(position, go, limit, watch),
        }
    }

    /// Ends the engine: asks it to, and kills it when it does not.
    pub fn quit(mut self) {
        self.leave();
    }

    fn leave(&mut self) {
        match &mut self.0 {
            Session::Uci(engine) => engine.leave(),
            Session::Xboard(engine) => engine.leave(),
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        self.leave();
    }
}
