//! The Adam optimizer.

use super::weights::EvalWeights;

/// State of the optimizer: running means of the gradient and of its square.
pub(super) struct Adam {
    pub(super) weights: EvalWeights,
    start: EvalWeights,
    decay: f32,
    mean: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    pub(super) fn new(start: EvalWeights, decay: f32) -> Self {
        let zeros = vec![[0.0; 2]; start.0.len()];
        let (mean, square) = (zeros.clone(), zeros);
        Self { weights: start.clone(), start, decay, mean, square, steps: 0 }
    }

    /// Moves every weight by about `rate` against its gradient.
    pub(super) fn step(&mut self, gradient: &[[f32; 2]], rate: f32) {
        // The values that its authors recommend.
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        const TINY: f32 = 1e-8;
        self.steps = self.steps.saturating_add(1);
        let mean_part = 1.0 - MEAN.powi(self.steps);
        let square_part = 1.0 - SQUARE.powi(self.steps);
        for (index, gradient) in gradient.iter().enumerate() {
            for part in 0..2 {
                let weight = &mut self.weights.0[index][part];
                let gradient =
                    gradient[part] + 2.0 * self.decay * (*weight - self.start.0[index][part]);
                let mean = &mut self.mean[index][part];
                let square = &mut self.square[index][part];
                *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
                *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
                let step = (*mean / mean_part) / ((*square / square_part).sqrt() + TINY);
                *weight -= rate * step;
            }
        }
    }
}
