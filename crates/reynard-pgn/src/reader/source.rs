//! Sources of bytes.

use std::fmt;
use std::io::{self, ErrorKind, Read};

/// The bytes that a reader processes: either all of them at once, or a growing window of them.
///
/// Sealed: [`Bytes`] and [`Stream`] are the only implementations.
pub trait ByteSource: sealed::Sealed {}

pub(crate) mod sealed {
    use std::io;

    pub trait Sealed {
        /// Returns the bytes in the window.
        fn window(&self) -> &[u8];

        /// Returns `true` if the input ends with the window.
        fn is_complete(&self) -> bool;

        /// Drops the first `drop` bytes of the window, and reads until the window has at least the
        /// given number of bytes or the input ends.
        fn advance(&mut self, drop: usize, wanted: usize) -> io::Result<()>;
    }
}

/// Bytes in memory, which are not copied.
#[derive(Clone, Copy)]
pub struct Bytes<'a>(pub(crate) &'a [u8]);

impl ByteSource for Bytes<'_> {}

impl sealed::Sealed for Bytes<'_> {
    #[inline]
    fn window(&self) -> &[u8] {
        self.0
    }

    #[inline]
    fn is_complete(&self) -> bool {
        true
    }

    fn advance(&mut self, drop: usize, _wanted: usize) -> io::Result<()> {
        self.0 = &self.0[drop..];
        Ok(())
    }
}

impl fmt::Debug for Bytes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bytes").field("len", &self.0.len()).finish()
    }
}

/// Bytes from a file, a pipe or a decoder, through one buffer.
pub struct Stream<R> {
    read: R,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    complete: bool,
}

impl<R: Read> Stream<R> {
    /// Size of the buffer in bytes: big enough to make the cost of refilling negligible, and small
    /// enough to share the cache with other data.
    const CAPACITY: usize = 1 << 17;

    pub(crate) fn new(read: R) -> Self {
        Self { read, buffer: vec![0; Self::CAPACITY], start: 0, end: 0, complete: false }
    }

    /// Reads once and appends as many bytes as are available.
    fn read_some(&mut self) -> io::Result<()> {
        loop {
            match self.read.read(&mut self.buffer[self.end..]) {
                Ok(0) => self.complete = true,
                Ok(count) => self.end += count.min(self.buffer.len() - self.end),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.complete = true;
                    return Err(error);
                }
            }
            return Ok(());
        }
    }
}

impl<R: Read> ByteSource for Stream<R> {}

impl<R: Read> sealed::Sealed for Stream<R> {
    #[inline]
    fn window(&self) -> &[u8] {
        &self.buffer[self.start..self.end]
    }

    #[inline]
    fn is_complete(&self) -> bool {
        self.complete
    }

    fn advance(&mut self, drop: usize, wanted: usize) -> io::Result<()> {
        self.start += drop;
        while self.end - self.start < wanted && !self.complete {
            if self.end == self.buffer.len() || self.start == self.end {
                self.buffer.copy_within(self.start..self.end, 0);
                (self.start, self.end) = (0, self.end - self.start);
            }
            if self.end == self.buffer.len() {
                self.buffer.resize(2 * self.end, 0);
            }
            self.read_some()?;
        }
        Ok(())
    }
}

impl<R> fmt::Debug for Stream<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("buffered", &(self.end - self.start)).finish_non_exhaustive()
    }
}
