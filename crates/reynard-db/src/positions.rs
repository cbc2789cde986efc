//! Sorted visits of positions in compressed blocks.
//!
//! Positions are in small groups by the first bits of their keys. In a group each position has a number,
//! `difference to the key before << 2 | kind`, and its games behind it: see `docs/src/db-format.md`.

use std::mem::take;

use crate::bytes::{ByteCursor, low_word, put_bytes, put_varint};
use crate::entry::{Entry, KEY_BITS};
use crate::posting_list::{ListBuilder, Posting, PostingList};
use crate::store::BLOCK;
use crate::{Damage, DatabaseError};

/// One game.
const SINGLE: u64 = 0;
/// Several games.
const LIST: u64 = 1;
/// Different positions whose keys agree in the bits that are kept.
const SPLIT: u64 = 2;

/// Visits in a group, on the average, at least.
const GROUP: u64 = 128;

/// Returns the number of bits of the key that choose the group, by the number of visits.
pub(crate) const fn group_bits(entries: u64) -> u32 {
    let groups = entries / GROUP;
    if groups < 2 { 0 } else { groups.ilog2() }
}

/// Counts of what was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PositionCounts {
    /// Different positions.
    pub(crate) positions: u64,
    /// Games over all positions.
    pub(crate) postings: u64,
}

/// Makes blocks of visits in their order.
pub(crate) struct PositionWriter<F> {
    bits: u32,
    /// Takes a block with the number of its first group.
    sink: F,
    /// The visits of one key of 40 bits.
    pending: Vec<Entry>,
    /// Lists with their keys, to reuse their memory.
    lists: Vec<(u64, ListBuilder)>,
    group: u32,
    group_bytes: Vec<u8>,
    /// The key before in the group.
    last: u64,
    first_of_block: u32,
    lengths: Vec<u32>,
    data: Vec<u8>,
    counts: PositionCounts,
}

