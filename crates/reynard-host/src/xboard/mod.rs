//! Sessions with the xboard protocol.
//!
//! Source: Tim Mann and H. G. Muller, *Chess Engine Communication Protocol*,
//! <https://www.gnu.org/software/xboard/engine-intf.html>.
//!
//! An xboard engine keeps the game on its own board. If the position is one move ahead of this
//! board, the engine is sent only that move; otherwise it is sent the whole game.

mod feature;
mod thinking;

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use reynard::{CastlingNotation, Color, Game, Position, Setup, UciMove};
use reynard_uci::{Go, Info, PositionBase, PositionCommand, same_name};

use crate::answer::{AnswerInfo, EngineAnswer, EngineReply};
use crate::error::EngineError;
use crate::launch::Launch;
use crate::limits::MatchLimits;
use crate::log::EngineLog;
use crate::process::{NoLine, Process};
use crate::processors::Processors;
use crate::session::Session;
use crate::spec::EngineSpec;
use crate::timeouts::{LOOK, Timeouts, deadline};
use feature::{Done, Features};

/// Xboard session with a process.
#[derive(Debug)]
pub(super) struct Xboard {
    process: Process,
    spec: EngineSpec,
    processors: Option<Processors>,
    timeouts: Timeouts,
    features: Features,
    pings: u64,
    games: u64,
    board: Option<Board>,
}

/// State of the engine's board.
#[derive(Clone, Debug)]
struct Board {
    position: PositionCommand,
    mode: Mode,
}

/// The engine's reaction to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// The engine makes the move on its board without replying. The time control of the current
    /// game has not been sent.
    Fresh,
    /// The engine replies with a move.
    Playing,
}

/// Commands that make the engine search a position.
struct Commands {
    /// The commands.
    text: String,
    /// The moves that the commands contain.
    moves: Vec<String>,
}

/// The reason why no reply was received.
enum NoReply {
    Late,
    Error(EngineError),
}

/// Commands sent at the start of a game: no pondering, thinking output, force mode.
const NEW: &str = "new\neasy\npost\nforce\n";

/// Time allowed for a search without a clock, long enough to have no effect.
const NO_HURRY: Duration = Duration::from_secs(3600);

impl Xboard {
    pub(super) fn start(
        spec: &EngineSpec,
        timeouts: Timeouts,
        launch: Launch<'_>,
    ) -> Result<Self, EngineError> {
        let mut engine = Self {
            processors: launch.processors.cloned(),
            process: spec.spawn(launch)?,
            spec: spec.clone(),
            timeouts,
            features: Features::default(),
            pings: 0,
            games: 0,
            board: None,
        };
        engine.process.send("xboard\nprotover 2\n".into())?;
        engine.greet()?;
        for (name, value) in spec.options.iter() {
            engine.set_option(name, value)?;
        }
        engine.ready()?;
        Ok(engine)
    }

    /// Reads the features, if the engine sends them.
    fn greet(&mut self) -> Result<(), EngineError> {
        let begun = Instant::now();
        loop {
            let timeout = self.features.done.timeout(self.timeouts.start);
            match self.process.receive(deadline(begun, timeout)) {
                Ok(line) => {
                    let Some(text) = line.text.trim().strip_prefix("feature ") else { continue };
                    let mut answers = String::new();
                    for (name, accepted) in self.features.read(text) {
                        let answer = if accepted { "accepted" } else { "rejected" };
                        // Writing to a string does not fail.
                        let _ = writeln!(answers, "{answer} {name}");
                    }
                    self.process.send(answers)?;
                    if self.features.done == Done::Yes {
                        return Ok(());
                    }
                }
                Err(NoLine::Late) if self.features.done == Done::Unknown => return Ok(()),
                Err(NoLine::Late) => {
                    return Err(self.process.silent("feature done=1", timeout));
                }
                Err(NoLine::Closed) => return Err(self.process.died()),
            }
        }
    }

    /// Returns the commands that make the engine search a position.
    fn commands(
        &self,
        position: &PositionCommand,
        go: &Go,
        turn: Color,
    ) -> Result<Commands, EngineError> {
        let mut commands = Commands { text: String::new(), moves: Vec::new() };
        let known = self.board.as_ref().filter(|board| {
            board.position.base == position.base
                && position.moves.starts_with(&board.position.moves)
        });
        let (mode, made) =
            known.map_or((None, 0), |board| (Some(board.mode), board.position.moves.len()));
        let new = &position.moves[made..];
        if mode == Some(Mode::Playing) && new.len() == 1 {
            commands.clocks(go, turn, self.features.time);
            commands.make(new, self.features.usermove);
            return Ok(commands);
        }
        let moves = if mode == Some(Mode::Fresh) {
            new
        } else {
            commands.text.push_str(NEW);
            if let PositionBase::Fen(setup) = &position.base {
                if !self.features.setboard {
                    return Err(EngineError::Unsupported("start positions"));
                }
                let _ = writeln!(commands.text, "setboard {setup}");
            }
            &position.moves[..]
        };
        commands.make(moves, self.features.usermove);
        commands.limits(go, turn);
        commands.clocks(go, turn, self.features.time);
        commands.text.push_str("go\n");
        Ok(commands)
    }

