//! An engine's standard error.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use reynard_base::printable;

use crate::line::{Line, read_line};

/// Maximum number of lines in a [`StderrTail`].
const TAIL: usize = 3;
/// Maximum length of a line in a [`StderrTail`], in characters.
const LETTERS: usize = 200;
/// Maximum number of lines waiting for the log. Lines that arrive later are dropped.
const WAITING: usize = 1024;

/// Last lines that an engine wrote to standard error. They often explain why it ended.
///
/// Formatted as text, it is empty if there are no lines. Otherwise, it can be appended to an error
/// message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StderrTail(Vec<String>);

impl StderrTail {
    /// Returns the lines: at most three, none of them blank.
    pub fn lines(&self) -> &[String] {
        &self.0
    }

    /// Returns `true` if there are no lines.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for StderrTail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, line) in self.0.iter().enumerate() {
            let separator = if index == 0 { "; its standard error: " } else { " | " };
            write!(f, "{separator}{}", printable(line))?;
        }
        Ok(())
    }
}

/// A process's standard error. A thread reads it so that the process never blocks.
#[derive(Debug)]
pub(crate) struct Stderr(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    closed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    tail: VecDeque<String>,
    /// Lines not yet passed to the log.
    new: Vec<Line>,
    is_closed: bool,
}

impl Stderr {
    /// Starts the reading thread.
    pub(crate) fn read(stderr: impl Read + Send + 'static) -> io::Result<Self> {
        let shared = Arc::new(Shared::default());
        let of_thread = Arc::clone(&shared);
        thread::Builder::new().name("complaints of engine".into()).spawn(move || {
            let mut reader = BufReader::new(stderr);
            let mut bytes = Vec::new();
            while let Ok(more) = read_line(&mut reader, &mut bytes) {
                if !more && bytes.is_empty() {
                    break;
                }
                of_thread.add(&String::from_utf8_lossy(&bytes));
                bytes.clear();
            }
            of_thread.lock().is_closed = true;
            of_thread.closed.notify_all();
        })?;
        Ok(Self(shared))
    }

    /// Waits at most `most` until everything has been read. A child of the process may keep the
    /// stream open.
    pub(crate) fn wait_for_end(&self, most: Duration) {
        let is_open = |state: &mut State| !state.is_closed;
        let _ = self.0.closed.wait_timeout_while(self.0.lock(), most, is_open);
    }

    /// Returns the last lines.
    pub(crate) fn tail(&self) -> StderrTail {
        StderrTail(self.0.lock().tail.iter().cloned().collect())
    }

    /// Returns the lines that arrived since the last call.
    pub(crate) fn take_new(&self) -> Vec<Line> {
        std::mem::take(&mut self.0.lock().new)
    }
}

impl Shared {
    fn add(&self, text: &str) {
        let mut state = self.lock();
        if state.new.len() < WAITING {
            state.new.push(Line { text: text.to_owned(), at: Instant::now() });
        }
        let text = text.trim();
        if !text.is_empty() {
            if state.tail.len() == TAIL {
                state.tail.pop_front();
            }
            state.tail.push_back(text.chars().take(LETTERS).collect());
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept() {
        let stderr = Stderr::read(&b"one\ntwo\n\nthree\r\nfour"[..]).expect("a thread");
        stderr.wait_for_end(Duration::from_secs(60));
        assert_eq!(stderr.tail().lines(), ["two", "three", "four"]);
        assert_eq!(stderr.tail().to_string(), "; its standard error: two | three | four");
        assert_eq!((stderr.take_new().len(), stderr.take_new().len()), (5, 0));
        assert_eq!(StderrTail::default().to_string(), "");
    }
}
