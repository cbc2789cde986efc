//! Outcomes of games.

use core::fmt;
use core::str::FromStr;

use crate::{Color, MateKind, Position};

/// Outcome of a game, with its reason.
///
/// [`Position::outcome`] detects checkmate, stalemate, insufficient material and seventy-five
/// moves, and [`Game::outcome`] also detects fivefold repetition. These outcomes end the game
/// automatically. Draws by the fifty-move rule and by threefold repetition must be claimed: see
/// [`Game::claim`]. Time is left to the caller, who keeps the clock: see [`Position::timeout`].
///
/// [`Game::outcome`]: crate::Game::outcome
/// [`Game::claim`]: crate::Game::claim
///
/// ```
/// use reynard::{Color, Outcome, Position};
///
/// let pos: Position = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".parse()?;
/// let outcome = pos.outcome().unwrap();
/// assert_eq!(outcome, Outcome::Checkmate { winner: Color::White });
/// assert_eq!(outcome.name(), "checkmate");
/// assert_eq!(outcome.result().to_string(), "1-0");
/// # Ok::<(), reynard::ParsePositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// The side to move is in check and has no legal move.
    Checkmate {
        /// The side that gives mate.
        winner: Color,
    },
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side has enough material to mate.
    InsufficientMaterial,
    /// Both sides have made seventy-five moves without a capture or a pawn move.
    SeventyFiveMoves,
    /// The same position has occurred five times.
    FivefoldRepetition,
    /// A draw was claimed because both sides had made fifty moves without a capture or a pawn move.
    FiftyMoves,
    /// A draw was claimed because the same position had occurred three times.
    ThreefoldRepetition,
    /// Neither side can mate by any sequence of legal moves, although the material alone would
    /// allow it.
    DeadPosition,
    /// One side has run out of time.
    Timeout {
        /// The winner, which is the other side.
        winner: Color,
    },
    /// One side has run out of time, but the other side cannot mate by any sequence of legal moves.
    TimeoutDraw,
}

impl Outcome {
    /// Returns the side that has won, or `None` for a draw.
    ///
    /// ```
    /// use reynard::{Color, Outcome};
    ///
    /// assert_eq!(Outcome::Checkmate { winner: Color::White }.winner(), Some(Color::White));
    /// assert_eq!(Outcome::Stalemate.winner(), None);
    /// ```
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } | Self::Timeout { winner } => Some(winner),
            _ => None,
        }
    }

    /// Returns the result: which side gets the point.
    ///
    /// ```
    /// use reynard::Outcome;
    ///
    /// assert_eq!(Outcome::Stalemate.result().to_string(), "1/2-1/2");
    /// ```
    pub const fn result(self) -> GameResult {
        match self.winner() {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        }
    }

    /// Returns the machine-readable name of the reason, in lower case with hyphens. Names never
    /// change.
    ///
    /// ```
    /// use reynard::Outcome;
    ///
    /// assert_eq!(Outcome::Stalemate.name(), "stalemate");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient-material",
            Self::SeventyFiveMoves => "seventy-five-moves",
            Self::FivefoldRepetition => "fivefold-repetition",
            Self::FiftyMoves => "fifty-moves",
            Self::ThreefoldRepetition => "threefold-repetition",
            Self::DeadPosition => "dead-position",
            Self::Timeout { .. } => "timeout",
            Self::TimeoutDraw => "timeout-draw",
        }
    }
}

impl fmt::Display for Outcome {
    /// Writes a human-readable phrase: `White wins by checkmate`, `draw by stalemate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Checkmate { winner: Color::White } => "White wins by checkmate",
            Self::Checkmate { winner: Color::Black } => "Black wins by checkmate",
            Self::Stalemate => "draw by stalemate",
            Self::InsufficientMaterial => "draw by insufficient material",
            Self::SeventyFiveMoves => "draw by the seventy-five-move rule",
            Self::FivefoldRepetition => "draw by fivefold repetition",
            Self::FiftyMoves => "draw by the fifty-move rule",
            Self::ThreefoldRepetition => "draw by threefold repetition",
            Self::DeadPosition => "draw by a dead position",
            Self::Timeout { winner: Color::White } => "White wins on time",
            Self::Timeout { winner: Color::Black } => "Black wins on time",
            Self::TimeoutDraw => "draw on time against a side that cannot mate",
        })
    }
}