    /// Returns the command that sets an option, up to the value, or `None` if the engine does not
    /// have the option.
    fn setting(&self, name: &str) -> Option<String> {
        if same_name(name, "Hash") {
            self.features.memory.then(|| "memory ".to_owned())
        } else if same_name(name, "Threads") {
            self.features.smp.then(|| "cores ".to_owned())
        } else {
            let mut options = self.features.options.iter();
            let is_known = options.any(|option| option.eq_ignore_ascii_case(name));
            is_known.then(|| format!("option {name}="))
        }
    }

    /// Waits for the move. Lines that have not been read by the deadline are left for the next
    /// call.
    fn wait_for_move(
        &mut self,
        deadline: Instant,
        parser: &mut ReplyParser<'_, '_>,
    ) -> Result<(EngineReply, Instant), NoReply> {
        loop {
            let now = Instant::now();
            if now >= deadline {
                return Err(NoReply::Late);
            }
            match self.process.receive_any(deadline.min(now + LOOK)) {
                Ok(line) => {
                    if let Some(reply) = parser.read(line.text.trim())? {
                        return Ok((reply, line.at));
                    }
                }
                Err(NoLine::Late) => parser.wait(),
                Err(NoLine::Closed) => return Err(NoReply::Error(self.process.died())),
            }
        }
    }
}

impl Session for Xboard {
    fn name(&self) -> &str {
        &self.features.name
    }

    fn set_log(&mut self, log: Option<EngineLog>) {
        self.process.set_log(log);
    }

    fn process_id(&self) -> u32 {
        self.process.id()
    }

    fn has_option(&self, name: &str) -> bool {
        self.setting(name).is_some()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let Some(setting) = self.setting(name) else { return Ok(()) };
        self.process.send(format!("{setting}{value}\n")).map(|_| ())
    }

    fn check(
        &self,
        limits: &MatchLimits,
        root: &Position,
        castling: CastlingNotation,
    ) -> Result<(), EngineError> {
        if limits.nodes.is_some() {
            return Err(EngineError::Unsupported("a node limit"));
        }
        if castling == CastlingNotation::Chess960 {
            return Err(EngineError::Unsupported("Chess960"));
        }
        if !self.features.setboard && root.to_setup() != Setup::standard() {
            return Err(EngineError::Unsupported("start positions"));
        }
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), EngineError> {
        if self.games > 0 && !self.features.reuse {
            let fresh = {
                let processors = self.processors.take();
                let launch =
                    Launch { log: self.process.take_log(), processors: processors.as_ref() };
                Self::start(&self.spec, self.timeouts, launch)?
            };
            self.quit();
            *self = fresh;
        }
        self.games += 1;
        self.process.send(NEW.into())?;
        let position = PositionCommand::from(&Game::new());
        self.board = Some(Board { position, mode: Mode::Fresh });
        self.ready()
    }

    fn ready(&mut self) -> Result<(), EngineError> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.process.send(format!("ping {}\n", self.pings))?;
        let (awaited, timeout) = (format!("pong {}", self.pings), self.timeouts.start);
        let deadline = deadline(Instant::now(), timeout);
        loop {
            match self.process.receive(deadline) {
                Ok(line) if line.text.trim() == awaited => return Ok(()),
                Ok(_) => {}
                Err(NoLine::Late) => {
                    return Err(self.process.silent("pong", timeout));
                }
                Err(NoLine::Closed) => return Err(self.process.died()),
            }
        }
    }

    fn search(
        &mut self,
        position: &PositionCommand,
        go: &Go,
        limit: Option<Duration>,
        watch: &mut dyn FnMut(Option<&Info<'_>>) -> ControlFlow<()>,
    ) -> Result<EngineAnswer, EngineError> {
        if go.nodes.is_some() {
            return Err(EngineError::Unsupported("a node limit"));
        }
        let turn = turn(position);
        let commands = self.commands(position, go, turn)?;
        self.board = None;
        let queued = Instant::now();
        let number = self.process.send(commands.text)?;
        let mut parser = ReplyParser {
            position,
            moves: &commands.moves,
            turn,
            info: AnswerInfo::default(),
            watch,
        };
        let hard = deadline(queued, self.timeouts.answer(limit));
        let soft = go.movetime.map(|time| deadline(queued, prompt_after(time)));
        let soft = soft.filter(|soft| *soft < hard);
        let mut answer = Err(NoReply::Late);
        for deadline in soft.into_iter().chain([hard]) {
            answer = self.wait_for_move(deadline, &mut parser);
            if !matches!(answer, Err(NoReply::Late)) {
                break;
            }
            self.process.send("?\n".into())?;
        }
        if matches!(answer, Err(NoReply::Late)) {
            answer = self.wait_for_move(deadline(Instant::now(), self.timeouts.stop), &mut parser);
        }
        let (reply, at) = answer.map_err(|error| match error {
            NoReply::Late => self.process.silent("move", queued.elapsed()),
            NoReply::Error(error) => error,
        })?;
        if let EngineReply::Move(mv) = reply {
            let mut position = position.clone();
            position.moves.push(mv);
            self.board = Some(Board { position, mode: Mode::Playing });
        }
        let asked = self.process.written_at(number).unwrap_or(queued);
        let elapsed = at.saturating_duration_since(asked);
        Ok(EngineAnswer { reply, ponder: None, elapsed, at, asked, info: parser.info })
    }

    fn quit(&mut self) {
        let _ = self.process.send("quit\n".into());
        self.process.end(self.timeouts.quit);
    }
}

