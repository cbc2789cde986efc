//! A Zstandard frame that is unpacked from memory.

use std::io::{self, ErrorKind, Read};

use zstd::stream::raw::{DParameter, Decoder, Operation};

use super::MAX_ZSTD_WINDOW;
use super::zst::named;

/// A frame in memory, which is unpacked while it is read. The memory is used for one after another.
pub(super) struct PackedFrame {
    bytes: Vec<u8>,
    at: usize,
    is_over: bool,
    decoder: Decoder<'static>,
}

impl PackedFrame {
    /// No frame as yet.
    pub(super) fn new() -> io::Result<Self> {
        let mut decoder = Decoder::new()?;
        decoder.set_parameter(DParameter::WindowLogMax(MAX_ZSTD_WINDOW.ilog2()))?;
        Ok(Self { bytes: Vec::new(), at: 0, is_over: true, decoder })
    }

    /// Begins with another frame, and hands out the place for it.
    pub(super) fn begin(&mut self) -> &mut Vec<u8> {
        self.at = 0;
        self.is_over = false;
        &mut self.bytes
    }
}

impl Read for PackedFrame {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while !self.is_over && !buffer.is_empty() {
            let packed = &self.bytes[self.at..];
            let status = self.decoder.run_on_buffers(packed, buffer).map_err(named)?;
            self.at += status.bytes_read;
            self.is_over = status.remaining == 0;
            if status.bytes_written > 0 {
                return Ok(status.bytes_written);
            }
            if status.bytes_read == 0 && !self.is_over {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(0)
    }
}
