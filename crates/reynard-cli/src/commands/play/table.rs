//! A game in progress: turns, input, and its end.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use reynard::draw::{Figures, TextBoard};
use reynard::{Bitboard, Color, EnPassantMode, Game, Move, Outcome, Position};
use reynard_analysis::{Assessment, numbered_move};
use reynard_engine::{Engine, Evaluation, SearchKind, SearchLimits, SearchReport};
use reynard_pgn::Termination;

use super::args::Args;
use super::input::{COMMANDS, Command, Input};
use super::record::{record, won_against};
use super::strength::Opponent;
use crate::interrupt::Interrupt;
use crate::output::{Output, Paint};
use crate::picture::ColoredBoard;
use crate::whole_file;

/// Nodes for advice and for the answer to an offer of a draw.
const ADVICE: u64 = 50_000;

/// Reply to moves after the end.
const OVER: &str = "The game is over: new begins another one, undo takes back.";

/// Continuation after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    ReadOn,
    Quit,
}

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    Outcome(Outcome),
    Resignation(Color),
    Agreement,
}

/// A game in progress, with its players.
pub(super) struct Table<'a> {
    args: &'a Args,
    game: Game,
    human: Color,
    opponent: Opponent,
    engine: Engine,
    interrupt: Interrupt,
    /// `true` if a person plays, so that the board is printed after each move.
    interactive: bool,
    orientation: Color,
    ending: Option<Ending>,
    /// The file that this game was written to.
    saved: Option<PathBuf>,
}

impl<'a> Table<'a> {
    pub(super) fn new(
        args: &'a Args,
        start: Position,
        opponent: Opponent,
        engine: Engine,
        interrupt: Interrupt,
        interactive: bool,
    ) -> Self {
        let human = args.side.into();
        Self {
            args,
            game: Game::from_position(start),
            human,
            opponent,
            engine,
            interrupt,
            interactive,
            orientation: human,
            ending: None,
            saved: None,
        }
    }

    /// Prints the players, and makes the first move if the engine has it.
    pub(super) fn begin(&mut self, out: &mut Output) -> io::Result<()> {
        writeln!(out, "You play {} against {}.", name(self.human), self.opponent)?;
        if self.interactive {
            writeln!(out, "Type a move, like e4 or Nf3, or help.\n")?;
        }
        self.go_on(out)
    }

    /// Returns the number of the current move, as on a score sheet.
    pub(super) fn prompt(&self) -> String {
        if self.ending.is_some() {
            return "(over) ".to_owned();
        }
        let dots = if self.game.turn() == Color::White { "." } else { "..." };
        format!("{}{dots} ", self.game.position().fullmove_number())
    }

    /// Executes a line.
    pub(super) fn answer(&mut self, line: &str, out: &mut Output) -> io::Result<Next> {
        match Input::read(line, self.game.position()) {
            Input::Nothing => {}
            Input::Unclear(_) if self.ending.is_some() => writeln!(out, "{OVER}")?,
            Input::Unclear(why) => writeln!(out, "{why}")?,
            Input::Move(mv) => self.play(mv, out)?,
            Input::Command(Command::Quit, _) => return Ok(Next::Quit),
            Input::Command(command, rest) => self.obey(command, &rest, out)?,
        }
        Ok(Next::ReadOn)
    }

    /// Prints the last line of the session.
    pub(super) fn leave(&self, out: &mut Output) -> io::Result<()> {
        if self.ending.is_none() && !self.game.is_empty() {
            writeln!(out, "The game is not finished.")?;
        }
        Ok(())
    }

    fn play(&mut self, mv: Move, out: &mut Output) -> io::Result<()> {
        if self.ending.is_some() {
            return writeln!(out, "{OVER}");
        }
        // The move was parsed in this position.
        let _ = self.game.play(mv);
        self.go_on(out)
    }

    /// Makes the move of the engine if it is its turn, and prints the state of the game.
    fn go_on(&mut self, out: &mut Output) -> io::Result<()> {
        self.check_ending();
        if self.ending.is_none() && self.game.turn() != self.human {
            out.flush()?;
            self.engine_move(out)?;
            self.check_ending();
        }
        if self.interactive {
            self.draw(out)?;
        }
        self.tell_ending(out)
    }

