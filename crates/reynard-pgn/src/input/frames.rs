//! Zstandard files with many frames, decompressed by the threads that read their contents.
//!
//! A frame can be decompressed without the others, and its end can be found without decompressing
//! it. The monthly files of Lichess consist of many such frames. The reading thread splits the file
//! into frames, keeps some of them in a queue, and decompresses the current one into the buffer
//! from which it is read. The queue starts empty and grows by one with each frame read, because a
//! file may arrive slowly, and the contents of the first frame are needed before the next frames
//! have arrived. Threads that would otherwise wait for their turn to read decompress queued frames,
//! one step at a time. With few threads, waiting is rare, and the contents stay in the cache of the
//! processor that needs them; with many threads, decompression keeps up with them.

use std::collections::VecDeque;
use std::io::{self, BufReader, Cursor, Read};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ahead::ReadAhead;
use super::frame_contents::FrameContents;
use super::split_frame::{Split, split_frame};
use super::zst::Decompressed;

/// A compressed file.
pub(super) type File = BufReader<Box<dyn Read + Send>>;

/// A frame that is read by one thread and may be partly decompressed by others.
type Shared = Arc<Mutex<FrameContents>>;

/// The contents of a file as one stream, decompressed by the reading thread and by others.
pub(super) struct Contents {
    /// The part of the file that has not been split into frames.
    file: Option<File>,
    current: Option<Shared>,
    /// The frames that follow the current one. They are not locked while the file is read.
    waiting: Arc<Mutex<VecDeque<Shared>>>,
    /// Number of frames to queue in addition to the next one to be read.
    behind: usize,
    /// The maximum number of frames to queue.
    most: usize,
    /// The input after the frames.
    end: Box<dyn Read + Send>,
    /// Buffers of frames that have been read, for reuse.
    spare: Vec<Shared>,
}

impl Contents {
    pub(super) fn new(file: File, most: usize) -> Self {
        let (waiting, end) = (Arc::default(), Box::new(io::empty()));
        Self { file: Some(file), current: None, waiting, behind: 0, most, end, spare: Vec::new() }
    }

    /// Returns work for idle threads: a function that decompresses part of a queued frame and
    /// returns `false` if there is nothing to do.
    pub(super) fn spare_work(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let waiting = Arc::clone(&self.waiting);
        move || {
            let frames: Vec<Shared> = lock(&waiting).iter().cloned().collect();
            frames.iter().any(|frame| frame.try_lock().is_ok_and(|mut frame| frame.step()))
        }
    }

    /// Takes the next frame from the queue, after queueing further frames.
    fn next(&mut self) -> Option<Shared> {
        while self.count_waiting() <= self.behind
            && let Some(file) = self.file.take()
        {
            match self.split(file) {
                Ok(frame) => lock(&self.waiting).extend(frame),
                Err(error) => self.end = Box::new(Failure(Some(error))),
            }
        }
        self.behind = self.most.min(self.behind + 1);
        lock(&self.waiting).pop_front()
    }

    fn count_waiting(&self) -> usize {
        lock(&self.waiting).len()
    }

    /// Splits the next frame off the file. Returns `None` if the file ends here.
    fn split(&mut self, mut file: File) -> io::Result<Option<Shared>> {
        let frame = match self.spare.pop() {
            Some(frame) => frame,
            None => Arc::new(Mutex::new(FrameContents::new()?)),
        };
        let mut place = lock(&frame);
        let compressed = place.begin();
        match split_frame(&mut file, compressed) {
            Split::Whole => self.file = Some(file),
            Split::Begun(failure) => {
                let compressed =
                    Cursor::new(mem::take(compressed)).chain(Failure(failure)).chain(file);
                let decompressed = Decompressed::new(BufReader::new(compressed))?;
                self.end = Box::new(ReadAhead::new(decompressed));
                return Ok(None);
            }
            Split::End => return Ok(None),
        }
        drop(place);
        Ok(Some(frame))
    }
}

impl Read for Contents {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(frame) = &self.current {
                let count = lock(frame).read(buffer)?;
                if count > 0 || buffer.is_empty() {
                    return Ok(count);
                }
                self.spare.extend(self.current.take());
            }
            self.current = self.next();
            if self.current.is_none() {
                return self.end.read(buffer);
            }
        }
    }
}

/// An input that fails at most once.
struct Failure(Option<io::Error>);

impl Read for Failure {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Locks a mutex even if another thread has panicked while holding it. A thread that panics while
/// it holds one of these locks was reading the file, and no other thread reads the file after that.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::io::{ErrorKind, Write};
    use std::iter;
    use std::sync::OnceLock;
    use std::sync::mpsc::{Sender, channel};

    use super::super::frame_contents::{MAX_AHEAD, STEP};
    use super::*;
    use crate::WindowTooLarge;

    fn compressed(contents: &[u8]) -> Vec<u8> {
        zstd::encode_all(contents, 1).expect("memory")
    }

