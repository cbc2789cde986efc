//! The AdamW optimizer.

use super::math;

/// Coefficients of an AdamW step.
///
/// Source: Ilya Loshchilov and Frank Hutter, *Decoupled Weight Decay Regularization* (2019).
#[derive(Clone, Copy, Debug)]
pub(super) struct Adam {
    /// Learning rate.
    rate: f32,
    /// Fraction of the weight that remains after decay.
    keep: f32,
    /// Bias corrections of the moments: the reciprocals of the sums of their weights.
    first_scale: f32,
    second_scale: f32,
}

impl Adam {
    const FIRST: f32 = 0.9;
    const SECOND: f32 = 0.999;
    const DECAY: f32 = 0.01;
    const EPSILON: f32 = 1e-8;

    pub(super) fn new(step: u64, rate: f32) -> Self {
        let weight = |decay: f32| 1.0 / (1.0 - math::power(f64::from(decay), step)) as f32;
        Self {
            rate,
            keep: 1.0 - rate * Self::DECAY,
            first_scale: weight(Self::FIRST),
            second_scale: weight(Self::SECOND),
        }
    }

    /// Updates the moments of a weight, and returns its new value before clipping.
    #[inline(always)]
    pub(super) fn moved(self, value: f32, gradient: f32, first: &mut f32, second: &mut f32) -> f32 {
        *first = Self::FIRST * *first + (1.0 - Self::FIRST) * gradient;
        *second = Self::SECOND * *second + (1.0 - Self::SECOND) * (gradient * gradient);
        let mean = *first * self.first_scale;
        let deviation = (*second * self.second_scale).sqrt() + Self::EPSILON;
        value * self.keep - self.rate * (mean / deviation)
    }

    pub(super) fn update(self, parameter: &mut Parameter, gradient: f32) {
        let Parameter { value, first, second } = parameter;
        *value = self.moved(*value, gradient, first, second);
    }
}

/// A single weight with its moments.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Parameter {
    pub(super) value: f32,
    pub(super) first: f32,
    pub(super) second: f32,
}