impl<F: FnMut(u32, &[u8]) -> Result<(), DatabaseError>> PositionWriter<F> {
    pub(crate) fn new(bits: u32, sink: F) -> Self {
        Self {
            bits,
            sink,
            pending: Vec::new(),
            lists: Vec::new(),
            group: 0,
            group_bytes: Vec::new(),
            last: 0,
            first_of_block: 0,
            lengths: Vec::new(),
            data: Vec::new(),
            counts: PositionCounts::default(),
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

    /// Writes what is left.
    pub(crate) fn finish(mut self) -> Result<PositionCounts, DatabaseError> {
        if !self.pending.is_empty() {
            self.write_pending()?;
        }
        self.end_group()?;
        while self.group < (1_u32 << self.bits) - 1 {
            self.group += 1;
            self.end_group()?;
        }
        self.write_block()?;
        Ok(self.counts)
    }

    fn write_pending(&mut self) -> Result<(), DatabaseError> {
        let (mut entries, mut lists) = (take(&mut self.pending), take(&mut self.lists));
        let mut used = 0;
        for part in entries.chunk_by(|a, b| a.key() == b.key()) {
            if used == lists.len() {
                lists.push((0, ListBuilder::default()));
            }
            let (key, list) = &mut lists[used];
            *key = part[0].key();
            list.clear();
            for entry in part {
                let posting = Posting { game: entry.game(), mv: entry.mv() };
                list.push(posting).map_err(|damage| damage.of("positions", 0))?;
            }
            used += 1;
        }
        match &lists[..used] {
            [(key, list)] => self.write_one(short(*key), list)?,
            parts => self.write_split(parts)?,
        }
        entries.clear();
        (self.pending, self.lists) = (entries, lists);
        Ok(())
    }

    /// Writes a position of one game, by the bits of its key that are kept; they come in order.
    #[inline]
    pub(crate) fn write_single(&mut self, key: u64, posting: Posting) -> Result<(), DatabaseError> {
        self.counts.positions += 1;
        self.counts.postings += 1;
        let out = self.begin_key(key, SINGLE)?;
        put_varint(out, u64::from(posting.game));
        posting.mv.put(out);
        Ok(())
    }

    /// Writes the games of a position, by the bits of its key that are kept; they come in order.
    pub(crate) fn write_one(&mut self, key: u64, list: &ListBuilder) -> Result<(), DatabaseError> {
        self.counts.positions += 1;
        self.counts.postings += list.len;
        if list.len == 1 {
            self.begin_key(key, SINGLE)?.extend_from_slice(list.list().bytes);
        } else {
            list.put(self.begin_key(key, LIST)?);
        }
        Ok(())
    }

    /// Writes the games of positions that agree in the bits of the key that are kept, by their whole keys, in
    /// order.
    pub(crate) fn write_split(
        &mut self,
        positions: &[(u64, ListBuilder)],
    ) -> Result<(), DatabaseError> {
        let mut parts = Vec::new();
        for (key, list) in positions {
            self.counts.positions += 1;
            self.counts.postings += list.len;
            parts.extend_from_slice(&key.to_le_bytes()[..3]);
            list.put(&mut parts);
        }
        let key = positions.first().map_or(0, |(key, _)| short(*key));
        let out = self.begin_key(key, SPLIT)?;
        put_varint(out, positions.len() as u64);
        put_bytes(out, &parts);
        Ok(())
    }

    /// Writes a key; what follows it is appended to the bytes that are returned.
    #[inline]
    fn begin_key(&mut self, key: u64, kind: u64) -> Result<&mut Vec<u8>, DatabaseError> {
        let group = low_word(key >> (KEY_BITS - self.bits));
        while self.group < group {
            self.end_group()?;
            self.group += 1;
            self.last = u64::from(self.group) << (KEY_BITS - self.bits);
        }
        put_varint(&mut self.group_bytes, (key - self.last) << 2 | kind);
        self.last = key;
        Ok(&mut self.group_bytes)
    }

    fn end_group(&mut self) -> Result<(), DatabaseError> {
        let len = self.group_bytes.len();
        if !self.lengths.is_empty() && self.data.len() + len + 3 * self.lengths.len() + 6 > BLOCK {
            self.write_block()?;
        }
        if self.lengths.is_empty() {
            self.first_of_block = self.group;
        }
        self.lengths.push(crate::bytes::len32(len));
        self.data.append(&mut self.group_bytes);
        Ok(())
    }

    fn write_block(&mut self) -> Result<(), DatabaseError> {
        let mut block = Vec::with_capacity(self.data.len() + 3 * self.lengths.len() + 6);
        put_varint(&mut block, self.lengths.len() as u64);
        self.lengths.drain(..).for_each(|len| put_varint(&mut block, u64::from(len)));
        block.append(&mut self.data);
        (self.sink)(self.first_of_block, &block)
    }
}

/// The bits of a key that are kept.
pub(crate) const fn short(key: u64) -> u64 {
    key >> (64 - KEY_BITS)
}

/// The group of a key.
pub(crate) fn group_of(key: u64, bits: u32) -> u32 {
    low_word(short(key) >> (KEY_BITS - bits))
}

/// The games of a position in a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FoundList<'a> {
    /// The position is not there.
    Nothing,
    /// All bits of the key agree, or nobody else has the ones that do.
    Exact(PostingList<'a>),
    /// The bits that are kept agree: the first game says whether it is the position.
    Probable(PostingList<'a>),
}

/// Finds the games of a position in a block that begins with group `first`.
pub(crate) fn find(block: &[u8], first: u32, bits: u32, key: u64) -> Result<FoundList<'_>, Damage> {
    let group = group_of(key, bits);
    let bytes = group_bytes(block, first, group)?;
    let wanted = short(key);
    let mut found = FoundList::Nothing;
    each_key(bytes, u64::from(group) << (KEY_BITS - bits), |short_key, kind| {
        if short_key < wanted {
            return Ok(true);
        }
        if short_key == wanted {
            found = match kind {
                KeyKind::Single(list, _) | KeyKind::List(list) => FoundList::Probable(list),
                KeyKind::Split { number, parts } => find_part(number, parts, key)?,
            };
        }
        Ok(false)
    })?;
    Ok(found)
}

fn find_part(number: u64, parts: &[u8], key: u64) -> Result<FoundList<'_>, Damage> {
    let mut cursor = ByteCursor::new(parts);
    for _ in 0..number {
        let rest: [u8; 3] = cursor.array()?;
        let list = PostingList::read(&mut cursor)?;
        if rest == key.to_le_bytes()[..3] {
            return Ok(FoundList::Exact(list));
        }
    }
    Ok(FoundList::Nothing)
}

/// The games of a key.
#[derive(Clone, Copy, Debug)]
pub(crate) enum KeyKind<'a> {
    Single(PostingList<'a>, Posting),
    List(PostingList<'a>),
    Split { number: u64, parts: &'a [u8] },
}

/// Calls a function with every key of a group until it returns `false`.
pub(crate) fn each_key<'a>(
    bytes: &'a [u8],
    base: u64,
    mut each: impl FnMut(u64, KeyKind<'a>) -> Result<bool, Damage>,
) -> Result<(), Damage> {
    let mut cursor = ByteCursor::new(bytes);
    let mut key = base;
    while !cursor.is_empty() {
        let kind = read_key(&mut cursor, &mut key)?;
        if !each(key, kind)? {
            break;
        }
    }
    Ok(())
}

/// Reads the next key of a group.
#[inline(always)]
pub(crate) fn read_key<'a>(
    cursor: &mut ByteCursor<'a>,
    key: &mut u64,
) -> Result<KeyKind<'a>, Damage> {
    let number = cursor.varint()?;
    *key = key.checked_add(number >> 2).ok_or(Damage::NUMBER)?;
    match number & 3 {
        SINGLE => {
            let (list, posting) = PostingList::read_single(cursor)?;
            Ok(KeyKind::Single(list, posting))
        }
        LIST => Ok(KeyKind::List(PostingList::read(cursor)?)),
        SPLIT => {
            let number = cursor.varint()?;
            Ok(KeyKind::Split { number, parts: cursor.bytes()? })
        }
        _ => Err(Damage::NUMBER),
    }
}

/// The bytes of a group in a block.
fn group_bytes(block: &[u8], first: u32, group: u32) -> Result<&[u8], Damage> {
    let mut cursor = ByteCursor::new(block);
    let count = cursor.varint32()?;
    let index = group.checked_sub(first).filter(|&index| index < count).ok_or(Damage::MISSING)?;
    let (mut start, mut len) = (0_usize, 0_usize);
    for number in 0..count {
        let next = usize::try_from(cursor.varint32()?).map_err(|_| Damage::NUMBER)?;
        if number <= index {
            start += len;
            len = next;
        }
    }
    cursor.take(start)?;
    cursor.take(len)
}

/// Calls a function with the number and the bytes of every group of a block; returns the number of groups.
pub(crate) fn each_group<'a>(
    block: &'a [u8],
    first: u32,
    mut each: impl FnMut(u32, &'a [u8]) -> Result<(), Damage>,
) -> Result<u32, Damage> {
    let mut cursor = ByteCursor::new(block);
    let count = cursor.varint32()?;
    let mut lengths = Vec::new();
    for _ in 0..count {
        lengths.push(usize::try_from(cursor.varint32()?).map_err(|_| Damage::NUMBER)?);
    }
    for (group, len) in (first..).zip(lengths) {
        each(group, cursor.take(len)?)?;
    }
    Ok(count)
}

/// Calls a function with the games of every position of a key, and with the bits of the whole key that are
/// not kept otherwise, where the file has them.
pub(crate) fn each_list<'a>(
    kind: KeyKind<'a>,
    mut each: impl FnMut(Option<u32>, PostingList<'a>) -> Result<(), Damage>,
) -> Result<(), Damage> {
    match kind {
        KeyKind::Single(list, _) | KeyKind::List(list) => each(None, list),
        KeyKind::Split { number, parts } => {
            let mut cursor = ByteCursor::new(parts);
            for _ in 0..number {
                let [a, b, c] = cursor.array()?;
                each(Some(u32::from_le_bytes([a, b, c, 0])), PostingList::read(&mut cursor)?)?;
            }
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::posting_move::PostingMove;

    fn written(bits: u32, entries: &[Entry]) -> Vec<(u32, Vec<u8>)> {
        let mut blocks = Vec::new();
        let mut writer = PositionWriter::new(bits, |first, block: &[u8]| {
            blocks.push((first, block.to_vec()));
            Ok(())
        });
        for &entry in entries {
            writer.push(entry).expect("no error");
        }
        writer.finish().expect("no error");
        blocks
    }

    fn games(blocks: &[(u32, Vec<u8>)], bits: u32, key: u64) -> Option<(bool, Vec<(u32, u16)>)> {
        let group = group_of(key, bits);
        let (first, block) = blocks.iter().rev().find(|(first, _)| *first <= group)?;
        let (exact, list) = match find(block, *first, bits, key).expect("intact") {
            FoundList::Nothing => return None,
            FoundList::Exact(list) => (true, list),
            FoundList::Probable(list) => (false, list),
        };
        let mut games = Vec::new();
        let each = |posting: Posting| {
            games.push((posting.game, posting.mv.bits()));
            Ok(())
        };
        list.for_each(each, |damage| damage.of("test", 0)).expect("intact");
        Some((exact, games))
    }

    #[test]
    fn every_position_has_its_games_in_order() {
        let mut entries = Vec::new();
        for number in 0..5_000_u64 {
            let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            for game in 0..=(number % 7) {
                entries.push(Entry::new(key, low_word(game * 100), 3, PostingMove::from_bits(9)));
            }
        }
        entries.sort_unstable();
        for bits in [0, 3, 7] {
            let blocks = written(bits, &entries);
            for number in 0..5_000_u64 {
                let key = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let wanted = (0..=(number % 7)).map(|game| (low_word(game * 100), 9)).collect();
                assert_eq!(games(&blocks, bits, key), Some((false, wanted)), "{number}");
            }
            assert_eq!(games(&blocks, bits, 0xFFFF_FFFF_0000_0000), None);
        }
    }

    #[test]
    fn positions_that_agree_in_40_bits_keep_their_games_apart() {
        let base = 0xABCD_EF01_2300_0000;
        let entries = [
            Entry::new(base + 1, 7, 0, PostingMove::from_bits(1)),
            Entry::new(base + 2, 3, 0, PostingMove::from_bits(2)),
            Entry::new(base + 2, 9, 0, PostingMove::from_bits(3)),
        ];
        let blocks = written(0, &entries);
        assert_eq!(games(&blocks, 0, base + 1), Some((true, vec![(7, 1)])));
        assert_eq!(games(&blocks, 0, base + 2), Some((true, vec![(3, 2), (9, 3)])));
        assert_eq!(games(&blocks, 0, base + 3), None);
    }
}
