//! Functions with bit-identical results on every machine.

use reynard_base::SplitMix64;

/// Returns the logistic function: 1 / (1 + e^-x).
///
/// ```
/// use reynard_nnue::train::sigmoid;
///
/// assert_eq!(sigmoid(0.0), 0.5);
/// assert!((sigmoid(1.0) - 0.731_058_578_630_004_9).abs() < 1e-15);
/// ```
pub fn sigmoid(x: f64) -> f64 {
    if x >= 0.0 {
        1.0 / (1.0 + exp(-x))
    } else {
        let power = exp(x);
        power / (1.0 + power)
    }
}

/// Computes e^x for `x` up to 0 as a power of two times a series for the remainder. The C library's
/// function may differ in the last bit between machines.
fn exp(x: f64) -> f64 {
    use core::f64::consts::{LN_2, LOG2_E};
    if x < -700.0 {
        return 0.0;
    }
    let whole = (x * LOG2_E).round();
    let rest = x - whole * LN_2;
    let mut term = 1.0;
    let mut sum = 1.0;
    for power in 1..=13 {
        term = term * rest / f64::from(power);
        sum += term;
    }
    let exponent = (whole as i64 + 1_023).clamp(0, 2_046) as u64;
    sum * f64::from_bits(exponent << 52)
}

/// Returns the cosine of pi times a number from 0 to 1, for the schedule of the learning rate.
///
/// ```
/// use reynard_nnue::train::cosine;
///
/// assert!((cosine(0.0) - 1.0).abs() < 1e-12);
/// assert!(cosine(0.5).abs() < 1e-12);
/// assert!((cosine(1.0) + 1.0).abs() < 1e-12);
/// ```
pub fn cosine(part: f64) -> f64 {
    use core::f64::consts::PI;
    // The series converges fast up to a quarter turn; the rest follows by symmetry.
    let part = part.clamp(0.0, 1.0);
    let (angle, sign) = if part <= 0.5 { (PI * part, 1.0) } else { (PI * (1.0 - part), -1.0) };
    let square = angle * angle;
    let mut term = 1.0;
    let mut sum = 1.0;
    for power in 1..=12 {
        let even = f64::from(2 * power);
        term = -term * square / (even * (even - 1.0));
        sum += term;
    }
    sign * sum
}

/// Raises a number to an integer power by squaring.
pub(super) fn power(mut base: f64, mut exponent: u64) -> f64 {
    let mut result = 1.0;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result *= base;
        }
        base *= base;
        exponent >>= 1;
    }
    result
}

/// Returns a random number between `-most` and `most`.
pub(super) fn within(most: f32, random: &mut SplitMix64) -> f32 {
    // The upper 24 bits are a number that a float holds exactly.
    let unit = (random.next_u64() >> 40) as f32 / (1 << 24) as f32;
    most * (2.0 * unit - 1.0)
}
