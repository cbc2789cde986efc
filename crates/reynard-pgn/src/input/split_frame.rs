//! A Zstandard frame that is split off from a file while still compressed.
//!
//! A frame is a header and blocks with their lengths (RFC 8878, section 3.1).

use std::io::{self, Read};

/// Maximum size of a compressed frame that is held in memory, in bytes.
const MAX_FRAME: usize = 4 << 20;

/// The result of splitting a frame off a file.
pub(super) enum Split {
    /// A whole frame.
    Whole,
    /// The beginning of a frame that is too large, broken or truncated, perhaps because of an input
    /// error. The decoder will report the fault.
    Begun(Option<io::Error>),
    /// Nothing: the file has ended.
    End,
}

/// Reads one frame without decompressing it. Frames without contents are skipped.
pub(super) fn split_frame(read: &mut impl Read, bytes: &mut Vec<u8>) -> Split {
    let mut reader = FrameReader { bytes, read, failure: None };
    loop {
        reader.bytes.clear();
        match reader.take_frame() {
            Some(Kind::Blocks) => return Split::Whole,
            Some(Kind::Skippable) => {}
            None if reader.bytes.is_empty() && reader.failure.is_none() => return Split::End,
            None => return Split::Begun(reader.failure),
        }
    }
}

/// Kind of frame.
enum Kind {
    Blocks,
    /// A frame without contents.
    Skippable,
}

/// Reads a frame part by part. The methods return `None` if the part is missing or would make the
/// frame too large.
struct FrameReader<'a, R> {
    /// The bytes read so far.
    bytes: &'a mut Vec<u8>,
    read: &'a mut R,
    /// The error that ended the input, if any.
    failure: Option<io::Error>,
}

impl<R: Read> FrameReader<'_, R> {
    fn take(&mut self, count: usize) -> Option<()> {
        if self.bytes.len().saturating_add(count) > MAX_FRAME {
            return None;
        }
        match self.read.by_ref().take(count as u64).read_to_end(self.bytes) {
            Ok(taken) => (taken == count).then_some(()),
            Err(error) => {
                self.failure = Some(error);
                None
            }
        }
    }

    /// Takes a little-endian number of up to four bytes.
    fn take_number(&mut self, count: usize) -> Option<usize> {
        let at = self.bytes.len();
        self.take(count)?;
        let bytes = self.bytes[at..].iter().rev();
        Some(bytes.fold(0, |number, &byte| number << 8 | usize::from(byte)))
    }

    fn take_frame(&mut self) -> Option<Kind> {
        match self.take_number(4)? {
            0xfd2f_b528 => {
                self.take_blocks()?;
                Some(Kind::Blocks)
            }
            0x184d_2a50..=0x184d_2a5f => {
                let length = self.take_number(4)?;
                self.take(length)?;
                Some(Kind::Skippable)
            }
            _ => None,
        }
    }

    /// Takes the header of a frame, its blocks and its checksum.
    fn take_blocks(&mut self) -> Option<()> {
        let descriptor = self.take_number(1)?;
        let is_single_segment = descriptor & 0x20 != 0;
        let has_checksum = descriptor & 0x04 != 0;
        let dictionary = [0, 1, 2, 4][descriptor & 3];
        let content_size = match descriptor >> 6 {
            0 => usize::from(is_single_segment),
            1 => 2,
            2 => 4,
            _ => 8,
        };
        self.take(usize::from(!is_single_segment) + dictionary + content_size)?;
        loop {
            let header = self.take_number(3)?;
            self.take(match header >> 1 & 3 {
                // One byte that is repeated.
                1 => 1,
                // Not defined.
                3 => return None,
                _ => header >> 3,
            })?;
            if header & 1 == 1 {
                return self.take(if has_checksum { 4 } else { 0 });
            }
        }
    }
}
