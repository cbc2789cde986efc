//! Worker processes. Each runs one shard.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use reynard_host::ChildProcess;

/// A process that runs a shard. It is killed when this value is dropped, and it exits when the
/// current process ends.
pub(super) struct Worker {
    pub(super) shard: u32,
    pub(super) started: Instant,
    child: ChildProcess,
    /// The output of the process on standard error.
    messages: File,
}

/// The state of a worker process.
pub(super) enum WorkerEnd {
    Running,
    Finished,
    /// The worker failed. Holds the reason.
    Failed(String),
}

impl Worker {
    /// Starts a worker for a shard. `ended` is called on another thread when the worker ends.
    pub(super) fn start(
        mut command: Command,
        shard: u32,
        ended: impl FnOnce() + Send + 'static,
    ) -> io::Result<Self> {
        let messages = tempfile::tempfile()?;
        let child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(messages.try_clone()?)
            .spawn()?;
        let child = ChildProcess::notifying(child, ended)?;
        Ok(Self { shard, started: Instant::now(), child, messages })
    }

    /// Returns the id of the process.
    pub(super) const fn id(&self) -> u32 {
        self.child.id()
    }

    /// Returns the time since the worker was started.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the state of the process.
    pub(super) fn end(&mut self) -> WorkerEnd {
        match self.child.wait(Duration::ZERO) {
            None => WorkerEnd::Running,
            Some(Ok(status)) if status.success() => WorkerEnd::Finished,
            Some(Ok(status)) => WorkerEnd::Failed(self.reason(status)),
            Some(Err(error)) => WorkerEnd::Failed(error.to_string()),
        }
    }

    /// Returns the exit status, followed by the end of the process's output.
    fn reason(&mut self, status: ExitStatus) -> String {
        /// Maximum number of output bytes that are kept.
        const KEPT: u64 = 2_000;
        let mut read = || -> io::Result<Vec<u8>> {
            let mut text = Vec::new();
            let length = self.messages.seek(SeekFrom::End(0))?;
            self.messages.seek(SeekFrom::Start(length.saturating_sub(KEPT)))?;
            self.messages.by_ref().take(KEPT).read_to_end(&mut text)?;
            Ok(text)
        };
        // Without messages, the status must suffice.
        let text = read().unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        match text.trim() {
            "" => status.to_string(),
            text => format!("{status}: {text}"),
        }
    }
}
