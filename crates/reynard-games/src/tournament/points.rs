//! Points and tie-break values as whole numbers, so that sums of halves are exact.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};
use std::str::FromStr;

use serde::{Serialize, Serializer};

use crate::InvalidCondition;

/// Points of a tournament, counted in tenths.
///
/// ```
/// use reynard_games::ScorePoints;
///
/// let points: ScorePoints = "11.5".parse()?;
/// assert_eq!((points.tenths(), points.to_string().as_str()), (115, "11.5"));
/// assert_eq!(ScorePoints::from_tenths(30) - points, ScorePoints::from_tenths(-85));
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScorePoints(i32);

impl ScorePoints {
    /// No points.
    pub const ZERO: Self = Self(0);

    /// Creates points from tenths.
    pub const fn from_tenths(tenths: i32) -> Self {
        Self(tenths)
    }

    /// Returns the number of tenths.
    pub const fn tenths(self) -> i32 {
        self.0
    }

    /// Returns the points multiplied by a factor.
    pub(crate) fn times(self, factor: u32) -> Self {
        Self(self.0.saturating_mul(i32::try_from(factor).unwrap_or(i32::MAX)))
    }
}

impl Add for ScorePoints {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for ScorePoints {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for ScorePoints {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Sum for ScorePoints {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Display for ScorePoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let tenths = self.0.unsigned_abs();
        f.pad(&format!("{sign}{}.{}", tenths / 10, tenths % 10))
    }
}

impl FromStr for ScorePoints {
    type Err = InvalidCondition;

    /// Parses points: `1`, `.5`, `0.5`, `11.5`, `-1`. A decimal comma is also accepted.
    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let error =
            || InvalidCondition::from(format!("`{text}` is not a number of points like 0.5"));
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, tenths) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let tenths = tenths.trim_end_matches('0');
        let has_digits = digits.bytes().any(|byte| byte.is_ascii_digit());
        if !has_digits
            || !is_number(whole)
            || !is_number(tenths)
            || whole.len() > 5
            || tenths.len() > 1
        {
            return Err(error());
        }
        let number = |part: &str| part.parse().unwrap_or(0_i32);
        Ok(Self(sign * (number(whole) * 10 + number(tenths))))
    }
}

impl Serialize for ScorePoints {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(f64::from(self.0) / 10.0)
    }
}

/// A tie-break value, counted in hundredths, because products of points have two decimals.
///
/// ```
/// use reynard_games::Hundredths;
///
/// assert_eq!(Hundredths::from_hundredths(3125).to_string(), "31.25");
/// assert_eq!(Hundredths::whole(2716).to_string(), "2716");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hundredths(i64);

impl Hundredths {
    /// Creates a value from a number of hundredths.
    pub const fn from_hundredths(hundredths: i64) -> Self {
        Self(hundredths)
    }

    /// Creates a value that is a whole number.
    pub const fn whole(number: i64) -> Self {
        Self(number.saturating_mul(100))
    }

    /// Returns the number of hundredths.
    pub const fn hundredths(self) -> i64 {
        self.0
    }

    /// Returns the number of decimals that the value needs, at most two.
    pub const fn decimals(self) -> usize {
        match self.0 % 100 {
            0 => 0,
            rest if rest % 10 == 0 => 1,
            _ => 2,
        }
    }

    /// Writes the value with at least the given number of decimals, and at most two.
    ///
    /// ```
    /// use reynard_games::Hundredths;
    ///
    /// assert_eq!(Hundredths::whole(77).with_decimals(1), "77.0");
    /// ```
    pub fn with_decimals(self, decimals: usize) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        match decimals.max(self.decimals()) {
            0 => format!("{sign}{whole}"),
            1 => format!("{sign}{whole}.{}", rest / 10),
            _ => format!("{sign}{whole}.{rest:02}"),
        }
    }

    /// Returns the product of two scores.
    pub(crate) fn product(a: ScorePoints, b: ScorePoints) -> Self {
        Self(i64::from(a.tenths()) * i64::from(b.tenths()))
    }
}

impl From<ScorePoints> for Hundredths {
    fn from(points: ScorePoints) -> Self {
        Self(i64::from(points.tenths()) * 10)
    }
}

impl Add for Hundredths {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for Hundredths {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

/// Writes the value with as many decimals as it needs, at most two.
impl fmt::Display for Hundredths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.with_decimals(0))
    }
}

impl Serialize for Hundredths {
    #[expect(clippy::cast_precision_loss, reason = "a value has few digits")]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0 as f64 / 100.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_as_reports_write_them_and_never_rounded() {
        for (text, tenths) in [
            ("1", 10),
            ("1.0", 10),
            (".5", 5),
            ("0,5", 5),
            ("11.5", 115),
            ("-1", -10),
            ("1.10", 11),
        ] {
            assert_eq!(text.parse::<ScorePoints>().map(ScorePoints::tenths), Ok(tenths), "{text}");
        }
        for text in ["", "-", ".", "a", "1.25", "1.a", "+1", "1e3", "100000"] {
            assert!(text.parse::<ScorePoints>().is_err(), "{text}");
        }
        // 1.1 + 2.2 = 3.3, which floating-point numbers miss.
        let sum: ScorePoints = [11, 22].map(ScorePoints::from_tenths).into_iter().sum();
        assert_eq!(sum.to_string(), "3.3");
    }
}
