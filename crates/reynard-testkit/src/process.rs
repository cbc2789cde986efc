//! System counters of a thread or process, which are not affected by other programs.
//!
//! Each function returns `None` if the system does not provide the counter, which is the case on
//! all systems except Linux.

use std::fs;
use std::time::{Duration, Instant};

/// A stopwatch for the processor time of the calling thread.
///
/// ```
/// use reynard_testkit::process::Stopwatch;
///
/// let watch = Stopwatch::start();
/// assert!(watch.elapsed().as_secs() < 60);
/// ```
#[derive(Debug)]
pub struct Stopwatch {
    began: Instant,
    before: Option<Duration>,
}

impl Stopwatch {
    /// Starts measuring.
    pub fn start() -> Self {
        Self { began: Instant::now(), before: thread_time() }
    }

    /// Returns the processor time since the start, or the elapsed time if the system does not
    /// report processor time.
    pub fn elapsed(&self) -> Duration {
        match (self.before, thread_time()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.began.elapsed(),
        }
    }
}

/// Returns the processor time of the calling thread.
pub fn thread_time() -> Option<Duration> {
    scheduled("/proc/thread-self/schedstat")
}

/// Returns the total processor time of all threads of a running process.
pub fn time(process: u32) -> Option<Duration> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).ok()?;
    threads
        .flatten()
        .filter_map(|thread| scheduled(thread.path().join("schedstat").to_str()?))
        .reduce(|sum, time| sum + time)
}

/// Reads the first number in a file, a number of nanoseconds.
fn scheduled(path: &str) -> Option<Duration> {
    let text = fs::read_to_string(path).ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Returns the peak resident memory of a running process, in bytes.
pub fn peak_memory(process: u32) -> Option<u64> {
    Some(field(process, "status", "VmHWM:")? << 10)
}

/// Returns the number of bytes that a running process has written, to files and elsewhere.
pub fn written(process: u32) -> Option<u64> {
    field(process, "io", "wchar:")
}

fn field(process: u32, file: &str, name: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/{file}")).ok()?;
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    value.split_whitespace().next()?.parse().ok()
}
