//! A Zstandard frame that may be unpacked before it is read.

use std::io::{self, Read};

use super::ahead::fill;
use super::packed_frame::PackedFrame;

/// Bytes to decompress ahead at a time: few enough that no thread waits for them long.
pub(super) const STEP: usize = 1 << 18;

/// The most that is unpacked of a frame that waits: bounds what an archive can unfold to.
pub(super) const MAX_AHEAD: usize = 4 << 20;

/// A frame and what is in it. It is used for one frame after another, so that memory is asked for once.
pub(super) struct FrameContents {
    packed: PackedFrame,
    /// The bytes decompressed ahead.
    ahead: Vec<u8>,
    /// Number of those already read.
    at: usize,
    /// `true` if no more is to be decompressed ahead.
    is_full: bool,
    /// The error that follows, if any.
    failure: Option<io::Error>,
}

impl FrameContents {
    pub(super) fn new() -> io::Result<Self> {
        let packed = PackedFrame::new()?;
        Ok(Self { packed, ahead: Vec::new(), at: 0, is_full: true, failure: None })
    }

    /// Begins with another frame, and hands out the place for it.
    pub(super) fn begin(&mut self) -> &mut Vec<u8> {
        self.ahead.clear();
        self.at = 0;
        self.is_full = false;
        self.failure = None;
        self.packed.begin()
    }

    /// Unpacks some more ahead, unless that is enough.
    pub(super) fn step(&mut self) -> bool {
        if self.is_full {
            return false;
        }
        let before = self.ahead.len();
        self.ahead.resize(before + STEP, 0);
        let (count, failure) = fill(&mut self.packed, &mut self.ahead[before..]);
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
        self.failure.take().map_or_else(|| self.packed.read(buffer), Err)
    }
}
