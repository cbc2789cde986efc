//! Ends of casual games.

use std::fmt;

use reynard::{Color, Outcome};
use reynard_pgn::Termination;

/// End of a casual game. Its `Display` form is a sentence without the final period.
///
/// ```
/// use reynard_play::CasualEnding;
/// use reynard_play::reynard::Color;
///
/// let ending = CasualEnding::Resignation(Color::White);
/// assert_eq!((ending.to_string().as_str(), ending.result().as_str()), ("White resigns", "0-1"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CasualEnding {
    /// The game ended by the rules of chess.
    Outcome(Outcome),
    /// This side has resigned.
    Resignation(Color),
    /// This side, an engine, has given no legal move.
    Forfeit(Color),
    /// The players agreed on a draw.
    Agreement,
    /// A side has run out of time. The outcome is a draw if the opponent could not mate.
    Timeout {
        /// The side that ran out of time.
        loser: Color,
        /// The outcome.
        outcome: Outcome,
    },
}

impl CasualEnding {
    /// Returns the result as in PGN.
    ///
    /// ```
    /// use reynard_play::CasualEnding;
    ///
    /// assert_eq!(CasualEnding::Agreement.result().as_str(), "1/2-1/2");
    /// ```
    pub fn result(self) -> Termination {
        match self {
            Self::Outcome(outcome) | Self::Timeout { outcome, .. } => outcome.result().into(),
            Self::Resignation(Color::White) | Self::Forfeit(Color::White) => Termination::BlackWins,
            Self::Resignation(Color::Black) | Self::Forfeit(Color::Black) => Termination::WhiteWins,
            Self::Agreement => Termination::Draw,
        }
    }
}

impl fmt::Display for CasualEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |color: &Color| if *color == Color::White { "White" } else { "Black" };
        match self {
            Self::Outcome(outcome) if outcome.winner().is_some() => outcome.fmt(f),
            // It begins with a small letter.
            Self::Outcome(outcome) => f.write_str(&outcome.to_string().replacen("draw", "Draw", 1)),
            Self::Resignation(loser) => write!(f, "{} resigns", name(loser)),
            Self::Forfeit(loser) => write!(f, "{} has given no legal move", name(loser)),
            Self::Agreement => f.write_str("Draw by agreement"),
            Self::Timeout { loser, outcome } if outcome.winner().is_some() => {
                write!(f, "{} loses on time", name(loser))
            }
            Self::Timeout { loser, .. } => {
                write!(f, "Draw: {} has no time left, and the other side cannot mate", name(loser))
            }
        }
    }
}
