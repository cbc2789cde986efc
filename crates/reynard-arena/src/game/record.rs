//! What is kept of a game.

use std::fmt;

use reynard::GameResult;
use serde::{Deserialize, Serialize};

/// A game that is over: everything needed to write it down or to count it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the schedule, counted from 0.
    pub number: usize,
    /// The round, counted from 0: all games of it begin with the same opening.
    pub round: usize,
    /// The player of the white pieces, by its place among the players.
    pub white: usize,
    /// The player of the black pieces.
    pub black: usize,
    /// The position in which it began, as X-FEN.
    pub start: String,
    /// Whether castling was written as in Chess960.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chess960: bool,
    /// The moves of both sides.
    pub moves: Vec<MoveRecord>,
    /// Who got the point.
    #[serde(with = "result_text")]
    pub result: GameResult,
    /// Why.
    pub cause: Cause,
    /// More about that, where there is more to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// What the arena needed between two moves.
    pub overhead: Overhead,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move in UCI notation.
    #[serde(rename = "m")]
    pub text: String,
    /// How long it took, in microseconds; `None` for a move of the opening.
    #[serde(rename = "us", default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// The score in centipawns for the player who made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Instead, mate in so many moves for the player who made it, below zero if against it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Plies searched.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions searched.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The king in check could not escape.
    Checkmate,
    /// No legal move, and no check.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The same position three times.
    ThreefoldRepetition,
    /// Fifty moves of both sides without a capture or a pawn move.
    FiftyMoves,
    /// A player has given up, or both engines have said for long enough that one side is lost.
    Resignation,
    /// Both engines have said for long enough that nothing is left to win.
    DrawAgreement,
    /// The game had as many moves as it may have.
    MoveLimit,
    /// The endgame tables know the result.
    Tablebases,
    /// A player ran out of time.
    TimeForfeit,
    /// A player made a move that is not legal, or none, or refused one that is.
    IllegalMove,
    /// The process of a player has ended.
    Disconnect,
    /// A player did not answer at all.
    Stall,
}

impl Cause {
    /// The cause in lower case with hyphens, as it is stored.
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

    /// Whether it tells of a fault of an engine and not of chess.
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::TimeForfeit | Self::IllegalMove | Self::Disconnect | Self::Stall)
    }
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How long the arena took from an answer until the other engine had its question, in microseconds.
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
    /// The number of moves that were measured.
    pub moves: u64,
    /// For all of them together.
    pub total: u64,
    /// For the one that took longest.
    pub longest: u64,
}

impl Overhead {
    /// For one move on average; 0 if none was measured.
    #[expect(clippy::cast_precision_loss, reason = "a mean needs no more than a float has")]
    pub fn mean(&self) -> f64 {
        self.total as f64 / self.moves.max(1) as f64
    }

    /// For the one that took longest, in milliseconds.
    #[expect(clippy::cast_precision_loss, reason = "a float has digits enough to print")]
    pub fn longest_ms(&self) -> f64 {
        self.longest as f64 / 1e3
    }

    /// Counts another measurement in.
    pub fn add(&mut self, other: Self) {
        self.moves += other.moves;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }
}

/// Results are stored as they are written in PGN.
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