impl Commands {
    /// Adds moves to the commands.
    fn make(&mut self, moves: &[UciMove], usermove: bool) {
        let command = if usermove { "usermove " } else { "" };
        for mv in moves {
            let mv = mv.to_string();
            let _ = writeln!(self.text, "{command}{mv}");
            self.moves.push(mv);
        }
    }

    /// Adds the time control, in whole seconds as the protocol requires, and the depth limit.
    fn limits(&mut self, go: &Go, turn: Color) {
        match (go.time(turn), go.movetime) {
            (Some(time), _) => {
                let seconds = time.as_secs().max(1);
                let increment = go.increment(turn).unwrap_or_default().as_secs();
                let moves = go.movestogo.unwrap_or(0);
                let (minutes, seconds) = (seconds / 60, seconds % 60);
                let _ = writeln!(self.text, "level {moves} {minutes}:{seconds:02} {increment}");
            }
            (None, Some(time)) => {
                let _ = writeln!(self.text, "st {}", time.as_millis().div_ceil(1000).max(1));
            }
            (None, None) => {
                let _ = writeln!(self.text, "level 0 {} 0", NO_HURRY.as_secs() / 60);
            }
        }
        if let Some(depth) = go.depth {
            let _ = writeln!(self.text, "sd {depth}");
        }
    }

    /// Adds the clocks of both sides, in hundredths of a second, if the engine supports them.
    fn clocks(&mut self, go: &Go, turn: Color, enabled: bool) {
        let own = go.time(turn).or_else(|| go.movetime.is_none().then_some(NO_HURRY));
        if let (Some(own), true) = (own, enabled) {
            let other = go.time(!turn).unwrap_or(own);
            let _ = writeln!(self.text, "time {}", own.as_millis() / 10);
            let _ = writeln!(self.text, "otim {}", other.as_millis() / 10);
        }
    }
}

/// Returns the time after which an engine with this time per move is sent `?` (move now). It is
/// shorter than the time per move, because the engine plans in whole seconds and may read its input
/// late.
fn prompt_after(time: Duration) -> Duration {
    const EARLY: Duration = Duration::from_millis(50);
    time.saturating_sub(EARLY.min(time / 2))
}

fn turn(position: &PositionCommand) -> Color {
    let first = match &position.base {
        PositionBase::Startpos => Color::White,
        PositionBase::Fen(setup) => setup.turn,
    };
    if position.moves.len().is_multiple_of(2) { first } else { !first }
}

/// Parser of the engine's output during a search.
struct ReplyParser<'a, 'w> {
    position: &'a PositionCommand,
    /// Moves that the engine might reject.
    moves: &'a [String],
    turn: Color,
    info: AnswerInfo,
    watch: &'w mut dyn FnMut(Option<&Info<'_>>) -> ControlFlow<()>,
}

impl ReplyParser<'_, '_> {
    /// Tells the watcher that no line has arrived for a while.
    fn wait(&mut self) {
        let _ = (self.watch)(None);
    }

    /// Returns the reply if the line contains one.
    fn read(&mut self, line: &str) -> Result<Option<EngineReply>, NoReply> {
        let lost = match self.turn {
            Color::White => "0-1",
            Color::Black => "1-0",
        };
        // GNU Chess has a blank before the colon.
        let is_blank = |c: char| c == ':' || c == ' ';
        let old = line.strip_prefix("My move is").map(|text| text.trim_start_matches(is_blank));
        if let Some(text) = line.strip_prefix("move ").or(old) {
            return Ok(Some(
                self.parse_move(text.trim()).map_or(EngineReply::NoMove, EngineReply::Move),
            ));
        }
        if line == "resign" || line.starts_with(lost) {
            return Ok(Some(EngineReply::Resign));
        }
        let refuses_move =
            line.starts_with("Illegal move") && self.moves.iter().any(|mv| line.contains(mv));
        if refuses_move || line.starts_with("tellusererror Illegal position") {
            return Err(NoReply::Error(EngineError::Refused { text: line.to_owned() }));
        }
        if let Some(info) = thinking::read(line) {
            self.info.note(&info);
            // The protocol has no way to end a search early that all engines know.
            let _ = (self.watch)(Some(&info));
        }
        Ok(None)
    }

    /// Parses a move in coordinate notation, or in SAN, which some engines use for castling and
    /// other moves.
    fn parse_move(&self, text: &str) -> Option<UciMove> {
        if let Ok(mv) = text.to_ascii_lowercase().parse() {
            return Some(mv);
        }
        let game = self.position.to_game().ok()?;
        let mv = game.position().parse_san(text).ok()?;
        Some(UciMove::new(mv, CastlingNotation::Standard))
    }
}
