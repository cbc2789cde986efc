//! The normal distribution.

use std::f64::consts::{FRAC_2_SQRT_PI, SQRT_2};

/// Quantile of the normal distribution for a two-sided 95 % interval.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Returns the cumulative distribution function of the standard normal distribution at `z`.
pub(crate) fn below(z: f64) -> f64 {
    0.5 * erfc(-z / SQRT_2)
}

/// Computes the complementary error function, accurate to about 14 digits. It uses the Taylor
/// series of the error function near zero, and Laplace's continued fraction farther out (Abramowitz
/// and Stegun, 7.1.6 and 7.1.14).
fn erfc(x: f64) -> f64 {
    let magnitude = x.abs();
    let value = if magnitude < 2.5 { 1.0 - series(magnitude) } else { fraction(magnitude) };
    if x < 0.0 { 2.0 - value } else { value }
}

fn series(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for n in 1..200 {
        term *= 2.0 * x * x / f64::from(2 * n + 1);
        sum += term;
        if term < sum * f64::EPSILON {
            break;
        }
    }
    FRAC_2_SQRT_PI * (-x * x).exp() * sum
}

fn fraction(x: f64) -> f64 {
    if x > 27.0 {
        return 0.0;
    }
    let mut tail = 0.0;
    for n in (1..=120).rev() {
        tail = f64::from(n) / 2.0 / (x + tail);
    }
    (-x * x).exp() * FRAC_2_SQRT_PI / 2.0 / (x + tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the values against those of Python 3.11's `math` module: `0.5 * math.erfc(-z /
    /// math.sqrt(2))`.
    #[test]
    fn the_distribution_function_has_twelve_digits() {
        for (z, part) in [
            (0.0, 0.5),
            (0.5, 0.691_462_461_274_013_1),
            (1.0, 0.841_344_746_068_542_9),
            (-1.959_963_984_540_054, 0.025),
            (3.0, 0.998_650_101_968_369_9),
            (-5.0, 2.866_515_718_791_939e-7),
            (-10.0, 7.619_853_024_160_527e-24),
        ] {
            let found = below(z);
            assert!((found - part).abs() <= 1e-12 * part.max(1e-3), "{z}: {found} and not {part}");
        }
    }
}
