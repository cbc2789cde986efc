//! The state of the browser, and the effects of its keys.

use std::ops::ControlFlow;

use reynard::{Color, Move, Position};
use reynard_db::{
    Database, DatabaseError, ExploreLimits, Explored, ExploredMove, Head, Transpositions,
};
use reynard_games::MoveSequence;
use reynard_pgn::{NamedOpening, OpeningNames};

use crate::browse::prompt::{Edited, Prompt, PromptKind};
use crate::browse::{FilterText, GameView, Key};

/// Maximum number of games in a list.
const GAMES: usize = 100;

/// Number of lines by which the page keys move.
const PAGE: usize = 10;

/// The browser of a database. It receives keys and updates its state, which
/// [`Screen`](super::Screen) draws.
#[derive(Debug)]
pub(crate) struct Browser<'a> {
    base: &'a Database,
    filter: FilterText,
    start: Position,
    line: Vec<LineMove>,
    explored: Explored,
    opening: Option<NamedOpening>,
    selected_move: usize,
    selected_game: usize,
    focus: Focus,
    orientation: Color,
    mode: Mode,
    message: Option<String>,
}

/// A move in the line that leads to the current position.
#[derive(Clone, Debug)]
pub(crate) struct LineMove {
    pub(crate) mv: Move,
    pub(crate) san: String,
    pub(crate) before: Position,
}

/// The list with the keyboard focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Focus {
    /// The list of moves in the position.
    Moves,
    /// The list of games with the position.
    Games,
}

/// The content of the screen.
#[derive(Clone, Debug)]
pub(crate) enum Mode {
    Explorer,
    Prompt(Prompt),
    Game(Box<GameView>),
    Help(Box<Mode>),
}

impl<'a> Browser<'a> {
    /// Opens the browser at a position.
    ///
    /// # Errors
    ///
    /// [`DatabaseError`] if the file cannot be read or is damaged.
    pub(crate) fn new(
        base: &'a Database,
        start: Position,
        filter: FilterText,
    ) -> Result<Self, DatabaseError> {
        let explored = explore(base, &start, &filter)?;
        let mut browser = Self {
            base,
            filter,
            start,
            line: Vec::new(),
            opening: None,
            explored,
            selected_move: 0,
            selected_game: 0,
            focus: Focus::Moves,
            orientation: Color::White,
            mode: Mode::Explorer,
            message: None,
        };
        browser.name_opening();
        Ok(browser)
    }

    /// Plays legal moves from the current position.
    ///
    /// # Panics
    ///
    /// Panics if a move is illegal.
    pub(crate) fn follow(&mut self, moves: &[Move]) {
        let mut line = self.line.clone();
        let mut pos = self.position().clone();
        for &mv in moves {
            assert!(pos.is_legal(mv), "a move is not legal");
            let san = pos.san(mv).to_string();
            let before = pos.clone();
            pos.play_unchecked(mv);
            line.push(LineMove { mv, san, before });
        }
        self.go(&pos, line);
    }

    /// Sets the side at the bottom of the board.
    pub(crate) const fn set_orientation(&mut self, orientation: Color) {
        self.orientation = orientation;
    }

    /// Returns the explorer data for the current position.
    pub(crate) const fn explored(&self) -> &Explored {
        &self.explored
    }

    /// Returns the current position.
    pub(crate) const fn position(&self) -> &Position {
        &self.explored.position
    }

    /// Returns the filter.
    pub(crate) const fn filter(&self) -> &FilterText {
        &self.filter
    }

    /// Returns the displayed game; `None` in the explorer.
    #[cfg(test)]
    pub(crate) const fn game(&self) -> Option<&GameView> {
        match &self.mode {
            Mode::Game(game) => Some(game),
            _ => None,
        }
    }

    /// Returns the list with the keyboard focus.
    pub(crate) const fn focus(&self) -> Focus {
        self.focus
    }

    /// Returns the selected move; `None` if the list of moves is empty.
    pub(crate) fn selected_move(&self) -> Option<&ExploredMove> {
        self.explored.moves.get(self.selected_move)
    }

    /// Returns the selected game; `None` if the list of games is empty.
    pub(crate) fn selected_game(&self) -> Option<&Head> {
        self.explored.top.get(self.selected_game)
    }

