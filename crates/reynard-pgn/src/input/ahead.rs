//! Reading on another thread.

use std::fmt;
use std::io::{self, Read};
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// Bytes that come from another thread, in order.
type Block = io::Result<Vec<u8>>;

/// The size of what is handed from thread to thread: big enough that handing costs nothing.
const BLOCK: usize = 1 << 18;

/// Reads on a thread of its own, a few blocks of 256 KiB ahead.
///
/// The thread ends with the input, or when this is dropped and the read that it is in returns. A
/// panic in it is handed on to whoever reads.
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
    blocks: Receiver<Block>,
    /// The last one that came.
    block: Vec<u8>,
    /// How much of it has been read.
    at: usize,
    /// Who sends them, until that has ended.
    thread: Option<JoinHandle<()>>,
}

impl ReadAhead {
    /// The most blocks that wait.
    const AHEAD: usize = 8;

    /// Begins to read.
    pub fn new(read: impl Read + Send + 'static) -> Self {
        let (sender, blocks) = sync_channel(Self::AHEAD);
        let thread = thread::spawn(move || send_all(read, &sender));
        Self { blocks, block: Vec::new(), at: 0, thread: Some(thread) }
    }
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.block.len() {
            let Ok(block) = self.blocks.recv() else {
                if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
                    resume_unwind(panic);
                }
                return Ok(0);
            };
            (self.block, self.at) = (block?, 0);
        }
        let count = (&self.block[self.at..]).read(buffer)?;
        self.at += count;
        Ok(count)
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

#[cfg(test)]
mod tests {
    use std::io::Cursor;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn a_panic_of_the_input_is_no_end() {
        /// An input that panics.
        struct Panics;
        impl Read for Panics {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                panic!("the input's own panic")
            }
        }

        let text = vec![b'x'; BLOCK];
        let mut ahead = ReadAhead::new(Cursor::new(text.clone()).chain(Panics));
        let mut told = vec![0; BLOCK];
        ahead.read_exact(&mut told).expect("what comes before");
        assert!(told == text);
        let panic = catch_unwind(AssertUnwindSafe(|| ahead.read(&mut told))).expect_err("a panic");
        assert_eq!(panic.downcast_ref(), Some(&"the input's own panic"));
    }
}
