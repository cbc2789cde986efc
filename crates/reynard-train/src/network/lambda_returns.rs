//! Targets that look ahead in the game: λ-returns.

use reynard::Color;
use reynard_engine::Score;

use super::settings::TargetScale;
use crate::shard::{TrainingGame, WhiteScore, white_points};

/// Largest magnitude of a λ-return in centipawns. More extreme expected scores are clamped to this
/// value.
const MOST: i32 = 3_000;

/// Replaces the scores of a game with their λ-returns.
///
/// The λ-return of a position is the weighted mean of its expected score and those of all later
/// positions in the game. Each weight is λ times the previous one, and the result of the game has
/// the remaining weight. The scores of later positions contain more information about the value of
/// a position than a search of a few nodes does, and have less variance than results.
///
/// ```
/// use reynard_train::network::LambdaReturns;
/// use reynard_train::shard::TrainingGame;
///
/// fn look_ahead(game: &mut TrainingGame) {
///     LambdaReturns::new(0.85).apply(game);
/// }
/// ```
///
/// Source: Richard Sutton, *Learning to predict by the methods of temporal differences* (1988).
#[derive(Clone, Debug)]
pub struct LambdaReturns {
    lambda: f64,
    /// Expected game scores from 0 to 1, one per centipawn value from `-MOST` up.
    expected: Vec<f64>,
}

impl LambdaReturns {
    /// Creates λ-returns with the given λ: 0 keeps the scores, 1 uses only the result, and values
    /// in between blend them.
    pub fn new(lambda: f32) -> Self {
        let expected = (-MOST..=MOST).map(TargetScale::expected).collect();
        Self { lambda: lambda.into(), expected }
    }

    /// Creates λ-returns with a λ above 0. Returns `None` for a λ of 0, which keeps the scores as
    /// they are.
    ///
    /// ```
    /// use reynard_train::network::LambdaReturns;
    ///
    /// assert!(LambdaReturns::look_ahead(0.0).is_none());
    /// assert!(LambdaReturns::look_ahead(0.7).is_some());
    /// ```
    pub fn look_ahead(lambda: f32) -> Option<Self> {
        (lambda > 0.0).then(|| Self::new(lambda))
    }

    /// Replaces the scores of a game with its λ-returns, clamped to ±3,000 centipawns.
    pub fn apply(&self, game: &mut TrainingGame) {
        let mut later = f64::from(white_points(game.result));
        for ply in game.plies.iter_mut().rev() {
            later = (1.0 - self.lambda) * self.expected(ply.score) + self.lambda * later;
            ply.score = self.score(later);
        }
    }

    fn expected(&self, score: WhiteScore) -> f64 {
        match score.centipawns() {
            Some(score) => {
                let score = i32::from(score).clamp(-MOST, MOST);
                self.expected[(score + MOST).unsigned_abs() as usize]
            }
            None if score > WhiteScore::default() => 1.0,
            None => 0.0,
        }
    }

    /// Returns the lowest score whose expected score is at least `expected`.
    fn score(&self, expected: f64) -> WhiteScore {
        let index = self.expected.partition_point(|&other| other < expected);
        let score = i32::try_from(index).map_or(MOST, |index| (index - MOST).min(MOST));
        WhiteScore::new(Score::Centipawns(score), Color::White)
    }
}

#[cfg(test)]
mod tests {
    use reynard::{GameResult, Position};

    use super::*;
    use crate::shard::{Ply, SelfPlayEnding};

    fn returns(lambda: f32, scores: &[Score], result: GameResult) -> Vec<i32> {
        let start = Position::startpos();
        let mv = start.legal_moves()[0];
        let plies = scores
            .iter()
            .map(|&score| Ply { mv, score: WhiteScore::new(score, Color::White) })
            .collect();
        let ending = SelfPlayEnding::Rules;
        let mut game = TrainingGame { start, plies, result, ending, waived: None };
        LambdaReturns::new(lambda).apply(&mut game);
        game.plies.iter().map(|ply| ply.score.number().into()).collect()
    }

    #[test]
    fn a_lambda_of_zero_keeps_scores_and_one_has_the_result_alone() {
        let scores = [-500, 0, 1, 37, 1_999].map(Score::Centipawns);
        assert_eq!(returns(0.0, &scores, GameResult::Draw), [-500, 0, 1, 37, 1_999]);
        assert_eq!(returns(1.0, &scores, GameResult::Draw), [0; 5]);
        assert_eq!(returns(1.0, &scores, GameResult::WhiteWins), [MOST; 5]);
        assert_eq!(returns(1.0, &scores, GameResult::BlackWins), [-MOST; 5]);
    }

    #[test]
    fn later_scores_weigh_less_the_later_they_are() {
        let one = |at: usize| {
            let mut scores = [Score::Centipawns(0); 6];
            scores[at] = Score::Centipawns(400);
            returns(0.5, &scores, GameResult::Draw)[0]
        };
        // 400 centipawns are an expectation of 0.869; half of the way from 0.5 is 0.684, a quarter
        // 0.592.
        assert_eq!([one(0), one(1)], [164, 79]);
        assert!(one(1) > one(2) && one(2) > one(3) && one(3) > 0);
    }

    #[test]
    fn a_mate_is_certain() {
        let won = returns(0.5, &[Score::Centipawns(0), Score::Mate(2)], GameResult::WhiteWins);
        // Half of 0.5 and half of 1.
        assert_eq!(won, [232, MOST]);
        let lost = returns(0.5, &[Score::Centipawns(0), Score::Mate(-2)], GameResult::BlackWins);
        assert_eq!(lost, [-231, -MOST]);
    }
}
