//! Settings of a rating list.

use serde::Serialize;

/// Settings of a rating list.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingSettings {
    /// The mean rating of a group without anchors.
    pub mean: f64,
    /// Players with a fixed rating.
    pub anchors: Vec<RatingAnchor>,
    /// White's advantage in Elo; `None` to estimate it.
    pub white_advantage: Option<f64>,
}

impl Default for RatingSettings {
    fn default() -> Self {
        Self { mean: 2300.0, anchors: Vec::new(), white_advantage: None }
    }
}

/// The source of the value used for White's advantage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AdvantageSource {
    /// The advantage was given in the settings.
    Given,
    /// The advantage was estimated from the games.
    Estimated,
    /// The advantage is set to zero, because the games do not allow a finite estimate.
    Undetermined,
}

/// A player with a fixed rating.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingAnchor {
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: f64,
}
