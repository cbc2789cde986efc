//! Reads a section sequentially, in small parts.

use crate::DatabaseError;
use crate::section::Section;
use crate::segment::Segment;
use crate::store::{BLOCK, Block};

/// Reads parts of a section, and caches the block of the last part. The parts of consecutive games
/// are mostly in the same block, so the block's checksum is computed only once.
pub(crate) struct SectionReader<'a> {
    segment: &'a Segment,
    section: Section,
    block: Option<(u64, Block)>,
    /// A part that was joined from several blocks.
    joined: Vec<u8>,
}

impl<'a> SectionReader<'a> {
    pub(crate) const fn new(segment: &'a Segment, section: Section) -> Self {
        Self { segment, section, block: None, joined: Vec::new() }
    }

    /// Reads a part.
    pub(crate) fn read(&mut self, start: u64, len: usize) -> Result<&[u8], DatabaseError> {
        if len == 0 {
            return Ok(&[]);
        }
        let size = BLOCK as u64;
        let number = start / size;
        let skip = usize::try_from(start % size).unwrap_or(0);
        if skip + len > BLOCK {
            self.joined = self.segment.read(self.section, start, len)?;
            return Ok(&self.joined);
        }
        let kept = self.block.take().filter(|(kept, _)| *kept == number);
        let block = if let Some((_, block)) = kept {
            block
        } else {
            let word = crate::bytes::low_word(number);
            self.segment.snapshot.block(self.segment.number(), self.section, word)?
        };
        let (_, block) = self.block.insert((number, block));
        let part = block.bytes().get(skip..skip + len);
        part.ok_or_else(|| self.segment.damaged(self.section, number, crate::Damage::SHORT))
    }
}