    fn check_ending(&mut self) {
        if self.ending.is_none() {
            self.ending = self.game.outcome().map(Ending::Outcome);
        }
    }

    fn tell_ending(&self, out: &mut Output) -> io::Result<()> {
        match self.ending {
            Some(ending) => writeln!(out, "{}  {}", ending.text(), ending.result()),
            None => Ok(()),
        }
    }

    fn engine_move(&mut self, out: &mut Output) -> io::Result<()> {
        self.engine.settings.evaluation = self.opponent.evaluation;
        self.engine.settings.search = self.opponent.search;
        let report = self.search(&self.opponent.limits.clone());
        if let Some(claim) = self.game.claim()
            && self.is_content_with_draw(&report)
        {
            self.ending = Some(Ending::Outcome(claim.outcome()));
            return writeln!(out, "Reynard claims a draw.");
        }
        let Some(best) = report.best else { return Ok(()) };
        writeln!(out, "Reynard plays {}", numbered_move(self.game.position(), best))?;
        // The engine plays legal moves.
        let _ = self.game.play(best);
        Ok(())
    }

    /// Searches the current position. Ctrl-C ends the search, and the engine plays the best move so far.
    fn search(&mut self, limits: &SearchLimits) -> SearchReport {
        let (engine, game) = (&mut self.engine, &self.game);
        let report =
            self.interrupt.during(|control| engine.search(game, limits, control, &mut |_| {}));
        self.interrupt.forget();
        report
    }

    /// Searches the current position at full strength.
    fn advice(&mut self) -> SearchReport {
        self.engine.settings.evaluation = Evaluation::default();
        self.engine.settings.search = SearchKind::default();
        self.search(&SearchLimits { nodes: Some(ADVICE), ..SearchLimits::default() })
    }

    /// Returns `true` if the engine expects half a point or less, or does not search at all.
    fn is_content_with_draw(&self, report: &SearchReport) -> bool {
        report.lines.first().is_none_or(|line| {
            let expected = Assessment::from_line(line, self.game.turn());
            expected.expected_score(!self.human) < 500
        })
    }

    fn obey(&mut self, command: Command, rest: &str, out: &mut Output) -> io::Result<()> {
        match command {
            Command::Board => self.draw(out),
            Command::Flip => {
                self.orientation = !self.orientation;
                self.draw(out)
            }
            Command::Fen => {
                let fen = self.args.writing.fen(self.game.position(), EnPassantMode::default());
                writeln!(out, "{fen}")
            }
            Command::Moves => self.list_moves(out),
            Command::Hint => self.hint(out),
            Command::Undo => self.undo(out),
            Command::Draw => self.offer_draw(out),
            Command::Resign => self.resign(out),
            Command::New => self.restart(out),
            Command::Pgn => write!(out, "{}", self.pgn()),
            Command::Save => self.save(rest, out),
            Command::Help => help(out),
            Command::Quit => Ok(()),
        }
    }

    fn draw(&self, out: &mut Output) -> io::Result<()> {
        let pos = self.game.position();
        if !self.args.ascii && out.paint() == Paint::Colors {
            let king = pos.king(pos.turn()).bitboard();
            let marked = if pos.is_check() { king } else { Bitboard::EMPTY };
            let squares = |mv: Move| mv.from().bitboard() | mv.to();
            let moved = self.game.last_move().map_or(Bitboard::EMPTY, squares);
            let orientation = self.orientation;
            let board = ColoredBoard { board: pos.board(), marked, moved, orientation };
            return write!(out, "{board}");
        }
        let figures = if self.args.ascii { Figures::Letters } else { Figures::Figurines };
        let board = TextBoard::of_position(pos).figures(figures).orientation(self.orientation);
        write!(out, "{board}")
    }

    fn list_moves(&self, out: &mut Output) -> io::Result<()> {
        let pos = self.game.position();
        let mut moves: Vec<String> =
            pos.legal_moves().iter().map(|&mv| pos.san(mv).to_string()).collect();
        moves.sort();
        writeln!(out, "{}", if moves.is_empty() { "None.".to_owned() } else { moves.join(" ") })
    }

