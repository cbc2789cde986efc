//! Game dates.

use std::fmt;
use std::time::{SystemTime, UNIX_EPOCH};

/// A day of the Gregorian calendar, written as in the `Date` tag: `2026.11.21`.
///
/// ```
/// use std::time::UNIX_EPOCH;
/// use reynard_pgn::PgnDate;
///
/// assert_eq!(PgnDate::from(UNIX_EPOCH).to_string(), "1970.01.01");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PgnDate {
    /// Year.
    pub year: u32,
    /// Month, 1 to 12.
    pub month: u8,
    /// Day of the month, 1 to 31.
    pub day: u8,
}

impl From<SystemTime> for PgnDate {
    /// Returns the day in UTC. Any time before 1970 becomes 1970-01-01.
    fn from(time: SystemTime) -> Self {
        let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        // Days since the first of March of the year 0. Years begin in March, so that the leap day
        // is the last one and the lengths of months have a simple pattern; cycles have 400
        // years.
        let days = seconds / 86_400 + 719_468;
        let (cycle, day) = (days / 146_097, days % 146_097);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let month = (5 * day + 2) / 153;
        let day = day - (153 * month + 2) / 5 + 1;
        let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
        let small = |number: u64| u8::try_from(number).unwrap_or(u8::MAX);
        let year = u32::try_from(cycle * 400 + year + next).unwrap_or(u32::MAX);
        Self { year, month: small(month), day: small(day) }
    }
}

impl fmt::Display for PgnDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        write!(f, "{year:04}.{month:02}.{day:02}")
    }
}

impl PgnDate {
    /// Returns `true` if the value of a `Date` tag has the form defined by the standard: year,
    /// month and day, each known or `?`. A month must be long enough for its day.
    ///
    /// ```
    /// use reynard_pgn::PgnDate;
    ///
    /// assert!(PgnDate::is_tag_value(b"1851.06.??"));
    /// assert!(!PgnDate::is_tag_value(b"June 1851"));
    /// ```
    pub fn is_tag_value(value: &[u8]) -> bool {
        let &[a, b, c, d, b'.', e, f, b'.', g, h] = value else { return false };
        let is_digit = |byte: &u8| byte.is_ascii_digit();
        // A decade may be known, and a century.
        let year = [a, b, c, d];
        let known = year.iter().take_while(|byte| is_digit(byte)).count();
        let is_year = year[known..].iter().all(|&byte| byte == b'?');
        let is_part = |tens: u8, ones: u8, most: u8| {
            let number =
                u32::from(tens.wrapping_sub(b'0')) * 10 + u32::from(ones.wrapping_sub(b'0'));
            (tens, ones) == (b'?', b'?')
                || is_digit(&tens) && is_digit(&ones) && (1..=u32::from(most)).contains(&number)
        };
        let number =
            |digits: &[u8]| digits.iter().fold(0, |sum, byte| sum * 10 + u32::from(byte - b'0'));
        let is_leap = known < 4 || {
            let year = number(&year);
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
        };
        let days = match &[e, f] {
            b"02" if is_leap => 29,
            b"02" => 28,
            b"04" | b"06" | b"09" | b"11" => 30,
            _ => 31,
        };
        is_year && is_part(e, f, 12) && is_part(g, h, days)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_date_has_a_year_a_month_and_a_day() {
        for date in [
            "2019.02.26",
            "????.??.??",
            "1999.??.??",
            "19??.??.??",
            "1999.12.??",
            "2000.02.29",
            "2024.02.29",
            "202?.02.29",
            "2024.??.31",
        ] {
            assert!(PgnDate::is_tag_value(date.as_bytes()), "{date}");
        }
        for date in [
            "",
            "?",
            "2019.13.45",
            "26.02.2019",
            "2019-02-26",
            "2019.2.6",
            "2019.00.01",
            "2024.02.30",
            "2023.02.29",
            "1900.02.29",
            "????.02.30",
            "2024.04.31",
        ] {
            assert!(!PgnDate::is_tag_value(date.as_bytes()), "{date}");
        }
    }

    #[test]
    fn dates_are_those_of_the_gregorian_calendar() {
        for (seconds, date) in [
            (0, "1970.01.01"),
            (59 * 86_400, "1970.03.01"),
            (951_782_400, "2000.02.29"),
            (951_868_799, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (20_778 * 86_400, "2026.11.21"),
            (4_107_542_399, "2100.02.28"),
            (4_107_542_400, "2100.03.01"),
        ] {
            let time = UNIX_EPOCH + Duration::from_secs(seconds);
            assert_eq!(PgnDate::from(time).to_string(), date);
        }
        assert_eq!(PgnDate::from(UNIX_EPOCH - Duration::from_secs(1)).to_string(), "1970.01.01");
    }
}
