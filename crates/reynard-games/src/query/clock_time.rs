//! Times on a clock: `30s`, `1m30s`, `1:30`.

use std::str::FromStr;
use std::time::Duration;

use super::{InvalidCondition, RangeEnd, ValueRange};

/// A time on a player's clock.
///
/// ```
/// use std::time::Duration;
///
/// use reynard_games::ClockTime;
///
/// for text in ["90", "90s", "1m30s", "1:30", "0:01:30"] {
///     assert_eq!(text.parse::<ClockTime>()?.0, Duration::from_secs(90));
/// }
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClockTime(pub Duration);

/// A condition on a clock time.
pub type ClockRange = ValueRange<ClockTime>;

impl FromStr for ClockTime {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let time = if text.contains(':') { of_fields(text) } else { of_units(text) };
        time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
            .map(Self)
            .ok_or_else(|| format!("`{text}` is not {}", Self::FORM).into())
    }
}

/// Parses `h:mm:ss` or `m:ss` as seconds.
fn of_fields(text: &str) -> Option<f64> {
    let fields: Vec<&str> = text.split(':').collect();
    if fields.len() > 3 {
        return None;
    }
    fields.into_iter().try_fold(0.0, |sum, field| Some(sum * 60.0 + number(field)?))
}

/// Parses `1h2m3s` as seconds. A number without a unit is in seconds.
fn of_units(text: &str) -> Option<f64> {
    let mut rest = text;
    let mut sum = 0.0;
    for (unit, seconds) in [('h', 3600.0), ('m', 60.0), ('s', 1.0)] {
        if let Some((count, more)) = rest.split_once(unit) {
            sum += number(count)? * seconds;
            rest = more;
        }
    }
    if rest.is_empty() && !text.is_empty() {
        Some(sum)
    } else if rest.len() == text.len() {
        number(text)
    } else {
        None
    }
}

/// Parses a number without a sign or an exponent.
fn number(text: &str) -> Option<f64> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    text.parse().ok().filter(|_| is_plain)
}

impl RangeEnd for ClockTime {
    const FORM: &'static str = "a time like 30s, 1m30s or 1:30";

    fn is_behind(&self, to: &Self) -> bool {
        self > to
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_units_and_as_a_clock_shows_them() {
        for (text, millis) in [
            ("30", 30_000),
            ("30s", 30_000),
            ("0.5s", 500),
            ("1m", 60_000),
            ("1m30s", 90_000),
            ("1h", 3_600_000),
            ("1h30m", 5_400_000),
            ("1:30", 90_000),
            ("1:30:00", 5_400_000),
        ] {
            let time: ClockTime = text.parse().expect(text);
            assert_eq!(time.0, Duration::from_millis(millis), "{text}");
        }
        for text in ["", "s", "x", "-1", "1:2:3:4", "1:", "30sec", "1e3", "1s1m", "5m3", "."] {
            assert!(text.parse::<ClockTime>().is_err(), "{text}");
        }
    }

    #[test]
    fn times_make_ranges() {
        let range: ClockRange = "10s..1m".parse().expect("a range");
        assert!(range.contains(&ClockTime(Duration::from_secs(60))));
        assert!(!range.contains(&ClockTime(Duration::from_secs(61))));
        assert!("1m..10s".parse::<ClockRange>().is_err());
    }
}
