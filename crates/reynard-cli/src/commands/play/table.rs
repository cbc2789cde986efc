//! A game in progress: turns, input, and the end of the game.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use reynard::draw::Figures;
use reynard::{Bitboard, Color, EnPassantMode, Move, Position};
use reynard_analysis::{Analyzer, Assessment, score_text};
use reynard_base::printable;
use reynard_console::interrupt::Interrupt;
use reynard_console::output::Output;
use reynard_engine::{ClockState, Engine, Evaluation, SearchKind, SearchLimits, SearchReport};
use reynard_play::CasualGame;
use reynard_uci::UciWdl;

use super::args::Args;
use super::input::{COMMANDS, Command, Input};
use super::strength::{Opponent, Player};
use crate::compressed_file;
use crate::picture::print_board;

/// Number of nodes searched to give advice or to answer a draw offer.
const ADVICE: u64 = 50_000;

/// The reply to a move entered after the end of the game.
const OVER: &str = "The game is over: new begins another one, undo takes back.";

/// The next step after a line of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    ReadOn,
    Quit,
}

/// A game in progress, together with its players.
pub(super) struct Table<'a> {
    args: &'a Args,
    game: CasualGame,
    opponent: Opponent,
    /// Reynard's engine. It gives advice, and plays the moves unless another engine plays.
    engine: Engine,
    interrupt: Interrupt,
    /// `true` if a person plays, in which case the board is printed after each move.
    interactive: bool,
    orientation: Color,
    /// Time at which the person's turn began.
    turn_began: Instant,
    /// The file to which this game was saved.
    saved: Option<PathBuf>,
    /// Number of plies in the game when it was saved.
    saved_plies: usize,
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
        let mut game = CasualGame::new(start, human);
        if let Some(control) = args.clock {
            game = game.with_clock(control);
        }
        Self {
            args,
            game,
            opponent,
            engine,
            interrupt,
            interactive,
            orientation: human,
            turn_began: Instant::now(),
            saved: None,
            saved_plies: 0,
        }
    }

    /// Prints the players, and plays the first move if it is the engine's turn.
    pub(super) fn begin(&mut self, out: &mut Output) -> anyhow::Result<()> {
        writeln!(out, "You play {} against {}.", name(self.game.human()), self.opponent)?;
        if self.interactive {
            writeln!(out, "Type a move, like e4 or Nf3, or help.\n")?;
        }
        self.go_on(out)
    }

    /// Returns the current move number, as on a score sheet.
    pub(super) fn prompt(&self) -> String {
        if self.game.ending().is_some() {
            return "(over) ".to_owned();
        }
        let pos = self.game.position();
        let dots = if pos.turn() == Color::White { "." } else { "..." };
        format!("{}{dots} ", pos.fullmove_number())
    }

    /// Returns the words that can be entered: legal moves and commands.
    pub(super) fn words(&self) -> Vec<String> {
        let pos = self.game.position();
        let moves = pos.legal_moves().into_iter().map(|mv| pos.san(mv).to_string());
        moves.chain(COMMANDS.iter().map(|(name, ..)| (*name).to_owned())).collect()
    }

    /// Executes a line of input.
    pub(super) fn answer(&mut self, line: &str, out: &mut Output) -> anyhow::Result<Next> {
        let is_over = self.game.ending().is_some();
        match Input::read(line, self.game.position()) {
            Input::Nothing => {}
            Input::Unclear(_) | Input::Move(_) if is_over => writeln!(out, "{OVER}")?,
            Input::Unclear(why) => writeln!(out, "{why}")?,
            Input::Move(mv) => self.play(mv, out)?,
            Input::Command(Command::Quit, _) => return Ok(Next::Quit),
            Input::Command(command, rest) => self.obey(command, &rest, out)?,
        }
        Ok(Next::ReadOn)
    }

    /// Returns `true` if the game has unsaved moves.
    pub(super) fn is_unsaved(&self) -> bool {
        let plies = self.game.game().len();
        plies > 0 && (self.saved.is_none() || plies != self.saved_plies)
    }

    /// Prints the last line of the session.
    pub(super) fn leave(&self, out: &mut Output) -> io::Result<()> {
        if self.game.ending().is_none() && !self.game.game().is_empty() {
            writeln!(out, "The game is not finished.")?;
        }
        Ok(())
    }

    fn play(&mut self, mv: Move, out: &mut Output) -> anyhow::Result<()> {
        if self.game.spend(self.turn_began.elapsed()) {
            // The move was parsed in this position.
            let _ = self.game.play(mv);
        }
        self.go_on(out)
    }

    /// Plays the engine's move if it is the engine's turn, and prints the state of the game.
    fn go_on(&mut self, out: &mut Output) -> anyhow::Result<()> {
        if self.game.ending().is_none() && !self.game.is_human_to_move() {
            out.flush()?;
            self.engine_move(out)?;
        }
        if self.interactive {
            self.draw(out)?;
            self.tell_clock(out)?;
        }
        self.turn_began = Instant::now();
        self.tell_ending(out)?;
        Ok(())
    }

    fn tell_clock(&self, out: &mut Output) -> io::Result<()> {
        match Color::ALL.map(|side| self.game.clock(side)) {
            [Some(white), Some(black)] => writeln!(out, "White {white}, Black {black}"),
            _ => Ok(()),
        }
    }

    fn tell_ending(&self, out: &mut Output) -> io::Result<()> {
        match self.game.ending() {
            Some(ending) => writeln!(out, "{ending}  {}", ending.result()),
            None => Ok(()),
        }
    }

    fn engine_move(&mut self, out: &mut Output) -> anyhow::Result<()> {
        let start = Instant::now();
        let mut report = self.opponent_search()?;
        if report.best.is_none() {
            // An engine that has ended is started again.
            report = self.opponent_search()?;
        }
        if !self.game.spend(start.elapsed()) {
            return Ok(());
        }
        let name = self.opponent.name();
        if self.game.game().claim().is_some()
            && self.game.is_content_with_draw(expectation(&report))
        {
            self.game.claim();
            writeln!(out, "{name} claims a draw.")?;
            return Ok(());
        }
        match report.best {
            Some(best) => {
                writeln!(out, "{name} plays {}", self.game.position().numbered_move(best))?;
                // A report has legal moves alone.
                let _ = self.game.play(best);
            }
            None => self.game.forfeit(),
        }
        Ok(())
    }

    /// Searches the current position with the opponent's engine. If Ctrl-C is pressed, the search
    /// ends and the engine plays the best move found so far.
    fn opponent_search(&mut self) -> anyhow::Result<SearchReport> {
        let mut limits = self.opponent.limits.clone();
        let clock = self.game.clock(self.game.position().turn());
        if let Some((clock, remaining)) = clock.and_then(|clock| Some((clock, clock.left()?))) {
            let increment = clock.increment().unwrap_or_default();
            limits.clock = Some(ClockState { remaining, increment, moves_to_go: None });
            if self.opponent.is_timed_by_default {
                limits.move_time = None;
            }
        }
        let game = self.game.game();
        let report = match &mut self.opponent.player {
            Player::Reynard { evaluation, search, .. } => {
                self.engine.settings.evaluation = *evaluation;
                self.engine.settings.search = *search;
                let engine = &mut self.engine;
                self.interrupt.during(|control| engine.search(game, &limits, control, &mut |_| {}))
            }
            Player::Other { name, analyzer } => {
                analyzer.set_limits(limits);
                let report = self.interrupt.during(|control| {
                    analyzer.set_control(control.clone());
                    analyzer.analyze(game, &mut |_| {})
                });
                report.map_err(|error| anyhow::anyhow!("engine {} {error}", printable(name)))?
            }
        };
        self.interrupt.forget();
        Ok(report)
    }

    /// Searches the current position with Reynard at full strength.
    fn advice(&mut self) -> SearchReport {
        self.engine.settings.evaluation = Evaluation::default();
        self.engine.settings.search = SearchKind::default();
        let (engine, game) = (&mut self.engine, self.game.game());
        let limits = SearchLimits { nodes: Some(ADVICE), ..SearchLimits::default() };
        let report =
            self.interrupt.during(|control| engine.search(game, &limits, control, &mut |_| {}));
        self.interrupt.forget();
        report
    }

    fn obey(&mut self, command: Command, rest: &str, out: &mut Output) -> anyhow::Result<()> {
        match command {
            Command::Board => self.draw(out)?,
            Command::Flip => {
                self.orientation = !self.orientation;
                self.draw(out)?;
            }
            Command::Fen => {
                let fen =
                    self.args.reading.writing.fen(self.game.position(), EnPassantMode::default());
                writeln!(out, "{fen}")?;
            }
            Command::Moves => self.list_moves(out)?,
            Command::Hint => self.hint(out)?,
            Command::Eval => self.eval(out)?,
            Command::Clock if self.args.clock.is_none() => writeln!(out, "There is no clock.")?,
            Command::Clock => self.tell_clock(out)?,
            Command::Level => self.change_level(rest, out)?,
            Command::Undo => self.undo(out)?,
            Command::Draw => self.offer_draw(out)?,
            Command::Resign if self.game.ending().is_some() => writeln!(out, "The game is over.")?,
            Command::Resign => {
                self.game.resign();
                self.tell_ending(out)?;
            }
            Command::New => {
                self.game.restart();
                self.engine.new_game();
                self.saved = None;
                self.begin(out)?;
            }
            Command::Pgn => write!(out, "{}", self.pgn())?,
            Command::Save => self.save(rest, out)?,
            Command::Help => help(out)?,
            Command::Quit => {}
        }
        Ok(())
    }

    fn draw(&self, out: &mut Output) -> io::Result<()> {
        let squares = |mv: Move| mv.from().bitboard() | mv.to();
        let moved = self.game.game().last_move().map_or(Bitboard::EMPTY, squares);
        let figures = if self.args.ascii { Figures::Letters } else { Figures::Figurines };
        print_board(self.game.position(), self.orientation, moved, figures, out)
    }

    fn list_moves(&self, out: &mut Output) -> io::Result<()> {
        let pos = self.game.position();
        let mut moves: Vec<String> =
            pos.legal_moves().iter().map(|&mv| pos.san(mv).to_string()).collect();
        moves.sort();
        writeln!(out, "{}", if moves.is_empty() { "None.".to_owned() } else { moves.join(" ") })
    }

    fn hint(&mut self, out: &mut Output) -> io::Result<()> {
        let best = if self.game.ending().is_some() { None } else { self.advice().best };
        match best {
            Some(mv) => writeln!(out, "Try {}.", self.game.position().san(mv)),
            None => writeln!(out, "The game is over."),
        }
    }

    /// Prints the evaluation of the position from White's point of view, and the best line.
    fn eval(&mut self, out: &mut Output) -> io::Result<()> {
        let report = self.advice();
        let pos = self.game.position();
        match report.lines.first().filter(|_| self.game.ending().is_none()) {
            Some(line) => {
                let score = score_text(Assessment::from_line(line, pos.turn()).score);
                writeln!(out, "{score}  {}", pos.numbered_line(&line.moves))
            }
            None => writeln!(out, "The game is over."),
        }
    }

    fn change_level(&mut self, text: &str, out: &mut Output) -> io::Result<()> {
        match text.parse().ok().filter(|level| (1..=10).contains(level)) {
            Some(level) if self.opponent.set_level(level, &self.args.search) => {
                writeln!(out, "You play against {}.", self.opponent)
            }
            Some(_) => writeln!(out, "Only Reynard has levels."),
            None => writeln!(out, "Type level and a number from 1 to 10."),
        }
    }

    fn undo(&mut self, out: &mut Output) -> io::Result<()> {
        if !self.game.take_back() {
            return writeln!(out, "There is nothing to take back.");
        }
        self.turn_began = Instant::now();
        let number = self.prompt();
        writeln!(out, "Taken back: it is your move {}", number.trim_end())?;
        if self.interactive { self.draw(out) } else { Ok(()) }
    }

    fn offer_draw(&mut self, out: &mut Output) -> io::Result<()> {
        if self.game.ending().is_some() {
            return writeln!(out, "The game is over.");
        }
        if let Some(claim) = self.game.claim() {
            if let Some(mv) = claim.announcing {
                writeln!(out, "You claim a draw with {}.", self.game.position().san(mv))?;
            }
        } else {
            let report = self.advice();
            if !self.game.offer_draw(expectation(&report)) {
                return writeln!(out, "{} declines and plays on.", self.opponent.name());
            }
        }
        self.tell_ending(out)
    }

    fn pgn(&self) -> String {
        self.game.to_tree(&self.opponent.to_string()).to_string()
    }

    /// Saves the game. Another file is never overwritten.
    pub(super) fn save(&mut self, name: &str, out: &mut Output) -> io::Result<()> {
        if name.is_empty() {
            return writeln!(out, "Type save and the name of a file.");
        }
        let path = Path::new(name);
        let shown = printable(name);
        if path.exists() && self.saved.as_deref() != Some(path) {
            return writeln!(out, "{shown} exists already: take another name.");
        }
        match compressed_file::write(path, self.pgn().as_bytes()) {
            Ok(()) => {
                self.saved = Some(path.to_owned());
                self.saved_plies = self.game.game().len();
                writeln!(out, "Saved to {shown}.")
            }
            Err(error) => {
                writeln!(out, "That did not work: {}.", printable(&format!("{error:#}")))
            }
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

/// Returns the win, draw and loss probabilities for the side to move, or `None` if the engine does
/// not search.
fn expectation(report: &SearchReport) -> Option<UciWdl> {
    report.lines.first().map(|line| line.wdl.into())
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
