//! The command that says which game is on the board.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use reynard::{
    CastlingNotation, Game, Position, Setup, SetupError, SetupFaults, UciMove, uci::UciMoveError,
};

use super::error::{CommandError, CommandErrorKind};
use crate::note::{NoteKind, Notes, Parsed};
use crate::tokens::Tokens;

/// The arguments of `position`: where the game started, and its moves as they were written.
///
/// This is syntax only. [`PositionCommand::to_game`] asks the rules.
///
/// ```
/// use reynard::{CastlingNotation, Game};
/// use reynard_uci::PositionCommand;
///
/// let mut game = Game::new();
/// game.play(game.position().parse_uci("e2e4")?)?;
/// let command = PositionCommand::of_game(&game, CastlingNotation::Standard);
/// assert_eq!(command.to_string(), "position startpos moves e2e4");
/// assert_eq!(command.to_game()?.position(), game.position());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionCommand {
    /// Where the game started.
    pub base: Base,
    /// The moves since, in either notation of castling.
    pub moves: Vec<UciMove>,
}

/// Where a game started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Base {
    /// `startpos`: the start of standard chess.
    Startpos,
    /// `fen ..`: a set-up that the rules have not been asked about.
    Fen(Setup),
}

impl PositionCommand {
    /// The command for a game that is going on, with castling written as asked for.
    pub fn of_game(game: &Game, castling: CastlingNotation) -> Self {
        let root = game.root().to_setup();
        let base = if root == Setup::standard() { Base::Startpos } else { Base::Fen(root) };
        Self { base, moves: game.moves().map(|m| UciMove::new(m, castling)).collect() }
    }

    /// The game that is meant: the set-up must be a position, and every move legal. Castling is
    /// understood in both notations.
    ///
    /// # Errors
    ///
    /// [`PositionError`] says what the rules refuse: all faults of the set-up, or the first move that
    /// is not legal.
    ///
    /// ```
    /// use reynard_uci::Command;
    ///
    /// let read = Command::parse("position startpos moves e2e4 e7e5 e1e3").unwrap();
    /// let Command::Position(position) = read.value else { unreachable!() };
    /// let error = position.to_game().unwrap_err();
    /// assert_eq!(error.to_string(), "move 3, e1e3: e1e3 is not a legal move here");
    /// ```
    pub fn to_game(&self) -> Result<Game, PositionError> {
        self.to_game_waiving(SetupFaults::EMPTY)
    }

    /// The game that is meant, from a set-up that may have some faults.
    ///
    /// # Errors
    ///
    /// As [`PositionCommand::to_game`], but not for the faults that are waived.
    pub fn to_game_waiving(&self, waived: SetupFaults) -> Result<Game, PositionError> {
        let root = match &self.base {
            Base::Startpos => Position::startpos(),
            Base::Fen(setup) => {
                Position::from_setup_waiving(setup, waived).map_err(PositionError::Setup)?
            }
        };
        let mut game = Game::from_position(root);
        for (index, &text) in self.moves.iter().enumerate() {
            let illegal = |error| PositionError::Move { number: index + 1, text, error };
            let m = text.to_move(game.position()).map_err(illegal)?;
            game.play(m).map_err(|_| illegal(UciMoveError::Illegal(text)))?;
        }
        Ok(game)
    }

    /// Reads what follows the token `position`.
    pub(super) fn read(
        tokens: &mut Tokens<'_>,
        mut notes: Notes,
    ) -> Result<Parsed<Self>, CommandError> {
        let base = loop {
            let Some(token) = tokens.next() else {
                return Err(CommandError::missing(tokens.offset(), "`startpos` or `fen`"));
            };
            match token.text {
                "startpos" => break Base::Startpos,
                "fen" => break Base::Fen(read_fen(tokens)?),
                _ => notes.add(token, NoteKind::Unknown),
            }
        };
        let mut moves = Vec::new();
        while let Some(token) = tokens.next() {
            if token.text != "moves" {
                notes.add(token, NoteKind::Unknown);
                continue;
            }
            // A game with a hole in it would be another game, so no token is skipped from here on.
            while let Some(token) = tokens.next() {
                let number = moves.len() + 1;
                let m = token
                    .text
                    .parse()
                    .map_err(|_| CommandError::at(token, CommandErrorKind::NotAMove { number }))?;
                moves.push(m);
            }
        }
        Ok(notes.with(Self { base, moves }))
    }
}

/// Up to six fields, put together with single blanks.
fn read_fen(tokens: &mut Tokens<'_>) -> Result<Setup, CommandError> {
    let Some(first) = tokens.peek().filter(|token| token.text != MOVES) else {
        return Err(CommandError::missing(tokens.offset(), "a FEN"));
    };
    let mut fen = String::new();
    for _ in 0..FEN_FIELDS {
        let Some(token) = tokens.peek().filter(|token| token.text != MOVES) else { break };
        if !fen.is_empty() {
            fen.push(' ');
        }
        fen.push_str(token.text);
        tokens.next();
    }
    Setup::from_fen(&fen).map_err(|error| CommandError::at(first, CommandErrorKind::Fen(error)))
}

const MOVES: &str = "moves";
const FEN_FIELDS: usize = 6;

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.base {
            Base::Startpos => f.write_str("position startpos")?,
            Base::Fen(setup) => write!(f, "position fen {setup}")?,
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        for m in &self.moves {
            write!(f, " {m}")?;
        }
        Ok(())
    }
}

/// The rules refuse a game that a command describes. Whoever gets this keeps the game there was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The set-up is not a position.
    Setup(SetupError),
    /// A move is not legal.
    Move {
        /// Which one, counted from 1.
        number: usize,
        /// The move as it was written.
        text: UciMove,
        /// Why it is not legal.
        error: UciMoveError,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Setup(error) => error.fmt(f),
            Self::Move { number, text, error } => write!(f, "move {number}, {text}: {error}"),
        }
    }
}

impl core::error::Error for PositionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Setup(error) => Some(error),
            Self::Move { error, .. } => Some(error),
        }
    }
}
