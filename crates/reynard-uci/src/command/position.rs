//! The command `position`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use reynard::{
    CastlingNotation, Color, Game, PieceType, Position, Setup, SetupError, SetupFaults, UciMove,
    fen::{FenRepair, FenStyle, LenientFen, PlayableFen},
    uci::UciMoveError,
};

use super::error::{CommandError, CommandErrorKind};
use crate::note::{NoteKind, Notes, Parsed};
use crate::tokens::Tokens;

/// The arguments of `position`: a start position and moves.
///
/// Only the syntax has been checked. [`PositionCommand::to_game`] checks the rules.
///
/// ```
/// use reynard::{CastlingNotation, Color, PieceType, Game};
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
    /// Start position.
    pub base: PositionBase,
    /// Castling notation: that of Chess960 if the FEN uses rook files to denote castling rights
    /// that [standard chess does not have](Setup::chess960_rooks), and otherwise that of standard
    /// chess.
    pub castling: CastlingNotation,
    /// Moves, with castling in either notation.
    pub moves: Vec<UciMove>,
}

/// The start position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionBase {
    /// `startpos`: the start position of standard chess.
    Startpos,
    /// `fen ..`: a set-up, not checked against the rules.
    Fen(Setup),
}

impl From<&Game> for PositionCommand {
    /// Uses the castling notation of standard chess, or that of Chess960 if the start position
    /// requires it.
    ///
    /// ```
    /// use reynard::Game;
    /// use reynard_uci::PositionCommand;
    ///
    /// let command = PositionCommand::from(&Game::new());
    /// assert_eq!(command.to_string(), "position startpos");
    /// ```
    fn from(game: &Game) -> Self {
        Self::of_game(game, CastlingNotation::for_position(game.root()))
    }
}

impl PositionCommand {
    /// Creates the command for a game with the given castling notation. `From<&Game>` instead
    /// chooses the notation that the game requires.
    pub fn of_game(game: &Game, castling: CastlingNotation) -> Self {
        let root = game.root().to_setup();
        let base = if root == Setup::standard() {
            PositionBase::Startpos
        } else {
            PositionBase::Fen(root)
        };
        let moves = game.moves().map(|mv| UciMove::new(mv, castling)).collect();
        Self { castling: castling_of(&base), base, moves }
    }

    /// Returns the game if the set-up is a valid position and all moves are legal. Castling moves
    /// are accepted in either notation, such as `e1g1` or `e1h1`.
    ///
    /// # Errors
    ///
    /// [`PositionError`] with all faults of the set-up or with the first illegal move.
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

    /// Returns the game, allowing some faults in its set-up.
    ///
    /// # Errors
    ///
    /// Same as for [`PositionCommand::to_game`], except for the waived faults.
    pub fn to_game_waiving(&self, waived: SetupFaults) -> Result<Game, PositionError> {
        let root = match &self.base {
            PositionBase::Startpos => Position::startpos(),
            PositionBase::Fen(setup) => {
                Position::from_setup_waiving(setup, waived).map_err(PositionError::Setup)?
            }
        };
        self.play_from(root)
    }

    /// Returns the game from any set-up to which the rules can be applied, with the faults that
    /// were accepted or repaired. Outside Chess960, castling rights that [standard chess does not
    /// have](Setup::chess960_rooks) are dropped, unless the FEN denotes them by the files of the
    /// rooks.
    ///
    /// # Errors
    ///
    /// [`PositionError`] with the faults of a set-up that is not playable, or with the first
    /// illegal move.
    ///
    /// ```
    /// use reynard::CastlingNotation;
    /// use reynard_uci::Command;
    ///
    /// let read =
    ///     Command::parse("position fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 0 moves e1g1").unwrap();
    /// let Command::Position(position) = read.value else { unreachable!() };
    /// let read = position.to_playable_game(CastlingNotation::Standard)?;
    /// assert_eq!(read.game.len(), 1);
    /// assert_eq!(read.faults.map(|faults| faults.faults().len()), Some(2));
    /// # Ok::<(), reynard_uci::PositionError>(())
    /// ```
    pub fn to_playable_game(
        &self,
        castling: CastlingNotation,
    ) -> Result<PlayableGame, PositionError> {
        let PositionBase::Fen(setup) = &self.base else {
            let game = self.play_from(Position::startpos())?;
            return Ok(PlayableGame { game, repairs: Vec::new(), faults: None });
        };
        let castling = match self.castling {
            CastlingNotation::Standard => castling,
            CastlingNotation::Chess960 => CastlingNotation::Chess960,
        };
        let read = LenientFen { setup: setup.clone(), castling, repairs: Vec::new() };
        let PlayableFen { position, repairs, faults } =
            read.in_standard_chess().to_position().map_err(PositionError::Setup)?;
        Ok(PlayableGame { game: self.play_from(position)?, repairs, faults })
    }

