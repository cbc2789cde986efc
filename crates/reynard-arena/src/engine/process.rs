//! A child process as lines in both directions, neither of which can make the caller wait.
//!
//! One thread reads and stamps each line with the moment at which it came, one thread writes. So an
//! engine that does not read, does not answer or does not stop talking costs bounded memory and no
//! timeouts beyond the caller's.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use reynard_uci::MAX_LINE;

/// Lines that wait to be looked at. When there are so many, the engine has to wait.
const LINES_WAITING: usize = 4096;

/// Messages that wait to be written. When there are so many, the engine is not reading.
const MESSAGES_WAITING: usize = 64;

/// How far the reading of lines may lag behind their coming.
const LAG: Duration = Duration::from_secs(1);

/// A line of an engine and when it came.
#[derive(Debug)]
pub(crate) struct Line {
    pub(crate) text: String,
    pub(crate) at: Instant,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoLine {
    /// The time is over.
    Late,
    /// The process has closed its output.
    Closed,
}

/// A child process. It is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    messages: Option<SyncSender<Vec<u8>>>,
    sent: u64,
    written: Arc<Mutex<Written>>,
    lines: Receiver<Line>,
}

/// How many messages have been written, and when the last one was.
#[derive(Clone, Copy, Debug)]
struct Written {
    messages: u64,
    at: Instant,
}

impl Process {
    pub(crate) fn start(command: &mut Command) -> io::Result<Self> {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("the pipes of the process are missing"));
        };
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
        Ok(Self { child, messages: Some(messages), sent: 0, written, lines })
    }

    /// Has a message written, some whole lines. Returns its number; `None` if the process has not
    /// read the last ones or cannot be written to.
    pub(crate) fn send(&mut self, message: String) -> Option<u64> {
        match self.messages.as_ref()?.try_send(message.into_bytes()) {
            Ok(()) => {
                self.sent += 1;
                Some(self.sent)
            }
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => None,
        }
    }

    /// When a message was written; `None` if it still waits, or another has been written since.
    pub(crate) fn written_at(&self, number: u64) -> Option<Instant> {
        let written = *self.written.lock().unwrap_or_else(PoisonError::into_inner);
        (written.messages == number).then_some(written.at)
    }

    /// The next line, if there is one before the deadline.
    pub(crate) fn receive_any(&self, deadline: Instant) -> Result<Line, NoLine> {
        let left = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Late,
            RecvTimeoutError::Disconnected => NoLine::Closed,
        })
    }

    /// The next line, if it comes before the deadline. A process that never stops talking is late all
    /// the same. A line that is late is lost: this is for what is of no use any more then.
    pub(crate) fn receive(&self, deadline: Instant) -> Result<Line, NoLine> {
        let line = self.receive_any(deadline)?;
        if line.at > deadline || Instant::now() > deadline + LAG {
            return Err(NoLine::Late);
        }
        Ok(line)
    }

    /// Waits for the process to end by itself, and kills it when it has not done so in time.
    pub(crate) fn end(&mut self, timeouts: Duration) {
        // At the end of its input even an engine that knows no `quit` should go.
        self.messages = None;
        let deadline = Instant::now() + timeouts;
        let mut pause = Duration::from_micros(200);
        while let Ok(None) = self.child.try_wait() {
            if Instant::now() >= deadline {
                self.kill();
                return;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// Kills the process. What it has started itself is not reached.
    pub(crate) fn kill(&mut self) {
        // Both fail only for a process that has ended, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// How the process ended, if it has.
    pub(crate) fn status(&mut self) -> Option<std::process::ExitStatus> {
        // The output of a process closes a moment before it has ended.
        let deadline = Instant::now() + Duration::from_millis(100);
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
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

/// Reads up to the end of a line or of the input; tells whether there may be more. What is too much
/// for a line is dropped.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    let room = MAX_LINE as u64;
    reader.by_ref().take(room).read_until(b'\n', line)?;
    if line.last() == Some(&b'\n') {
        return Ok(true);
    }
    if line.len() < MAX_LINE {
        return Ok(false);
    }
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(false);
        }
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_where_they_are_too_long() {
        let mut input = vec![b'x'; 3 * MAX_LINE];
        input.extend_from_slice(b"\nshort\nlast");
        let mut reader = BufReader::new(&input[..]);
        let mut line = Vec::new();
        assert!(read_line(&mut reader, &mut line).unwrap());
        assert_eq!(line.len(), MAX_LINE);
        line.clear();
        assert!(read_line(&mut reader, &mut line).unwrap());
        assert_eq!(line, b"short\n");
        line.clear();
        assert!(!read_line(&mut reader, &mut line).unwrap());
        assert_eq!(line, b"last");
    }
}
