//! Weights during a fit.

use reynard_engine::eval::{WEIGHT_COUNT, WEIGHTS};

/// Weights of the classic evaluation during a fit. Each has a middlegame and an endgame value, in
/// centipawns.
///
/// ```
/// use reynard_train::tune::EvalWeights;
///
/// assert_eq!(EvalWeights::neutral().0[0], [100.0, 100.0]);
/// assert_eq!(EvalWeights::neutral().0.len(), EvalWeights::current().0.len());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct EvalWeights(pub Vec<[f32; 2]>);

impl EvalWeights {
    /// Returns weights with the bare piece values; all other weights are 0.
    ///
    /// ```
    /// use reynard_train::tune::EvalWeights;
    ///
    /// assert_eq!(EvalWeights::neutral().0[4], [900.0, 900.0]);
    /// ```
    pub fn neutral() -> Self {
        let mut weights = vec![[0.0; 2]; WEIGHT_COUNT];
        for (weight, value) in weights.iter_mut().zip([100.0, 300.0, 300.0, 500.0, 900.0]) {
            *weight = [value; 2];
        }
        Self(weights)
    }

    /// Returns the engine's current weights.
    ///
    /// ```
    /// use reynard_train::tune::EvalWeights;
    ///
    /// assert_ne!(EvalWeights::current(), EvalWeights::neutral());
    /// ```
    pub fn current() -> Self {
        Self(WEIGHTS.iter().map(|w| [w.middlegame() as f32, w.endgame() as f32]).collect())
    }
}
