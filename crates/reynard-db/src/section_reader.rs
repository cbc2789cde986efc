//! Reading a section from its beginning to its end, in small parts.

use crate::DatabaseError;
use crate::section::Section;
use crate::segment::Segment;
use crate::store::{BLOCK, Block};

/// Reads parts of a section, and keeps the block of the last one: the parts of games in a row are
/// mostly in one block, whose checksum is then computed once.
pub(crate) struct SectionReader<'a> {
    segment: &'a Segment,
    section: Section,
    block: Option<(u64, Block)>,
    /// A part that is in several blocks.
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