/// Result of a game: which side gets the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// White has won.
    WhiteWins,
    /// Black has won.
    BlackWins,
    /// Neither side has won.
    Draw,
}

impl fmt::Display for GameResult {
    /// Writes the result as in PGN: `1-0`, `0-1` or `1/2-1/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

impl FromStr for GameResult {
    type Err = ParseGameResultError;

    /// Parses a result as it is written in PGN.
    ///
    /// ```
    /// use reynard::GameResult;
    ///
    /// assert_eq!("1-0".parse(), Ok(GameResult::WhiteWins));
    /// assert!("*".parse::<GameResult>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseGameResultError> {
        match text {
            "1-0" => Ok(Self::WhiteWins),
            "0-1" => Ok(Self::BlackWins),
            "1/2-1/2" => Ok(Self::Draw),
            _ => Err(ParseGameResultError),
        }
    }
}

/// The error returned for text that is not a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseGameResultError;

impl fmt::Display for ParseGameResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a result: `1-0`, `0-1` or `1/2-1/2` is needed")
    }
}

impl core::error::Error for ParseGameResultError {}

impl Position {
    /// Returns `true` for checkmate.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos: Position = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse()?;
    /// assert!(pos.is_checkmate() && !pos.is_stalemate());
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Returns `true` for stalemate.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// assert!("k7/8/1Q6/8/8/8/8/6K1 b - - 0 1".parse::<Position>()?.is_stalemate());
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Returns the outcome that follows from the position alone, or `None` if the game continues.
    ///
    /// The conditions are checked in this order: checkmate, stalemate, insufficient material
    /// ([`MateKind::Possible`]), seventy-five moves. A mate by the last of the seventy-five moves
    /// therefore stands, as the rules require. Other dead positions are not detected here: see
    /// [`Position::is_dead`].
    ///
    /// ```
    /// use reynard::{Outcome, Position};
    ///
    /// let pos: Position = "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(pos.outcome(), Some(Outcome::Stalemate));
    /// assert_eq!(Position::startpos().outcome(), None);
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            let winner = !self.turn();
            let mate = Outcome::Checkmate { winner };
            return Some(if self.is_check() { mate } else { Outcome::Stalemate });
        }
        if self.board().is_insufficient_material(MateKind::Possible) {
            return Some(Outcome::InsufficientMaterial);
        }
        (self.halfmove_clock() >= SEVENTY_FIVE_MOVES).then_some(Outcome::SeventyFiveMoves)
    }

    /// Returns the outcome if `loser` runs out of time. The other side wins, unless it is proven
    /// that it cannot mate by any sequence of legal moves (FIDE, article 6.9); in that case the
    /// game is drawn.
    ///
    /// A game that has already ended keeps its outcome. [`Position::cannot_win`] lists the detected
    /// cases.
    ///
    /// ```
    /// use reynard::{Color, Outcome, Position};
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/4P3/4K1n1 w - - 0 1".parse()?;
    /// let win = Outcome::Timeout { winner: Color::Black };
    /// assert_eq!(pos.timeout(Color::White), win, "a knight mates if the pawn helps");
    /// let pos: Position = "3k4/8/8/8/8/8/4Q3/4K1n1 w - - 0 1".parse()?;
    /// assert_eq!(pos.timeout(Color::White), Outcome::TimeoutDraw);
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn timeout(&self, loser: Color) -> Outcome {
        match self.outcome() {
            Some(outcome) => outcome,
            None if self.cannot_win(!loser) => Outcome::TimeoutDraw,
            None => Outcome::Timeout { winner: !loser },
        }
    }
}

/// The half-move clock at which a player may claim a draw.
pub(crate) const FIFTY_MOVES: u16 = 100;

/// The half-move clock at which the game is over.
pub(crate) const SEVENTY_FIVE_MOVES: u16 = 150;
