//! Lines of a stream that may be typed, piped from a program that waits for answers, or hostile.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// Maximum length of a line in bytes, which is far more than any FEN needs. Longer lines are
/// truncated and marked, so that a stream without line breaks does not exhaust the memory.
pub const MAX_LINE: usize = 4096;

/// A line reader that reports when it is about to wait for more input.
pub struct Lines<R> {
    input: BufReader<R>,
    line: Vec<u8>,
    number: u64,
    /// Maximum length of a line in bytes.
    most: usize,
}

/// One line, without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Line number, from 1.
    pub number: u64,
    /// The text, truncated at the limit. Bytes that are not valid UTF-8 are replaced.
    pub text: Cow<'a, str>,
    /// `true` if the line was truncated.
    pub cut: bool,
}

impl<R: Read> Lines<R> {
    /// Creates a reader with the default limit.
    pub fn new(input: R) -> Self {
        Self::with_limit(input, MAX_LINE)
    }

    /// Creates a reader with a limit of `most` bytes per line.
    pub fn with_limit(input: R, most: usize) -> Self {
        Self { input: BufReader::with_capacity(1 << 16, input), line: Vec::new(), number: 0, most }
    }

    /// Returns the next line, or `None` at the end. Lines may end with LF or CR LF. A byte order
    /// mark at the start is dropped.
    ///
    /// `before_wait` is called whenever the buffer is empty, so the caller can flush its answers.
    pub fn next(
        &mut self,
        mut before_wait: impl FnMut() -> io::Result<()>,
    ) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        let mut seen = 0;
        loop {
            if self.input.buffer().is_empty() {
                before_wait()?;
            }
            let chunk = match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                chunk => chunk?,
            };
            if chunk.is_empty() && seen == 0 {
                return Ok(None);
            }
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let part = &chunk[..end.unwrap_or(chunk.len())];
            let room = self.most.saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            let ended = end.is_some() || chunk.is_empty();
            seen += used;
            self.input.consume(used);
            if ended {
                let content = seen - usize::from(end.is_some());
                return Ok(Some(self.finish(content > self.most)));
            }
        }
    }

    fn finish(&mut self, cut: bool) -> Line<'_> {
        self.number += 1;
        let mut bytes = self.line.as_slice();
        if self.number == 1 {
            bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        }
        bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        Line { number: self.number, text: String::from_utf8_lossy(bytes), cut }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(input: &[u8]) -> Vec<(String, bool)> {
        let mut lines = Lines::new(input);
        let mut found = Vec::new();
        while let Some(line) = lines.next(|| Ok(())).expect("reading from memory") {
            assert_eq!(line.number, found.len() as u64 + 1);
            found.push((line.text.into_owned(), line.cut));
        }
        found
    }

    fn whole(texts: &[&str]) -> Vec<(String, bool)> {
        texts.iter().map(|&text| (text.to_owned(), false)).collect()
    }

    #[test]
    fn all_line_ends_are_understood() {
        assert_eq!(all(b""), whole(&[]));
        assert_eq!(all(b"a"), whole(&["a"]));
        assert_eq!(all(b"a\n"), whole(&["a"]));
        assert_eq!(all(b"a\r\n\nb"), whole(&["a", "", "b"]));
        assert_eq!(all(b"\xef\xbb\xbfa\nb\n"), whole(&["a", "b"]));
        assert_eq!(all(b"\xff\n"), whole(&["\u{fffd}"]));
    }

    #[test]
    fn long_lines_are_cut_and_the_next_is_whole() {
        for (length, cut) in [(MAX_LINE, false), (MAX_LINE + 1, true), (1 << 20, true)] {
            let mut input = vec![b'x'; length];
            input.extend_from_slice(b"\nnext\n");
            let found = all(&input);
            assert_eq!(found[0].0.len(), MAX_LINE);
            assert_eq!(found[0].1, cut);
            assert_eq!(found[1..], whole(&["next"]));
        }
    }

    #[test]
    fn answers_are_flushed_before_each_wait_only() {
        let mut waits = 0;
        let mut lines = Lines::new(&b"a\nb\nc\n"[..]);
        while lines
            .next(|| {
                waits += 1;
                Ok(())
            })
            .expect("reading from memory")
            .is_some()
        {}
        assert_eq!(waits, 2, "once for the text, once for its end");
    }
}
