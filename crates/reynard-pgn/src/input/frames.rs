//! Zstandard files with many frames, unpacked side by side.
//!
//! A frame can be unpacked without the others, and where it ends is seen without unpacking it: it is
//! a header and blocks that tell their length (RFC 8878, section 3.1). So one thread cuts the file
//! into frames, others unpack them, and whoever reads gets their contents in order. The monthly files
//! of Lichess are written that way.

use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::num::NonZero;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use super::ahead::{Block, Blocks, send_all};
use super::zst::Unpacked;

/// The largest frame, packed, that is held in memory. A larger one and all that follows it is
/// unpacked while it is read.
const MAX_FRAME: usize = 4 << 20;

/// The most blocks of a frame that wait to be read: bounds what an archive can unfold to.
const WAITING: usize = 16;

/// A frame to be unpacked, and where its contents go.
struct Task {
    frame: Vec<u8>,
    contents: SyncSender<Block>,
}

/// The contents of all frames of a file.
pub(super) fn unpack(
    read: impl Read + Send + 'static,
    threads: NonZero<usize>,
) -> impl Read + Send {
    let threads = threads.get();
    let (order, contents) = sync_channel(threads);
    let (task, tasks) = sync_channel(1);
    let tasks = Arc::new(Mutex::new(tasks));
    for _ in 0..threads {
        let tasks = Arc::clone(&tasks);
        thread::spawn(move || work(&tasks));
    }
    thread::spawn(move || cut(BufReader::with_capacity(1 << 17, read), &order, &task));
    Contents { frames: contents, current: None }
}

/// Unpacks frames until there are no more.
fn work(tasks: &Mutex<Receiver<Task>>) {
    loop {
        // A lock is poisoned only if another thread has panicked while it waited, which it does not.
        let Ok(tasks) = tasks.lock() else { return };
        let Ok(Task { frame, contents }) = tasks.recv() else { return };
        drop(tasks);
        send_unpacked(Cursor::new(frame), &contents);
    }
}

fn send_unpacked(packed: impl BufRead, contents: &SyncSender<Block>) {
    match Unpacked::new(packed) {
        Ok(unpacked) => send_all(unpacked, contents),
        // If nobody listens, nobody wants to know.
        Err(error) => drop(contents.send(Err(error))),
    }
}

/// Cuts a file into frames and hands them out.
fn cut(mut read: impl BufRead, order: &SyncSender<Receiver<Block>>, tasks: &SyncSender<Task>) {
    loop {
        let (contents, receiver) = sync_channel(WAITING);
        match read_frame(&mut read) {
            Ok(Cut::End) => return,
            Ok(Cut::Whole(frame)) => {
                if order.send(receiver).is_err() || tasks.send(Task { frame, contents }).is_err() {
                    return;
                }
            }
            Ok(Cut::Begun(frame)) => {
                if order.send(receiver).is_ok() {
                    send_unpacked(BufReader::new(Cursor::new(frame).chain(read)), &contents);
                }
                return;
            }
            Err(error) => {
                // If nobody listens, nobody wants to know.
                let _ = order.send(receiver);
                let _ = contents.send(Err(error));
                return;
            }
        }
    }
}

/// What was cut off a file.
enum Cut {
    /// A frame.
    Whole(Vec<u8>),
    /// The beginning of one that is too large, that is broken, or that ends too early; the decoder
    /// knows what to say about it.
    Begun(Vec<u8>),
    /// Nothing: the file has ended.
    End,
}

/// Reads one frame without unpacking it.
fn read_frame(read: &mut impl Read) -> io::Result<Cut> {
    let mut frame = Frame { bytes: Vec::new(), read };
    if !frame.take(4)? {
        return Ok(if frame.bytes.is_empty() { Cut::End } else { Cut::Begun(frame.bytes) });
    }
    let is_whole = match frame.bytes[..] {
        [0x28, 0xb5, 0x2f, 0xfd] => frame.take_blocks()?,
        [0x50..=0x5f, 0x2a, 0x4d, 0x18] => frame.take_skippable()?,
        _ => false,
    };
    Ok(if is_whole { Cut::Whole(frame.bytes) } else { Cut::Begun(frame.bytes) })
}

/// A frame as far as it has been read.
struct Frame<'a, R> {
    bytes: Vec<u8>,
    read: &'a mut R,
}

impl<R: Read> Frame<'_, R> {
    /// Adds bytes; `false` if there are not as many or if it would be too large.
    fn take(&mut self, count: usize) -> io::Result<bool> {
        if self.bytes.len().saturating_add(count) > MAX_FRAME {
            return Ok(false);
        }
        let taken = self.read.by_ref().take(count as u64).read_to_end(&mut self.bytes)?;
        Ok(taken == count)
    }

    /// A frame of bytes that mean nothing to the decoder.
    fn take_skippable(&mut self) -> io::Result<bool> {
        if !self.take(4)? {
            return Ok(false);
        }
        let length = self.bytes.last_chunk().map_or(0, |length| u32::from_le_bytes(*length));
        self.take(usize::try_from(length).unwrap_or(usize::MAX))
    }

    /// The header of a frame, its blocks and its checksum.
    fn take_blocks(&mut self) -> io::Result<bool> {
        if !self.take(1)? {
            return Ok(false);
        }
        let descriptor = self.bytes[4];
        let is_single_segment = descriptor & 0x20 != 0;
        let has_checksum = descriptor & 0x04 != 0;
        let dictionary = [0, 1, 2, 4][usize::from(descriptor & 3)];
        let content_size = match descriptor >> 6 {
            0 => usize::from(is_single_segment),
            1 => 2,
            2 => 4,
            _ => 8,
        };
        if !self.take(usize::from(!is_single_segment) + dictionary + content_size)? {
            return Ok(false);
        }
        loop {
            if !self.take(3)? {
                return Ok(false);
            }
            let header = self
                .bytes
                .last_chunk::<3>()
                .map_or(0, |&[low, middle, high]| u32::from_le_bytes([low, middle, high, 0]));
            let length = match header >> 1 & 3 {
                // One byte that is repeated.
                1 => 1,
                // Not defined.
                3 => return Ok(false),
                _ => header >> 3,
            };
            if !self.take(usize::try_from(length).unwrap_or(usize::MAX))? {
                return Ok(false);
            }
            if header & 1 == 1 {
                return self.take(if has_checksum { 4 } else { 0 });
            }
        }
    }
}

/// The contents of frames as one stream.
struct Contents {
    frames: Receiver<Receiver<Block>>,
    current: Option<Blocks>,
}

impl Read for Contents {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(blocks) = &mut self.current {
                let count = blocks.read(buffer)?;
                if count > 0 || buffer.is_empty() {
                    return Ok(count);
                }
            }
            match self.frames.recv() {
                Ok(frame) => self.current = Some(Blocks::new(frame)),
                Err(_) => return Ok(0),
            }
        }
    }
}
