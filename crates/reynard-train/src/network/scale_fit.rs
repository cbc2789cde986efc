//! The error of a static evaluation relative to the scores from deep searches.

use reynard_nnue::train::sigmoid;

use super::settings::TargetScale;

/// A static evaluation compared with the scores from deep searches. Both are converted to expected
/// scores, after the evaluation has been scaled for the best fit.
///
/// Comparing networks in this way takes seconds, whereas matches would take much longer. The scores
/// may come from any engine, since no network is trained on them.
///
/// ```
/// use reynard_train::network::ScaleFit;
///
/// // Evaluations and deep scores in centipawns for the side to move.
/// let pairs = [(-100, -205), (-10, -18), (0, 5), (50, 96), (200, 400)];
/// let fit = ScaleFit::of(&pairs).ok_or("no positions")?;
/// assert!((1.9..2.1).contains(&fit.scale));
/// assert!(fit.error < 0.001 && fit.correlation > 0.99);
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScaleFit {
    /// The scale factor of the evaluation that minimizes the error.
    pub scale: f64,
    /// Mean squared error of the expected score.
    pub error: f64,
    /// Correlation of the expected scores, from -1 to 1. The correlation is 0 if either series of
    /// scores is constant.
    pub correlation: f64,
    /// Variance of the deep searches' expected scores: the error that the best constant evaluation
    /// would have.
    pub variance: f64,
}

impl ScaleFit {
    /// Range of the scale factor.
    const SCALES: [f64; 2] = [1.0 / 16.0, 16.0];

    /// Fits evaluations to deep scores. Each pair contains an evaluation and a deep score, both in
    /// centipawns. Returns `None` if there are no pairs.
    pub fn of(pairs: &[(i32, i32)]) -> Option<Self> {
        if pairs.is_empty() {
            return None;
        }
        let deep: Vec<f64> = pairs.iter().map(|&(_, deep)| expected(deep, 1.0)).collect();
        let evaluated = |scale: f64| pairs.iter().map(move |&(value, _)| expected(value, scale));
        let error = |scale: f64| {
            mean(evaluated(scale).zip(&deep).map(|(value, deep)| (value - deep).powi(2)))
        };
        let scale = least(&error, Self::SCALES);
        let values: Vec<f64> = evaluated(scale).collect();
        let [center, deep_center] = [&values, &deep].map(|list| mean(list.iter().copied()));
        let spread = |list: &[f64], center: f64| mean(list.iter().map(|x| (x - center).powi(2)));
        let (own, variance) = (spread(&values, center), spread(&deep, deep_center));
        let shared = values.iter().zip(&deep).map(|(x, y)| (x - center) * (y - deep_center));
        let product = (own * variance).sqrt();
        let correlation = if product > 0.0 { mean(shared) / product } else { 0.0 };
        Some(Self { scale, error: error(scale), correlation, variance })
    }
}

/// Returns the expected game score, from 0 to 1, for an evaluation in centipawns multiplied by
/// `scale`.
fn expected(centipawns: i32, scale: f64) -> f64 {
    sigmoid(TargetScale::CENTIPAWN * scale * f64::from(centipawns))
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

/// Finds the argument that minimizes a function over a range of positive numbers. The best of a
/// series of candidates is refined by golden-section search on the logarithm.
fn least(function: &impl Fn(f64) -> f64, [low, high]: [f64; 2]) -> f64 {
    /// Number of candidates before the search.
    const CANDIDATES: u32 = 48;
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let step = (high / low).ln() / f64::from(CANDIDATES);
    let at = |index: u32| low.ln() + step * f64::from(index);
    let value = |logarithm: f64| function(logarithm.exp());
    let best = (0..=CANDIDATES).min_by(|&a, &b| value(at(a)).total_cmp(&value(at(b))));
    let center = at(best.unwrap_or(0));
    let (mut from, mut to) = ((center - step).max(low.ln()), (center + step).min(high.ln()));
    for _ in 0..40 {
        let part = GOLDEN * (to - from);
        if value(to - part) <= value(from + part) {
            to = from + part;
        } else {
            from = to - part;
        }
    }
    f64::midpoint(from, to).exp()
}

#[cfg(test)]
mod tests {
    use super::ScaleFit;

    #[test]
    fn a_scaled_evaluation_has_no_error() {
        for factor in [0.25, 1.0, 3.0] {
            let pairs: Vec<(i32, i32)> =
                (-20..=20).map(|x| (40 * x, (40.0 * factor * f64::from(x)) as i32)).collect();
            let fit = ScaleFit::of(&pairs).expect("pairs");
            assert!((fit.scale / factor - 1.0).abs() < 0.001, "{factor}: {fit:?}");
            assert!(fit.error < 1e-9 && fit.correlation > 0.999_999, "{fit:?}");
        }
    }

    #[test]
    fn an_evaluation_without_knowledge_has_the_error_of_the_mean() {
        let pairs = [(0, -200), (0, 200), (0, -200), (0, 200)];
        let fit = ScaleFit::of(&pairs).expect("pairs");
        assert!((fit.error - fit.variance).abs() < 1e-9, "{fit:?}");
        assert_eq!((fit.correlation, ScaleFit::of(&[])), (0.0, None));
    }

    #[test]
    fn the_better_evaluation_has_the_smaller_error() {
        let deep = [-300, -120, -40, 0, 30, 90, 250, 400];
        let noisy = |noise: i32| {
            let signs = [1, -1, -1, 1, -1, 1, 1, -1];
            let pairs: Vec<_> =
                deep.iter().zip(signs).map(|(&deep, sign)| (deep + sign * noise, deep)).collect();
            ScaleFit::of(&pairs).expect("pairs")
        };
        let (good, bad) = (noisy(20), noisy(150));
        assert!(good.error < bad.error && good.correlation > bad.correlation, "{good:?} {bad:?}");
    }
}
