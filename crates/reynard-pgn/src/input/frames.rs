//! Zstandard files with many frames, unpacked by the threads that read what is in them.
//!
//! A frame can be unpacked without the others, and where it ends is seen without unpacking it; the
//! monthly files of Lichess are written that way. So whoever reads cuts the file into frames, keeps
//! some of them waiting, and unpacks the one whose turn it is into the buffer from which it is read.
//! Threads that would have to wait for their turn to read unpack those that wait, a step at a time.
//! With few threads that happens rarely, and what is unpacked stays in the cache of the processor
//! that needs it; with many, unpacking keeps up with them.

use std::collections::VecDeque;
use std::io::{self, BufReader, Cursor, Read};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::ahead::{ReadAhead, fill};
use super::frame::{Cut, cut_frame};
use super::packed_frame::PackedFrame;
use super::zst::Unpacked;

/// What is unpacked in one go of a frame that waits: little enough that nobody waits for it long.
const STEP: usize = 1 << 18;

/// The most that is unpacked of a frame that waits: bounds what an archive can unfold to.
const MAX_AHEAD: usize = 4 << 20;

/// A packed file.
pub(super) type File = BufReader<Box<dyn Read + Send>>;

/// A frame and what is in it. It is used for one frame after another, so that memory is asked for once.
struct Frame {
    packed: PackedFrame,
    /// What has been unpacked ahead.
    ahead: Vec<u8>,
    /// How much of that has been read.
    at: usize,
    /// Whether no more of it is to be unpacked ahead.
    is_full: bool,
    /// What follows if it is an error.
    failure: Option<io::Error>,
}

impl Frame {
    fn new() -> io::Result<Self> {
        let packed = PackedFrame::new()?;
        Ok(Self { packed, ahead: Vec::new(), at: 0, is_full: true, failure: None })
    }

    /// Begins with another frame, and hands out the place for it.
    fn begin(&mut self) -> &mut Vec<u8> {
        self.ahead.clear();
        self.at = 0;
        self.is_full = false;
        self.failure = None;
        self.packed.begin()
    }

    /// Unpacks some more ahead, unless that is enough.
    fn step(&mut self) -> bool {
        if self.is_full {
            return false;
        }
        let before = self.ahead.len();
        self.ahead.resize(before + STEP, 0);
        let (count, failure) = fill(&mut self.packed, &mut self.ahead[before..]);
        self.ahead.truncate(before + count);
        self.is_full = count < STEP || self.ahead.len() >= MAX_AHEAD;
        self.failure = failure;
        true
    }
}

impl Read for Frame {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = (&self.ahead[self.at..]).read(buffer)?;
        self.at += count;
        if count > 0 {
            return Ok(count);
        }
        self.failure.take().map_or_else(|| self.packed.read(buffer), Err)
    }
}

/// A frame that one thread reads and others may have begun to unpack.
type Shared = Arc<Mutex<Frame>>;

/// The contents of a file as one stream, unpacked by whoever reads it, and by others.
pub(super) struct Contents {
    /// What has not been cut.
    file: Option<File>,
    current: Option<Shared>,
    /// The frames that follow the current one.
    waiting: Arc<Mutex<VecDeque<Shared>>>,
    /// How many frames wait at most.
    most: usize,
    /// What follows all of them.
    end: Box<dyn Read + Send>,
    /// Memory for frames.
    spare: Vec<Shared>,
}

impl Contents {
    pub(super) fn new(file: File, most: usize) -> Self {
        let (waiting, end) = (Arc::default(), Box::new(io::empty()));
        Self { file: Some(file), current: None, waiting, most, end, spare: Vec::new() }
    }

    /// What others can do meanwhile: unpack a bit of what waits. It says `false` if there is nothing
    /// to do, or if whoever reads is just looking for more.
    pub(super) fn help(&self) -> impl Fn() -> bool + Send + Sync + use<> {
        let waiting = Arc::clone(&self.waiting);
        move || {
            let Ok(waiting) = waiting.try_lock() else { return false };
            let frames: Vec<Shared> = waiting.iter().cloned().collect();
            drop(waiting);
            frames.iter().any(|frame| frame.try_lock().is_ok_and(|mut frame| frame.step()))
        }
    }

    /// The next frame, with others waiting behind it.
    fn next(&mut self) -> Option<Shared> {
        let waiting = Arc::clone(&self.waiting);
        let mut waiting = lock(&waiting);
        while waiting.len() <= self.most
            && let Some(file) = self.file.take()
        {
            match self.cut(file) {
                Ok(frame) => waiting.extend(frame),
                Err(error) => self.end = Box::new(Failure(Some(error))),
            }
        }
        waiting.pop_front()
    }

