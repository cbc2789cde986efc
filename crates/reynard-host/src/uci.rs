//! UCI sessions.

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use reynard::{CastlingNotation, Position, UciMove};
use reynard_uci::{
    BestMove, ClientEvent as Event, Command, Go, Info, Message, OptionKind, OptionSpec,
    PositionCommand, UciClient, UciOptions,
};

use crate::answer::{AnswerInfo, EngineAnswer, EngineReply};
use crate::error::EngineError;
use crate::launch::Launch;
use crate::limits::MatchLimits;
use crate::log::EngineLog;
use crate::process::{NoLine, Process};
use crate::session::Session;
use crate::spec::EngineSpec;
use crate::timeouts::{LOOK, Timeouts, deadline};

/// Time within which an engine must move once it has reported more nodes than its limit.
const NODES_GRACE: Duration = Duration::from_millis(100);

/// Maximum number of lines read at once from a pondering engine.
const LINES_AT_ONCE: usize = 4096;

/// UCI session with a process.
#[derive(Debug)]
pub(super) struct Uci {
    process: Process,
    client: UciClient,
    timeouts: Timeouts,
    pondering: Option<PonderSearch>,
    node_limit: NodeLimit,
}

/// Node limit of a search. An engine that exceeds it without moving is stopped.
#[derive(Clone, Copy, Debug)]
enum NodeLimit {
    /// There is no limit to check, or the engine has already been stopped.
    None,
    /// The limit has not been exceeded yet. Holds the limit in nodes.
    Below(u64),
    /// The engine has exceeded the limit. Holds the time at which it reported this.
    PassedAt(Instant),
}

/// A search on the opponent's time.
#[derive(Debug, Default)]
struct PonderSearch {
    info: AnswerInfo,
    /// The engine's answer, if it arrived before `ponderhit` or `stop` was sent.
    early: Option<EarlyAnswer>,
}

/// An answer that an engine sent too early.
#[derive(Debug)]
enum EarlyAnswer {
    Best(BestMove),
    /// A line without a move.
    Unreadable(String),
}

/// The reason why there is no move.
#[derive(Debug)]
enum NoMove {
    Line(NoLine),
    /// A line without a move.
    Unreadable(String),
}

impl Uci {
    /// Starts an engine, sets its options and waits until it is ready.
    pub(super) fn start(
        spec: &EngineSpec,
        timeouts: Timeouts,
        launch: Launch<'_>,
    ) -> Result<Self, EngineError> {
        let process = spec.spawn(launch)?;
        let client = UciClient::new();
        let mut engine =
            Self { process, client, timeouts, pondering: None, node_limit: NodeLimit::None };
        engine.send(&Command::Uci)?;
        engine.greet()?;
        for (name, value) in spec.options.iter() {
            engine.set_option(name, value)?;
        }
        engine.take_options(!spec.options.is_empty())?;
        Ok(engine)
    }

    /// Waits for the first `readyok`. If options were set and an `info string error` line precedes
    /// `readyok`, returns an error, because the engine would play with different settings.
    fn take_options(&mut self, were_set: bool) -> Result<(), EngineError> {
        self.send(&Command::IsReady)?;
        self.wait_ready(&|line| match complaint(line) {
            Some(line) if were_set => Err(EngineError::OptionRefused { line }),
            _ => Ok(()),
        })
    }

    /// Waits for `uciok`. The first line must arrive within the timeout for the greeting, and the
    /// rest within the time to start.
    fn greet(&mut self) -> Result<(), EngineError> {
        let begin = Instant::now();
        let mut limit = deadline(begin, self.timeouts.greeting.min(self.timeouts.start));
        loop {
            match self.process.receive(limit) {
                Ok(line) if line.text.trim() == "uci" => return Err(EngineError::Echo),
                Ok(line) => {
                    if let Event::Message(read) = self.client.receive(&line.text)
                        && read.value == Message::UciOk
                    {
                        return Ok(());
                    }
                    limit = deadline(begin, self.timeouts.start);
                }
                Err(NoLine::Late) => {
                    return Err(self.process.silent("uciok", begin.elapsed()));
                }
                Err(NoLine::Closed) => {
                    return Err(self.process.no_engine());
                }
            }
        }
    }

