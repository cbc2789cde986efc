//! Game dates, parts of which may be unknown.

use std::cmp::Ordering;
use std::str::FromStr;

use super::InvalidCondition;

/// The date of a game, as in the `Date` tag. The day, the day and the month, or the whole date may
/// be unknown.
///
/// ```
/// use reynard_games::GameDate;
///
/// assert_eq!("1999-05".parse::<GameDate>()?, GameDate::of_tag("1999.05.??"));
/// assert_eq!(GameDate::of_tag("????.??.??"), GameDate::UNKNOWN);
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameDate {
    /// Year, 0 to 9999.
    pub year: Option<u16>,
    /// Month, 1 to 12.
    pub month: Option<u8>,
    /// Day of the month, 1 to 31.
    pub day: Option<u8>,
}

/// The maximum number of days in each month.
const DAYS: [u8; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

impl GameDate {
    /// An unknown date.
    pub const UNKNOWN: Self = Self { year: None, month: None, day: None };

    /// Reads the value of a tag: `2001.05.23`, `2001.??.??`, `2001-05-23`. Unreadable parts are
    /// unknown.
    ///
    /// ```
    /// use reynard_games::GameDate;
    ///
    /// let date = GameDate::of_tag("2001.05.??");
    /// assert_eq!((date.year, date.month, date.day), (Some(2001), Some(5), None));
    /// ```
    pub fn of_tag(value: &str) -> Self {
        let mut parts = value.trim().split(['.', '-', '/']);
        let year = parts.next().filter(|year| year.len() == 4 && is_number(year));
        let mut date = Self {
            year: year.and_then(|year| year.parse().ok()).filter(|&year| year > 0),
            ..Self::UNKNOWN
        };
        let mut part = |most: u8| {
            let number = parts.next().filter(|part| is_number(part))?.parse().ok();
            number.filter(|number| (1..=most).contains(number))
        };
        (date.month, date.day) = (part(12), part(31));
        date
    }

    /// Returns `true` if the month can have the day. With an unknown year, February can have 29.
    pub(crate) fn has_real_day(self) -> bool {
        let is_leap = |year: u16| {
            year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
        };
        let days = match (self.month, self.year) {
            (None, _) => 31,
            (Some(2), Some(year)) if !is_leap(year) => 28,
            (Some(month), _) => DAYS[usize::from(month) - 1],
        };
        self.day.is_none_or(|day| day <= days)
    }

    /// Returns `true` if the two dates may be the same: no part that is known in both differs.
    ///
    /// ```
    /// use reynard_games::GameDate;
    ///
    /// let may_be = GameDate::of_tag("2001.05.??");
    /// assert!(may_be.agrees_with(GameDate::of_tag("2001.??.23")));
    /// assert!(!may_be.agrees_with(GameDate::of_tag("2001.06.??")));
    /// ```
    pub fn agrees_with(self, other: Self) -> bool {
        fn agree<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
            one.zip(other).is_none_or(|(one, other)| one == other)
        }
        agree(self.year, other.year) && agree(self.month, other.month) && agree(self.day, other.day)
    }

    /// Returns the date of a game, taken from the first of the tags `Date`, `UTCDate` and
    /// `EventDate` that contains a year. Of `EventDate`, only the year is used.
    ///
    /// ```
    /// use reynard_games::GameDate;
    ///
    /// let tags = |name: &str| match name {
    ///     "Date" => Some("????.??.??"),
    ///     "EventDate" => Some("1972.07.11"),
    ///     _ => None,
    /// };
    /// assert_eq!(GameDate::of_tags(tags), GameDate::of_tag("1972"));
    /// ```
    pub fn of_tags<T: AsRef<str>>(value: impl Fn(&str) -> Option<T>) -> Self {
        let date = |name: &str| value(name).map(|value| Self::of_tag(value.as_ref()));
        let known = |date: &Self| date.year.is_some();
        let own = date("Date");
        let date_of_event = || {
            let event = date("EventDate")?;
            Some(Self { year: event.year, ..Self::UNKNOWN })
        };
        own.filter(known)
            .or_else(|| date("UTCDate").filter(known))
            .or_else(|| date_of_event().filter(known))
            .or(own)
            .unwrap_or(Self::UNKNOWN)
    }

    /// Compares this date with `bound`, up to the last known part of `bound`. Returns `None` if the
    /// result depends on an unknown part of this date.
    ///
    /// ```
    /// use std::cmp::Ordering;
    ///
    /// use reynard_games::GameDate;
    ///
    /// let year: GameDate = "2001".parse()?;
    /// assert_eq!(GameDate::of_tag("2001.05.23").compare_to(&year), Some(Ordering::Equal));
    /// assert_eq!(GameDate::of_tag("????.05.23").compare_to(&year), None);
    /// # Ok::<(), reynard_games::InvalidCondition>(())
    /// ```
    pub fn compare_to(&self, bound: &Self) -> Option<Ordering> {
        let parts = |date: &Self| [date.year, date.month.map(u16::from), date.day.map(u16::from)];
        for (part, bound) in parts(self).into_iter().zip(parts(bound)) {
            let Some(bound) = bound else { return Some(Ordering::Equal) };
            match part?.cmp(&bound) {
                Ordering::Equal => {}
                unequal => return Some(unequal),
            }
        }
        Some(Ordering::Equal)
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl FromStr for GameDate {
    type Err = InvalidCondition;

    /// Parses a day, a month or a year: `2001.05.23`, `2001-05`, `2001`.
    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let error = || {
            InvalidCondition::from(format!(
                "`{text}` is not a date like 2001, 2001.05 or 2001-05-23"
            ))
        };
        let separator = if text.contains('-') { '-' } else { '.' };
        let parts: Vec<&str> = text.split(separator).collect();
        let is_good = parts.len() <= 3
            && parts
                .iter()
                .zip([4, 2, 2])
                .all(|(part, digits)| part.len() == digits && is_number(part));
        let date = if is_good { Self::of_tag(text) } else { return Err(error()) };
        let days = date.month.map_or(0, |month| DAYS[usize::from(month) - 1]);
        let has =
            [date.year.is_some(), date.month.is_some(), date.day.is_some_and(|day| day <= days)];
        if has[..parts.len()] == [true; 3][..parts.len()] { Ok(date) } else { Err(error()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_that_no_calendar_has_are_refused() {
        for text in
            ["199", "1999.5", "5.1999", "1999-5", "12.3456", "1999.13", "1999.00", "", "1999-05.01"]
        {
            assert!(text.parse::<GameDate>().is_err(), "{text}");
        }
        for text in ["1999.02.30", "1999.04.31", "1999.01.00", "1999.01.01.01", "1999."] {
            assert!(text.parse::<GameDate>().is_err(), "{text}");
        }
        for text in ["1999", "1999.01", "1999-01", "1999.01.31", "1999-01-31", "2000.02.29"] {
            assert!(text.parse::<GameDate>().is_ok(), "{text}");
        }
    }

    #[test]
    fn tags_are_read_as_far_as_they_are_known() {
        let date = |year, month, day| GameDate { year, month, day };
        for (value, expected) in [
            ("2001.05.23", date(Some(2001), Some(5), Some(23))),
            ("2001-05-23", date(Some(2001), Some(5), Some(23))),
            ("2001.??.??", date(Some(2001), None, None)),
            ("2001.99.99", date(Some(2001), None, None)),
            ("????.??.??", GameDate::UNKNOWN),
            ("?", GameDate::UNKNOWN),
            ("May 2001", GameDate::UNKNOWN),
        ] {
            assert_eq!(GameDate::of_tag(value), expected, "{value}");
        }
    }
}
