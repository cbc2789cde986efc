//! Checks an engine's protocol compliance.

use std::time::{Duration, Instant};

use reynard::{CastlingNotation, Game, Position, UciMove};
use reynard_uci::{Go, Info, Message, PositionCommand};
use serde::Serialize;

use crate::engine_process::EngineProcess;
use crate::launch::Launch;
use crate::process::{NoLine, Process};
use crate::spec::{EngineProtocol, EngineSpec};
use crate::timeouts::Timeouts;

/// Result of one of the checks in [`check_compliance`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ComplianceCheck {
    /// Name of the check, in lower case with hyphens.
    pub name: &'static str,
    /// The reason why the engine failed; `None` if it passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// A check: its name, and the function that runs it on a freshly started engine.
type Check = (&'static str, fn(&mut Probe) -> Result<(), String>);

/// The UCI checks. Each is run in its own engine process.
const UCI: [Check; 17] = [
    ("greeting", Probe::greeting),
    ("name-and-author", Probe::name_and_author),
    ("options-can-be-read", Probe::options),
    ("ready", Probe::ready),
    ("new-game", Probe::new_game),
    ("unknown-commands-are-ignored", Probe::unknown_command),
    ("stop-without-search-is-ignored", Probe::idle_stop),
    ("go-depth", |probe| probe.searches("go depth 2")),
    ("go-nodes", |probe| probe.searches("go nodes 500")),
    ("go-movetime", |probe| probe.searches("go movetime 100")),
    ("go-clock", |probe| probe.searches("go wtime 1000 btime 1000 winc 10 binc 10")),
    ("scores", Probe::scores),
    ("go-infinite-until-stop", Probe::infinite),
    ("ready-during-search", Probe::ready_during_search),
    ("promotion-and-castling", Probe::special_moves),
    ("survives-checkmate", Probe::checkmate),
    ("quits", Probe::quits),
];

/// Checks whether an engine complies with its protocol. Every check starts the engine anew.
///
/// ```
/// use reynard_host::{EngineSpec, Timeouts, check_compliance};
///
/// let engine = EngineSpec::new("/no/such/engine");
/// let checks = check_compliance(&engine, Timeouts::default(), &mut |_| {});
/// assert_eq!((checks.len(), checks[0].name), (1, "greeting"));
/// assert!(checks[0].failure.as_ref().is_some_and(|reason| reason.starts_with("cannot be started")));
/// ```
pub fn check_compliance(
    spec: &EngineSpec,
    timeouts: Timeouts,
    report: &mut dyn FnMut(&ComplianceCheck),
) -> Vec<ComplianceCheck> {
    let mut checks = Vec::new();
    let mut add = |name, result: Result<(), String>| {
        let check = ComplianceCheck { name, failure: result.err() };
        report(&check);
        let is_passed = check.failure.is_none();
        checks.push(check);
        is_passed
    };
    match spec.protocol {
        EngineProtocol::Uci => {
            for (name, check) in UCI {
                let result =
                    Probe::start(spec, timeouts.start).and_then(|mut probe| check(&mut probe));
                // Without a greeting there is nothing to check.
                if !add(name, result) && name == "greeting" {
                    break;
                }
            }
        }
        EngineProtocol::Xboard => {
            let started = EngineProcess::start(spec, timeouts);
            match started {
                Err(error) => {
                    add("greeting", Err(error.to_string()));
                }
                Ok(mut engine) => {
                    add("greeting", Ok(()));
                    add("new-game", engine.new_game().map_err(|error| error.to_string()));
                    let second = Go { movetime: Some(Duration::from_secs(1)), ..Go::default() };
                    add("move", xboard_move(&mut engine, &second));
                    add("move-after-a-move", xboard_move(&mut engine, &second));
                    let depth = Go { depth: Some(2), ..Go::default() };
                    let limited = xboard_move(&mut engine, &depth);
                    add("depth-limit", limited.map_err(|error| format!("`sd 2`: {error}")));
                }
            }
        }
    }
    checks
}

fn xboard_move(engine: &mut EngineProcess, go: &Go) -> Result<(), String> {
    let game = Game::new();
    let position = PositionCommand::of_game(&game, CastlingNotation::Standard);
    let answer = engine
        .search(&position, go, Some(Duration::from_secs(10)), &mut |_| {})
        .map_err(|error| error.to_string())?;
    let best = answer.reply.best().ok_or("no move")?;
    best.to_move(game.position()).map(|_| ()).map_err(|error| error.to_string())
}

/// Timeout for an answer that needs no search.
const SOON: Duration = Duration::from_secs(5);

/// Timeout for the answer to a short search.
const SEARCH: Duration = Duration::from_secs(20);

/// An engine under test, with the lines it has received and sent.
struct Probe {
    process: Process,
    /// Timeout for the greeting, and for each `readyok`.
    start: Duration,
}

impl Probe {
    fn start(spec: &EngineSpec, start: Duration) -> Result<Self, String> {
        let process = spec.spawn(Launch::default()).map_err(|error| error.to_string())?;
        Ok(Self { process, start })
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        self.process
            .send(format!("{line}\n"))
            .map(|_| ())
            .map_err(|error| format!("{line}: {error}"))
    }

    /// Returns the lines up to and including the first line that begins with `word`. A program that
    /// sends `uci` back is not an engine.
    fn until(&mut self, word: &str, time: Duration) -> Result<Vec<String>, String> {
        let deadline = Instant::now() + time;
        let mut lines = Vec::new();
        loop {
            match self.process.receive(deadline) {
                Ok(line) if line.text.trim() == "uci" => {
                    return Err("it has sent `uci` back: it is not an engine".to_owned());
                }
                Ok(line) => {
                    let is_last = line.text.split_whitespace().next() == Some(word);
                    lines.push(line.text);
                    if is_last {
                        return Ok(lines);
                    }
                }
                Err(NoLine::Late) => {
                    return Err(format!("no `{word}` within {} s", time.as_secs()));
                }
                Err(NoLine::Closed) => return Err(format!("no `{word}`: {}", self.process.died())),
            }
        }
    }

    /// Returns the lines of the greeting.
    fn greet(&mut self) -> Result<Vec<String>, String> {
        self.send("uci")?;
        self.until("uciok", self.start)
    }

    fn greeting(&mut self) -> Result<(), String> {
        self.greet().map(drop)
    }

    fn name_and_author(&mut self) -> Result<(), String> {
        let lines = self.greet()?;
        let has = |start: &str| lines.iter().any(|line| line.trim_start().starts_with(start));
        match (has("id name "), has("id author ")) {
            (true, true) => Ok(()),
            (false, _) => Err("no `id name`".to_owned()),
            (_, false) => Err("no `id author`".to_owned()),
        }
    }

    fn options(&mut self) -> Result<(), String> {
        for line in self.greet()? {
            if line.trim_start().starts_with("option") {
                Message::parse(&line)
                    .map_err(|error| format!("`{}`: {error}", line.escape_debug()))?;
            }
        }
        Ok(())
    }

    fn ready(&mut self) -> Result<(), String> {
        self.greet()?;
        self.is_ready()
    }

    fn is_ready(&mut self) -> Result<(), String> {
        self.send("isready")?;
        self.until("readyok", self.start).map(|_| ())
    }

    fn new_game(&mut self) -> Result<(), String> {
        self.ready()?;
        self.send("ucinewgame")?;
        self.is_ready()
    }

    fn unknown_command(&mut self) -> Result<(), String> {
        self.ready()?;
        self.send("xyzzy plugh")?;
        self.is_ready()
    }

    fn idle_stop(&mut self) -> Result<(), String> {
        self.ready()?;
        self.send("stop")?;
        self.send("isready")?;
        let lines = self.until("readyok", SEARCH)?;
        match lines.iter().find(|line| line.starts_with("bestmove")) {
            Some(line) => Err(format!("`{}` without a search", line.escape_debug())),
            None => Ok(()),
        }
    }

    /// Searches three positions of a game, and checks the moves, the principal variations and the
    /// number of answers.
    fn searches(&mut self, go: &str) -> Result<(), String> {
        self.ready()?;
        self.send("ucinewgame")?;
        self.is_ready()?;
        let mut game = Game::new();
        for text in ["", "e2e4", "c7c5"] {
            if let Ok(mv) = game.position().parse_uci(text) {
                game.play(mv).map_err(|error| error.to_string())?;
            }
            self.search(&game, go)?;
        }
        self.send("isready")?;
        let lines = self.until("readyok", SOON)?;
        if lines.iter().any(|line| line.starts_with("bestmove")) {
            return Err("two `bestmove` for one `go`".to_owned());
        }
        Ok(())
    }

    fn search(&mut self, game: &Game, go: &str) -> Result<UciMove, String> {
        self.send(&PositionCommand::of_game(game, CastlingNotation::Standard).to_string())?;
        self.send(go)?;
        let lines = self.until("bestmove", SEARCH);
        let lines = lines.map_err(|error| format!("{error}: does it ignore `{go}`?"))?;
        answer(&lines, game.position())
    }

    /// Searches a position, and checks that the engine reports a score. Without a score, `analyze`
    /// and match adjudication cannot work.
    fn scores(&mut self) -> Result<(), String> {
        self.ready()?;
        self.send("position startpos")?;
        self.send("go depth 2")?;
        let lines = self.until("bestmove", SEARCH)?;
        let is_scored = |line: &String| matches!(Message::parse(line).map(|read| read.value), Ok(Message::Info(info)) if info.score.is_some());
        if lines.iter().any(is_scored) {
            return Ok(());
        }
        Err("`go depth 2`: no `info` with a `score`, and the engine cannot analyze".to_owned())
    }

    fn infinite(&mut self) -> Result<(), String> {
        self.ready()?;
        self.send("position startpos")?;
        self.send("go infinite")?;
        let early = self.until("bestmove", Duration::from_millis(500));
        if early.is_ok() {
            return Err("`bestmove` before `stop`".to_owned());
        }
        self.send("stop")?;
        let lines = self.until("bestmove", SOON)?;
        answer(&lines, &Position::startpos()).map(|_| ())
    }

    fn ready_during_search(&mut self) -> Result<(), String> {
        self.ready()?;
        self.send("position startpos")?;
        self.send("go infinite")?;
        self.send("isready")?;
        self.until("readyok", SOON)?;
        self.send("stop")?;
        self.until("bestmove", SOON).map(|_| ())
    }

    fn special_moves(&mut self) -> Result<(), String> {
        self.ready()?;
        for (fen, moves) in [
            ("4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", "a7a8q"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6"),
        ] {
            let root: Position = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
            let mut game = Game::from_position(root);
            let mv = game.position().parse_uci(moves).map_err(|error| error.to_string())?;
            game.play(mv).map_err(|error| error.to_string())?;
            self.search(&game, "go depth 2").map_err(|error| format!("{fen} {moves}: {error}"))?;
        }
        Ok(())
    }

    /// Searches a position in which the side to move is checkmated. Any answer is allowed, but the
    /// engine must survive.
    fn checkmate(&mut self) -> Result<(), String> {
        self.ready()?;
        self.send("position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")?;
        self.send("go depth 2")?;
        self.send("stop")?;
        self.is_ready()
    }

    fn quits(&mut self) -> Result<(), String> {
        self.ready()?;
        self.send("quit")?;
        let deadline = Instant::now() + SOON;
        loop {
            match self.process.receive(deadline) {
                Ok(_) => {}
                Err(NoLine::Closed) => return Ok(()),
                Err(NoLine::Late) => {
                    return Err(format!("it runs {} s after `quit`", SOON.as_secs()));
                }
            }
        }
    }
}

/// Checks the lines of a search: they must parse, and the principal variations and the move must be
/// legal.
fn answer(lines: &[String], pos: &Position) -> Result<UciMove, String> {
    for line in lines {
        let is_message = line.starts_with("info") || line.starts_with("bestmove");
        let read = match Message::parse(line) {
            Err(error) if is_message => return Err(format!("`{}`: {error}", line.escape_debug())),
            Err(_) => continue,
            Ok(read) => read,
        };
        match read.value {
            Message::Info(info) => variation(&info, pos)?,
            Message::BestMove(best) => {
                let mv = best.best.ok_or("`bestmove` without a move")?;
                let legal = mv.to_move(pos).map_err(|error| format!("`bestmove` {mv}: {error}"))?;
                if let Some(ponder) = best.ponder {
                    let mut next = pos.clone();
                    next.play_unchecked(legal);
                    ponder.to_move(&next).map_err(|error| format!("`ponder` {ponder}: {error}"))?;
                }
                return Ok(mv);
            }
            _ => {}
        }
    }
    Err("no `bestmove`".to_owned())
}

fn variation(info: &Info<'_>, pos: &Position) -> Result<(), String> {
    let mut pos = pos.clone();
    for (index, text) in info.pv.iter().enumerate() {
        let illegal = |error| format!("move {} of `pv`, {text}: {error}", index + 1);
        let mv = text.to_move(&pos).map_err(illegal)?;
        pos.play_unchecked(mv);
    }
    Ok(())
}
