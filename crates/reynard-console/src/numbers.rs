//! Human-readable numbers.

use std::str::FromStr;
use std::time::Duration;

pub use reynard_base::counted;

/// Returns the number of nodes per second. A time too short to measure is taken as one nanosecond.
#[expect(clippy::cast_possible_truncation, reason = "no machine counts 2^64 nodes a second")]
pub fn per_second(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)) as u64
}

/// Formats a time with three or four digits and its unit.
pub fn in_words(time: Duration) -> String {
    match time.as_micros() {
        micros @ 0..1_000 => format!("{micros} µs"),
        micros @ 1_000..1_000_000 => format!("{} ms", micros / 1_000),
        _ => format!("{:.2} s", time.as_secs_f64()),
    }
}

/// Formats a long time in its two largest units.
pub fn long_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (minutes, hours, days) = (seconds / 60, seconds / 3_600, seconds / 86_400);
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3_600 => format!("{minutes} min {} s", seconds % 60),
        3_600..86_400 => format!("{hours} h {} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    }
}

/// Formats a number with three or four digits and its unit.
pub fn in_units(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{} K", number / 1_000),
        10_000_000..10_000_000_000 => format!("{} M", number / 1_000_000),
        _ => format!("{} G", number / 1_000_000_000),
    }
}

/// Parses a finite number above 0.
pub fn positive(text: &str) -> Result<f64, &'static str> {
    let is_positive = |number: &f64| number.is_finite() && *number > 0.0;
    text.parse().ok().filter(is_positive).ok_or("not a number above 0")
}

/// Parses a finite number that is not negative.
pub fn not_negative<T: FromStr + Into<f64> + Copy>(text: &str) -> Result<T, &'static str> {
    let is_allowed = |&number: &T| (0.0..f64::INFINITY).contains(&number.into());
    text.parse().ok().filter(is_allowed).ok_or("not a number from 0 up")
}

/// Parses a number from 0 to 1.
pub fn share(text: &str) -> Result<f32, &'static str> {
    text.parse().ok().filter(|share| (0.0..=1.0).contains(share)).ok_or("not a number from 0 to 1")
}

/// Parses the N of "every N-th game is held out". If it is 0, no game is held out; 1 is rejected
/// because no games would be left for training.
pub fn held_out(text: &str) -> Result<u32, &'static str> {
    match text.parse() {
        Ok(1) => Err("every game would be held out, and none be left for training"),
        number => number.map_err(|_| "not a whole number from 0 up"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        let texts =
            [counted(0, "game"), counted(1, "game"), counted(1, "entry"), counted(2, "entry")];
        assert_eq!(texts, ["0 games", "1 game", "1 entry", "2 entries"]);
        assert_eq!([counted(1, "day"), counted(2, "day")], ["1 day", "2 days"]);
    }

    #[test]
    fn long_times_have_their_two_largest_units() {
        let texts = [7, 61, 13_200, 190_800].map(|seconds| long_time(Duration::from_secs(seconds)));
        assert_eq!(texts, ["7 s", "1 min 1 s", "3 h 40 min", "2 d 5 h"]);
    }
}
