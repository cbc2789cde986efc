//! Conversion of game dates and times.

/// Milliseconds in a day.
pub(crate) const DAY: i64 = 86_400_000;

/// Returns the number of days from the Unix epoch to a calendar day.
pub(crate) fn days(year: u32, month: u32, day: u32) -> i64 {
    // Years begin in March, so a leap day is the last day of its year.
    let months = i64::from(year) * 12 + i64::from(month) - 3;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12));
    let leap = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    // From the first of March in the year 0.
    365 * year + leap + (153 * month + 2) / 5 + i64::from(day) - 1 - 719_468
}

/// Converts the values of the tags `UTCDate` and `UTCTime` to milliseconds since the Unix epoch.
/// Returns `None` if a part is unknown.
///
/// ```
/// use reynard_fetch::utc_millis;
///
/// assert_eq!(utc_millis("1970.01.02", "00:00:01"), Some(86_401_000));
/// assert_eq!(utc_millis("2026.??.??", "00:00:00"), None);
/// ```
pub fn utc_millis(date: &str, time: &str) -> Option<i64> {
    let [year, month, day] = numbers(date, '.')?;
    let [hour, minute, second] = numbers(time, ':')?;
    let is_time = hour < 24 && minute < 60 && second < 61;
    let seconds = i64::from(hour * 3_600 + minute * 60 + second);
    (is_day(year, month, day) && is_time).then(|| days(year, month, day) * DAY + seconds * 1_000)
}

/// Returns the start (in UTC) of a day, a month or a year, such as `2026-05-31`, `2026-05` or
/// `2026`, in milliseconds since the Unix epoch.
///
/// ```
/// use reynard_fetch::since_millis;
///
/// assert_eq!(since_millis("1970-01-03"), Some(2 * 86_400_000));
/// assert_eq!(since_millis("1971"), since_millis("1971-01"));
/// assert_eq!(since_millis("1971-13"), None);
/// ```
pub fn since_millis(text: &str) -> Option<i64> {
    let text = text.trim().replace('.', "-");
    let whole = match text.matches('-').count() {
        0 => text + "-01-01",
        1 => text + "-01",
        _ => text,
    };
    let [year, month, day] = numbers(&whole, '-')?;
    is_day(year, month, day).then(|| days(year, month, day) * DAY)
}

fn is_day(year: u32, month: u32, day: u32) -> bool {
    // A day that belongs to the next month is refused.
    let last = || days(year, month + 1, 1) - days(year, month, 1);
    (1..=9_999).contains(&year) && (1..=12).contains(&month) && day >= 1 && i64::from(day) <= last()
}

/// Parses three separated numbers of at most four digits each.
fn numbers(text: &str, separator: char) -> Option<[u32; 3]> {
    let mut parts = text.trim().split(separator).map(|part| {
        let is_plain = (1..=4).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_digit());
        if is_plain { part.parse().ok() } else { None }
    });
    let numbers = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_calendar_follow_each_other() {
        let mut expected = days(1999, 12, 31);
        for year in 2000..2030 {
            for month in 1..=12 {
                for day in 1..=31 {
                    if is_day(year, month, day) {
                        expected += 1;
                        assert_eq!(days(year, month, day), expected, "{year} {month} {day}");
                    }
                }
            }
        }
        assert_eq!(days(2030, 1, 1), expected + 1);
        assert_eq!(days(1970, 1, 1), 0);
    }

    #[test]
    fn days_and_times_that_there_are_not_are_refused() {
        for text in ["2026-02-29", "2026-00", "", "x", "2026-1-1-1", "-2026", "0", "20260101"] {
            assert_eq!(since_millis(text), None, "{text}");
        }
        assert!(since_millis("2024-02-29").is_some());
        for (date, time) in [("2026.02.30", "00:00:00"), ("2026.01.01", "24:00:00"), ("", "")] {
            assert_eq!(utc_millis(date, time), None, "{date} {time}");
        }
    }
}
