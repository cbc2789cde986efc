//! A game as it is kept to learn from.

use std::fmt;

use reynard::{Color, GameResult, Move, Position};
use reynard_engine::Score;

/// A game of the engine against itself: where it began, each move with the score that the search gave
/// the position before it, and the result.
///
/// ```
/// use reynard::{Color, GameResult, Position};
/// use reynard_train::shard::{GameEnding, Ply, TrainingGame, WhiteScore};
/// use reynard_engine::Score;
///
/// let start = Position::startpos();
/// let ply = Ply {
///     mv: start.parse_uci("e2e4")?,
///     score: WhiteScore::new(Score::Centipawns(25), Color::White),
/// };
/// let result = GameResult::Draw;
/// let game = TrainingGame { start, plies: vec![ply], result, ending: GameEnding::TooLong, waived: None };
/// assert_eq!(game.pack()?.unpack()?, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TrainingGame {
    /// Where the engine began to play.
    pub start: Position,
    /// Its moves.
    pub plies: Vec<Ply>,
    /// Who got the point.
    pub result: GameResult,
    /// Why the game was over.
    pub ending: GameEnding,
    /// What would have been decided before the end, if the game was played out all the same.
    pub waived: Option<WaivedAdjudication>,
}

impl PartialEq for TrainingGame {
    /// Start positions are the same if all of their set-up is, counters included.
    fn eq(&self, other: &Self) -> bool {
        self.start.to_setup() == other.start.to_setup()
            && self.plies == other.plies
            && (self.result, self.ending, self.waived) == (other.result, other.ending, other.waived)
    }
}

impl Eq for TrainingGame {}

impl TrainingGame {
    /// The most moves that a game can have, those of both sides counted.
    pub const MAX_PLIES: usize = 16_384;
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ply {
    /// The move that was played, the best one that the search found.
    pub mv: Move,
    /// What the search said about the position before it.
    pub score: WhiteScore,
}

/// Why a game was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameEnding {
    /// By the rules: mate, stalemate, lack of material, threefold repetition, fifty moves.
    Rules,
    /// It was decided by the scores.
    Adjudicated,
    /// It had as many moves as were allowed, and counts as a draw.
    TooLong,
}

impl GameEnding {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Rules, Self::Adjudicated, Self::TooLong];

    /// The name in lower case, as machines read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Adjudicated => "adjudicated",
            Self::TooLong => "too-long",
        }
    }
}

impl fmt::Display for GameEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// How a game would have been decided by the scores that was played out all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WaivedAdjudication {
    /// After so many moves of both sides.
    pub plies: u32,
    /// With this result.
    pub result: GameResult,
}

/// A score for White in 16 bits: up to 31,000 centipawns, or mate in up to 999 moves.
///
/// Better scores for White are greater.
///
/// ```
/// use reynard::Color;
/// use reynard_train::shard::WhiteScore;
/// use reynard_engine::Score;
///
/// let worse = WhiteScore::new(Score::Centipawns(80), Color::Black);
/// assert_eq!(worse.centipawns(), Some(-80));
/// let mated = WhiteScore::new(Score::Mate(-3), Color::White);
/// assert_eq!((mated.centipawns(), mated.score()), (None, Score::Mate(-3)));
/// assert!(mated < worse);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WhiteScore(i16);

/// A mate in `n` moves is this less `n`.
const MATE: i32 = 32_000;
/// The best score that is no mate.
const BEST: i32 = 31_000;

impl WhiteScore {
    /// The score of the side to move. Larger scores, and mates in more moves, count as the largest.
    pub fn new(score: Score, turn: Color) -> Self {
        let number = match score {
            Score::Centipawns(score) => score.clamp(-BEST, BEST),
            Score::Mate(moves) if moves > 0 => MATE - moves.min(999),
            Score::Mate(moves) => moves.clamp(-999, -1).abs() - MATE,
        };
        let number = i16::try_from(number).unwrap_or(0);
        Self(if turn == Color::White { number } else { -number })
    }

    /// The score with this number, if [`WhiteScore::number`] can give it.
    pub const fn from_number(number: i16) -> Option<Self> {
        if (number.unsigned_abs() as i32) < MATE { Some(Self(number)) } else { None }
    }

    /// Centipawns, or 32,000 less the moves to the mate; negative if Black is better.
    pub const fn number(self) -> i16 {
        self.0
    }

    /// Centipawns; none if it is a mate.
    pub fn centipawns(self) -> Option<i16> {
        (i32::from(self.0).abs() <= BEST).then_some(self.0)
    }

    /// The score from White's point of view.
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
