//! Reads the header of a table piece by piece.

use std::io;

use crate::error::TableFault;
use crate::source::RandomAccess;

/// Size of a read, in bytes.
const WINDOW: usize = 4096;

/// A cursor in a table, from which the header is read.
pub(crate) struct Header<'a> {
    source: &'a dyn RandomAccess,
    size: u64,
    /// Offset of the next byte.
    at: u64,
    /// Bytes read ahead.
    window: [u8; WINDOW],
    window_at: u64,
    window_len: usize,
}

impl<'a> Header<'a> {
    /// Starts at the beginning of a table.
    pub(crate) fn new(source: &'a dyn RandomAccess) -> io::Result<Self> {
        let size = source.size()?;
        Ok(Self { source, size, at: 0, window: [0; WINDOW], window_at: 0, window_len: 0 })
    }

    /// Returns the size of the whole table, in bytes.
    pub(crate) const fn size(&self) -> u64 {
        self.size
    }

    /// Returns the offset of the next byte.
    pub(crate) const fn at(&self) -> u64 {
        self.at
    }

    /// Advances to the next offset that is a multiple of `to`, a power of two.
    pub(crate) fn align(&mut self, to: u64) {
        self.at = self.at.next_multiple_of(to);
    }

    /// Skips `len` bytes, which must exist.
    pub(crate) fn skip(&mut self, len: u64) -> Result<(), TableFault> {
        let end = self.at.checked_add(len).filter(|&end| end <= self.size);
        self.at = end.ok_or(TableFault::Truncated)?;
        Ok(())
    }

    pub(crate) fn u8(&mut self) -> Result<u8, TableFault> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, TableFault> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, TableFault> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], TableFault> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }

    /// Fills a buffer that is at most as large as the window.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<(), TableFault> {
        let start = self.at.wrapping_sub(self.window_at);
        let in_window = usize::try_from(start)
            .ok()
            .and_then(|start| Some(start..start.checked_add(buffer.len())?))
            .and_then(|range| self.window[..self.window_len].get(range));
        if let Some(bytes) = in_window {
            buffer.copy_from_slice(bytes);
        } else {
            let left = self.size.saturating_sub(self.at);
            let len = left.min(WINDOW as u64) as usize;
            if len < buffer.len() {
                return Err(TableFault::Truncated);
            }
            self.window_len = 0;
            self.source.read_exact_at(&mut self.window[..len], self.at)?;
            self.window_at = self.at;
            self.window_len = len;
            buffer.copy_from_slice(&self.window[..buffer.len()]);
        }
        self.at += buffer.len() as u64;
        Ok(())
    }
}
