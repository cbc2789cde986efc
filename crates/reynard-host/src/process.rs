//! Child processes with line-based input and output, neither of which can block the caller.
//!
//! One thread reads each line and records its time of arrival; another thread writes. An engine
//! that does not read its input, does not answer or floods its output can therefore use only
//! bounded memory, and never delays the caller beyond the timeouts.

use std::io::{self, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::child_process::ChildProcess;
use crate::error::EngineError;
use crate::line::{Line, read_line};
use crate::log::EngineLog;
use crate::processors::Processors;
use crate::stderr::{Stderr, StderrTail};

/// Maximum number of unread lines. Once it is reached, the engine blocks on output.
const LINES_WAITING: usize = 4096;

/// Maximum number of unwritten messages. If there are more, the engine is considered not to read
/// its input. The limit is high because all options are sent before an engine has read the first,
/// and some engines have hundreds.
const MESSAGES_WAITING: usize = 4096;

/// Maximum delay between the arrival of a line and its processing.
const LAG: Duration = Duration::from_secs(1);

/// Maximum time to wait for the last lines on standard error after the process has ended.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// The reason why no line was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoLine {
    /// The deadline has passed.
    Late,
    /// The process has closed its output.
    Closed,
}

/// A child process. It is killed on drop.
#[derive(Debug)]
pub(crate) struct Process {
    child: ChildProcess,
    messages: Option<SyncSender<Vec<u8>>>,
    sent: u64,
    written: Arc<Mutex<Written>>,
    lines: Receiver<Line>,
    stderr: Stderr,
    log: Option<EngineLog>,
}

/// Number of messages written, and the time at which the last message was written.
#[derive(Clone, Copy, Debug)]
struct Written {
    messages: u64,
    at: Instant,
}