    fn hint(&mut self, out: &mut Output) -> io::Result<()> {
        let best = if self.ending.is_some() { None } else { self.advice().best };
        match best {
            Some(mv) => writeln!(out, "Try {}.", self.game.position().san(mv)),
            None => writeln!(out, "The game is over."),
        }
    }

    fn undo(&mut self, out: &mut Output) -> io::Result<()> {
        let own = |game: &Game, human: Color| {
            // Moves alternate, so the last but one is a player's own on the player's turn.
            if game.turn() == human { 2 } else { 1 }
        };
        let back = own(&self.game, self.human);
        if self.game.len() < back {
            return writeln!(out, "There is nothing to take back.");
        }
        for _ in 0..back {
            self.game.undo();
        }
        self.ending = None;
        let number = self.prompt();
        writeln!(out, "Taken back: it is your move {}", number.trim_end())?;
        if self.interactive { self.draw(out) } else { Ok(()) }
    }

    fn offer_draw(&mut self, out: &mut Output) -> io::Result<()> {
        if self.ending.is_some() {
            return writeln!(out, "The game is over.");
        }
        if let Some(claim) = self.game.claim() {
            if let Some(mv) = claim.announcing {
                writeln!(out, "You claim a draw with {}.", self.game.position().san(mv))?;
            }
            self.ending = Some(Ending::Outcome(claim.outcome()));
        } else {
            let report = self.advice();
            if !self.is_content_with_draw(&report) {
                return writeln!(out, "Reynard declines and plays on.");
            }
            self.ending = Some(Ending::Agreement);
        }
        self.tell_ending(out)
    }

    fn resign(&mut self, out: &mut Output) -> io::Result<()> {
        if self.ending.is_some() {
            return writeln!(out, "The game is over.");
        }
        self.ending = Some(Ending::Resignation(self.human));
        self.tell_ending(out)
    }

    fn restart(&mut self, out: &mut Output) -> io::Result<()> {
        self.game = Game::from_position(self.game.root().clone());
        self.engine.new_game();
        self.ending = None;
        self.saved = None;
        self.begin(out)
    }

    fn pgn(&self) -> String {
        let engine = self.opponent.to_string();
        let (white, black) = match self.human {
            Color::White => ("Human", engine.as_str()),
            Color::Black => (engine.as_str(), "Human"),
        };
        let result = self.ending.map_or(Termination::Unknown, Ending::result);
        let ending = self.ending.map(Ending::text);
        record(&self.game, white, black, result, ending.as_deref()).to_string()
    }

    /// Saves the game, and never overwrites another file.
    fn save(&mut self, name: &str, out: &mut Output) -> io::Result<()> {
        if name.is_empty() {
            return writeln!(out, "Type save and the name of a file.");
        }
        let path = Path::new(name);
        if path.exists() && self.saved.as_deref() != Some(path) {
            return writeln!(out, "{name} exists already: take another name.");
        }
        match whole_file::write(path, self.pgn().as_bytes()) {
            Ok(()) => {
                self.saved = Some(path.to_owned());
                writeln!(out, "Saved to {name}.")
            }
            Err(error) => writeln!(out, "That did not work: {error:#}."),
        }
    }
}

fn help(out: &mut Output) -> io::Result<()> {
    writeln!(out, "A move, like e4, Nf3, e2e4 or O-O, or one of these:")?;
    for (name, _, meaning) in COMMANDS {
        writeln!(out, "  {name:<7} {meaning}")?;
    }
    Ok(())
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Ending {
    fn result(self) -> Termination {
        match self {
            Self::Outcome(outcome) => outcome.result().into(),
            Self::Resignation(loser) => won_against(loser),
            Self::Agreement => Termination::Draw,
        }
    }

    /// The end of the game in words.
    fn text(self) -> String {
        match self {
            Self::Outcome(outcome) => match outcome.winner() {
                Some(_) => outcome.to_string(),
                // It begins with a small letter.
                None => outcome.to_string().replacen("draw", "Draw", 1),
            },
            Self::Resignation(loser) => format!("{} resigns", name(loser)),
            Self::Agreement => "Draw by agreement".to_owned(),
        }
    }
}
