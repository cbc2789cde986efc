//! Numbers as people like to read them.

use std::time::Duration;

/// Nodes a second; an immeasurably short time counts as a nanosecond.
#[expect(clippy::cast_possible_truncation, reason = "no machine counts 2^64 nodes a second")]
pub(crate) fn per_second(nodes: u64, time: Duration) -> u64 {
    (u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1)) as u64
}

/// Three or four digits with the unit that this takes.
pub(crate) fn in_words(time: Duration) -> String {
    match time.as_micros() {
        micros @ 0..1_000 => format!("{micros} µs"),
        micros @ 1_000..1_000_000 => format!("{} ms", micros / 1_000),
        _ => format!("{:.2} s", time.as_secs_f64()),
    }
}

/// Three or four digits with the unit that this takes.
pub(crate) fn in_units(number: u64) -> String {
    match number {
        0..10_000 => number.to_string(),
        10_000..10_000_000 => format!("{} K", number / 1_000),
        10_000_000..10_000_000_000 => format!("{} M", number / 1_000_000),
        _ => format!("{} G", number / 1_000_000_000),
    }
}
