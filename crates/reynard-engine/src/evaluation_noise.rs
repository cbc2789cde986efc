//! Random errors added to the evaluation in order to weaken play.

use reynard::Position;
use reynard_base::SplitMix64;

/// Evaluation errors. A position gets the same error each time it is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluationNoise {
    /// Largest error.
    centipawns: u16,
}

impl EvaluationNoise {
    /// Creates errors of at most the given number of centipawns. Small errors are more frequent
    /// than large ones. Returns `None` for 0.
    ///
    /// ```
    /// use reynard_engine::EvaluationNoise;
    ///
    /// assert!(EvaluationNoise::new(200).is_some() && EvaluationNoise::new(0).is_none());
    /// ```
    pub const fn new(centipawns: u16) -> Option<Self> {
        if centipawns == 0 { None } else { Some(Self { centipawns }) }
    }

    /// Returns a static evaluation with its error added.
    pub(crate) fn add_to(self, score: i32, pos: &Position) -> i32 {
        let random = SplitMix64::new(pos.key()).next_u64();
        let largest = i32::from(self.centipawns);
        let uniform = |bits: u64| ((bits & 0xFFFF) as i32 * (largest + 1)) >> 16;
        // The sum of two uniform numbers: triangular around 0.
        score + uniform(random) + uniform(random >> 16) - largest
    }
}

#[cfg(test)]
mod tests {
    use super::EvaluationNoise;
    use reynard::Position;

    #[test]
    fn errors_are_bounded_centered_and_the_same_for_a_position() {
        let noise = EvaluationNoise::new(300).expect("not 0");
        let mut errors = Vec::new();
        let mut pos = Position::startpos();
        for index in 0..400 {
            let error = noise.add_to(40, &pos) - 40;
            assert_eq!(noise.add_to(40, &pos) - 40, error);
            errors.push(error);
            let moves = pos.legal_moves();
            if moves.is_empty() {
                pos = Position::startpos();
            } else {
                pos.play_unchecked(moves[index * 7 % moves.len()]);
            }
        }
        let (low, high) = (errors.iter().min().copied(), errors.iter().max().copied());
        assert!(
            (-300..-150).contains(&low.unwrap_or(0)) && (150..=300).contains(&high.unwrap_or(0)),
            "{low:?} {high:?}"
        );
        let mean = errors.iter().sum::<i32>() / 400;
        assert!(mean.abs() < 30, "{mean}");
    }
}
