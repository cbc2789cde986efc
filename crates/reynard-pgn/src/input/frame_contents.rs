//! A Zstandard frame that may be decompressed before it is read.

use std::io::{self, Read};

use super::ahead::fill;
use super::compressed_frame::CompressedFrame;

/// Number of bytes to decompress ahead per step: so few that no thread waits long for another
/// thread's step.
pub(super) const STEP: usize = 1 << 18;

/// The maximum number of bytes of a queued frame that are decompressed ahead. It bounds the memory
/// that an archive can take.
pub(super) const MAX_AHEAD: usize = 4 << 20;

/// A frame, with the contents that have been decompressed ahead of the reader. The same instance is
/// reused for successive frames.
pub(super) struct FrameContents {
    compressed: CompressedFrame,
    /// The bytes decompressed ahead of the reader.
    ahead: Vec<u8>,
    /// Number of bytes in `ahead` that have been read.
    at: usize,
    /// `true` if nothing more is to be decompressed ahead.
    is_full: bool,
    /// The error that follows the bytes in `ahead`, if any.
    failure: Option<io::Error>,
}

impl FrameContents {
    pub(super) fn new() -> io::Result<Self> {
        let compressed = CompressedFrame::new()?;
        Ok(Self { compressed, ahead: Vec::new(), at: 0, is_full: true, failure: None })
    }

    /// Starts another frame and returns the buffer for it.
    pub(super) fn begin(&mut self) -> &mut Vec<u8> {
        self.ahead.clear();
        self.at = 0;
        self.is_full = false;
        self.failure = None;
        self.compressed.begin()
    }

    /// Decompresses the next bytes ahead of the reader. Returns `false` if nothing more is to be
    /// decompressed ahead.
    pub(super) fn step(&mut self) -> bool {
        if self.is_full {
            return false;
        }
        let before = self.ahead.len();
        self.ahead.resize(before + STEP, 0);
        let (count, failure) = fill(&mut self.compressed, &mut self.ahead[before..]);
        self.ahead.truncate(before + count);
        self.is_full = count < STEP || self.ahead.len() >= MAX_AHEAD;
        self.failure = failure;
        true
    }
}

impl Read for FrameContents {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = (&self.ahead[self.at..]).read(buffer)?;
        self.at += count;
        if count > 0 {
            return Ok(count);
        }
        self.failure.take().map_or_else(|| self.compressed.read(buffer), Err)
    }
}
