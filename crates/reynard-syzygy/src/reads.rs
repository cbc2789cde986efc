//! Ways to read an open table: from memory, or piece by piece.

use std::io;

use crate::error::TableFault;

/// Read access to one table.
pub(crate) trait Reads {
    /// Reads `N` bytes of the index.
    fn array<const N: usize>(&mut self, at: u64) -> Result<[u8; N], TableFault>;

    /// Opens a block.
    fn block(&mut self, at: u64, size: u64) -> Result<impl Words, TableFault>;
}

/// The bits of a block, in 32-bit words. Zeros follow the last word of the block.
pub(crate) trait Words {
    /// Returns the next word.
    fn next(&mut self) -> u32;

    /// Checks that all words read so far were in the file, and that no more were read than a valid
    /// block needs. Up to one word past the end may be read ahead.
    fn finish(&self) -> Result<(), TableFault>;
}

/// A table in memory.
pub(crate) struct Memory<'a>(pub(crate) &'a [u8]);

impl Reads for Memory<'_> {
    #[inline]
    fn array<const N: usize>(&mut self, at: u64) -> Result<[u8; N], TableFault> {
        let start = usize::try_from(at).map_err(|_| TableFault::Truncated)?;
        let bytes = self.0.get(start..).and_then(|rest| rest.first_chunk());
        bytes.copied().ok_or(TableFault::Truncated)
    }

    #[inline]
    fn block(&mut self, at: u64, size: u64) -> Result<impl Words, TableFault> {
        let bytes = usize::try_from(at)
            .ok()
            .zip(usize::try_from(size).ok())
            .and_then(|(start, size)| self.0.get(start..start.checked_add(size)?))
            .ok_or(TableFault::Truncated)?;
        Ok(Slice { bytes, ahead: 0 })
    }
}

struct Slice<'a> {
    bytes: &'a [u8],
    /// Number of words read past the end.
    ahead: u32,
}

impl Words for Slice<'_> {
    #[inline]
    fn next(&mut self) -> u32 {
        if let Some((word, rest)) = self.bytes.split_first_chunk() {
            self.bytes = rest;
            u32::from_be_bytes(*word)
        } else {
            self.ahead += 1;
            0
        }
    }

    #[inline]
    fn finish(&self) -> Result<(), TableFault> {
        if self.ahead > 1 { Err(TableFault::Block) } else { Ok(()) }
    }
}

/// A function that fills a buffer with the bytes at an offset in a table.
pub(crate) trait Fetch {
    fn fetch(&mut self, buffer: &mut [u8], at: u64) -> io::Result<()>;
}

/// Size of a read from a block, in bytes.
const WINDOW: usize = 1024;
/// Size of a read from the index, in bytes.
const INDEX_WINDOW: u64 = 256;

/// A table that is read piece by piece.
pub(crate) struct Pieces<'a, F> {
    fetch: F,
    /// The part of the index in memory, and its offset.
    index: (&'a [u8], u64),
    size: u64,
    window: [u8; WINDOW],
    window_at: u64,
    window_len: u64,
}

impl<'a, F: Fetch> Pieces<'a, F> {
    /// Creates read access to a table of the given size, with a part of its index in memory.
    #[inline]
    pub(crate) fn new(fetch: F, index: (&'a [u8], u64), size: u64) -> Self {
        Self { fetch, index, size, window: [0; WINDOW], window_at: 0, window_len: 0 }
    }
}

impl<F: Fetch> Reads for Pieces<'_, F> {
    #[inline]
    fn array<const N: usize>(&mut self, at: u64) -> Result<[u8; N], TableFault> {
        let (bytes, start) = self.index;
        let in_memory = at
            .checked_sub(start)
            .and_then(|skip| bytes.get(usize::try_from(skip).ok()?..)?.first_chunk());
        if let Some(found) = in_memory {
            return Ok(*found);
        }
        let end = self.window_at + self.window_len;
        if at < self.window_at || at + N as u64 > end {
            // Some from before, since the search may go back from here.
            self.window_at = at.saturating_sub(INDEX_WINDOW / 2);
            self.window_len = INDEX_WINDOW.min(self.size.saturating_sub(self.window_at));
            let window = &mut self.window[..self.window_len as usize];
            self.fetch.fetch(window, self.window_at)?;
        }
        let window = &self.window[..self.window_len as usize];
        let found =
            window.get((at - self.window_at) as usize..).and_then(|rest| rest.first_chunk());
        found.copied().ok_or(TableFault::Truncated)
    }

    #[inline]
    fn block(&mut self, at: u64, size: u64) -> Result<impl Words, TableFault> {
        self.window_len = 0;
        let mut stream =
            Stream { pieces: self, next: 0, loaded: 0, at, left: size, ahead: 0, fault: None };
        stream.load();
        Ok(stream)
    }
}

/// A block that is read window by window.
struct Stream<'a, 'b, F> {
    pieces: &'a mut Pieces<'b, F>,
    /// Index of the next byte in the window, followed by the number of bytes in the window.
    next: usize,
    loaded: usize,
    /// Offset of the unread part.
    at: u64,
    left: u64,
    ahead: u32,
    fault: Option<io::Error>,
}

impl<F: Fetch> Stream<'_, '_, F> {
    fn load(&mut self) {
        self.loaded = self.left.min(WINDOW as u64) as usize;
        self.next = 0;
        let window = &mut self.pieces.window[..self.loaded];
        if let Err(error) = self.pieces.fetch.fetch(window, self.at) {
            window.fill(0);
            self.fault = Some(error);
        }
        self.at += self.loaded as u64;
        self.left -= self.loaded as u64;
    }
}

impl<F: Fetch> Words for Stream<'_, '_, F> {
    #[inline]
    fn next(&mut self) -> u32 {
        if self.next >= self.loaded && self.left > 0 && self.fault.is_none() {
            self.load();
        }
        let window = &self.pieces.window[..self.loaded];
        if let Some(word) = window.get(self.next..).and_then(|rest| rest.first_chunk()) {
            self.next += 4;
            u32::from_be_bytes(*word)
        } else {
            self.ahead += 1;
            0
        }
    }

    fn finish(&self) -> Result<(), TableFault> {
        match &self.fault {
            Some(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(TableFault::Truncated)
            }
            Some(error) => Err(TableFault::Io(io::Error::new(error.kind(), error.to_string()))),
            None if self.ahead > 1 => Err(TableFault::Block),
            None => Ok(()),
        }
    }
}
