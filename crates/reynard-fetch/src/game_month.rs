//! Calendar months in UTC.

use std::fmt;

use crate::game_time::{DAY, days};

/// A calendar month in UTC.
///
/// ```
/// use reynard_fetch::GameMonth;
///
/// let month = GameMonth::parse("2026/02").expect("a month");
/// assert_eq!(month.end(), 1_772_323_200_000); // 2026-03-01
/// assert_eq!(month.to_string(), "2026/02");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameMonth {
    year: u16,
    month: u8,
}

impl GameMonth {
    /// Parses a four-digit year, `/`, and a two-digit month.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('/')?;
        let is_plain = |text: &str, digits| {
            text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        if !is_plain(year, 4) || !is_plain(month, 2) {
            return None;
        }
        let (year, month) = (year.parse().ok()?, month.parse().ok()?);
        (1..=12).contains(&month).then_some(Self { year, month })
    }

    /// Returns the end of the month, in milliseconds since the Unix epoch.
    pub fn end(self) -> i64 {
        let next = u32::from(self.year) * 12 + u32::from(self.month);
        days(next / 12, next % 12 + 1, 1) * DAY
    }
}

impl fmt::Display for GameMonth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}/{:02}", self.year, self.month)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_end_at_the_first_day_of_the_next_one() {
        for (text, days) in [
            ("1969/12", 0),
            ("1970/01", 31),
            ("1970/12", 365),
            ("2000/02", 11_017),
            ("2024/02", 19_783),
            ("2026/11", 20_788),
        ] {
            let month = GameMonth::parse(text).expect(text);
            assert_eq!(month.end(), days * DAY, "{text}");
        }
    }

    #[test]
    fn other_text_is_not_a_month() {
        for text in ["", "2026", "2026/13", "2026/00", "26/01", "2026/1", "+026/01", "2026/01/02"] {
            assert_eq!(GameMonth::parse(text), None, "{text}");
        }
    }
}