    /// Cuts off a frame, unless what follows is the end.
    fn cut(&mut self, mut file: File) -> io::Result<Option<Shared>> {
        let frame = match self.spare.pop() {
            Some(frame) => frame,
            None => Arc::new(Mutex::new(Frame::new()?)),
        };
        let mut place = lock(&frame);
        let packed = place.begin();
        match cut_frame(&mut file, packed)? {
            Cut::Whole => self.file = Some(file),
            Cut::Begun => {
                let packed = Cursor::new(mem::take(packed)).chain(file);
                let unpacked = Unpacked::new(BufReader::new(packed))?;
                self.end = Box::new(ReadAhead::new(unpacked));
                return Ok(None);
            }
            Cut::End => return Ok(None),
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

/// Fails once.
struct Failure(Option<io::Error>);

impl Read for Failure {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// A thread that panics with one of these locks has read the file, and then no other reads on.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::iter;

    use super::*;
    use crate::WindowTooLarge;

    fn packed(contents: &[u8]) -> Vec<u8> {
        zstd::encode_all(contents, 1).expect("memory")
    }

    fn contents(file: &[u8]) -> Contents {
        let file: Box<dyn Read + Send> = Box::new(Cursor::new(file.to_vec()));
        Contents::new(BufReader::new(file), 3)
    }

    /// What does not get smaller.
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
        let mut unpacked = Vec::new();
        contents(&file).read_to_end(&mut unpacked).expect("a good file");
        assert!(unpacked == expected);
    }

    #[test]
    fn a_file_that_is_cut_off_ends_as_it_does_on_one_thread() {
        let file: Vec<u8> = (0..4)
            .flat_map(|len| [packed(&noise(30 * len)), skipped(9)])
            .collect::<Vec<_>>()
            .concat();
        for len in 4..=file.len() {
            let (mut told, mut expected) = (Vec::new(), Vec::new());
            let result = contents(&file[..len]).read_to_end(&mut told);
            let plain =
                Unpacked::new(&file[..len]).and_then(|mut read| read.read_to_end(&mut expected));
            assert_eq!(told, expected, "{len} bytes");
            assert_eq!(
                result.map_err(|error| error.kind()),
                plain.map_err(|error| error.kind()),
                "{len} bytes"
            );
        }
    }

    #[test]
    fn a_frame_that_is_too_large_is_unpacked_on_another_thread() {
        let large = noise(5 << 20);
        let file = [packed(b"first"), packed(&large), packed(b"last")].concat();
        let mut contents = contents(&file);
        let mut unpacked = Vec::new();
        contents.read_to_end(&mut unpacked).expect("a good file");
        assert!(unpacked == [b"first", &large[..], b"last"].concat());
        assert_eq!(contents.spare.len(), 1, "the large frame and what follows has not been cut");
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
        let file: Vec<u8> = text.chunks(1_300_001).flat_map(packed).collect();
        for helps in 0..12 {
            let mut contents = contents(&file);
            let help = contents.help();
            let (mut unpacked, mut steps) = (Vec::new(), 0);
            while contents.by_ref().take(400_009).read_to_end(&mut unpacked).expect("good") > 0 {
                steps += (0..helps).filter(|_| help()).count();
            }
            assert!(unpacked == text, "{helps} steps at a time");
            assert!(steps >= helps, "{steps} steps, {helps} at a time");
            assert!(!help(), "nothing waits any more");
        }
    }

    #[test]
    fn help_has_an_end() {
        let bomb = packed(&vec![b'x'; 64 << 20]);
        let file = [packed(b"first"), bomb.clone(), bomb].concat();
        let mut contents = contents(&file);
        let help = contents.help();
        assert!(!help(), "nothing has been read yet");
        let mut unpacked = vec![0; 5];
        contents.read_exact(&mut unpacked).expect("the first frame");
        let steps = (0..1000).take_while(|_| help()).count();
        assert_eq!(steps, 2 * (MAX_AHEAD / STEP));
        contents.read_to_end(&mut unpacked).expect("a good file");
        assert_eq!(unpacked.len(), 5 + (128 << 20));
    }

    fn packed_with_checksum(contents: &[u8]) -> Vec<u8> {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
        encoder.include_checksum(true).expect("a choice");
        encoder.write_all(contents).expect("memory");
        encoder.finish().expect("memory")
    }

    /// What comes before an error, and the error, with and without help.
    fn before_the_error(file: &[u8]) -> [(Vec<u8>, io::ErrorKind); 2] {
        [0, 1].map(|helps| {
            let mut contents = contents(file);
            let help = contents.help();
            let mut first = [0; 5];
            contents.read_exact(&mut first).expect("the first frame");
            while helps > 0 && help() {}
            let mut unpacked = Vec::new();
            let error = contents.read_to_end(&mut unpacked).expect_err("damage");
            (unpacked, error.kind())
        })
    }

    #[test]
    fn what_is_before_a_wrong_checksum_is_kept() {
        let text = vec![7; 1_000_000];
        let mut broken = packed_with_checksum(&text);
        let end = broken.len() - 1;
        broken[end] ^= 1;
        let file = [packed(b"first"), broken, packed(b"last")].concat();
        for (unpacked, error) in before_the_error(&file) {
            assert_eq!(error, io::ErrorKind::InvalidData);
            assert!(unpacked == text, "{} bytes", unpacked.len());
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
            let file = [packed(b"first"), broken, packed(b"last")].concat();
            let [(alone, error), helped] = before_the_error(&file);
            assert!(helped == (alone.clone(), error), "{part}: {} bytes", alone.len());
            // Blocks have at most 128 KiB; where a block is damaged may come to light a little later.
            assert!(alone.len() + (1 << 18) >= text.len() * part / 8, "{part}: {}", alone.len());
        }
    }
}
