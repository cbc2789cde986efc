//! The frames of a Zstandard file, found by their headers (RFC 8878, section 3.1).

use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};

use crate::storage::ReadSeek;

/// A frame, including the skippable frames before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) start: u64,
    pub(super) end: u64,
    /// Size in bytes of the frame's decompressed text, if the header states it.
    pub(super) text: Option<u64>,
}

impl Frame {
    /// Returns the size in bytes of the frame's decompressed text if it is known, and otherwise the
    /// size of the frame.
    pub(super) fn size(&self) -> u64 {
        self.text.unwrap_or(self.end - self.start)
    }
}

/// Magic number of a frame.
const FRAME: u32 = 0xfd2f_b528;
/// Magic number of a skippable frame, except for its last four bits.
const SKIPPABLE: u32 = 0x184d_2a50;

/// Returns the frames of a file that is `size` bytes long, without decompressing them. Skippable
/// frames at the end belong to the last frame.
///
/// The headers may state any size, so a file whose frames add up to more than 2^64 bytes is refused
/// here. Callers can add up [sizes](Frame::size).
pub(super) fn frames(file: &mut (impl ReadSeek + ?Sized), size: u64) -> io::Result<Vec<Frame>> {
    file.rewind()?;
    let mut hopper = Hopper { file: BufReader::new(file), at: 0, size };
    let mut frames: Vec<Frame> = Vec::new();
    let (mut start, mut hint) = (0, None);
    while hopper.at < size {
        match hopper.word()? {
            FRAME => {
                let text = hopper.frame(hint.take())?;
                frames.push(Frame { start, end: hopper.at, text });
                start = hopper.at;
            }
            word if word & !15 == SKIPPABLE => {
                let length = hopper.word()?;
                // Pzstd writes the size of each frame before it.
                hint = if length == 4 { Some(hopper.word()?) } else { None };
                hopper.skip(if length == 4 { 0 } else { length.into() })?;
            }
            _ => return Err(hopper.broken("no frame begins here")),
        }
    }
    if let Some(last) = frames.last_mut() {
        last.end = size;
    }
    if frames.iter().try_fold(0, |sum: u64, frame| sum.checked_add(frame.size())).is_none() {
        return Err(hopper.broken("the frames state a size of more than 2^64 bytes"));
    }
    Ok(frames)
}

/// A reader that tracks its position.
struct Hopper<R> {
    file: R,
    at: u64,
    size: u64,
}

impl<R: Read + Seek> Hopper<BufReader<R>> {
    /// Skips a frame whose magic number has been read. Returns the size of its decompressed text,
    /// if the header states it.
    fn frame(&mut self, hint: Option<u32>) -> io::Result<Option<u64>> {
        let start = self.at - 4;
        let descriptor = self.number(1)?;
        let is_single_segment = descriptor & 0x20 != 0;
        let has_checksum = descriptor & 0x04 != 0;
        self.skip(u64::from(!is_single_segment) + [0, 1, 2, 4][(descriptor & 3) as usize])?;
        let text = match descriptor >> 6 {
            0 if is_single_segment => Some(self.number(1)?),
            0 => None,
            1 => Some(self.number(2)? + 256),
            2 => Some(self.number(4)?),
            _ => Some(self.number(8)?),
        };
        if let Some(end) = hint.map(|length| start + u64::from(length))
            && self.is_border(end)?
        {
            self.skip(end - self.at)?;
            return Ok(text);
        }
        loop {
            let header = self.number(3)?;
            self.skip(match header >> 1 & 3 {
                // A single repeated byte.
                1 => 1,
                3 => return Err(self.broken("a block is of no known kind")),
                _ => header >> 3,
            })?;
            if header & 1 == 1 {
                self.skip(if has_checksum { 4 } else { 0 })?;
                return Ok(text);
            }
        }
    }

    /// Returns `true` if a frame can end at `end`: either another frame begins there, or the file
    /// ends.
    fn is_border(&mut self, end: u64) -> io::Result<bool> {
        let at = self.at;
        if end < at || end > self.size {
            return Ok(false);
        }
        if end == self.size {
            return Ok(true);
        }
        self.skip(end - at)?;
        let word = self.word().unwrap_or_default();
        self.file.seek(SeekFrom::Start(at))?;
        self.at = at;
        Ok(word == FRAME || word & !15 == SKIPPABLE)
    }

