//! An engine that speaks UCI.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use reynard_uci::{
    BestMove, Client, ClientEvent as Event, Command, Go, Info, Message, OptionKind, OptionSpec,
    PositionCommand, UciOptions,
};

use super::Timeouts;
use super::answer::{AnswerInfo, EngineAnswer, EngineReply};
use super::error::EngineError;
use super::process::{NoLine, Process};
use super::spec::EngineSpec;

/// A process and what is known of the session with it.
#[derive(Debug)]
pub(super) struct Uci {
    process: Process,
    client: Client,
    timeouts: Timeouts,
}

impl Uci {
    /// Starts an engine, greets it, sets its options and waits until it is ready.
    pub(super) fn start(spec: &EngineSpec, timeouts: Timeouts) -> Result<Self, EngineError> {
        let process = spec.spawn()?;
        let mut engine = Self { process, client: Client::new(), timeouts };
        engine.send(&Command::Uci)?;
        engine.wait("uciok", timeouts.start, |message| matches!(message, Message::UciOk))?;
        for (name, value) in &spec.options {
            engine.set_option(name, value)?;
        }
        engine.ready()?;
        Ok(engine)
    }

    /// What the engine calls itself; nothing if it has not said.
    pub(super) fn name(&self) -> &str {
        self.client.name()
    }

    /// The options it has announced.
    pub(super) fn options(&self) -> &[OptionSpec<'static>] {
        self.client.options()
    }

    /// An option by its name, without regard to case and blanks.
    pub(super) fn option(&self, name: &str) -> Option<&OptionSpec<'static>> {
        self.client.option(name)
    }

    /// The number of its process.
    pub(super) fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Sets an option. One that the engine has not announced is not sent, and a value that it has announced
    /// not to take is an error, since it would play with another one.
    pub(super) fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let Some(option) = self.client.option(name) else { return Ok(()) };
        let name = option.name.to_string();
        let value = (option.kind != OptionKind::Button).then_some(value);
        UciOptions::new([option.clone()]).read(&name, value).map_err(EngineError::Option)?;
        let value = value.map(|value| value.to_owned().into());
        self.send(&Command::SetOption { name: name.into(), value })
    }

    /// Tells the engine that another game begins, and waits until it is ready.
    pub(super) fn new_game(&mut self) -> Result<(), EngineError> {
        self.send(&Command::UciNewGame)?;
        self.ready()
    }

    /// Waits until the engine has done everything that it was told.
    pub(super) fn ready(&mut self) -> Result<(), EngineError> {
        self.send(&Command::IsReady)?;
        self.wait("readyok", self.timeouts.start, |message| matches!(message, Message::ReadyOk))
    }

    /// Has a position searched and waits for the move.
    ///
    /// `limit` is the time that the engine has by its clock; when it and [`Timeouts::margin`] are
    /// over, the engine is told to stop. Each `info` line is shown to `watch`.
    pub(super) fn search(
        &mut self,
        position: &PositionCommand,
        go: &Go,
        limit: Option<Duration>,
        watch: &mut dyn FnMut(&Info<'_>),
    ) -> Result<EngineAnswer, EngineError> {
        let go = Command::Go(go.clone());
        self.client.send(&go).map_err(EngineError::NotAllowed)?;
        let mut message = String::new();
        // Writing to a string does not fail.
        let _ = write!(message, "{position}\n{go}\n");
        let queued = Instant::now();
        let number = self.post(message)?;
        let timeouts = limit.map_or(self.timeouts.think, |limit| limit + self.timeouts.margin);
        let mut info = AnswerInfo::default();
        let answer = match self.best_move(queued + timeouts, &mut info, watch) {
            Err(NoLine::Late) => {
                self.client.send(&Command::Stop).map_err(EngineError::NotAllowed)?;
                self.post("stop\n".into())?;
                self.best_move(Instant::now() + self.timeouts.stop, &mut info, watch)
            }
            other => other,
        };
        match answer {
            Ok((best, at)) => {
                let asked = self.process.written_at(number).unwrap_or(queued);
                let elapsed = at.saturating_duration_since(asked);
                let reply = best.best.map_or(EngineReply::NoMove, EngineReply::Move);
                Ok(EngineAnswer { reply, ponder: best.ponder, elapsed, at, asked, info })
            }
            Err(NoLine::Late) => {
                let waited = queued.elapsed();
                Err(EngineError::Silent { awaited: "bestmove", waited })
            }
            Err(NoLine::Closed) => Err(EngineError::Died { status: self.process.status() }),
        }
    }

    /// Waits for the engine's move. What it has said by the deadline and what has not been looked at
    /// then is left for the next call: whoever was held up may find the move there.
    fn best_move(
        &mut self,
        deadline: Instant,
        info: &mut AnswerInfo,
        watch: &mut dyn FnMut(&Info<'_>),
    ) -> Result<(BestMove, Instant), NoLine> {
        loop {
            if Instant::now() >= deadline {
                return Err(NoLine::Late);
            }
            let line = self.process.receive_any(deadline)?;
            if let Event::Message(read) = self.client.receive(&line.text) {
                match read.value {
                    Message::BestMove(best) => return Ok((best, line.at)),
                    Message::Info(line) => {
                        info.note(&line);
                        watch(&line);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Asks the engine to end, and kills it when it does not.
    pub(super) fn leave(&mut self) {
        let _ = self.client.send(&Command::Quit);
        let _ = self.process.send("quit\n".into());
        self.process.end(self.timeouts.quit);
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
        timeouts: Duration,
        is_it: impl Fn(&Message<'_>) -> bool,
    ) -> Result<(), EngineError> {
        let deadline = Instant::now() + timeouts;
        loop {
            match self.process.receive(deadline) {
                Ok(line) => {
                    if let Event::Message(read) = self.client.receive(&line.text)
                        && is_it(&read.value)
                    {
                        return Ok(());
                    }
                }
                Err(NoLine::Late) => {
                    return Err(EngineError::Silent { awaited, waited: timeouts });
                }
                Err(NoLine::Closed) => {
                    return Err(EngineError::Died { status: self.process.status() });
                }
            }
        }
    }
}
