//! Packs sorted visits to positions into blocks.

use reynard_base::sort::HashedRecord;

use crate::DatabaseError;
use crate::block_packer::BlockPacker;
use crate::entry::Entry;
use crate::group_writer::{GroupWriter, PositionCounts};
use crate::positions::short;
use crate::posting_list::ListBuilder;

/// Minimum total size in bytes of the groups that are packed together.
const PACKED: usize = 64 << 10;

/// Builds blocks from sorted visits.
pub(crate) struct PositionWriter<F> {
    groups: GroupWriter,
    packer: BlockPacker<F>,
    /// Lists of games, with the keys of the positions that they reach. Their memory is reused.
    lists: Vec<(u64, ListBuilder)>,
}

impl<F: FnMut(u32, [&[u8]; 2], &[u32]) -> Result<(), DatabaseError>> PositionWriter<F> {
    /// Creates a writer. `sink` receives blocks in the same form as the sink of [`BlockPacker`].
    pub(crate) fn new(bits: u32, sink: F) -> Self {
        Self { groups: GroupWriter::new(bits), packer: BlockPacker::new(sink), lists: Vec::new() }
    }

    /// Adds all visits of some 40-bit keys, in order. A game visits each position at most once.
    pub(crate) fn add(&mut self, visits: &[HashedRecord]) -> Result<(), DatabaseError> {
        for visits in visits.chunk_by(|a, b| short(a.hash()) == short(b.hash())) {
            // Nine out of ten positions are reached by a single game, which needs no list.
            match *visits {
                [visit] => self.groups.write_single(short(visit.hash()), Entry::posting(visit)),
                _ => self.write_lists(visits)?,
            }
            if self.groups.len() > PACKED {
                self.pack()?;
            }
        }
        Ok(())
    }

    /// Writes the remaining groups.
    pub(crate) fn finish(mut self) -> Result<PositionCounts, DatabaseError> {
        self.groups.end_all();
        self.pack()?;
        self.packer.finish()?;
        Ok(self.groups.counts)
    }

    /// Writes the positions that share a 40-bit key, if several games reach them.
    fn write_lists(&mut self, visits: &[HashedRecord]) -> Result<(), DatabaseError> {
        let mut used = 0;
        for part in visits.chunk_by(|a, b| a.hash() == b.hash()) {
            if used == self.lists.len() {
                self.lists.push((0, ListBuilder::default()));
            }
            let (key, list) = &mut self.lists[used];
            *key = part[0].hash();
            list.clear();
            for &visit in part {
                list.push(Entry::posting(visit)).map_err(|damage| damage.of("positions", 0))?;
            }
            used += 1;
        }
        match &self.lists[..used] {
            [(key, list)] => self.groups.write_one(short(*key), list),
            parts => self.groups.write_split(parts),
        }
        Ok(())
    }

    fn pack(&mut self) -> Result<(), DatabaseError> {
        self.groups.take_groups(|group, bytes, crowd| self.packer.push(group, bytes, crowd))
    }
}
