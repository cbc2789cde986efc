//! How a score turns into chances to win, draw and lose.

/// How often of a thousand games a side wins, draws and loses that has this score in the search.
///
/// A logistic curve on either side. Where it stands and how steep it is are rules of thumb, not fitted to
/// games.
pub(crate) fn chances(score: i32) -> [u32; 3] {
    let win = above(score - DRAWISH);
    let loss = above(-score - DRAWISH);
    [win, 1000 - win - loss, loss]
}

/// From here on, in centipawns, a side wins more often than not.
const DRAWISH: i32 = 110;
/// Centipawns that make the odds e times better.
const SCALE: f64 = 75.0;

fn above(score: i32) -> u32 {
    (1000.0 / (1.0 + (-f64::from(score) / SCALE).exp())).round() as u32
}

#[cfg(test)]
mod tests {
    use super::chances;

    #[test]
    fn sum_up() {
        for score in (-32_000..=32_000).step_by(37) {
            assert_eq!(chances(score).iter().sum::<u32>(), 1000, "{score}");
        }
        assert_eq!(chances(32_000), [1000, 0, 0]);
    }
}