    fn word(&mut self) -> io::Result<u32> {
        Ok(u32::try_from(self.number(4)?).unwrap_or(u32::MAX))
    }

    /// Reads a little-endian number of up to eight bytes.
    fn number(&mut self, count: usize) -> io::Result<u64> {
        let mut bytes = [0; 8];
        self.file.read_exact(&mut bytes[..count]).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => self.broken("a frame is cut off"),
            _ => error,
        })?;
        self.at += count as u64;
        Ok(u64::from_le_bytes(bytes))
    }

    fn skip(&mut self, count: u64) -> io::Result<()> {
        if self.size.saturating_sub(self.at) < count {
            return Err(self.broken("a frame is cut off"));
        }
        self.file.seek_relative(i64::try_from(count).unwrap_or(i64::MAX))?;
        self.at += count;
        Ok(())
    }

    fn broken(&self, reason: &str) -> io::Error {
        io::Error::new(ErrorKind::InvalidData, format!("byte {}: {reason}", self.at))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use super::*;

    fn compressed(text: &[u8]) -> Vec<u8> {
        zstd::bulk::compress(text, 3).expect("memory")
    }

    /// Returns a frame whose header does not state the size of its text.
    fn streamed(text: &[u8]) -> Vec<u8> {
        let mut encoder = zstd::Encoder::new(Vec::new(), 3).expect("memory");
        encoder.include_checksum(true).expect("a choice");
        encoder.write_all(text).expect("memory");
        encoder.finish().expect("memory")
    }

    fn skippable(contents: &[u8]) -> Vec<u8> {
        let length = u32::try_from(contents.len()).expect("short").to_le_bytes();
        [&(SKIPPABLE + 3).to_le_bytes(), &length[..], contents].concat()
    }

    fn found(file: &[u8]) -> io::Result<Vec<Frame>> {
        frames(&mut Cursor::new(file), file.len() as u64)
    }

    #[test]
    fn frames_are_found_by_their_headers() {
        let noise: Vec<u8> =
            (0..100_000_u32).flat_map(|at| at.wrapping_mul(at).to_le_bytes()).collect();
        let parts = [compressed(b"a"), streamed(&noise), compressed(&noise), compressed(&[0; 300])];
        let mut at = 0;
        let expected: Vec<Frame> = parts
            .iter()
            .zip([Some(1), None, Some(400_000), Some(300)])
            .map(|(part, text)| {
                let start = at;
                at += part.len() as u64;
                Frame { start, end: at, text }
            })
            .collect();
        assert_eq!(found(&parts.concat()).expect("a good file"), expected);
    }

    /// Covers frames written by pzstd, and incorrect sizes.
    #[test]
    fn sizes_before_frames_are_used_where_they_are_right() {
        let frame = streamed(&b"some text ".repeat(100_000));
        let right = u32::try_from(frame.len()).expect("short");
        for size in [right, right - 1, 0, u32::MAX] {
            let one = [skippable(&size.to_le_bytes()), frame.clone()].concat();
            let file = [&one[..], &one, &skippable(b"the end")].concat();
            let frames = found(&file).expect("a good file");
            let borders: Vec<u64> = frames.iter().map(|frame| frame.end).collect();
            assert_eq!(borders, [one.len() as u64, file.len() as u64], "{size}");
        }
    }

    #[test]
    fn sizes_that_do_not_add_up_are_refused() {
        // Descriptor 0xe0: a size of eight bytes. The block is raw, the last one and empty.
        let frame = [&FRAME.to_le_bytes()[..], &[0xe0], &[0xff; 8], &[1, 0, 0]].concat();
        assert_eq!(found(&frame).expect("one fits")[0].text, Some(u64::MAX));
        let error = found(&frame.repeat(2)).expect_err("more than 64 bits");
        assert!(error.to_string().contains("more than 2^64 bytes"), "{error}");
    }

    #[test]
    fn damage_has_a_place() {
        let file = [compressed(b"first"), compressed(&[7; 5000])].concat();
        let error = found(&file[..file.len() - 1]).expect_err("cut off");
        assert!(error.to_string().contains("cut off"), "{error}");
        assert!(found(b"\x28\xb5\x2f\xfd").is_err());
        assert!(found(b"no frame").is_err());
    }
}
