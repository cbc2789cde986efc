//! Players' points, for collections of any size.

use std::fmt;

use serde::Serialize;

/// Points, counted in half points.
///
/// ```
/// use reynard_games::HalfPoints;
///
/// assert_eq!(HalfPoints(5).to_string(), "2.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfPoints(pub u64);

impl fmt::Display for HalfPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{}", self.0 / 2, self.0 % 2 * 5))
    }
}

#[expect(clippy::cast_precision_loss, reason = "points of a tournament are few")]
impl Serialize for HalfPoints {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0 as f64 / 2.0)
    }
}
