//! Training games.

use std::fmt;

use reynard::{Color, GameResult, Move, Position};
use reynard_engine::Score;

/// A self-play game: the start position, the moves, each with the score of the position before it,
/// and the result.
///
/// ```
/// use reynard::{Color, GameResult, Position};
/// use reynard_engine::Score;
/// use reynard_train::shard::{Ply, SelfPlayEnding, TrainingGame, WhiteScore};
///
/// let start = Position::startpos();
/// let ply = Ply {
///     mv: start.parse_uci("e2e4")?,
///     score: WhiteScore::new(Score::Centipawns(25), Color::White),
/// };
/// let result = GameResult::Draw;
/// let game = TrainingGame {
///     start,
///     plies: vec![ply],
///     result,
///     ending: SelfPlayEnding::TooLong,
///     waived: None,
/// };
/// assert_eq!(game.pack()?.unpack()?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TrainingGame {
    /// Start position.
    pub start: Position,
    /// Moves.
    pub plies: Vec<Ply>,
    /// Result.
    pub result: GameResult,
    /// Ending of the game.
    pub ending: SelfPlayEnding,
    /// The waived adjudication, if the game was played out instead.
    pub waived: Option<WaivedAdjudication>,
}

impl PartialEq for TrainingGame {
    /// Compares two games. Start positions are compared as setups, including the counters.
    fn eq(&self, other: &Self) -> bool {
        self.start.to_setup() == other.start.to_setup()
            && self.plies == other.plies
            && (self.result, self.ending, self.waived) == (other.result, other.ending, other.waived)
    }
}

impl Eq for TrainingGame {}

impl TrainingGame {
    /// Maximum number of plies.
    pub const MAX_PLIES: usize = 16_384;
}

/// A move of a [`TrainingGame`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// The move played, which is the best move of the search.
    pub mv: Move,
    /// Score of the position before the move.
    pub score: WhiteScore,
}

/// Returns the points that White scores with a result: 0, 0.5 or 1.
///
/// ```
/// use reynard::GameResult;
/// use reynard_train::shard::white_points;
///
/// assert_eq!(white_points(GameResult::Draw), 0.5);
/// ```
pub const fn white_points(result: GameResult) -> f32 {
    white_half_points(result) as f32 / 2.0
}

/// Returns the half points that White scores with a result: 0, 1 or 2.
pub(crate) const fn white_half_points(result: GameResult) -> u8 {
    match result {
        GameResult::BlackWins => 0,
        GameResult::Draw => 1,
        GameResult::WhiteWins => 2,
    }
}

/// Ending of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SelfPlayEnding {
    /// The game ended by the rules: checkmate, stalemate, insufficient material, threefold
    /// repetition, or the fifty-move rule.
    Rules,
    /// The game was adjudicated on the basis of scores.
    Adjudicated,
    /// The maximum number of moves was reached, so the game is a draw.
    TooLong,
}

impl SelfPlayEnding {
    /// All endings.
    pub const ALL: [Self; 3] = [Self::Rules, Self::Adjudicated, Self::TooLong];

    /// Returns the name in lower case with hyphens.
    ///
    /// ```
    /// use reynard_train::shard::SelfPlayEnding;
    ///
    /// assert_eq!(SelfPlayEnding::TooLong.name(), "too-long");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Adjudicated => "adjudicated",
            Self::TooLong => "too-long",
        }
    }
}

impl fmt::Display for SelfPlayEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An adjudication that was waived to measure how often adjudication is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WaivedAdjudication {
    /// Number of plies played before the adjudication.
    pub plies: u32,
    /// Result of the adjudication.
    pub result: GameResult,
}

/// A score from White's point of view in 16 bits: up to 31,000 centipawns, or mate in up to 999
/// moves. Greater is better for White.
///
/// ```
/// use reynard::Color;
/// use reynard_engine::Score;
/// use reynard_train::shard::WhiteScore;
///
/// let worse = WhiteScore::new(Score::Centipawns(80), Color::Black);
/// assert_eq!(worse.centipawns(), Some(-80));
/// let mated = WhiteScore::new(Score::Mate(-3), Color::White);
/// assert_eq!((mated.centipawns(), mated.score()), (None, Score::Mate(-3)));
/// assert!(mated < worse);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WhiteScore(i16);

