//! Game records.

use std::fmt;

use reynard::GameResult;
use serde::{Deserialize, Serialize};

/// The record of a finished game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Game number in the schedule, from 0.
    pub number: usize,
    /// Round, from 0. All games of a round have the same opening.
    pub round: usize,
    /// Index of the player with White.
    pub white: usize,
    /// Index of the player with Black.
    pub black: usize,
    /// Time of the first move in seconds since the Unix epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started: Option<u64>,
    /// Start position in X-FEN.
    pub start: String,
    /// Set for Chess960: castling moves are written as king takes rook.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chess960: bool,
    /// Moves of both sides, including the opening.
    pub moves: Vec<MoveRecord>,
    /// Result.
    #[serde(with = "result_text")]
    pub result: GameResult,
    /// Cause of the end of the game.
    pub cause: Cause,
    /// Details of the ending. A resignation has them only if an engine itself resigned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Overhead of the arena.
    pub overhead: Overhead,
}

/// A move in a [`GameRecord`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Move in UCI notation.
    #[serde(rename = "m")]
    pub text: String,
    /// Thinking time in microseconds; `None` for an opening move.
    #[serde(rename = "us", default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// Score in centipawns from the moving side's point of view.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Moves to mate from the moving side's point of view; negative if the moving side is mated. If
    /// present, `cp` is absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Depth in plies.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Number of nodes.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Cause of the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// Checkmate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Insufficient material.
    InsufficientMaterial,
    /// Threefold repetition.
    ThreefoldRepetition,
    /// Fifty-move rule.
    FiftyMoves,
    /// Resignation, or adjudication of a lost game.
    Resignation,
    /// Adjudication of a drawn game.
    DrawAgreement,
    /// Maximum number of moves.
    MoveLimit,
    /// Adjudication by tablebases.
    Tablebases,
    /// Loss on time.
    TimeForfeit,
    /// Illegal move, no move, or rejection of a legal move.
    IllegalMove,
    /// An engine crashed.
    Disconnect,
    /// An engine did not answer.
    Stall,
}

impl GameRecord {
    /// Returns White's half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub const fn white_half_points(&self) -> u8 {
        match self.result {
            GameResult::WhiteWins => 2,
            GameResult::Draw => 1,
            GameResult::BlackWins => 0,
        }
    }

    /// Returns the player who ended the game by a [forfeit](Cause::is_forfeit), if one did. It is not
    /// always the loser: a game that is lost on time is drawn if the opponent cannot mate.
    pub fn forfeiter(&self) -> Option<usize> {
        let black_begins = self.start.split_whitespace().nth(1) == Some("b");
        let is_black = match self.result {
            _ if !self.cause.is_forfeit() => return None,
            GameResult::WhiteWins => true,
            GameResult::BlackWins => false,
            // The side to move had no time left.
            GameResult::Draw => black_begins == self.moves.len().is_multiple_of(2),
        };
        Some(if is_black { self.black } else { self.white })
    }
}

impl Cause {
    /// Returns the name in lower case with hyphens, as stored in records.
    ///
    /// ```
    /// use reynard_arena::Cause;
    ///
    /// assert_eq!(Cause::FiftyMoves.name(), "fifty-moves");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient-material",
            Self::ThreefoldRepetition => "threefold-repetition",
            Self::FiftyMoves => "fifty-moves",
            Self::Resignation => "resignation",
            Self::DrawAgreement => "draw-agreement",
            Self::MoveLimit => "move-limit",
            Self::Tablebases => "tablebases",
            Self::TimeForfeit => "time-forfeit",
            Self::IllegalMove => "illegal-move",
            Self::Disconnect => "disconnect",
            Self::Stall => "stall",
        }
    }

    /// Returns `true` if the cause is a forfeit: loss on time, illegal move, crash or no answer.
    ///
    /// ```
    /// use reynard_arena::Cause;
    ///
    /// assert!(Cause::IllegalMove.is_forfeit() && !Cause::Resignation.is_forfeit());
    /// ```
    pub const fn is_forfeit(self) -> bool {
        matches!(self, Self::TimeForfeit | Self::IllegalMove | Self::Disconnect | Self::Stall)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Time from receiving an answer to sending the next position, in microseconds.
///
/// ```
/// use reynard_arena::Overhead;
///
/// let mut all = Overhead { moves: 1, total: 30, longest: 30 };
/// all.add(Overhead { moves: 1, total: 50, longest: 50 });
/// assert_eq!((all.mean(), all.longest), (40.0, 50));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overhead {
    /// Number of measured moves.
    pub moves: u64,
    /// Total time.
    pub total: u64,
    /// Maximum time.
    pub longest: u64,
}

impl Overhead {
    /// Returns the mean time; 0 if no moves were measured.
    #[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a float has")]
    pub fn mean(&self) -> f64 {
        self.total as f64 / self.moves.max(1) as f64
    }

    /// Returns the maximum time in milliseconds.
    #[expect(clippy::cast_precision_loss, reason = "a float has digits enough to print")]
    pub fn longest_ms(&self) -> f64 {
        self.longest as f64 / 1e3
    }

    /// Adds another measurement.
    ///
    /// ```
    /// use reynard_arena::Overhead;
    ///
    /// let mut overhead = Overhead::default();
    /// overhead.add(Overhead { moves: 2, total: 60, longest: 50 });
    /// assert_eq!(overhead.longest, 50);
    /// ```
    pub fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// Serialization of game results in PGN notation.
mod result_text {
    use reynard::GameResult;
    use serde::{Deserialize, Deserializer, Serializer, de};

    const RESULTS: [(&str, GameResult); 3] = [
        ("1-0", GameResult::WhiteWins),
        ("0-1", GameResult::BlackWins),
        ("1/2-1/2", GameResult::Draw),
    ];

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(super) fn serialize<S: Serializer>(
        result: &GameResult,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(result)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<GameResult, D::Error> {
        let text = String::deserialize(deserializer)?;
        let found = RESULTS.into_iter().find(|(name, _)| *name == text);
        found
            .map(|(_, result)| result)
            .ok_or_else(|| de::Error::invalid_value(de::Unexpected::Str(&text), &"a result"))
    }
}