    pub(crate) const fn base(&self) -> &Database {
        self.base
    }

    pub(crate) const fn mode(&self) -> &Mode {
        &self.mode
    }

    pub(crate) const fn orientation(&self) -> Color {
        self.orientation
    }

    pub(crate) const fn opening(&self) -> Option<NamedOpening> {
        self.opening
    }

    pub(crate) fn line(&self) -> &[LineMove] {
        &self.line
    }

    pub(crate) fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }

    pub(crate) const fn selection(&self, list: Focus) -> usize {
        match list {
            Focus::Moves => self.selected_move,
            Focus::Games => self.selected_game,
        }
    }

    /// Handles a key. Breaks if the key quits the browser.
    ///
    /// A database error is shown as a message on the screen.
    pub(crate) fn press(&mut self, key: Key) -> ControlFlow<()> {
        self.message = None;
        if key == Key::Interrupt {
            return ControlFlow::Break(());
        }
        match std::mem::replace(&mut self.mode, Mode::Explorer) {
            Mode::Explorer => return self.press_in_explorer(key),
            Mode::Prompt(prompt) => self.press_in_prompt(prompt, key),
            Mode::Game(game) => return self.press_in_game(game, key),
            // Any key closes the help.
            Mode::Help(behind) => self.mode = *behind,
        }
        ControlFlow::Continue(())
    }

    fn press_in_explorer(&mut self, key: Key) -> ControlFlow<()> {
        match key {
            Key::Char('q') => return ControlFlow::Break(()),
            Key::Char('?') => self.mode = Mode::Help(Box::new(Mode::Explorer)),
            Key::Char('f') => self.orientation = !self.orientation,
            Key::Char('/') => self.ask(PromptKind::Filter),
            Key::Char('m') => self.ask(PromptKind::Moves),
            Key::Char('g') => self.open_game(),
            Key::Enter | Key::Right | Key::Char('l') => match self.focus {
                Focus::Moves => self.play_selected(),
                Focus::Games => self.open_game(),
            },
            Key::Backspace | Key::Left | Key::Char('h') => self.take_back(),
            Key::Char('0') => self.go_to_start(),
            Key::Home if !self.line.is_empty() => self.go_to_start(),
            Key::Tab => {
                self.focus = match self.focus {
                    Focus::Moves => Focus::Games,
                    Focus::Games => Focus::Moves,
                };
            }
            _ => self.select(key),
        }
        ControlFlow::Continue(())
    }

    /// Moves the selection in the focused list.
    fn select(&mut self, key: Key) {
        let (selected, len) = match self.focus {
            Focus::Moves => (&mut self.selected_move, self.explored.moves.len()),
            Focus::Games => (&mut self.selected_game, self.explored.top.len()),
        };
        let last = len.saturating_sub(1);
        *selected = match key {
            Key::Up | Key::Char('k') => selected.saturating_sub(1),
            Key::Down | Key::Char('j') => *selected + 1,
            Key::PageUp => selected.saturating_sub(PAGE),
            Key::PageDown => *selected + PAGE,
            Key::Home => 0,
            Key::End => last,
            _ => *selected,
        }
        .min(last);
    }

    fn press_in_prompt(&mut self, mut prompt: Prompt, key: Key) {
        match prompt.press(key) {
            Edited::Canceled => return,
            Edited::Open => {}
            Edited::Accepted => match self.accept(&prompt) {
                Ok(()) => return,
                Err(error) => prompt.error = Some(error),
            },
        }
        self.mode = Mode::Prompt(prompt);
    }

    fn press_in_game(&mut self, mut game: Box<GameView>, key: Key) -> ControlFlow<()> {
        match key {
            Key::Escape | Key::Char('q' | 'g') => return ControlFlow::Continue(()),
            Key::Enter | Key::Char('e') => {
                self.explore_game(&game);
                return ControlFlow::Continue(());
            }
            Key::Char('?') => {
                self.mode = Mode::Help(Box::new(Mode::Game(game)));
                return ControlFlow::Continue(());
            }
            Key::Char('f') => self.orientation = !self.orientation,
            Key::Char('n') | Key::Tab if self.selected_game + 1 < self.explored.top.len() => {
                self.selected_game += 1;
                self.open_game();
                return ControlFlow::Continue(());
            }
            Key::Char('p') if self.selected_game > 0 => {
                self.selected_game -= 1;
                self.open_game();
                return ControlFlow::Continue(());
            }
            _ => game.walk(key),
        }
        self.mode = Mode::Game(game);
        ControlFlow::Continue(())
    }

    fn ask(&mut self, kind: PromptKind) {
        let text = match kind {
            PromptKind::Filter => self.filter.text(),
            PromptKind::Moves => "",
        };
        self.mode = Mode::Prompt(Prompt::new(kind, text));
    }

    /// Executes an edited line. Returns an error message if the line cannot be parsed.
    fn accept(&mut self, prompt: &Prompt) -> Result<(), String> {
        let text = prompt.text();
        match prompt.kind {
            PromptKind::Filter => {
                let filter = FilterText::parse(&text).map_err(|error| error.to_string())?;
                let before = std::mem::replace(&mut self.filter, filter);
                let pos = self.position().clone();
                if !self.go(&pos, self.line.clone()) {
                    self.filter = before;
                }
            }
            PromptKind::Moves if text.trim().is_empty() => {}
            PromptKind::Moves => {
                let moves = MoveSequence::from_position(self.position(), &text);
                self.follow(moves.map_err(|error| error.to_string())?.moves());
            }
        }
        Ok(())
    }

    fn play_selected(&mut self) {
        match self.selected_move() {
            Some(it) => self.follow(&[it.mv]),
            None => self.message = Some("no move was played here".to_owned()),
        }
    }

    /// Takes a move back, and selects that move in the list of moves.
    fn take_back(&mut self) {
        let mut line = self.line.clone();
        match line.pop() {
            None => self.message = Some("this is where the browser starts".to_owned()),
            Some(last) => {
                if self.go(&last.before, line) {
                    let moves = &self.explored.moves;
                    self.selected_move =
                        moves.iter().position(|it| it.mv == last.mv).unwrap_or_default();
                }
            }
        }
    }

    fn go_to_start(&mut self) {
        let start = self.start.clone();
        self.go(&start, Vec::new());
    }

    /// Explores the position that is displayed in a game.
    fn explore_game(&mut self, game: &GameView) {
        let mut pos = game.start().clone();
        let mut line = Vec::new();
        for ply in &game.plies()[..game.at()] {
            match ply.mv {
                Some(mv) => {
                    let san = pos.san(mv).to_string();
                    line.push(LineMove { mv, san, before: pos.clone() });
                }
                // A line cannot contain null moves, so it starts after the last one.
                None => line.clear(),
            }
            pos.clone_from(&ply.after);
        }
        let start = line.first().map_or_else(|| pos.clone(), |first| first.before.clone());
        if self.go(&pos, line) {
            self.start = start;
        }
    }

    fn open_game(&mut self) {
        let Some(id) = self.selected_game().map(|head| head.id) else {
            self.message = Some("no game has this position".to_owned());
            return;
        };
        let at = self.position();
        match self.base.game(id).and_then(|game| GameView::new(&game, at)) {
            Ok(game) => self.mode = Mode::Game(Box::new(game)),
            Err(error) => self.message = Some(error.to_string()),
        }
    }

    /// Goes to a position. If the database cannot be read there, shows a message and returns
    /// `false`.
    fn go(&mut self, pos: &Position, line: Vec<LineMove>) -> bool {
        match explore(self.base, pos, &self.filter) {
            Ok(explored) => {
                self.explored = explored;
                self.line = line;
                (self.selected_move, self.selected_game) = (0, 0);
                self.name_opening();
                true
            }
            Err(error) => {
                self.message = Some(error.to_string());
                false
            }
        }
    }

    /// Sets the opening name to that of the last position in the line that has one.
    fn name_opening(&mut self) {
        let names = OpeningNames::embedded();
        let earlier = || self.line.iter().rev().find_map(|it| names.find(&it.before));
        self.opening = self.explored.opening.or_else(earlier);
    }
}

fn explore(
    base: &Database,
    pos: &Position,
    filter: &FilterText,
) -> Result<Explored, DatabaseError> {
    let limits = ExploreLimits { top: GAMES, transpositions: Transpositions::Counted };
    base.explore(pos, filter.query(), &limits)
}