    /// Waits for `bestmove`. Lines that have not been read by the deadline are left for the next
    /// call. If `watch` returns `Break`, the deadline is considered to have been reached.
    fn best_move(
        &mut self,
        deadline: Instant,
        info: &mut AnswerInfo,
        watch: &mut dyn FnMut(Option<&Info<'_>>) -> ControlFlow<()>,
    ) -> Result<(BestMove, Instant), NoMove> {
        loop {
            let now = Instant::now();
            if now >= deadline {
                return Err(NoMove::Line(NoLine::Late));
            }
            self.stop_beyond_nodes(now);
            let flow = match self.process.receive_any(deadline.min(now + LOOK)) {
                Err(NoLine::Late) => watch(None),
                Err(NoLine::Closed) => return Err(NoMove::Line(NoLine::Closed)),
                Ok(line) => match self.client.receive(&line.text) {
                    Event::Message(read) => match read.value {
                        Message::BestMove(best) => return Ok((best, line.at)),
                        Message::Info(line) => {
                            info.note(&line);
                            self.node_limit.note(&line, now);
                            watch(Some(&line))
                        }
                        _ => ControlFlow::Continue(()),
                    },
                    Event::NoMove(_) => return Err(NoMove::Unreadable(shortened(&line.text))),
                    _ => ControlFlow::Continue(()),
                },
            };
            if flow.is_break() {
                return Err(NoMove::Line(NoLine::Late));
            }
        }
    }

    /// Stops an engine, once, if it continues to search beyond its node limit. Some engines do not
    /// support the limit.
    fn stop_beyond_nodes(&mut self, now: Instant) {
        if let NodeLimit::PassedAt(at) = self.node_limit
            && now >= at + NODES_GRACE
        {
            self.node_limit = NodeLimit::None;
            // An engine that does not read has its timeout.
            let _ = self.send(&Command::Stop);
        }
    }

    /// Waits for the answer to a message, no longer than the engine's time limit plus the margin.
    /// If no answer has arrived by then, stops the engine.
    fn answer(
        &mut self,
        number: u64,
        limit: Option<Duration>,
        mut info: AnswerInfo,
        watch: &mut dyn FnMut(Option<&Info<'_>>) -> ControlFlow<()>,
    ) -> Result<EngineAnswer, EngineError> {
        let queued = Instant::now();
        let deadline = deadline(queued, self.timeouts.answer(limit));
        let answer = match self.best_move(deadline, &mut info, watch) {
            Err(NoMove::Line(NoLine::Late)) => {
                let mut watch = |line: Option<&Info<'_>>| {
                    let _ = watch(line);
                    ControlFlow::Continue(())
                };
                self.stop(&mut info, &mut watch)?
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
            Err(NoMove::Line(NoLine::Late)) => {
                Err(self.process.silent("bestmove", queued.elapsed()))
            }
            Err(NoMove::Line(NoLine::Closed)) => Err(self.process.died()),
            Err(NoMove::Unreadable(line)) => Err(EngineError::NotAMove { line }),
        }
    }

    /// Stops a search and waits for its answer.
    fn stop(
        &mut self,
        info: &mut AnswerInfo,
        watch: &mut dyn FnMut(Option<&Info<'_>>) -> ControlFlow<()>,
    ) -> Result<Result<(BestMove, Instant), NoMove>, EngineError> {
        self.client.send(&Command::Stop).map_err(EngineError::NotAllowed)?;
        self.process.send("stop\n".into())?;
        Ok(self.best_move(deadline(Instant::now(), self.timeouts.stop), info, watch))
    }

    /// Sends a position and `go`, and returns the number of the message.
    fn go(&mut self, position: &PositionCommand, go: &Go) -> Result<u64, EngineError> {
        self.node_limit = go.nodes.map_or(NodeLimit::None, NodeLimit::Below);
        let go = Command::Go(go.clone());
        self.client.send(&go).map_err(EngineError::NotAllowed)?;
        let mut message = String::new();
        // Writing to a string does not fail.
        let _ = write!(message, "{position}\n{go}\n");
        self.process.send(message)
    }

    fn send(&mut self, command: &Command<'_>) -> Result<(), EngineError> {
        self.client.send(command).map_err(EngineError::NotAllowed)?;
        self.process.send(format!("{command}\n")).map(|_| ())
    }

    /// Skips lines up to `readyok`. If `check` returns an error for one of the lines, returns that
    /// error.
    fn wait_ready(
        &mut self,
        check: &dyn Fn(&str) -> Result<(), EngineError>,
    ) -> Result<(), EngineError> {
        let waited = self.timeouts.start;
        let deadline = deadline(Instant::now(), waited);
        loop {
            match self.process.receive(deadline) {
                Ok(line) => {
                    if let Event::Message(read) = self.client.receive(&line.text)
                        && read.value == Message::ReadyOk
                    {
                        return Ok(());
                    }
                    check(&line.text)?;
                }
                Err(NoLine::Late) => {
                    return Err(self.process.silent("readyok", waited));
                }
                Err(NoLine::Closed) => return Err(self.process.died()),
            }
        }
    }
}

/// The UCI option for Chess960.
const CHESS960: &str = "UCI_Chess960";

impl Session for Uci {
    fn name(&self) -> &str {
        self.client.name()
    }

    fn set_log(&mut self, log: Option<EngineLog>) {
        self.process.set_log(log);
    }

    fn process_id(&self) -> u32 {
        self.process.id()
    }

    fn options(&self) -> &[OptionSpec<'static>] {
        self.client.options()
    }

    fn option(&self, name: &str) -> Option<&OptionSpec<'static>> {
        self.client.option(name)
    }

    fn has_option(&self, name: &str) -> bool {
        self.client.option(name).is_some()
    }

    /// Sets an option. A value that the option does not permit is rejected, because the engine
    /// would ignore it.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let Some(option) = self.client.option(name) else { return Ok(()) };
        let name = option.name.to_string();
        let value = (option.kind != OptionKind::Button).then_some(value);
        UciOptions::new([option.clone()]).read(&name, value).map_err(EngineError::Option)?;
        let value = value.map(|value| value.to_owned().into());
        self.send(&Command::SetOption { name: name.into(), value })
    }

    fn play_chess960(&mut self) -> Result<(), EngineError> {
        // Without the option castling would mean something else.
        if self.option(CHESS960).is_none() {
            return Err(EngineError::Unsupported("Chess960"));
        }
        self.set_option(CHESS960, "true")?;
        self.ready()
    }

    fn check(
        &self,
        _limits: &MatchLimits,
        _root: &Position,
        _castling: CastlingNotation,
    ) -> Result<(), EngineError> {
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), EngineError> {
        self.send(&Command::UciNewGame)?;
        self.ready()
    }

    fn ready(&mut self) -> Result<(), EngineError> {
        self.send(&Command::IsReady)?;
        self.wait_ready(&|_| Ok(()))
    }

    fn search(
        &mut self,
        position: &PositionCommand,
        go: &Go,
        limit: Option<Duration>,
        watch: &mut dyn FnMut(Option<&Info<'_>>) -> ControlFlow<()>,
    ) -> Result<EngineAnswer, EngineError> {
        let number = self.go(position, go)?;
        self.answer(number, limit, AnswerInfo::default(), watch)
    }

    fn ponder(&mut self, position: &PositionCommand, go: &Go) -> Result<(), EngineError> {
        self.go(position, &Go { ponder: true, ..go.clone() })?;
        self.pondering = Some(PonderSearch::default());
        Ok(())
    }

    fn read_waiting(&mut self) {
        let Some(pondering) = &mut self.pondering else { return };
        // An engine that floods its output must not keep the caller.
        for _ in 0..LINES_AT_ONCE {
            let Ok(line) = self.process.receive_any(Instant::now()) else { return };
            match self.client.receive(&line.text) {
                Event::Message(read) => match read.value {
                    Message::Info(info) => pondering.info.note(&info),
                    Message::BestMove(best) => pondering.early = Some(EarlyAnswer::Best(best)),
                    _ => {}
                },
                Event::NoMove(_) => {
                    pondering.early = Some(EarlyAnswer::Unreadable(shortened(&line.text)));
                }
                _ => {}
            }
        }
    }

    fn ponder_hit(
        &mut self,
        limit: Option<Duration>,
        watch: &mut dyn FnMut(Option<&Info<'_>>) -> ControlFlow<()>,
    ) -> Result<EngineAnswer, EngineError> {
        self.read_waiting();
        let PonderSearch { info, early } = self.pondering.take().unwrap_or_default();
        if let Some(early) = early {
            let best = match early {
                EarlyAnswer::Best(best) => best,
                EarlyAnswer::Unreadable(line) => return Err(EngineError::NotAMove { line }),
            };
            let reply = best.best.map_or(EngineReply::NoMove, EngineReply::Move);
            let now = Instant::now();
            let elapsed = Duration::ZERO;
            let ponder = best.ponder;
            return Ok(EngineAnswer { reply, ponder, elapsed, at: now, asked: now, info });
        }
        self.client.send(&Command::PonderHit).map_err(EngineError::NotAllowed)?;
        let number = self.process.send("ponderhit\n".into())?;
        self.answer(number, limit, info, watch)
    }

    fn stop_pondering(&mut self) -> Result<(), EngineError> {
        self.read_waiting();
        let Some(PonderSearch { mut info, early }) = self.pondering.take() else { return Ok(()) };
        if early.is_some() {
            return Ok(());
        }
        match self.stop(&mut info, &mut |_| ControlFlow::Continue(()))? {
            Ok(_) | Err(NoMove::Unreadable(_)) => Ok(()),
            Err(NoMove::Line(NoLine::Late)) => {
                Err(self.process.silent("bestmove", self.timeouts.stop))
            }
            Err(NoMove::Line(NoLine::Closed)) => Err(self.process.died()),
        }
    }

    fn is_idle(&self) -> bool {
        !self.client.awaited().best_move
    }

    fn perft(
        &mut self,
        position: &PositionCommand,
        depth: u32,
    ) -> Result<Vec<(String, u64)>, EngineError> {
        self.send(&Command::Position(position.clone()))?;
        self.send(&Command::Go(Go { perft: Some(depth), ..Go::default() }))?;
        let timeout = self.timeouts.think;
        let deadline = deadline(Instant::now(), timeout);
        let mut counts = Vec::new();
        loop {
            match self.process.receive(deadline) {
                Ok(line) => match PerftLine::read(&line.text) {
                    Some(PerftLine::Move(mv, count)) => counts.push((mv, count)),
                    Some(PerftLine::Sum) => return Ok(counts),
                    None => {}
                },
                Err(NoLine::Late) => {
                    return Err(self.process.silent("Nodes searched", timeout));
                }
                Err(NoLine::Closed) => return Err(self.process.died()),
            }
        }
    }

    fn quit(&mut self) {
        let _ = self.client.send(&Command::Quit);
        let _ = self.process.send("quit\n".into());
        self.process.end(self.timeouts.quit);
    }
}

impl NodeLimit {
    /// Records the node count of an `info` line.
    fn note(&mut self, info: &Info<'_>, now: Instant) {
        if let (Self::Below(limit), Some(nodes)) = (*self, info.nodes)
            && nodes > limit
        {
            *self = Self::PassedAt(now);
        }
    }
}

/// Maximum number of characters of a line that are quoted in a message.
const LETTERS: usize = 500;

/// Returns a line, truncated to [`LETTERS`] characters.
fn shortened(line: &str) -> String {
    line.trim().chars().take(LETTERS).collect()
}

/// Returns the line if it reports an error in the engine: `info string error ..`, with `error` in
/// upper or lower case.
fn complaint(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    let begins = ["info", "string"].iter().all(|&word| words.next() == Some(word));
    let first = words.next().filter(|_| begins)?;
    let letters: String = first.chars().take_while(|letter| letter.is_alphanumeric()).collect();
    letters.eq_ignore_ascii_case("error").then(|| shortened(line))
}

/// A line in the output of `go perft`.
#[derive(Debug, PartialEq, Eq)]
enum PerftLine {
    /// A move with its count: `e2e4: 20` or `e2e4 20`.
    Move(String, u64),
    /// The total.
    Sum,
}

impl PerftLine {
    fn read(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split(|c: char| c.is_whitespace() || c == ':').collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        match words.as_slice() {
            ["info", ..] => None,
            [mv, count] if mv.parse::<UciMove>().is_ok() => {
                Some(Self::Move((*mv).to_owned(), count.parse().ok()?))
            }
            words => {
                let names = ["nodes", "total", "leaves"];
                let is_sum = words.iter().any(|word| names.contains(&&*word.to_lowercase()))
                    && words.iter().any(|word| word.replace([',', '.'], "").parse::<u64>().is_ok());
                is_sum.then_some(Self::Sum)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_in_info_strings_are_recognized() {
        for line in [
            "info string error nothere: No such file",
            "info string ERROR: The network file a.nnue was not loaded",
            "info  string Error",
        ] {
            assert_eq!(complaint(&format!("{line}\r\n")).as_deref(), Some(line));
        }
        for line in
            ["info string errorless", "info string no error", "error", "info depth 1", "readyok"]
        {
            assert_eq!(complaint(line), None, "{line}");
        }
        let long = complaint(&format!("info string error {}", "x".repeat(9_000)));
        assert_eq!(long.map(|line| line.len()), Some(LETTERS));
    }

    #[test]
    fn lines_of_go_perft_are_recognized() {
        let mv = |count| Some(PerftLine::Move("e2e4".to_owned(), count));
        assert_eq!(PerftLine::read("e2e4: 20"), mv(20));
        assert_eq!(PerftLine::read("e2e4 : 20"), mv(20));
        assert_eq!(PerftLine::read("e2e4 20"), mv(20));
        for sum in ["Nodes searched: 400", "Total nodes 400", "Nodes: 8,902", "total 400"] {
            assert_eq!(PerftLine::read(sum), Some(PerftLine::Sum), "{sum}");
        }
        for other in ["", "info string nodes 5", "readyok", "Nodes searched:", "e2e4: many"] {
            assert_eq!(PerftLine::read(other), None, "{other}");
        }
    }
}
