//! Zstandard, with a bound on the memory that a file can request.

use std::io::{self, BufRead, ErrorKind, Read};

use zstd::stream::read::Decoder;

use super::zstd_window::{MAX_ZSTD_WINDOW, WindowTooLarge};

/// A reader of the decompressed contents of a file's frames.
pub(super) struct Decompressed<R>(Decoder<'static, R>);

impl<R: BufRead> Decompressed<R> {
    pub(super) fn new(read: R) -> io::Result<Self> {
        let mut decoder = Decoder::with_buffer(read)?;
        decoder.window_log_max(MAX_ZSTD_WINDOW.ilog2())?;
        Ok(Self(decoder))
    }
}

impl<R: BufRead> Read for Decompressed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(named)
    }
}

/// Gives a decoder error a specific kind, which otherwise appears only in its message.
pub(super) fn named(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::Other if error.to_string().contains("too much memory") => {
            io::Error::new(ErrorKind::InvalidData, WindowTooLarge)
        }
        ErrorKind::Other => io::Error::new(ErrorKind::InvalidData, error),
        _ => error,
    }
}
