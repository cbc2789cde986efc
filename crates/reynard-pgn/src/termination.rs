//! The termination mark of a game.

use std::fmt;
use std::str::FromStr;

use reynard::GameResult;

/// The termination mark of a game: its result, or `*`.
///
/// ```
/// use reynard_pgn::Termination;
///
/// assert_eq!(Termination::from_bytes(b"1/2-1/2"), Some(Termination::Draw));
/// assert_eq!(Termination::Unknown.to_string(), "*");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: the game is in progress, or its result is not known.
    Unknown,
}

impl Termination {
    /// Parses a mark spelled exactly as in the standard. [`parse_lenient`](Self::parse_lenient)
    /// also accepts other spellings.
    ///
    /// ```
    /// use reynard_pgn::Termination;
    ///
    /// assert_eq!(Termination::from_bytes(b"1-0"), Some(Termination::WhiteWins));
    /// assert_eq!(Termination::from_bytes(b"won"), None);
    /// ```
    pub const fn from_bytes(text: &[u8]) -> Option<Self> {
        Some(match text {
            b"1-0" => Self::WhiteWins,
            b"0-1" => Self::BlackWins,
            b"1/2-1/2" => Self::Draw,
            b"*" => Self::Unknown,
            _ => return None,
        })
    }

    /// Returns the result of the game, or `None` if it is unknown.
    ///
    /// ```
    /// use reynard::GameResult;
    /// use reynard_pgn::Termination;
    ///
    /// assert_eq!(Termination::WhiteWins.result(), Some(GameResult::WhiteWins));
    /// assert_eq!(Termination::Unknown.result(), None);
    /// ```
    pub const fn result(self) -> Option<GameResult> {
        match self {
            Self::WhiteWins => Some(GameResult::WhiteWins),
            Self::BlackWins => Some(GameResult::BlackWins),
            Self::Draw => Some(GameResult::Draw),
            Self::Unknown => None,
        }
    }

    /// Returns the mark as written.
    ///
    /// ```
    /// use reynard_pgn::Termination;
    ///
    /// assert_eq!(Termination::Draw.as_str(), "1/2-1/2");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl From<GameResult> for Termination {
    fn from(result: GameResult) -> Self {
        match result {
            GameResult::WhiteWins => Self::WhiteWins,
            GameResult::BlackWins => Self::BlackWins,
            GameResult::Draw => Self::Draw,
        }
    }
}

impl FromStr for Termination {
    type Err = ParseTerminationError;

    /// Parses a mark as [`from_bytes`](Self::from_bytes) does.
    ///
    /// ```
    /// use reynard_pgn::Termination;
    ///
    /// assert_eq!("*".parse(), Ok(Termination::Unknown));
    /// assert!("1:0".parse::<Termination>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseTerminationError> {
        Self::from_bytes(text.as_bytes()).ok_or(ParseTerminationError)
    }
}

/// The error returned for text that is not a termination mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTerminationError;

impl fmt::Display for ParseTerminationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a termination mark: `1-0`, `0-1`, `1/2-1/2` or `*` is needed")
    }
}

impl std::error::Error for ParseTerminationError {}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
