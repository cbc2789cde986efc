//! An engine that speaks the protocol of xboard.
//!
//! Source: Tim Mann and H. G. Muller, *Chess Engine Communication Protocol*,
//! <https://www.gnu.org/software/xboard/engine-intf.html>.
//!
//! Such an engine keeps the game on a board of its own. It is told only the move that was made where the
//! position is the one that it has with a move more, and everything anew where it is not.

mod feature;
mod thinking;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use reynard::{CastlingNotation, Color, Position, Setup, UciMove};
use reynard_uci::{Base, Go, Info, PositionCommand};

use super::answer::{AnswerInfo, EngineAnswer, EngineReply};
use super::error::EngineError;
use super::process::{NoLine, Process};
use super::session::Session;
use super::spec::EngineSpec;
use super::timeouts::Timeouts;
use crate::limits::MatchLimits;
use feature::{Done, Features};

/// A process and what is known of the session with it.
#[derive(Debug)]
pub(super) struct Xboard {
    process: Process,
    spec: EngineSpec,
    timeouts: Timeouts,
    features: Features,
    pings: u64,
    games: u64,
    board: Option<Board>,
}

/// What the engine has on its board.
#[derive(Clone, Debug)]
struct Board {
    position: PositionCommand,
    mode: Mode,
}

/// What the engine does when it is told a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// It makes the move on its board. How long it may think has not been said in this game.
    Fresh,
    /// It answers it.
    Playing,
}

/// What an engine does with a question.
struct Told {
    /// What it is sent.
    text: String,
    /// The moves in it.
    moves: Vec<String>,
}

/// What came instead of an answer.
enum NoReply {
    Late,
    Error(EngineError),
}

/// The commands with which a game begins. Pondering is off, thinking is shown, nothing is answered yet.
const NEW: &str = "new\neasy\npost\nforce\n";

/// For a search without a clock: so long that no engine thinks of the time.
const NO_HURRY: Duration = Duration::from_secs(3600);

impl Xboard {
    pub(super) fn start(spec: &EngineSpec, timeouts: Timeouts) -> Result<Self, EngineError> {
        let mut engine = Self {
            process: spec.spawn()?,
            spec: spec.clone(),
            timeouts,
            features: Features::default(),
            pings: 0,
            games: 0,
            board: None,
        };
        engine.process.send("xboard\nprotover 2\n".into())?;
        engine.greet()?;
        for (name, value) in &spec.options {
            engine.set_option(name, value)?;
        }
        engine.ready()?;
        Ok(engine)
    }

    /// Reads the features, or finds that there are none.
    fn greet(&mut self) -> Result<(), EngineError> {
        let begun = Instant::now();
        loop {
            let timeouts = self.features.done.timeouts(self.timeouts.start);
            match self.process.receive(begun + timeouts) {
                Ok(line) => {
                    let Some(text) = line.text.trim().strip_prefix("feature ") else { continue };
                    let mut answers = String::new();
                    for (name, accepted) in self.features.read(text) {
                        let word = if accepted { "accepted" } else { "rejected" };
                        // Writing to a string does not fail.
                        let _ = writeln!(answers, "{word} {name}");
                    }
                    self.process.send(answers)?;
                    if self.features.done == Done::Yes {
                        return Ok(());
                    }
                }
                Err(NoLine::Late) if self.features.done == Done::Unknown => return Ok(()),
                Err(NoLine::Late) => {
                    return Err(EngineError::Silent {
                        awaited: "feature done=1",
                        waited: timeouts,
                    });
                }
                Err(NoLine::Closed) => return Err(self.process.died()),
            }
        }
    }

    /// What has to be said so that the engine thinks about a position.
    fn question(
        &self,
        position: &PositionCommand,
        go: &Go,
        turn: Color,
    ) -> Result<Told, EngineError> {
        let mut told = Told { text: String::new(), moves: Vec::new() };
        let known = self.board.as_ref().filter(|board| {
            board.position.base == position.base
                && position.moves.starts_with(&board.position.moves)
        });
        let (mode, made) =
            known.map_or((None, 0), |board| (Some(board.mode), board.position.moves.len()));
        let new = &position.moves[made..];
        if mode == Some(Mode::Playing) && new.len() == 1 {
            told.clocks(go, turn, self.features.time);
            told.make(new, self.features.usermove);
            return Ok(told);
        }
        let moves = if mode == Some(Mode::Fresh) {
            new
        } else {
            told.text.push_str(NEW);
            if let Base::Fen(setup) = &position.base {
                if !self.features.setboard {
                    return Err(EngineError::Unsupported("a position to begin from"));
                }
                let _ = writeln!(told.text, "setboard {setup}");
            }
            &position.moves[..]
        };
        told.make(moves, self.features.usermove);
        told.limits(go, turn);
        told.clocks(go, turn, self.features.time);
        told.text.push_str("go\n");
        Ok(told)
    }

