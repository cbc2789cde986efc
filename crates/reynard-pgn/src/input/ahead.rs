//! Reading on another thread.

use std::fmt;
use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

/// Bytes that come from another thread, in order.
type Block = io::Result<Vec<u8>>;

/// The size of what is handed from thread to thread: big enough that handing costs nothing.
const BLOCK: usize = 1 << 18;

/// Reads on a thread of its own, a few blocks of 256 KiB ahead.
///
/// The thread ends with the input, or when this is dropped and the read that it is in returns.
///
/// ```
/// use std::io::Read;
///
/// use reynard_pgn::ReadAhead;
///
/// let mut text = String::new();
/// ReadAhead::new(std::io::Cursor::new("1. e4 *")).read_to_string(&mut text)?;
/// assert_eq!(text, "1. e4 *");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct ReadAhead {
    blocks: Blocks,
}

impl ReadAhead {
    /// The most blocks that wait.
    const AHEAD: usize = 8;

    /// Begins to read.
    pub fn new(read: impl Read + Send + 'static) -> Self {
        let (sender, blocks) = sync_channel(Self::AHEAD);
        thread::spawn(move || send_all(read, &sender));
        Self { blocks: Blocks::new(blocks) }
    }
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.blocks.read(buffer)
    }
}

impl fmt::Debug for ReadAhead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReadAhead").finish_non_exhaustive()
    }
}

/// Sends all that can be read, up to an error; ends early if nobody listens any more.
fn send_all(mut read: impl Read, blocks: &SyncSender<Block>) {
    loop {
        let mut block = vec![0; BLOCK];
        let (filled, error) = fill(&mut read, &mut block);
        block.truncate(filled);
        let is_over = filled < BLOCK;
        if filled > 0 && blocks.send(Ok(block)).is_err() {
            return;
        }
        if let Some(error) = error {
            // If nobody listens, nobody wants to know.
            let _ = blocks.send(Err(error));
            return;
        }
        if is_over {
            return;
        }
    }
}

/// Fills a buffer as far as the input goes.
pub(crate) fn fill(read: &mut impl Read, buffer: &mut [u8]) -> (usize, Option<io::Error>) {
    let mut filled = 0;
    while filled < buffer.len() {
        match read.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(count) => filled += count.min(buffer.len() - filled),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (filled, Some(error)),
        }
    }
    (filled, None)
}

/// The blocks that a thread sends, as one stream.
pub(super) struct Blocks {
    receiver: Receiver<Block>,
    block: Vec<u8>,
    at: usize,
}

impl Blocks {
    pub(super) const fn new(receiver: Receiver<Block>) -> Self {
        Self { receiver, block: Vec::new(), at: 0 }
    }
}

impl Read for Blocks {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.block.len() {
            match self.receiver.recv() {
                Ok(block) => (self.block, self.at) = (block?, 0),
                Err(_) => return Ok(0),
            }
        }
        let count = buffer.len().min(self.block.len() - self.at);
        buffer[..count].copy_from_slice(&self.block[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
