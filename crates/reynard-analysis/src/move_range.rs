//! Ranges of move numbers.

use std::fmt;
use std::str::FromStr;

/// A range of move numbers that includes both ends. It is written as `10-30`, `10-`, `-30` or `7`.
///
/// ```
/// use reynard_analysis::MoveRange;
///
/// let range: MoveRange = "10-30".parse()?;
/// assert!(range.contains(30) && !range.contains(31));
/// assert!(MoveRange::ALL.contains(1));
/// # Ok::<(), reynard_analysis::ParseMoveRangeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRange {
    /// First move number.
    pub first: u32,
    /// Last move number.
    pub last: u32,
}

impl MoveRange {
    /// All moves of a game.
    pub const ALL: Self = Self { first: 0, last: u32::MAX };

    /// Returns `true` if the range contains a move number.
    ///
    /// ```
    /// use reynard_analysis::MoveRange;
    ///
    /// assert!(MoveRange { first: 10, last: 30 }.contains(10));
    /// ```
    pub const fn contains(self, number: u32) -> bool {
        self.first <= number && number <= self.last
    }
}

impl Default for MoveRange {
    fn default() -> Self {
        Self::ALL
    }
}

impl FromStr for MoveRange {
    type Err = ParseMoveRangeError;

    fn from_str(text: &str) -> Result<Self, ParseMoveRangeError> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        if first.is_empty() && last.is_empty() {
            return Err(ParseMoveRangeError);
        }
        let number = |text: &str, missing| match text {
            "" => Ok(missing),
            text => text.parse().map_err(|_| ParseMoveRangeError),
        };
        let range = Self { first: number(first, 0)?, last: number(last, u32::MAX)? };
        if range.first > range.last { Err(ParseMoveRangeError) } else { Ok(range) }
    }
}

/// The error returned for text that is not a valid [`MoveRange`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseMoveRangeError;

impl fmt::Display for ParseMoveRangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a range of move numbers, like 10-30, 10- or -30")
    }
}

impl std::error::Error for ParseMoveRangeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_parsed() {
        let range = |text: &str| text.parse().ok().map(|MoveRange { first, last }| (first, last));
        assert_eq!(range("10-30"), Some((10, 30)));
        assert_eq!(range("10-"), Some((10, u32::MAX)));
        assert_eq!(range("-30"), Some((0, 30)));
        assert_eq!(range("7"), Some((7, 7)));
        for text in ["", "-", "30-10", "a-b", "1-2-3", "1 - 2"] {
            assert_eq!(range(text), None, "{text}");
        }
    }
}
