//! Lichess's win percentage and accuracy, which players know well.
//!
//! CITE: lichess.org, *Lichess Accuracy metric*, <https://lichess.org/page/accuracy>. The page
//! gives rounded values for some of the constants.

use reynard::Color;
use reynard_pgn::EvaluationScore;

use crate::assessment::capped_centipawns;

/// The score of the start position in centipawns.
const FIRST: i32 = 15;

/// Returns a side's win percentage according to lichess's curve.
///
/// ```
/// use reynard_analysis::lichess_win_percent;
/// use reynard_analysis::reynard::Color;
/// use reynard_pgn::EvaluationScore;
///
/// let score = EvaluationScore::Centipawns(100);
/// assert_eq!(lichess_win_percent(score, Color::White).round(), 59.0);
/// assert_eq!(lichess_win_percent(score, Color::Black).round(), 41.0);
/// ```
pub fn lichess_win_percent(score: EvaluationScore, side: Color) -> f64 {
    let white = win_percent(capped_centipawns(score));
    if side == Color::White { white } else { 100.0 - white }
}

fn win_percent(centipawns: i32) -> f64 {
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns)).exp()) - 1.0)
}

/// Returns the accuracy of a move in percent, given the moving side's win percentages before and
/// after the move. Lichess adds 1 to the formula that its page gives.
pub(crate) fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let lost = before - after;
    let accuracy = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * lost).exp()
        - 3.166_924_740_191_411
        + 1.0;
    accuracy.clamp(0.0, 100.0)
}

/// Returns a side's accuracy in a game in percent, as computed by lichess: the mean of the
/// volatility-weighted mean and the harmonic mean of the move accuracies. `scores` holds the score
/// after each move of a game from the start position, in order and without gaps. Returns `None` if
/// the side made no moves.
///
/// ```
/// use reynard_analysis::lichess_game_accuracy;
/// use reynard_analysis::reynard::Color;
/// use reynard_pgn::EvaluationScore::Centipawns;
///
/// let scores = [20, 15, 30, -250].map(Centipawns);
/// let [white, black] = [Color::White, Color::Black].map(|side| lichess_game_accuracy(&scores, side));
/// assert_eq!(white, Some(100.0));
/// assert!(black > Some(99.0), "the last move of Black gains");
/// ```
pub fn lichess_game_accuracy(scores: &[EvaluationScore], side: Color) -> Option<f64> {
    let first = std::iter::once(win_percent(FIRST));
    let after = scores.iter().map(|&score| win_percent(capped_centipawns(score)));
    let white: Vec<f64> = first.chain(after).collect();
    let window = (scores.len() / 10).clamp(2, 8).min(white.len());
    let repeated = std::iter::repeat_n(&white[..window], window.saturating_sub(2));
    let weights =
        repeated.chain(white.windows(window)).map(|window| deviation(window).clamp(0.5, 12.0));
    let own = |percent: f64| if side == Color::White { percent } else { 100.0 - percent };
    let (mut weighted, mut weight_sum, mut inverse, mut moves) = (0.0, 0.0, 0.0, 0.0);
    for (index, (pair, weight)) in white.windows(2).zip(weights).enumerate() {
        let is_own = index.is_multiple_of(2) == (side == Color::White);
        if is_own {
            let accuracy = move_accuracy(own(pair[0]), own(pair[1]));
            weighted += accuracy * weight;
            weight_sum += weight;
            // A move of accuracy 0 must not be all that counts.
            inverse += 1.0 / accuracy.max(1.0);
            moves += 1.0;
        }
    }
    (moves > 0.0).then(|| f64::midpoint(weighted / weight_sum, moves / inverse))
}

#[expect(clippy::cast_precision_loss, reason = "a window has at most eight numbers")]
fn deviation(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracies_of_moves_are_those_of_the_formula_with_its_addend() {
        for (before, after, expected) in
            [(50.0, 50.0, 100.0), (50.0, 60.0, 100.0), (50.0, 40.0, 64.579), (100.0, 0.0, 0.0)]
        {
            let accuracy = move_accuracy(before, after);
            assert!((accuracy - expected).abs() < 0.01, "{before} {after}: {accuracy}");
        }
    }

    #[test]
    fn accuracies_of_scores_are_those_of_their_percentages() {
        for (before, after, expected) in [
            (0, 0, 100.0),
            (0, -100, 67.240),
            (300, 0, 32.398),
            (1000, -1000, 0.0),
            (-100, 200, 100.0),
        ] {
            let accuracy = move_accuracy(win_percent(before), win_percent(after));
            assert!((accuracy - expected).abs() < 0.001, "{before} {after}: {accuracy}");
        }
    }

    #[test]
    fn a_move_of_accuracy_0_leaves_a_number() {
        let mate = |winner| EvaluationScore::Mate { winner, moves: 1 };
        let scores = [mate(Color::White), mate(Color::White), mate(Color::Black)];
        let white = lichess_game_accuracy(&scores, Color::White).expect("moves");
        assert!(white.is_finite() && white > 0.0 && white < 60.0, "{white}");
        assert_eq!(lichess_game_accuracy(&[], Color::White), None);
        assert_eq!(lichess_game_accuracy(&scores[..1], Color::Black), None);
    }
}
