//! Rounds of an event: `3`, or `3.2` for board 2 of round 3.

use std::cmp::Ordering;
use std::str::FromStr;

use super::{InvalidCondition, RangeEnd, ValueRange};

/// The number of a round, optionally with the numbers of a match, a board or a game in it: `3`,
/// `3.2`, `3.1.2`.
///
/// ```
/// use std::cmp::Ordering;
///
/// use reynard_games::RoundNumber;
///
/// let round = RoundNumber::of_tag("3.12").expect("a round");
/// assert_eq!(round.round(), 3);
/// assert_eq!(round.compare_to(&"3".parse()?), Some(Ordering::Equal));
/// assert_eq!(round.compare_to(&"3.2".parse()?), Some(Ordering::Greater));
/// assert_eq!(RoundNumber::of_tag("Final"), None);
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoundNumber(Vec<u32>);

/// A condition on a round.
pub type RoundRange = ValueRange<RoundNumber>;

/// The maximum number of parts of a round number.
const MAX_PARTS: usize = 8;

impl RoundNumber {
    /// Parses the value of a tag `Round`. A word for "round" may precede the number, and other text
    /// may follow after a blank. Returns `None` for a value without a number, such as `?` or
    /// `Final`.
    ///
    /// ```
    /// use reynard_games::RoundNumber;
    ///
    /// assert_eq!(RoundNumber::of_tag("Round 3"), "3".parse().ok());
    /// assert_eq!(RoundNumber::of_tag("?"), None);
    /// ```
    pub fn of_tag(value: &str) -> Option<Self> {
        const WORDS: [&str; 8] = ["round", "runde", "ronde", "ronda", "rnd", "rd", "r", ""];
        let value = value.trim();
        let word = value.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(value.len());
        let (word, rest) = value.split_at(word);
        if !WORDS.iter().any(|it| it.eq_ignore_ascii_case(word)) {
            return None;
        }
        let rest = rest.trim_start_matches(['.', ' ']);
        rest.split_ascii_whitespace().next()?.parse().ok()
    }

    /// Returns the number of the round.
    ///
    /// ```
    /// use reynard_games::RoundNumber;
    ///
    /// assert_eq!("12.3".parse::<RoundNumber>()?.round(), 12);
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn round(&self) -> u32 {
        self.0.first().copied().unwrap_or_default()
    }

    /// Returns the number of the round and those that follow it.
    pub(crate) fn parts(&self) -> &[u32] {
        &self.0
    }

    /// Compares this round with `bound`, up to the last number of `bound`. Returns `None` if the
    /// result depends on a number that this round lacks.
    pub fn compare_to(&self, bound: &Self) -> Option<Ordering> {
        for (index, bound) in bound.0.iter().enumerate() {
            match self.0.get(index)?.cmp(bound) {
                Ordering::Equal => {}
                unequal => return Some(unequal),
            }
        }
        Some(Ordering::Equal)
    }
}

impl FromStr for RoundNumber {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let number = |part: &str| {
            let is_number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|_| is_number)
        };
        let parts: Option<Vec<u32>> = text.split('.').map(number).collect();
        parts
            .filter(|parts| parts.len() <= MAX_PARTS)
            .map(Self)
            .ok_or_else(|| format!("`{text}` is not {}", Self::FORM).into())
    }
}

impl RangeEnd for RoundNumber {
    const FORM: &'static str = "a round like 3, or 3.2 for board 2";

    fn is_behind(&self, to: &Self) -> bool {
        self.compare_to(to) == Some(Ordering::Greater)
    }
}

impl ValueRange<RoundNumber> {
    /// Returns `true` if a round is certainly in the range. A round without a board is not in any
    /// range of boards.
    ///
    /// ```
    /// use reynard_games::{RoundNumber, RoundRange};
    ///
    /// let range: RoundRange = "1..2".parse()?;
    /// assert!(RoundNumber::of_tag("2.1").is_some_and(|round| range.contains_round(&round)));
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn contains_round(&self, round: &RoundNumber) -> bool {
        self.contains_by(|bound| round.compare_to(bound))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_in(range: &str, value: &str) -> bool {
        let range: RoundRange = range.parse().expect(range);
        RoundNumber::of_tag(value).is_some_and(|round| range.contains_round(&round))
    }

    #[test]
    fn a_number_before_the_dot_is_the_round_and_the_next_is_the_board() {
        for (range, value) in [
            ("1", "1"),
            ("1", "1.2"),
            ("1", "01.2"),
            ("1", "Round 1"),
            ("1", "R1"),
            ("1", "1 (2)"),
            ("1.2", "1.2"),
            ("1.2", "1.2.1"),
            ("1..2", "2.1"),
            ("2..10", "3"),
            ("2-10", "10.4"),
            ("<=2", "2.9"),
            ("<2", "1.9"),
            (">=2", "2.1"),
            (">1", "2.1"),
            ("1.2..1.4", "1.3"),
        ] {
            assert!(is_in(range, value), "{range}: {value}");
        }
        for (range, value) in [
            ("1", "2.1"),
            ("1", "11"),
            ("1", "10.1"),
            ("1.2", "1"),
            ("1.2", "1.20"),
            (">1", "1.2"),
            ("<2", "2.1"),
            ("1", "?"),
            ("1", "-"),
            ("1", ""),
            ("1", "Semifinal 1"),
            ("1", "1x"),
        ] {
            assert!(!is_in(range, value), "{range}: {value}");
        }
        for range in ["", "x", "2..1", "1.", "1.2..1.1", "99999999999"] {
            assert!(range.parse::<RoundRange>().is_err(), "{range}");
        }
    }
}