    fn play_from(&self, root: Position) -> Result<Game, PositionError> {
        let mut game = Game::from_position(root);
        for (index, &text) in self.moves.iter().enumerate() {
            let illegal = |error| PositionError::Move { number: index + 1, text, error };
            let mv = text.to_move(game.position()).map_err(illegal)?;
            game.play(mv).map_err(|_| illegal(UciMoveError::Illegal(text)))?;
        }
        Ok(game)
    }

    /// Parses the arguments after the token `position`.
    pub(super) fn read(
        tokens: &mut Tokens<'_>,
        mut notes: Notes,
    ) -> Result<Parsed<Self>, CommandError> {
        let mut castling = CastlingNotation::Standard;
        let base = loop {
            let Some(token) = tokens.next() else {
                return Err(CommandError::missing(tokens.offset(), "`startpos` or `fen`"));
            };
            match token.text {
                "startpos" => break PositionBase::Startpos,
                "fen" => {
                    let read = read_fen(tokens)?;
                    for repair in read.repairs {
                        notes.add(token, NoteKind::Fen(repair));
                    }
                    let base = PositionBase::Fen(read.setup);
                    if read.castling == CastlingNotation::Chess960 {
                        castling = castling_of(&base);
                    }
                    break base;
                }
                _ => notes.add(token, NoteKind::Unknown),
            }
        };
        let mut moves = Vec::new();
        while let Some(token) = tokens.next() {
            if token.text != "moves" {
                let is_move = token.text.parse::<UciMove>().is_ok();
                notes.add(token, if is_move { NoteKind::StrayMove } else { NoteKind::Unknown });
                continue;
            }
            // A game with a hole in it would be another game, so no token is skipped from here on.
            while let Some(token) = tokens.next() {
                let number = moves.len() + 1;
                let mv = token
                    .text
                    .parse()
                    .map_err(|_| CommandError::at(token, CommandErrorKind::NotAMove { number }))?;
                moves.push(mv);
            }
        }
        Ok(notes.with(Self { base, castling, moves }))
    }
}

/// Parses up to six fields and joins them with single blanks.
fn read_fen(tokens: &mut Tokens<'_>) -> Result<LenientFen, CommandError> {
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
    Setup::from_fen_lenient(&fen)
        .map_err(|error| CommandError::at(first, CommandErrorKind::Fen(error)))
}

/// Returns the castling notation required by the castling rights of a start position: that of
/// Chess960 if a right belongs to a rook that can castle only in Chess960. A right without its rook
/// is ignored.
fn castling_of(base: &PositionBase) -> CastlingNotation {
    let PositionBase::Fen(setup) = base else { return CastlingNotation::Standard };
    let needs = |color: Color| {
        let rooks = setup.board.pieces(color, PieceType::Rook) & color.back_rank();
        !setup.chess960_rooks().is_disjoint(rooks)
    };
    if Color::ALL.into_iter().any(needs) {
        CastlingNotation::Chess960
    } else {
        CastlingNotation::Standard
    }
}

const MOVES: &str = "moves";
const FEN_FIELDS: usize = 6;

impl fmt::Display for PositionCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.base {
            PositionBase::Startpos => f.write_str("position startpos")?,
            PositionBase::Fen(setup) => {
                let style = match self.castling {
                    CastlingNotation::Standard => FenStyle::XFen,
                    CastlingNotation::Chess960 => FenStyle::Unambiguous,
                };
                write!(f, "position fen {}", setup.fen_text(style))?;
            }
        }
        if !self.moves.is_empty() {
            f.write_str(" moves")?;
        }
        for mv in &self.moves {
            write!(f, " {mv}")?;
        }
        Ok(())
    }
}

/// A game, with information on how its set-up was interpreted. Returned by
/// [`PositionCommand::to_playable_game`].
#[derive(Clone, Debug)]
pub struct PlayableGame {
    /// The game.
    pub game: Game,
    /// Castling rights that were dropped.
    pub repairs: Vec<FenRepair>,
    /// The faults of the set-up that were accepted or dropped, if any.
    pub faults: Option<SetupError>,
}

/// A violation of the rules in a `position` command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// The set-up is not a valid position.
    Setup(SetupError),
    /// A move is not legal.
    Move {
        /// Number of the move, from 1.
        number: usize,
        /// The move.
        text: UciMove,
        /// The reason.
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
