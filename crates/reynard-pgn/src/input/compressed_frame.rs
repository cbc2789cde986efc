//! A Zstandard frame that is decompressed from memory.

use std::io::{self, ErrorKind, Read};

use zstd::stream::raw::{DParameter, Decoder, Operation};

use super::zst::named;
use super::zstd_window::MAX_ZSTD_WINDOW;

/// Number of bytes at the start of a frame that determine the length of its header.
const FIRST: usize = 5;

/// A frame in memory that is decompressed while it is read. The same instance is reused for
/// successive frames.
///
/// The frame is decompressed block by block. A failing decoder call loses everything decompressed
/// in that call, so with single blocks only the damaged block is lost.
pub(super) struct CompressedFrame {
    bytes: Vec<u8>,
    at: usize,
    /// Number of bytes up to the end of the current block; 0 at the end of the frame.
    wanted: usize,
    /// `true` if part of the last block may be pending in the decoder.
    is_pending: bool,
    decoder: Decoder<'static>,
}

impl CompressedFrame {
    /// Creates a `CompressedFrame` that holds no frame yet.
    pub(super) fn new() -> io::Result<Self> {
        let mut decoder = Decoder::new()?;
        decoder.set_parameter(DParameter::WindowLogMax(MAX_ZSTD_WINDOW.ilog2()))?;
        Ok(Self { bytes: Vec::new(), at: 0, wanted: 0, is_pending: false, decoder })
    }

    /// Starts another frame and returns the buffer for it.
    pub(super) fn begin(&mut self) -> &mut Vec<u8> {
        self.at = 0;
        self.wanted = FIRST;
        self.is_pending = false;
        &mut self.bytes
    }
}

impl Read for CompressedFrame {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.wanted > 0 && !buffer.is_empty() {
            let rest = self.bytes.len() - self.at;
            let count = if self.is_pending { 0 } else { self.wanted.min(rest) };
            let compressed = &self.bytes[self.at..self.at + count];
            let status = self.decoder.run_on_buffers(compressed, buffer).map_err(named)?;
            self.at += status.bytes_read;
            self.wanted = status.remaining;
            if status.bytes_written > 0 {
                self.is_pending = status.bytes_written == buffer.len();
                return Ok(status.bytes_written);
            }
            if status.bytes_read == 0 && self.wanted > 0 && !self.is_pending {
                return Err(ErrorKind::UnexpectedEof.into());
            }
            self.is_pending = false;
        }
        Ok(0)
    }
}
