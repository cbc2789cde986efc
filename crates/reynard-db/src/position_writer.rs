//! Sorted visits of positions made into blocks.

use crate::DatabaseError;
use crate::block_packer::BlockPacker;
use crate::entry::Entry;
use crate::group_writer::{GroupWriter, PositionCounts};
use crate::positions::short;
use crate::posting_list::{ListBuilder, Posting};

/// Bytes of groups that are packed at once.
const PACKED: usize = 64 << 10;

/// Makes blocks of visits in their order.
pub(crate) struct PositionWriter<F> {
    groups: GroupWriter,
    packer: BlockPacker<F>,
    /// The visits of one key of 40 bits.
    pending: Vec<Entry>,
    /// Lists with their keys, to reuse their memory.
    lists: Vec<(u64, ListBuilder)>,
}

impl<F: FnMut(u32, [&[u8]; 2], &[u32]) -> Result<(), DatabaseError>> PositionWriter<F> {
    /// Creates a writer. `sink` takes a block as that of [`BlockPacker`] does.
    pub(crate) fn new(bits: u32, sink: F) -> Self {
        Self {
            groups: GroupWriter::new(bits),
            packer: BlockPacker::new(sink),
            pending: Vec::new(),
            lists: Vec::new(),
        }
    }

    /// Adds a visit; they come in order, and a game visits a position once.
    pub(crate) fn push(&mut self, entry: Entry) -> Result<(), DatabaseError> {
        if self.pending.last().is_some_and(|last| short(last.key()) != short(entry.key())) {
            self.write_pending()?;
        }
        self.pending.push(entry);
        Ok(())
    }

    /// Writes the pending positions.
    pub(crate) fn finish(mut self) -> Result<PositionCounts, DatabaseError> {
        if !self.pending.is_empty() {
            self.write_pending()?;
        }
        self.groups.end_all();
        self.pack()?;
        self.packer.finish()?;
        Ok(self.groups.counts)
    }

    fn write_pending(&mut self) -> Result<(), DatabaseError> {
        // Nine of ten positions are of one game, which needs no list.
        if let [entry] = self.pending[..] {
            let posting = Posting { game: entry.game(), mv: entry.mv() };
            self.groups.write_single(short(entry.key()), posting);
        } else {
            self.write_lists()?;
        }
        self.pending.clear();
        if self.groups.len() > PACKED { self.pack() } else { Ok(()) }
    }

    /// Writes the pending positions of several games.
    fn write_lists(&mut self) -> Result<(), DatabaseError> {
        let mut used = 0;
        for part in self.pending.chunk_by(|a, b| a.key() == b.key()) {
            if used == self.lists.len() {
                self.lists.push((0, ListBuilder::default()));
            }
            let (key, list) = &mut self.lists[used];
            *key = part[0].key();
            list.clear();
            for entry in part {
                let posting = Posting { game: entry.game(), mv: entry.mv() };
                list.push(posting).map_err(|damage| damage.of("positions", 0))?;
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
