//! Worker processes: each runs one shard.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A process that runs a shard. It is killed when it is dropped, and ends by itself when this process does.
pub(super) struct Worker {
    pub(super) shard: u32,
    pub(super) started: Instant,
    child: Child,
    /// Standard error.
    messages: File,
}

/// The end of a worker.
pub(super) enum WorkerEnd {
    Running,
    Finished,
    /// The reason, in words.
    Failed(String),
}

impl Worker {
    /// Starts a worker for a shard.
    pub(super) fn start(mut command: Command, shard: u32) -> io::Result<Self> {
        let messages = tempfile::tempfile()?;
        let child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(messages.try_clone()?)
            .spawn()?;
        Ok(Self { shard, started: Instant::now(), child, messages })
    }

    /// Returns the id of the process.
    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Looks whether the process has ended.
    pub(super) fn poll(&mut self) -> WorkerEnd {
        match self.child.try_wait() {
            Ok(None) => WorkerEnd::Running,
            Ok(Some(status)) if status.success() => WorkerEnd::Finished,
            Ok(Some(status)) => WorkerEnd::Failed(self.reason(status)),
            Err(error) => WorkerEnd::Failed(error.to_string()),
        }
    }

    /// Returns the exit status, with the end of what the process said.
    fn reason(&mut self, status: ExitStatus) -> String {
        /// Bytes of the messages that are kept.
        const KEPT: u64 = 2_000;
        let mut read = || -> io::Result<Vec<u8>> {
            let mut text = Vec::new();
            let length = self.messages.seek(SeekFrom::End(0))?;
            self.messages.seek(SeekFrom::Start(length.saturating_sub(KEPT)))?;
            self.messages.by_ref().take(KEPT).read_to_end(&mut text)?;
            Ok(text)
        };
        // Without its messages, the status has to do.
        let text = read().unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        match text.trim() {
            "" => status.to_string(),
            text => format!("{status}: {text}"),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended, which is as well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
