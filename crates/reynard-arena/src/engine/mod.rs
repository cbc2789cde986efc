//! A running engine.

mod error;
mod process;
mod spec;

use std::fmt::Write as _;
use std::process::Command as ProcessCommand;
use std::time::{Duration, Instant};

use reynard::UciMove;
use reynard_uci::{
    Client, Command, Event, Go, Info, Message, OptionKind, OptionSpec, PositionCommand, Score,
};

pub use error::EngineError;
use process::{NoLine, Process};
pub use spec::EngineSpec;

/// How long an engine is waited for.
///
/// ```
/// use std::time::Duration;
/// use reynard_arena::Patience;
///
/// let patience = Patience { start: Duration::from_secs(60), ..Patience::default() };
/// assert_eq!(patience.margin, Duration::from_secs(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// From its start to `uciok`, and from `isready` to `readyok`.
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

impl Default for Patience {
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

/// A running engine that speaks UCI.
///
/// All calls return within a time that [`Patience`] sets, whatever the engine does. The process is
/// killed when this is dropped, and has [`Patience::quit`] to end by itself before.
///
/// ```no_run
/// use reynard::{CastlingNotation, Game};
/// use reynard_arena::{Engine, EngineSpec, Patience};
/// use reynard_uci::{Go, PositionCommand};
///
/// let spec = EngineSpec::new("stockfish").option("Hash", "16");
/// let mut engine = Engine::start(&spec, Patience::default())?;
/// engine.new_game()?;
/// let position = PositionCommand::of_game(&Game::new(), CastlingNotation::Standard);
/// let go = Go { nodes: Some(10_000), ..Go::default() };
/// let answer = engine.search(&position, &go, None, &mut |info| println!("{info}"))?;
/// println!("{:?} after {:?}", answer.best, answer.elapsed);
/// # Ok::<(), reynard_arena::EngineError>(())
/// ```
#[derive(Debug)]
pub struct Engine {
    process: Process,
    client: Client,
    patience: Patience,
}

/// The answer of an engine to a position.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// The move; `None` if the engine says that there is none.
    pub best: Option<UciMove>,
    /// The answer that the engine expects.
    pub ponder: Option<UciMove>,
    /// How long the engine took, from the moment at which it could read the question to the moment
    /// at which its answer came.
    pub elapsed: Duration,
    /// When the answer came.
    pub at: Instant,
    /// When the question was written.
    pub asked: Instant,
    /// The last score that the engine told for its best line, with what it told beside it.
    pub verdict: Verdict,
}

/// What an engine thinks of a position, as far as it said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The score, from the point of view of the side to move.
    pub score: Option<Score>,
    /// Plies searched.
    pub depth: Option<u32>,
    /// Positions searched.
    pub nodes: Option<u64>,
}

impl Verdict {
    fn note(&mut self, info: &Info<'_>) {
        if info.multipv.is_some_and(|line| line > 1) {
            return;
        }
        if info.score.is_some() && info.bound.is_none() {
            self.score = info.score;
            self.depth = info.depth.or(self.depth);
        }
        self.nodes = info.nodes.or(self.nodes);
    }
}

impl Engine {
    /// Starts an engine, greets it, sets its options and waits until it is ready.
    ///
    /// Options that the engine does not have are left out: see [`Engine::unknown_options`].
    ///
    /// # Errors
    ///
    /// [`EngineError`] if it cannot be started or does not answer as the protocol demands.
    pub fn start(spec: &EngineSpec, patience: Patience) -> Result<Self, EngineError> {
        let mut command = ProcessCommand::new(&spec.command);
        command.args(&spec.arguments);
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        let process = Process::start(&mut command).map_err(EngineError::Start)?;
        let mut engine = Self { process, client: Client::new(), patience };
        engine.send(&Command::Uci)?;
        engine.wait("uciok", patience.start, |message| matches!(message, Message::UciOk))?;
        for (name, value) in &spec.options {
            engine.set_option(name, value)?;
        }
        engine.ready()?;
        Ok(engine)
    }

    /// What the engine calls itself; nothing if it has not said.
    pub fn name(&self) -> &str {
        self.client.name()
    }

    /// The options it has announced.
    pub fn options(&self) -> &[OptionSpec<'static>] {
        self.client.options()
    }