/// A mate in `n` moves is stored as this value minus `n`.
const MATE: i32 = 32_000;
/// Largest evaluation.
const BEST: i32 = 31_000;

impl WhiteScore {
    /// Converts a score from the point of view of the side to move to White's point of view. Scores
    /// and mate distances that are out of range are clamped.
    ///
    /// ```
    /// use reynard_engine::Score;
    /// use reynard_train::reynard::Color;
    /// use reynard_train::shard::WhiteScore;
    ///
    /// assert_eq!(WhiteScore::new(Score::Mate(2), Color::Black).number(), -31_998);
    /// ```
    pub fn new(score: Score, turn: Color) -> Self {
        let number = match score {
            Score::Centipawns(score) => score.clamp(-BEST, BEST),
            Score::Mate(moves) if moves > 0 => MATE - moves.min(999),
            Score::Mate(moves) => moves.clamp(-999, -1).abs() - MATE,
        };
        let number = i16::try_from(number).unwrap_or(0);
        Self(if turn == Color::White { number } else { -number })
    }

    /// Creates a score from its [`number`](WhiteScore::number), or returns `None` if the number is
    /// invalid.
    ///
    /// ```
    /// use reynard_train::shard::WhiteScore;
    ///
    /// assert_eq!(WhiteScore::from_number(-80).unwrap().centipawns(), Some(-80));
    /// assert_eq!(WhiteScore::from_number(32_000), None);
    /// ```
    pub const fn from_number(number: i16) -> Option<Self> {
        if (number.unsigned_abs() as i32) < MATE { Some(Self(number)) } else { None }
    }

    /// Returns the centipawns or, for a mate, 32,000 minus the number of moves. The number is
    /// negative if Black is better.
    pub const fn number(self) -> i16 {
        self.0
    }

    /// Returns the centipawns; `None` for a mate.
    pub fn centipawns(self) -> Option<i16> {
        (i32::from(self.0).abs() <= BEST).then_some(self.0)
    }

    /// Returns the score from White's point of view.
    ///
    /// ```
    /// use reynard_engine::Score;
    /// use reynard_train::shard::WhiteScore;
    ///
    /// let mate = WhiteScore::from_number(-31_998).expect("in range");
    /// assert_eq!(mate.score(), Score::Mate(-2));
    /// ```
    pub fn score(self) -> Score {
        match (self.centipawns(), i32::from(self.0)) {
            (Some(score), _) => Score::Centipawns(score.into()),
            (None, number) if number > 0 => Score::Mate(MATE - number),
            (None, number) => Score::Mate(-(MATE + number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_keep_their_order_and_meaning() {
        let scores = [
            Score::Mate(-1),
            Score::Mate(-999),
            Score::Centipawns(-31_000),
            Score::Centipawns(0),
            Score::Centipawns(31_000),
            Score::Mate(999),
            Score::Mate(1),
        ];
        let stored = scores.map(|score| WhiteScore::new(score, Color::White));
        assert!(stored.is_sorted());
        for (score, stored) in scores.into_iter().zip(stored) {
            assert_eq!(stored.score(), score);
            assert_eq!(WhiteScore::from_number(stored.number()), Some(stored));
        }
        assert_eq!(WhiteScore::new(Score::Mate(-5), Color::Black).score(), Score::Mate(5));
        assert_eq!(WhiteScore::new(Score::Mate(0), Color::White).score(), Score::Mate(-1));
        let huge = WhiteScore::new(Score::Centipawns(i32::MIN), Color::White);
        assert_eq!(huge.score(), Score::Centipawns(-31_000));
        assert_eq!(WhiteScore::from_number(32_000), None);
        assert_eq!(WhiteScore::from_number(i16::MIN), None);
    }
}
