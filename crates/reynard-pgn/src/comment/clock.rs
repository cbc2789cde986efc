//! Clock times: `1:05:00.5`.

use core::time::Duration;
use std::io::Write;

/// Reads hours, minutes and seconds. Missing leading parts are 0, and the seconds may have a
/// fraction. Returns `None` if any number has more than nine digits.
pub(super) fn read(text: &[u8]) -> Option<Duration> {
    let (whole, fraction) = match text.iter().position(|&byte| byte == b'.') {
        Some(point) => (&text[..point], Some(&text[point + 1..])),
        None => (text, None),
    };
    let mut fields = 0;
    let mut seconds = 0;
    for field in whole.split(|&byte| byte == b':') {
        fields += 1;
        if fields > 3 {
            return None;
        }
        seconds = seconds * 60 + number(field)?;
    }
    let nanos = match fraction {
        None => 0,
        Some(digits) => number(digits)? * 10_u64.pow(9 - u32::try_from(digits.len()).ok()?),
    };
    Some(Duration::new(seconds, u32::try_from(nanos).ok()?))
}

/// Reads the time left on a clock. Two numbers are hours and minutes, as tournament programs write
/// them, unless the first number is greater than 12; in that case they are minutes and seconds.
pub(super) fn read_left(text: &[u8]) -> Option<Duration> {
    /// The largest first number that is read as hours.
    const MOST_HOURS: u64 = 12;
    let time = read(text)?;
    let is_short = text.split(|&byte| byte == b':').count() == 2 && !text.contains(&b'.');
    let is_hours = is_short && time.as_secs() < (MOST_HOURS + 1) * 60;
    Some(if is_hours { time * 60 } else { time })
}

/// Writes hours, minutes and seconds, and a fraction if there is one.
pub(super) fn write(time: Duration, text: &mut Vec<u8>) {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    // Writing to memory does not fail.
    let _ = write!(text, "{hours}:{minutes:02}:{seconds:02}");
    if time.subsec_nanos() > 0 {
        let _ = write!(text, ".{:09}", time.subsec_nanos());
        while text.last() == Some(&b'0') {
            text.pop();
        }
    }
}

fn number(digits: &[u8]) -> Option<u64> {
    if digits.is_empty() || digits.len() > 9 {
        return None;
    }
    digits.iter().try_fold(0, |number, &byte| {
        byte.is_ascii_digit().then(|| number * 10 + u64::from(byte - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written() {
        for (text, millis, normal) in [
            ("1:05:00.5", 3_900_500, "1:05:00.5"),
            ("0:00:00", 0, "0:00:00"),
            ("05:07", 307_000, "0:05:07"),
            ("90", 90_000, "0:01:30"),
            ("100:00:00", 360_000_000, "100:00:00"),
            ("0:00:01.250", 1_250, "0:00:01.25"),
        ] {
            let time = read(text.as_bytes()).expect(text);
            assert_eq!(time, Duration::from_millis(millis), "{text}");
            let mut written = Vec::new();
            write(time, &mut written);
            assert_eq!(written, normal.as_bytes());
            assert_eq!(read(&written), Some(time));
        }
        for text in ["", ":", "1:", "-1:00", "1:2:3:4", "1.", "1234567890", "1.0123456789", "1h"] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn two_numbers_on_a_clock_are_hours_and_minutes() {
        for (text, seconds) in
            [("1:30", 5400), ("0:05", 300), ("12:00", 43_200), ("13:00", 780), ("90:15", 5415)]
        {
            assert_eq!(read_left(text.as_bytes()), Some(Duration::from_secs(seconds)), "{text}");
        }
        assert_eq!(read_left(b"0:01:30"), Some(Duration::from_secs(90)));
        assert_eq!(read_left(b"0:09.5"), Some(Duration::from_millis(9_500)));
        assert_eq!(read_left(b"90"), Some(Duration::from_secs(90)));
    }

    #[test]
    fn the_longest_times_do_not_overflow() {
        let time = read(b"999999999:999999999:999999999.999999999").expect("nine digits each");
        let mut written = Vec::new();
        write(time, &mut written);
        assert_eq!(written, b"1016944443:25:39.999999999");
    }
}
