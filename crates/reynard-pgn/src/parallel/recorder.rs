//! Recording the bytes that a reader reads from a stream, until the end of the game that contains
//! them.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

/// Number of bytes that a reader reads before it parses them, at most.
const SIGHT: usize = 4 << 20;

/// The most recent bytes of a stream, shared with the [`Recorded`] stream that adds to them.
#[derive(Clone)]
pub(super) struct Recorder {
    kept: Rc<RefCell<Kept>>,
}

struct Kept {
    bytes: Vec<u8>,
    /// The offset of the first byte in the input.
    base: u64,
    /// Number of leading bytes that are no longer needed.
    stale: usize,
    /// Maximum length of a text, in bytes.
    longest: usize,
}

impl Recorder {
    /// Creates a recorder for a stream that begins at an offset of the input. Texts of up to
    /// `longest` bytes are recorded.
    pub(super) fn new(offset: u64, longest: usize) -> Self {
        let kept = Kept { bytes: Vec::new(), base: offset, stale: 0, longest };
        Self { kept: Rc::new(RefCell::new(kept)) }
    }

    /// Wraps a stream so that its text is recorded.
    pub(super) fn record<R: Read>(&self, read: R) -> Recorded<R> {
        Recorded { read, recorder: self.clone() }
    }

    /// Copies a range of the input, without surrounding blanks. Returns `None` if the range was too
    /// long to be recorded.
    pub(super) fn text(&self, start: u64, end: u64) -> Option<Vec<u8>> {
        let kept = self.kept.borrow();
        let at = |offset: u64| usize::try_from(offset.checked_sub(kept.base)?).ok();
        Some(kept.bytes.get(at(start)?..at(end)?)?.trim_ascii().to_vec())
    }

    /// Drops all bytes before an offset of the input.
    pub(super) fn forget(&self, offset: u64) {
        let mut kept = self.kept.borrow_mut();
        let stale = offset.saturating_sub(kept.base);
        kept.stale = usize::try_from(stale).unwrap_or(usize::MAX).min(kept.bytes.len());
        // Moving what is left costs no more than what was read since.
        if kept.stale > kept.bytes.len() / 2 {
            kept.drop_stale();
        }
    }
}

impl Kept {
    fn drop_stale(&mut self) {
        self.bytes.drain(..self.stale);
        self.base += self.stale as u64;
        self.stale = 0;
    }

    fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() - self.stale > self.longest + SIGHT {
            // The first game is too long. Games after it may be in the bytes not yet parsed.
            self.stale = self.bytes.len() - SIGHT;
            self.drop_stale();
        }
    }
}

/// A stream whose bytes are recorded by a [`Recorder`].
pub(super) struct Recorded<R> {
    read: R,
    recorder: Recorder,
}

impl<R: Read> Read for Recorded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.read.read(buffer)?;
        self.recorder.kept.borrow_mut().push(&buffer[..count]);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_there_until_they_are_forgotten() {
        let recorder = Recorder::new(0, 1 << 20);
        let mut stream = recorder.record(&b"0123456789"[..]);
        let mut buffer = [0; 4];
        assert_eq!(stream.read(&mut buffer).expect("bytes"), 4);
        assert_eq!(recorder.text(1, 3).as_deref(), Some(&b"12"[..]));
        assert_eq!(recorder.text(3, 5), None, "not read yet");
        assert_eq!(stream.read(&mut buffer).expect("bytes"), 4);
        recorder.forget(5);
        assert_eq!(recorder.text(5, 8).as_deref(), Some(&b"567"[..]));
        assert_eq!(recorder.text(4, 6), None, "forgotten");
    }

    #[test]
    fn a_text_that_is_too_long_is_not_kept() {
        let recorder = Recorder::new(0, 8 << 20);
        let mut stream = recorder.record(io::repeat(b'x'));
        let mut buffer = vec![0; 1 << 20];
        for _ in 0..40 {
            stream.read_exact(&mut buffer).expect("it never ends");
            assert!(recorder.kept.borrow().bytes.len() <= (8 << 20) + SIGHT);
        }
        assert_eq!(recorder.text(0, 39 << 20), None);
        assert_eq!(recorder.text(38 << 20, 39 << 20).map(|text| text.len()), Some(1 << 20));
    }
}