    /// Waits for the engine's move. What it has said by the deadline and what has not been looked at
    /// then is left for the next call.
    fn listen(
        &mut self,
        deadline: Instant,
        listener: &mut Listener<'_, '_>,
    ) -> Result<(EngineReply, Instant), NoReply> {
        loop {
            if Instant::now() >= deadline {
                return Err(NoReply::Late);
            }
            match self.process.receive_any(deadline) {
                Ok(line) => {
                    if let Some(reply) = listener.hear(line.text.trim())? {
                        return Ok((reply, line.at));
                    }
                }
                Err(NoLine::Late) => return Err(NoReply::Late),
                Err(NoLine::Closed) => return Err(NoReply::Error(self.process.died())),
            }
        }
    }
}

impl Session for Xboard {
    fn name(&self) -> &str {
        &self.features.name
    }

    fn process_id(&self) -> u32 {
        self.process.id()
    }

    fn has_option(&self, name: &str) -> bool {
        match name {
            "Hash" => self.features.memory,
            "Threads" => self.features.smp,
            _ => self.features.options.iter().any(|option| option.eq_ignore_ascii_case(name)),
        }
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        if !self.has_option(name) {
            return Ok(());
        }
        self.process
            .send(match name {
                "Hash" => format!("memory {value}\n"),
                "Threads" => format!("cores {value}\n"),
                _ => format!("option {name}={value}\n"),
            })
            .map(|_| ())
    }

    fn check(
        &self,
        limits: &MatchLimits,
        root: &Position,
        castling: CastlingNotation,
    ) -> Result<(), EngineError> {
        if limits.nodes.is_some() {
            return Err(EngineError::Unsupported("a limit of nodes"));
        }
        if castling == CastlingNotation::Chess960 {
            return Err(EngineError::Unsupported("Chess960"));
        }
        if !self.features.setboard && root.to_setup() != Setup::standard() {
            return Err(EngineError::Unsupported("a position to begin from"));
        }
        Ok(())
    }

    fn new_game(&mut self) -> Result<(), EngineError> {
        if self.games > 0 && !self.features.reuse {
            let fresh = Self::start(&self.spec, self.timeouts)?;
            self.quit();
            *self = fresh;
        }
        self.games += 1;
        self.process.send(NEW.into())?;
        let position = PositionCommand { base: Base::Startpos, moves: Vec::new() };
        self.board = Some(Board { position, mode: Mode::Fresh });
        self.ready()
    }

