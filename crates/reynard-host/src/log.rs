//! Logs of the communication between an engine and its client.

use std::fmt;
use std::io::Write;
use std::time::Instant;

/// Log of the lines that an engine receives (`>`), sends (`<`) and writes to standard error (`!`).
/// Each line has a timestamp in milliseconds since the log was created.
///
/// When the log reaches its maximum size, it ends with a note. A write error also ends the log, but
/// it does not end the game.
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use reynard_host::EngineLog;
///
/// let log = EngineLog::new(Box::new(std::io::sink()), 1 << 20);
/// assert!(format!("{log:?}").starts_with("EngineLog"));
/// ```
pub struct EngineLog {
    /// `None` once the log is full.
    out: Option<Box<dyn Write + Send>>,
    left: u64,
    start: Instant,
}

impl EngineLog {
    /// Creates a log of at most `size` bytes, not counting the final note.
    pub fn new(out: Box<dyn Write + Send>, size: u64) -> Self {
        Self { out: Some(out), left: size, start: Instant::now() }
    }

    /// Writes the lines of a message that was sent to the engine.
    pub(super) fn sent(&mut self, message: &str) {
        for line in message.lines() {
            self.line('>', line, Instant::now());
        }
    }

    /// Writes a line that was received from the engine.
    pub(super) fn received(&mut self, line: &str, at: Instant) {
        self.line('<', line.trim_end(), at);
    }

    /// Writes a line from the engine's standard error.
    pub(super) fn complained(&mut self, line: &str, at: Instant) {
        self.line('!', line.trim_end(), at);
    }

    fn line(&mut self, direction: char, line: &str, at: Instant) {
        let Some(out) = &mut self.out else { return };
        let time = at.saturating_duration_since(self.start).as_millis();
        let text = format!("{time:>8} {direction} {line}\n");
        let Some(left) = self.left.checked_sub(text.len() as u64) else {
            let _ = out.write_all(b"the log is full\n").and_then(|()| out.flush());
            self.out = None;
            return;
        };
        self.left = left;
        if out.write_all(text.as_bytes()).is_err() {
            self.out = None;
        }
    }
}

impl Drop for EngineLog {
    fn drop(&mut self) {
        if let Some(out) = &mut self.out {
            let _ = out.flush();
        }
    }
}

impl fmt::Debug for EngineLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineLog").field("left", &self.left).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_log_ends_with_a_note() {
        let shared = Shared::default();
        let mut log = EngineLog::new(Box::new(shared.clone()), 40);
        log.sent("uci\nisready\n");
        log.received("uciok and more\r\n", Instant::now());
        log.received("readyok", Instant::now());
        let text = String::from_utf8(shared.0.lock().unwrap().clone()).unwrap();
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        assert_eq!(lines.len(), 3, "{text}");
        assert!(lines[0].ends_with(" > uci") && lines[1].ends_with(" > isready"), "{text}");
        assert_eq!(lines[2], "the log is full");
    }
}