    fn contents(file: &[u8]) -> Contents {
        contents_of(Cursor::new(file.to_vec()))
    }

    fn contents_of(file: impl Read + Send + 'static) -> Contents {
        Contents::new(BufReader::new(Box::new(file)), 3)
    }

    /// Returns incompressible bytes.
    fn noise(len: usize) -> Vec<u8> {
        let next = |state: &u64| Some(state.wrapping_mul(6_364_136_223_846_793_005) + 1);
        iter::successors(Some(1_u64), next).map(|state| (state >> 56) as u8).take(len).collect()
    }

    fn skipped(len: u8) -> Vec<u8> {
        [&b"\x53\x2a\x4d\x18"[..], &[len, 0, 0, 0], &noise(len.into())].concat()
    }

    #[test]
    fn frames_of_every_kind_are_cut() {
        let (noise, run) = (noise(300_000), vec![b'x'; 500_000]);
        let mut file = skipped(3);
        let mut expected = Vec::new();
        for (text, has_checksum, tells_size) in [
            (&noise[..], true, true),
            (&run, false, false),
            (b"", true, false),
            (b"y", false, true),
        ] {
            let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
            encoder.include_checksum(has_checksum).expect("a choice");
            encoder.include_contentsize(tells_size).expect("a choice");
            if tells_size {
                encoder.set_pledged_src_size(Some(text.len() as u64)).expect("a size");
            }
            encoder.write_all(text).expect("memory");
            file.extend(encoder.finish().expect("memory"));
            file.extend(skipped(200));
            expected.extend_from_slice(text);
        }
        let mut decompressed = Vec::new();
        contents(&file).read_to_end(&mut decompressed).expect("a good file");
        assert!(decompressed == expected);
    }

    #[test]
    fn a_file_that_is_cut_off_ends_as_it_does_on_one_thread() {
        let file: Vec<u8> = (0..4)
            .flat_map(|len| [compressed(&noise(30 * len)), skipped(9)])
            .collect::<Vec<_>>()
            .concat();
        for len in 4..=file.len() {
            let (mut told, mut expected) = (Vec::new(), Vec::new());
            let result = contents(&file[..len]).read_to_end(&mut told);
            let plain = Decompressed::new(&file[..len])
                .and_then(|mut read| read.read_to_end(&mut expected));
            assert_eq!(told, expected, "{len} bytes");
            assert_eq!(
                result.map_err(|error| error.kind()),
                plain.map_err(|error| error.kind()),
                "{len} bytes"
            );
        }
    }

    #[test]
    fn what_is_before_a_failure_of_the_file_is_kept() {
        // Blocks have at most 128 KiB.
        let file = [compressed(b"first"), compressed(&noise(500_000))].concat();
        for len in [0, 10, file.len() / 2, file.len() - 1, file.len()] {
            let failing = || {
                let failure = Failure(Some(ErrorKind::TimedOut.into()));
                Cursor::new(file[..len].to_vec()).chain(failure)
            };
            let (mut told, mut expected) = (Vec::new(), Vec::new());
            let error = contents_of(failing()).read_to_end(&mut told).expect_err("a failure");
            assert_eq!(error.kind(), ErrorKind::TimedOut, "{len} bytes");
            let mut plain = Decompressed::new(BufReader::new(failing())).expect("memory");
            plain.read_to_end(&mut expected).expect_err("a failure");
            assert!(told == expected, "{len} bytes: {} instead of {}", told.len(), expected.len());
        }
    }

    #[test]
    fn a_frame_that_is_too_large_is_unpacked_on_another_thread() {
        let large = noise(5 << 20);
        let file = [compressed(b"first"), compressed(&large), compressed(b"last")].concat();
        let mut contents = contents(&file);
        let mut decompressed = Vec::new();
        contents.read_to_end(&mut decompressed).expect("a good file");
        assert!(decompressed == [b"first", &large[..], b"last"].concat());
        assert!(contents.spare.is_empty(), "the large frame and what follows has not been cut");
    }