impl Process {
    pub(crate) fn start(
        command: &mut Command,
        processors: Option<&Processors>,
    ) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = match processors {
            Some(processors) => processors.pinned(|| command.spawn())?,
            None => command.spawn()?,
        };
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(stdin), Some(stdout), Some(stderr)) = (stdin, stdout, stderr) else {
            return Err(io::Error::other("the pipes of the process are missing"));
        };
        let child = ChildProcess::new(child)?;
        let (messages, to_write) = mpsc::sync_channel(MESSAGES_WAITING);
        let (to_read, lines) = mpsc::sync_channel(LINES_WAITING);
        let written = Arc::new(Mutex::new(Written { messages: 0, at: Instant::now() }));
        let shared = Arc::clone(&written);
        // The threads end with the pipes: a child that is killed takes them along.
        thread::Builder::new().name("to engine".into()).spawn(move || {
            write_messages(stdin, &to_write, &shared);
        })?;
        thread::Builder::new().name("from engine".into()).spawn(move || {
            read_lines(stdout, &to_read);
        })?;
        let stderr = Stderr::read(stderr)?;
        Ok(Self { child, messages: Some(messages), sent: 0, written, lines, stderr, log: None })
    }

    /// Queues a message, which consists of whole lines, and returns the number of the message.
    ///
    /// # Errors
    ///
    /// [`EngineError`] if the process has ended, or has not read earlier messages.
    pub(crate) fn send(&mut self, message: String) -> Result<u64, EngineError> {
        self.log_stderr();
        if let Some(log) = &mut self.log {
            log.sent(&message);
        }
        let sent = self.messages.as_ref().map(|queue| queue.try_send(message.into_bytes()));
        if let Some(Ok(())) = sent {
            self.sent += 1;
            return Ok(self.sent);
        }
        Err(match self.status() {
            Some(_) => self.died(),
            None => EngineError::Deaf,
        })
    }

    /// Returns the error that reports a process that has closed its output.
    pub(crate) fn died(&mut self) -> EngineError {
        let status = self.status();
        EngineError::Died { status, stderr: self.last_words() }
    }

    /// Returns the error that reports a process that closed its output before its greeting.
    pub(crate) fn no_engine(&mut self) -> EngineError {
        let status = self.status();
        EngineError::NoEngine { status, stderr: self.last_words() }
    }

    /// Returns the error that reports a process that did not send the expected message in time.
    pub(crate) fn silent(&mut self, awaited: &'static str, waited: Duration) -> EngineError {
        self.log_stderr();
        EngineError::Silent { awaited, waited, stderr: self.stderr.tail() }
    }

    /// Waits for the remaining lines that a process wrote to standard error before it ended, and
    /// returns the last lines.
    fn last_words(&mut self) -> StderrTail {
        self.stderr.wait_for_end(LAST_WORDS);
        self.log_stderr();
        self.stderr.tail()
    }

    /// Writes to the log the lines received on standard error since the last call.
    fn log_stderr(&mut self) {
        for line in self.stderr.take_new() {
            if let Some(log) = &mut self.log {
                log.complained(&line.text, line.at);
            }
        }
    }

    /// Returns the time at which a message was written; `None` if it is still queued or a later
    /// message has been written since.
    pub(crate) fn written_at(&self, number: u64) -> Option<Instant> {
        let written = *self.written.lock().unwrap_or_else(PoisonError::into_inner);
        (written.messages == number).then_some(written.at)
    }

    /// Returns the next line if it can be read before the deadline.
    pub(crate) fn receive_any(&mut self, deadline: Instant) -> Result<Line, NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        let line = self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Late,
            RecvTimeoutError::Disconnected => NoLine::Closed,
        })?;
        self.log_stderr();
        if let Some(log) = &mut self.log {
            log.received(&line.text, line.at);
        }
        Ok(line)
    }

    /// Removes and returns the log, for use with the next process.
    pub(crate) fn take_log(&mut self) -> Option<EngineLog> {
        self.log.take()
    }

    /// Replaces the log.
    pub(crate) fn set_log(&mut self, log: Option<EngineLog>) {
        self.log = log;
    }

    /// Returns the next line if it arrives before the deadline. The deadline is also missed if the
    /// process floods its output and the line therefore cannot be read in time. A late line is
    /// discarded.
    pub(crate) fn receive(&mut self, deadline: Instant) -> Result<Line, NoLine> {
        let line = self.receive_any(deadline)?;
        if line.at > deadline || Instant::now() > deadline + LAG {
            return Err(NoLine::Late);
        }
        Ok(line)
    }

    /// Waits for the process to end. If it has not ended after the timeout, kills it.
    pub(crate) fn end(&mut self, timeout: Duration) {
        // Even an engine without `quit` should end at the end of its input.
        self.messages = None;
        if self.child.wait(timeout).is_none() {
            self.kill();
        }
    }

    /// Kills the process, but not its own children.
    pub(crate) fn kill(&mut self) {
        self.child.kill();
    }

    /// Returns the exit status, if the process has ended.
    pub(crate) fn status(&self) -> Option<ExitStatus> {
        // The output of a process closes a moment before it has ended.
        self.child.wait(Duration::from_millis(100)).and_then(Result::ok)
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

fn write_messages(mut stdin: ChildStdin, messages: &Receiver<Vec<u8>>, written: &Mutex<Written>) {
    for message in messages {
        if stdin.write_all(&message).and_then(|()| stdin.flush()).is_err() {
            return;
        }
        let mut written = written.lock().unwrap_or_else(PoisonError::into_inner);
        *written = Written { messages: written.messages + 1, at: Instant::now() };
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<Line>) {
    let mut reader = BufReader::new(stdout);
    let mut bytes = Vec::new();
    while let Ok(more) = read_line(&mut reader, &mut bytes) {
        if !more && bytes.is_empty() {
            return;
        }
        let line = Line { text: String::from_utf8_lossy(&bytes).into_owned(), at: Instant::now() };
        if lines.send(line).is_err() {
            return;
        }
        bytes.clear();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::{MESSAGES_WAITING, Process};
    use crate::error::EngineError;
    use std::process::Command;
    use std::time::{Duration, Instant};

    fn shell(script: &str) -> Process {
        Process::start(Command::new("sh").args(["-c", script]), None).expect("a shell")
    }

    #[test]
    fn an_engine_gets_all_options_before_it_reads_the_first() {
        let mut process = shell("sleep 0.3; grep -c setoption");
        for number in 0..1_000 {
            // Longer than the buffer of a pipe in all, so that they have to wait in the queue.
            let option = format!("setoption name Parameter{number} value {number:0100}\n");
            process.send(option).expect("room for the message");
        }
        process.messages = None;
        let line = process.lines.recv_timeout(Duration::from_secs(30)).expect("a line");
        assert_eq!(line.text.trim(), "1000");
    }

    #[test]
    fn an_engine_that_reads_nothing_is_deaf_at_last() {
        let mut process = shell("sleep 60");
        let message = "x".repeat(1_000) + "\n";
        let started = Instant::now();
        let error = (0..MESSAGES_WAITING + 200).find_map(|_| process.send(message.clone()).err());
        assert!(matches!(error, Some(EngineError::Deaf)), "{error:?}");
        assert!(started.elapsed() < Duration::from_secs(10));
    }
}
