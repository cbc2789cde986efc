//! The present time: the system time and its offset from UTC.

use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use reynard_base::SplitMix64;
use reynard_learn::{LearnerDay, UtcMillis, UtcOffset};

use super::settings::{self, Settings};

/// The time at which a command runs, and the name of the current run in the journal.
pub(super) struct Present {
    pub(super) offset: UtcOffset,
    /// The learner's day, fixed when the command starts.
    pub(super) day: LearnerDay,
    /// Random name of the run.
    pub(super) run: String,
}

impl Present {
    pub(super) fn new(settings: &Settings) -> Self {
        let offset = settings.offset.unwrap_or_else(system_offset);
        let day = LearnerDay::new(now(), offset, settings.rollover);
        Self { offset, day, run: run_name() }
    }
}

/// Returns the system time.
pub(super) fn now() -> UtcMillis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UtcMillis(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// Returns the UTC offset of the system, or 0 if it is unknown.
fn system_offset() -> UtcOffset {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("powershell");
        command.args(["-NoProfile", "-Command", "(Get-Date).ToString('zzz')"]);
        command
    } else {
        let mut command = Command::new("date");
        command.arg("+%z");
        command
    };
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output();
    let text = output.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    text.and_then(|text| settings::offset(text.trim()).ok()).unwrap_or_default()
}

/// Returns a random name consisting of eight letters and digits.
fn run_name() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    // The address of a variable is random on most systems.
    let address = std::ptr::from_ref(&nanos).addr() as u64;
    #[expect(clippy::cast_possible_truncation, reason = "the lower half changes most")]
    let seed = nanos as u64 ^ u64::from(std::process::id()) << 40 ^ address.rotate_left(20);
    let mut random = SplitMix64::new(seed);
    (0..8).map(|_| char::from(LETTERS[(random.next_u64() % 32) as usize])).collect()
}