    fn ready(&mut self) -> Result<(), EngineError> {
        if !self.features.ping {
            return Ok(());
        }
        self.pings += 1;
        self.process.send(format!("ping {}\n", self.pings))?;
        let (awaited, timeouts) = (format!("pong {}", self.pings), self.timeouts.start);
        let deadline = Instant::now() + timeouts;
        loop {
            match self.process.receive(deadline) {
                Ok(line) if line.text.trim() == awaited => return Ok(()),
                Ok(_) => {}
                Err(NoLine::Late) => {
                    return Err(EngineError::Silent { awaited: "pong", waited: timeouts });
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
        watch: &mut dyn FnMut(&Info<'_>),
    ) -> Result<EngineAnswer, EngineError> {
        if go.nodes.is_some() {
            return Err(EngineError::Unsupported("a limit of nodes"));
        }
        let turn = turn(position);
        let told = self.question(position, go, turn)?;
        self.board = None;
        let queued = Instant::now();
        let number = self.process.send(told.text)?;
        let mut listener =
            Listener { position, moves: &told.moves, turn, info: AnswerInfo::default(), watch };
        let hard = queued + limit.map_or(self.timeouts.think, |limit| limit + self.timeouts.margin);
        let soft = go.movetime.map(|time| queued + prompt_after(time)).filter(|soft| *soft < hard);
        let mut answer = Err(NoReply::Late);
        for deadline in soft.into_iter().chain([hard]) {
            answer = self.listen(deadline, &mut listener);
            if !matches!(answer, Err(NoReply::Late)) {
                break;
            }
            self.process.send("?\n".into())?;
        }
        if matches!(answer, Err(NoReply::Late)) {
            answer = self.listen(Instant::now() + self.timeouts.stop, &mut listener);
        }
        let (reply, at) = answer.map_err(|error| match error {
            NoReply::Late => EngineError::Silent { awaited: "move", waited: queued.elapsed() },
            NoReply::Error(error) => error,
        })?;
        if let EngineReply::Move(m) = reply {
            let mut position = position.clone();
            position.moves.push(m);
            self.board = Some(Board { position, mode: Mode::Playing });
        }
        let asked = self.process.written_at(number).unwrap_or(queued);
        let elapsed = at.saturating_duration_since(asked);
        Ok(EngineAnswer { reply, ponder: None, elapsed, at, asked, info: listener.info })
    }

    fn quit(&mut self) {
        let _ = self.process.send("quit\n".into());
        self.process.end(self.timeouts.quit);
    }
}

impl Told {
    /// Has moves made on the board.
    fn make(&mut self, moves: &[UciMove], usermove: bool) {
        let word = if usermove { "usermove " } else { "" };
        for m in moves {
            let m = m.to_string();
            let _ = writeln!(self.text, "{word}{m}");
            self.moves.push(m);
        }
    }

    /// How long it may think in this game, as far as whole seconds can say that.
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

    /// What is left on the clocks, in hundredths of a second.
    fn clocks(&mut self, go: &Go, turn: Color, wanted: bool) {
        let own = go.time(turn).or_else(|| go.movetime.is_none().then_some(NO_HURRY));
        if let (Some(own), true) = (own, wanted) {
            let other = go.time(!turn).unwrap_or(own);
            let _ = writeln!(self.text, "time {}", own.as_millis() / 10);
            let _ = writeln!(self.text, "otim {}", other.as_millis() / 10);
        }
    }
}

/// When an engine that has so long for a move is told to move now: it thinks in whole seconds, and may
/// look at its input only now and then.
fn prompt_after(time: Duration) -> Duration {
    const EARLY: Duration = Duration::from_millis(50);
    time.saturating_sub(EARLY.min(time / 2))
}

fn turn(position: &PositionCommand) -> Color {
    let first = match &position.base {
        Base::Startpos => Color::White,
        Base::Fen(setup) => setup.turn,
    };
    if position.moves.len().is_multiple_of(2) { first } else { !first }
}

/// Makes an answer of what an engine says.
struct Listener<'a, 'w> {
    position: &'a PositionCommand,
    /// What was sent and could be refused.
    moves: &'a [String],
    turn: Color,
    info: AnswerInfo,
    watch: &'w mut dyn FnMut(&Info<'_>),
}

impl Listener<'_, '_> {
    /// The reply, if the line is one.
    fn hear(&mut self, line: &str) -> Result<Option<EngineReply>, NoReply> {
        let lost = match self.turn {
            Color::White => "0-1",
            Color::Black => "1-0",
        };
        if let Some(text) = line.strip_prefix("move ").or_else(|| line.strip_prefix("My move is: "))
        {
            return Ok(Some(
                self.understand(text.trim()).map_or(EngineReply::NoMove, EngineReply::Move),
            ));
        }
        if line == "resign" || line.starts_with(lost) {
            return Ok(Some(EngineReply::Resign));
        }
        let refuses_move =
            line.starts_with("Illegal move") && self.moves.iter().any(|m| line.contains(m));
        if refuses_move || line.starts_with("tellusererror Illegal position") {
            return Err(NoReply::Error(EngineError::Refused { text: line.to_owned() }));
        }
        if let Some(info) = thinking::read(line) {
            self.info.note(&info);
            (self.watch)(&info);
        }
        Ok(None)
    }

    /// Moves are written with squares; castling and some engines' moves in SAN.
    fn understand(&self, text: &str) -> Option<UciMove> {
        if let Ok(m) = text.to_ascii_lowercase().parse() {
            return Some(m);
        }
        let game = self.position.to_game().ok()?;
        let m = game.position().parse_san(text).ok()?;
        Some(UciMove::new(m, CastlingNotation::Standard))
    }
}
