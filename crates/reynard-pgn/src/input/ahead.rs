//! Reading on another thread.

use std::fmt;
use std::io::{self, Read};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

/// A message from the reading thread or from a canceller.
enum Message {
    Block(Vec<u8>),
    Failed(io::Error),
    /// The thread has ended, possibly because of a panic.
    Ended,
    /// Wakes up the reader so that it notices the cancellation.
    Cancelled,
}

/// Size in bytes of the blocks passed between threads: big enough to make the overhead negligible.
const BLOCK: usize = 1 << 18;

/// A reader that reads its input on a separate thread, a few blocks of 256 KiB ahead.
///
/// The thread ends with its input. If this reader is dropped earlier, the thread ends when its
/// current read returns. A panic of the thread is propagated by `read`.
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
    messages: Receiver<Message>,
    /// The last block received.
    block: Vec<u8>,
    /// Number of bytes of the block that have been read.
    at: usize,
    /// The reading thread, until it has ended.
    thread: Option<JoinHandle<()>>,
    canceller: Canceller,
}

/// A handle to end a [`ReadAhead`] from another thread, even while it waits for input that may
/// never arrive.
#[derive(Clone)]
pub struct Canceller {
    is_cancelled: Arc<AtomicBool>,
    wake: SyncSender<Message>,
}

impl fmt::Debug for Canceller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Canceller")
            .field("is_cancelled", &self.is_cancelled)
            .finish_non_exhaustive()
    }
}

impl Canceller {
    /// Ends the input at this point: no more of it is read.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Relaxed);
        // If there is no room for the message, the reader is not waiting for one.
        let _ = self.wake.try_send(Message::Cancelled);
    }
}

impl ReadAhead {
    /// The maximum number of blocks in the queue.
    const AHEAD: usize = 8;

    /// Starts reading the input on a separate thread.
    pub fn new(read: impl Read + Send + 'static) -> Self {
        let (sender, messages) = sync_channel(Self::AHEAD);
        let canceller = Canceller { is_cancelled: Arc::default(), wake: sender.clone() };
        let thread = thread::spawn(move || send_all(read, &EndOnDrop(sender)));
        Self { messages, block: Vec::new(), at: 0, thread: Some(thread), canceller }
    }

    /// Returns a canceller, which can end the input.
    ///
    /// ```
    /// use std::io::{Read, pipe};
    ///
    /// use reynard_pgn::ReadAhead;
    ///
    /// // Nothing ever comes through this pipe.
    /// let (reader, _writer) = pipe()?;
    /// let mut input = ReadAhead::new(reader);
    /// let canceller = input.canceller();
    /// std::thread::spawn(move || canceller.cancel());
    /// assert_eq!(input.read(&mut [0; 10])?, 0);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn canceller(&self) -> Canceller {
        self.canceller.clone()
    }
}

impl Read for ReadAhead {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.block.len() {
            if self.thread.is_none() || self.canceller.is_cancelled.load(Relaxed) {
                return Ok(0);
            }
            match self.messages.recv() {
                Ok(Message::Block(block)) => (self.block, self.at) = (block, 0),
                Ok(Message::Failed(error)) => return Err(error),
                Ok(Message::Cancelled) => {}
                Ok(Message::Ended) | Err(_) => {
                    if let Some(Err(panic)) = self.thread.take().map(JoinHandle::join) {
                        resume_unwind(panic);
                    }
                }
            }
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

/// Sends [`Message::Ended`] when the thread ends.
struct EndOnDrop(SyncSender<Message>);

impl Drop for EndOnDrop {
    fn drop(&mut self) {
        // The reader may be gone already.
        let _ = self.0.send(Message::Ended);
    }
}

/// Sends all blocks up to an error. Ends early if the reader has been dropped.
fn send_all(mut read: impl Read, messages: &EndOnDrop) {
    loop {
        let mut block = vec![0; BLOCK];
        let (filled, error) = fill(&mut read, &mut block);
        block.truncate(filled);
        let is_over = filled < BLOCK;
        if filled > 0 && messages.0.send(Message::Block(block)).is_err() {
            return;
        }
        if let Some(error) = error {
            let _ = messages.0.send(Message::Failed(error));
            return;
        }
        if is_over {
            return;
        }
    }
}

/// Fills a buffer, unless the input ends first.
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
