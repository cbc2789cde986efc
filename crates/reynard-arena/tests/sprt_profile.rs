//! Log-likelihood ratios of the test with normalized Elo, compared with a maximum that is found in
//! another way: for each mean the most likely distribution with the deviation that belongs to it,
//! by Newton's method, and the best mean of a fine grid.

use reynard_arena::stats::{Pairs, Sprt, SprtVerdict};

/// Points of an outcome of a pair.
const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The scale of normalized Elo, for pairs.
fn deviations(elo: f64) -> f64 {
    elo * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2
}

/// The log-likelihood of the most likely distribution with a mean and a variance, less that of the
/// sample: the convex dual problem in two multipliers.
fn fit(sample: &[f64; 5], mean: f64, variance: f64) -> Option<f64> {
    let off = VALUES.map(|value| value - mean);
    let spread = off.map(|off| off * off - variance);
    let factors = |[a, b]: [f64; 2]| -> [f64; 5] {
        std::array::from_fn(|index| 1.0 + a * off[index] + b * spread[index])
    };
    let value = |at: [f64; 2]| -> Option<f64> {
        let factors = factors(at);
        let is_inside = factors.iter().all(|&factor| factor > 0.0);
        is_inside.then(|| sample.iter().zip(factors).map(|(part, it)| -part * it.ln()).sum())
    };
    let mut at = [0.0, 0.0];
    let mut best = value(at)?;
    for _ in 0..200 {
        let factors = factors(at);
        let (mut gradient, mut hessian) = ([0.0; 2], [[0.0; 2]; 2]);
        for index in 0..5 {
            let row = [off[index] / factors[index], spread[index] / factors[index]];
            for i in 0..2 {
                gradient[i] -= sample[index] * row[i];
                for j in 0..2 {
                    hessian[i][j] += sample[index] * row[i] * row[j];
                }
            }
        }
        let determinant = hessian[0][0] * hessian[1][1] - hessian[0][1] * hessian[1][0];
        let step = [
            (hessian[1][1] * gradient[0] - hessian[0][1] * gradient[1]) / determinant,
            (hessian[0][0] * gradient[1] - hessian[1][0] * gradient[0]) / determinant,
        ];
        let slope = gradient[0] * step[0] + gradient[1] * step[1];
        if !slope.is_finite() || best < -200.0 {
            // There is no such distribution.
            return None;
        }
        if slope < 1e-15 {
            return Some(best);
        }
        let mut length = 1.0;
        loop {
            let next = [at[0] - length * step[0], at[1] - length * step[1]];
            match value(next) {
                Some(found) if found <= best - length * slope * 0.25 => {
                    (at, best) = (next, found);
                    break;
                }
                _ if length < 1e-12 => return Some(best),
                _ => length /= 2.0,
            }
        }
    }
    Some(best)
}

/// The log-likelihood of the most likely distribution at a normalized difference, less that of the
/// sample, for one outcome.
fn profile(sample: &[f64; 5], elo: f64) -> f64 {
    let deviations = deviations(elo);
    let at = |mean: f64| {
        let deviation = (mean - 0.5) / deviations;
        fit(sample, mean, deviation * deviation).unwrap_or(f64::NEG_INFINITY)
    };
    if deviations == 0.0 {
        // Any variance: the best one of a grid, refined.
        return best_of(|variance| fit(sample, 0.5, variance), 1e-6, 0.25);
    }
    let (low, high) = if deviations > 0.0 { (0.5, 1.0) } else { (0.0, 0.5) };
    best_of(|mean| Some(at(mean)), low + 1e-7, high - 1e-7)
}

