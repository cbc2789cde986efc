//! Results that contradict the board.

use reynard::{GameResult, Outcome, Position};
use reynard_pgn::{GameEnd, GameStart, GameText, Integrity, Tags, Termination, Text, Visitor};

use crate::GameProcessor;

/// A visitor that finds the games whose result contradicts their last position, for use with
/// [`read_parallel`](reynard_pgn::read_parallel).
///
/// ```
/// use std::num::NonZero;
/// use std::ops::ControlFlow;
///
/// use reynard_games::ResultChecker;
/// use reynard_pgn::{Input, ReaderOptions, read_parallel};
///
/// let one = NonZero::<usize>::MIN;
/// let input = Input::new(&b"1. f3 e5 2. g4 Qh4# 1-0\n"[..])?;
/// let mut wrong = Vec::new();
/// let _ = read_parallel(input, &ReaderOptions::default(), one, ResultChecker::default, |it, _| {
///     wrong.extend_from_slice(it.wrong_results());
///     ControlFlow::<()>::Continue(())
/// })?;
/// assert_eq!((wrong.len(), wrong[0].line), (1, Some(1)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct ResultChecker {
    wrong: Vec<WrongResult>,
    /// The outcome of the current game, judging by its last position.
    outcome: Option<Outcome>,
    /// The value of the `Result` tag, if it is one of the four termination markers, as it nearly
    /// always is.
    says: Option<Termination>,
    /// The `Result` tag, if its value is not one of the four termination markers.
    tags: Tags,
}

/// A game whose result contradicts its last position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongResult {
    /// The number of the game in the chunk, counted from 1.
    pub game: u64,
    /// The line on which the game begins, counted from 1, if known.
    pub line: Option<u64>,
    /// Byte offset at which the game begins.
    pub offset: u64,
    /// The result in the file.
    pub says: GameResult,
    /// The outcome on the board.
    pub outcome: Outcome,
}

impl ResultChecker {
    /// Returns the wrong results found so far.
    pub fn wrong_results(&self) -> &[WrongResult] {
        &self.wrong
    }
}

impl Visitor for ResultChecker {
    fn begin_game(&mut self, _: GameStart) {
        self.outcome = None;
        self.says = None;
        self.tags.clear();
    }

    fn tag(&mut self, name: &[u8], value: Text<'_>) {
        if name == b"Result" && self.says.is_none() && self.tags.is_empty() {
            self.says = Termination::from_bytes(value.raw());
            if self.says.is_none() {
                self.tags.add(name, value);
            }
        }
    }

    fn final_position(&mut self, position: &Position) {
        if !position.has_legal_move() {
            self.outcome = position.outcome();
        }
    }

    fn game_text(&mut self, end: &GameEnd, text: &GameText<'_>) {
        let Some(outcome) = self.outcome else { return };
        let known = |says: &Termination| *says != Termination::Unknown;
        let says = self.says.filter(known).unwrap_or_else(|| self.tags.result(end.result));
        let Some(says) = says.result() else { return };
        if end.integrity != Integrity::Complete || outcome.result() == says {
            return;
        }
        let line = text.line();
        self.wrong.push(WrongResult { game: end.number, line, offset: end.start, says, outcome });
    }
}

impl GameProcessor for ResultChecker {}
