//! Win, draw and loss probabilities of a score (WDL).

/// Estimated probabilities of the results for the side to move, in permille. They add up to 1000.
///
/// They are a logistic curve of the score, whose offset and slope are rules of thumb and not fitted to games.
///
/// ```
/// use reynard_engine::WinDrawLoss;
///
/// let equal = WinDrawLoss::of_centipawns(0);
/// assert!(equal.draw > equal.win && equal.win == equal.loss);
/// assert_eq!(equal.expected_score(), 0.5);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WinDrawLoss {
    /// Probability of a win.
    pub win: u32,
    /// Probability of a draw.
    pub draw: u32,
    /// Probability of a loss.
    pub loss: u32,
}

impl WinDrawLoss {
    /// Returns the probabilities for a score in centipawns.
    pub fn of_centipawns(score: i32) -> Self {
        let win = logistic(score - DRAWISH);
        let loss = logistic(-score - DRAWISH);
        Self { win, draw: 1000 - win - loss, loss }
    }

    /// Returns the expected score: a win counts 1 and a draw one half.
    pub fn expected_score(self) -> f64 {
        f64::from(2 * self.win + self.draw) / 2000.0
    }
}

/// Centipawns at which a win and no win are equally likely.
const DRAWISH: i32 = 110;
/// Centipawns that multiply the odds by e.
const SCALE: f64 = 75.0;

fn logistic(score: i32) -> u32 {
    (1000.0 / (1.0 + (-f64::from(score) / SCALE).exp())).round() as u32
}

#[cfg(test)]
mod tests {
    use super::WinDrawLoss;

    #[test]
    fn probabilities_add_up_and_mirror() {
        for score in (-32_000..=32_000).step_by(37) {
            let wdl = WinDrawLoss::of_centipawns(score);
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000, "{score}");
            let mirrored = WinDrawLoss::of_centipawns(-score);
            assert_eq!((wdl.win, wdl.loss), (mirrored.loss, mirrored.win), "{score}");
        }
        assert_eq!(WinDrawLoss::of_centipawns(110).win, 500);
        assert_eq!(WinDrawLoss::of_centipawns(185).win, 731);
        assert_eq!(WinDrawLoss::of_centipawns(32_000), WinDrawLoss { win: 1000, draw: 0, loss: 0 });
    }
}
