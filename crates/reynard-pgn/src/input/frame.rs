//! A Zstandard frame, cut off a file without unpacking it.
//!
//! It is a header and blocks that tell their length (RFC 8878, section 3.1).

use std::io::{self, Read};

/// The largest frame, packed, that is held in memory.
const MAX_FRAME: usize = 4 << 20;

/// What was cut off a file.
pub(super) enum Cut {
    /// A frame.
    Whole,
    /// The beginning of one that is too large, that is broken, or that ends too early; the decoder
    /// knows what to say about it.
    Begun,
    /// Nothing: the file has ended.
    End,
}

/// Reads one frame without unpacking it, and leaves out those that mean nothing to the decoder.
pub(super) fn cut_frame(read: &mut impl Read, bytes: &mut Vec<u8>) -> io::Result<Cut> {
    let mut frame = Frame { bytes, read };
    loop {
        frame.bytes.clear();
        if !frame.take(4)? {
            return Ok(if frame.bytes.is_empty() { Cut::End } else { Cut::Begun });
        }
        let is_whole = match frame.bytes[..] {
            [0x28, 0xb5, 0x2f, 0xfd] => frame.take_blocks()?,
            [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
                if frame.take_skippable()? {
                    continue;
                }
                false
            }
            _ => false,
        };
        return Ok(if is_whole { Cut::Whole } else { Cut::Begun });
    }
}

/// A frame as far as it has been read.
struct Frame<'a, R> {
    bytes: &'a mut Vec<u8>,
    read: &'a mut R,
}

impl<R: Read> Frame<'_, R> {
    /// Adds bytes; `false` if there are not as many or if it would be too large.
    fn take(&mut self, count: usize) -> io::Result<bool> {
        if self.bytes.len().saturating_add(count) > MAX_FRAME {
            return Ok(false);
        }
        let taken = self.read.by_ref().take(count as u64).read_to_end(self.bytes)?;
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
