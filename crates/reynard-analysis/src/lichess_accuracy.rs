//! The accuracy of moves as defined by lichess.

/// Returns the accuracy of a move in percent. The evaluations before and after the move are in
/// centipawns, from the player's point of view.
///
/// CITE: lichess.org, *Lichess Accuracy metric*, <https://lichess.org/page/accuracy>.
pub(crate) fn move_accuracy(before: i32, after: i32) -> f64 {
    let lost = win_percent(before) - win_percent(after);
    (103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// Returns the win chances in percent, as defined by lichess.
fn win_percent(centipawns: i32) -> f64 {
    50.0 + 50.0 * (2.0 / (1.0 + (-0.003_682_08 * f64::from(centipawns)).exp()) - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracies_are_those_of_the_published_formula() {
        for (before, after, percent) in [
            (0, 0, 99.9999),
            (0, -100, 66.2424),
            (300, 0, 31.4017),
            (1000, -1000, 0.0),
            (-100, 200, 100.0),
        ] {
            let accuracy = move_accuracy(before, after);
            assert!((accuracy - percent).abs() < 0.001, "{before} {after}: {accuracy}");
        }
    }
}