    #[test]
    fn a_window_that_is_too_large_has_a_name() {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
        encoder.window_log(27).expect("a choice");
        encoder.write_all(b"text").expect("memory");
        let file = encoder.finish().expect("memory");
        let error = contents(&file).read_to_end(&mut Vec::new()).expect_err("a limit");
        let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<WindowTooLarge>());
        assert_eq!(inner, Some(&WindowTooLarge), "{error}");
    }

    #[test]
    fn help_at_any_time_changes_nothing() {
        let text: Vec<u8> =
            (0..3_000_000_u32).flat_map(|at| at.wrapping_mul(at).to_le_bytes()).collect();
        let file: Vec<u8> = text.chunks(1_300_001).flat_map(compressed).collect();
        for helps in 0..12 {
            let mut contents = contents(&file);
            let spare_work = contents.spare_work();
            let (mut decompressed, mut steps) = (Vec::new(), 0);
            while contents.by_ref().take(400_009).read_to_end(&mut decompressed).expect("good") > 0
            {
                steps += (0..helps).filter(|_| spare_work()).count();
            }
            assert!(decompressed == text, "{helps} steps at a time");
            assert!(steps >= helps, "{steps} steps, {helps} at a time");
            assert!(!spare_work(), "nothing waits any more");
        }
    }

    #[test]
    fn the_first_frame_does_not_wait_for_the_next() {
        /// A pipe that never delivers more.
        struct Nothing;
        impl Read for Nothing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                panic!("would wait")
            }
        }

        let text = noise(300_000);
        let mut contents = contents_of(Cursor::new(compressed(&text)).chain(Nothing));
        let mut decompressed = vec![0; text.len()];
        contents.read_exact(&mut decompressed).expect("the first frame");
        assert!(decompressed == text);
    }

    /// Returns a file that has two frames queued after three bytes have been read.
    fn with_two_waiting(first: Vec<u8>, second: Vec<u8>) -> Vec<u8> {
        [compressed(b"a"), compressed(b"b"), compressed(b"c"), first, second].concat()
    }

    #[test]
    fn others_help_while_the_file_is_read() {
        /// The end of a file. Reading it lets another thread help once.
        struct Helped(Arc<OnceLock<Box<dyn Fn() -> bool + Send + Sync>>>, Sender<bool>);
        impl Read for Helped {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                let spare_work = self.0.get().expect("set before");
                self.1.send(spare_work()).expect("somebody listens");
                Ok(0)
            }
        }

        let spare_work = Arc::new(OnceLock::new());
        let (sender, helps) = channel();
        let file = with_two_waiting(compressed(b"d"), compressed(b"e"));
        let mut contents =
            contents_of(Cursor::new(file).chain(Helped(Arc::clone(&spare_work), sender)));
        assert!(spare_work.set(Box::new(contents.spare_work()) as Box<_>).is_ok());
        let mut decompressed = String::new();
        contents.read_to_string(&mut decompressed).expect("a good file");
        assert_eq!(decompressed, "abcde");
        assert_eq!(helps.recv(), Ok(true));
    }

    #[test]
    fn help_has_an_end() {
        let bomb = compressed(&vec![b'x'; 64 << 20]);
        let mut contents = contents(&with_two_waiting(bomb.clone(), bomb));
        let spare_work = contents.spare_work();
        assert!(!spare_work(), "nothing has been read yet");
        let mut decompressed = vec![0; 3];
        contents.read_exact(&mut decompressed).expect("the first frames");
        let steps = (0..1000).take_while(|_| spare_work()).count();
        assert_eq!(steps, 2 * (MAX_AHEAD / STEP));
        contents.read_to_end(&mut decompressed).expect("a good file");
        assert_eq!(decompressed.len(), 3 + (128 << 20));
    }

    fn packed_with_checksum(contents: &[u8]) -> Vec<u8> {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
        encoder.include_checksum(true).expect("a choice");
        encoder.write_all(contents).expect("memory");
        encoder.finish().expect("memory")
    }

    /// Reads a file with a broken frame, with and without spare threads. Returns the bytes before
    /// the error, and the error.
    fn before_the_error(broken: Vec<u8>) -> [(Vec<u8>, ErrorKind); 2] {
        let file = with_two_waiting(broken, compressed(b"last"));
        [0, usize::MAX].map(|most| {
            let mut contents = contents(&file);
            let spare_work = contents.spare_work();
            contents.read_exact(&mut [0; 3]).expect("the first frames");
            let steps = (0..most).take_while(|_| spare_work()).count();
            assert!(steps >= most.min(1), "the broken one waits");
            let mut decompressed = Vec::new();
            let error = contents.read_to_end(&mut decompressed).expect_err("damage");
            (decompressed, error.kind())
        })
    }

    #[test]
    fn what_is_before_a_wrong_checksum_is_kept() {
        let text = vec![7; 1_000_000];
        let mut broken = packed_with_checksum(&text);
        let end = broken.len() - 1;
        broken[end] ^= 1;
        for (decompressed, error) in before_the_error(broken) {
            assert_eq!(error, ErrorKind::InvalidData);
            assert!(decompressed == text, "{} bytes", decompressed.len());
        }
    }

    #[test]
    fn what_is_before_a_damaged_block_is_kept() {
        let word = |at: u64| format!("{} ", at.wrapping_mul(at) % 977);
        let text: Vec<u8> = (0..400_000).flat_map(|at| word(at).into_bytes()).collect();
        let whole = packed_with_checksum(&text);
        for part in 1..8 {
            let mut broken = whole.clone();
            let at = broken.len() * part / 8;
            broken[at..at + 40].iter_mut().for_each(|byte| *byte = !*byte);
            let [(alone, error), helped] = before_the_error(broken);
            assert!(helped == (alone.clone(), error), "{part}: {} bytes", alone.len());
            // Blocks have at most 128 KiB; where a block is damaged may come to light a little
            // later.
            assert!(alone.len() + (1 << 18) >= text.len() * part / 8, "{part}: {}", alone.len());
        }
    }
}