    /// An option by its name, without regard to case and blanks.
    pub fn option(&self, name: &str) -> Option<&OptionSpec<'static>> {
        self.client.option(name)
    }

    /// The number of its process.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// The options of a description that this engine does not have.
    pub fn unknown_options(&self, spec: &EngineSpec) -> Vec<String> {
        let unknown = |name: &&String| self.client.option(name).is_none();
        spec.options.keys().filter(unknown).cloned().collect()
    }

    /// Sets an option. One that the engine has not announced is not sent.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the engine searches or does not read.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let Some(option) = self.client.option(name) else { return Ok(()) };
        let name = option.name.to_string();
        let value = (option.kind != OptionKind::Button).then(|| value.to_owned().into());
        self.send(&Command::SetOption { name: name.into(), value })
    }

    /// Tells the engine that another game begins, and waits until it is ready.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if it does not answer in time.
    pub fn new_game(&mut self) -> Result<(), EngineError> {
        self.send(&Command::UciNewGame)?;
        self.ready()
    }

    /// Waits until the engine has done everything that it was told.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if it does not answer in time.
    pub fn ready(&mut self) -> Result<(), EngineError> {
        self.send(&Command::IsReady)?;
        self.wait("readyok", self.patience.start, |message| matches!(message, Message::ReadyOk))
    }

    /// Has a position searched and waits for the move.
    ///
    /// `limit` is the time that the engine has by its clock; when it and [`Patience::margin`] are
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
    ) -> Result<Answer, EngineError> {
        let go = Command::Go(go.clone());
        self.client.send(&go).map_err(EngineError::NotAllowed)?;
        let mut message = String::new();
        // Writing to a string does not fail.
        let _ = write!(message, "{position}\n{go}\n");
        let queued = Instant::now();
        let number = self.post(message)?;
        let patience = limit.map_or(self.patience.think, |limit| limit + self.patience.margin);
        let mut verdict = Verdict::default();
        let answer = match self.best_move(queued + patience, &mut verdict, watch) {
            Err(NoLine::Late) => {
                self.client.send(&Command::Stop).map_err(EngineError::NotAllowed)?;
                self.post("stop\n".into())?;
                self.best_move(Instant::now() + self.patience.stop, &mut verdict, watch)
            }
            other => other,
        };
        match answer {
            Ok((best, at)) => {
                let asked = self.process.written_at(number).unwrap_or(queued);
                let elapsed = at.saturating_duration_since(asked);
                Ok(Answer { best: best.best, ponder: best.ponder, elapsed, at, asked, verdict })
            }
            Err(NoLine::Late) => {
                let waited = queued.elapsed();
                Err(EngineError::Silent { awaited: "bestmove", waited })
            }
            Err(NoLine::Closed) => Err(EngineError::Died { status: self.process.status() }),
        }
    }

    fn best_move(
        &mut self,
        deadline: Instant,
        verdict: &mut Verdict,
        watch: &mut dyn FnMut(&Info<'_>),
    ) -> Result<(reynard_uci::BestMove, Instant), NoLine> {
        loop {
            let line = self.next_line(deadline)?;
            if let Event::Message(read) = self.client.receive(&line.text) {
                match read.value {
                    Message::BestMove(best) => return Ok((best, line.at)),
                    Message::Info(info) => {
                        verdict.note(&info);
                        watch(&info);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Ends the engine: asks it to, and kills it when it does not.
    pub fn quit(mut self) {
        self.leave();
    }

    fn leave(&mut self) {
        let _ = self.client.send(&Command::Quit);
        let _ = self.process.send("quit\n".into());
        self.process.end(self.patience.quit);
    }

    fn send(&mut self, command: &Command<'_>) -> Result<(), EngineError> {
        self.client.send(command).map_err(EngineError::NotAllowed)?;
        self.post(format!("{command}\n")).map(|_| ())
    }

    fn post(&mut self, message: String) -> Result<u64, EngineError> {
        match self.process.send(message) {
            Some(number) => Ok(number),
            None => Err(match self.process.status() {
                Some(status) => EngineError::Died { status: Some(status) },
                None => EngineError::Deaf,
            }),
        }
    }

    /// Passes over lines until the one that is awaited.
    fn wait(
        &mut self,
        awaited: &'static str,
        patience: Duration,
        is_it: impl Fn(&Message<'_>) -> bool,
    ) -> Result<(), EngineError> {
        let deadline = Instant::now() + patience;
        loop {
            match self.next_line(deadline) {
                Ok(line) => {
                    if let Event::Message(read) = self.client.receive(&line.text)
                        && is_it(&read.value)
                    {
                        return Ok(());
                    }
                }
                Err(NoLine::Late) => {
                    return Err(EngineError::Silent { awaited, waited: patience });
                }
                Err(NoLine::Closed) => {
                    return Err(EngineError::Died { status: self.process.status() });
                }
            }
        }
    }

    /// The next line. An engine that never stops talking is late all the same.
    fn next_line(&mut self, deadline: Instant) -> Result<process::Line, NoLine> {
        let line = self.process.receive(deadline)?;
        if line.at > deadline || Instant::now() > deadline + LAG {
            return Err(NoLine::Late);
        }
        Ok(line)
    }
}

/// How far the reading of lines may lag behind their coming.
const LAG: Duration = Duration::from_secs(1);

impl Drop for Engine {
    fn drop(&mut self) {
        self.leave();
    }
}