/// The greatest value of a function between two points: the best of a grid, refined around it.
fn best_of(of: impl Fn(f64) -> Option<f64>, mut low: f64, mut high: f64) -> f64 {
    const POINTS: u32 = 400;
    let mut best = f64::NEG_INFINITY;
    for _ in 0..6 {
        let step = (high - low) / f64::from(POINTS);
        let mut place = low;
        for index in 0..=POINTS {
            let point = low + f64::from(index) * step;
            let value = of(point).unwrap_or(f64::NEG_INFINITY);
            if value > best {
                (best, place) = (value, point);
            }
        }
        (low, high) = ((place - step).max(low), (place + step).min(high));
    }
    best
}

#[expect(clippy::cast_precision_loss, reason = "the counts are small")]
fn expected(counts: [u64; 5], elo0: f64, elo1: f64) -> f64 {
    // As the test counts outcomes that have not occurred.
    let weights = counts.map(|count| if count == 0 { 1e-3 } else { count as f64 });
    let sum: f64 = weights.iter().sum();
    let sample = weights.map(|weight| weight / sum);
    sum * (profile(&sample, elo1) - profile(&sample, elo0))
}

#[test]
fn ratios_at_normalized_bounds_are_those_of_the_most_likely_distributions() {
    for (counts, elo0, elo1) in [
        ([0, 0, 0, 0, 100], 0.0, 240.0),
        ([0, 0, 0, 0, 100], 0.0, 230.0),
        ([0, 0, 0, 0, 4], 0.0, 240.0),
        ([0, 0, 0, 0, 50], 100.0, 250.0),
        ([0, 0, 0, 0, 50], 300.0, 400.0),
        ([1, 5, 20, 40, 34], 0.0, 300.0),
        ([1, 5, 20, 40, 34], 0.0, 200.0),
        ([1, 5, 20, 40, 34], 500.0, 1000.0),
        ([34, 40, 20, 5, 1], -300.0, 0.0),
        ([4, 0, 0, 0, 0], -250.0, 0.0),
        ([10, 20, 30, 20, 10], -1000.0, -500.0),
        ([10, 20, 30, 20, 10], 240.0, 400.0),
        ([10, 20, 30, 20, 10], 0.0, 600.0),
        ([80, 600, 1500, 700, 120], 0.0, 10.0),
        ([0, 1, 0, 1, 0], 0.0, 1000.0),
        ([0, 1, 0, 1, 0], 300.0, 600.0),
        ([3, 0, 0, 2, 0], 0.0, 500.0),
        ([0, 2, 0, 0, 3], -700.0, 0.0),
        ([1, 0, 5, 0, 0], 0.0, 300.0),
    ] {
        let found = Sprt::new(elo0, elo1).expect("bounds").of_pairs(&Pairs { counts }).llr;
        let expected = expected(counts, elo0, elo1);
        let tolerance = 1e-3 + expected.abs() * 1e-4;
        assert!(
            (found - expected).abs() < tolerance,
            "{counts:?} {elo0}:{elo1}: {found}, not {expected}"
        );
    }
}

#[test]
fn a_player_who_wins_every_pair_is_better_at_all_bounds() {
    for elo1 in [200.0, 231.0, 232.0, 240.0, 300.0, 600.0, 1000.0] {
        let test = Sprt::new(0.0, elo1).expect("bounds");
        let state = test.of_pairs(&Pairs { counts: [0, 0, 0, 0, 100] });
        assert_eq!(state.verdict(), Some(SprtVerdict::Better), "0:{elo1}: {}", state.llr);
        let mirror = Sprt::new(-elo1, 0.0).expect("bounds");
        let state = mirror.of_pairs(&Pairs { counts: [100, 0, 0, 0, 0] });
        assert_eq!(state.verdict(), Some(SprtVerdict::NotBetter), "{}:0: {}", -elo1, state.llr);
    }
    let apart = Sprt::new(-1000.0, -500.0).expect("bounds");
    let state = apart.of_pairs(&Pairs { counts: [0, 10, 20, 10, 0] });
    assert_eq!(state.verdict(), Some(SprtVerdict::Better), "{}", state.llr);
}
