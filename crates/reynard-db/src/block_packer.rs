//! Packs groups of positions into blocks.

use crate::DatabaseError;
use crate::bytes::{len32, put_varint};
use crate::group_writer::Crowd;
use crate::store::BLOCK;

/// Packs consecutive groups into blocks.
pub(crate) struct BlockPacker<F> {
    /// Receives each block in two parts, with the number of its first group and the numbers of the
    /// groups that may contain a crowded position.
    sink: F,
    first: u32,
    lengths: Vec<u32>,
    crowded: Vec<u32>,
    data: Vec<u8>,
    /// The beginning of a block. Its memory is reused.
    head: Vec<u8>,
}

impl<F: FnMut(u32, [&[u8]; 2], &[u32]) -> Result<(), DatabaseError>> BlockPacker<F> {
    pub(crate) const fn new(sink: F) -> Self {
        Self {
            sink,
            first: 0,
            lengths: Vec::new(),
            crowded: Vec::new(),
            data: Vec::new(),
            head: Vec::new(),
        }
    }

    /// Adds the next group.
    pub(crate) fn push(
        &mut self,
        group: u32,
        bytes: &[u8],
        crowd: Crowd,
    ) -> Result<(), DatabaseError> {
        let len = self.data.len() + bytes.len();
        if !self.lengths.is_empty() && len + 3 * self.lengths.len() + 6 > BLOCK {
            self.finish()?;
        }
        if self.lengths.is_empty() {
            self.first = group;
        }
        self.lengths.push(len32(bytes.len()));
        if crowd == Crowd::Large {
            self.crowded.push(group);
        }
        self.data.extend_from_slice(bytes);
        Ok(())
    }

    /// Writes the last block.
    pub(crate) fn finish(&mut self) -> Result<(), DatabaseError> {
        self.head.clear();
        put_varint(&mut self.head, self.lengths.len() as u64);
        self.lengths.drain(..).for_each(|len| put_varint(&mut self.head, u64::from(len)));
        (self.sink)(self.first, [&self.head, &self.data], &self.crowded)?;
        self.crowded.clear();
        self.data.clear();
        Ok(())
    }
}
