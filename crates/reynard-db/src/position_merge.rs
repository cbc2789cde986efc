//! Merges the positions of several segments into one. Lists of games are copied in encoded form.
//!
//! The keys are merged in a single pass. Keys with equal stored bits are assumed to be the same
//! position until the written groups are packed. By then it is known which keys represent different
//! positions, and the groups of these keys are rewritten.

use std::collections::BTreeMap;
use std::mem::{swap, take};

use crate::block_packer::BlockPacker;
use crate::bytes::low_word;
use crate::entry::KEY_BITS;
use crate::group_writer::{GroupWriter, PositionCounts};
use crate::key_reader::{FoundGames, FoundKey, KeyReader};
use crate::positions::{KeyKind, each_key};
use crate::posting_list::{ListBuilder, PostingList};
use crate::segment_writer::BlockSink;
use crate::shared_keys::{NewGames, SharedKeys};
use crate::{Damage, DatabaseError};

/// Number of bits for the index of a found key, which shares a word with the stored bits of the
/// key.
const NUMBER_BITS: u32 = 64 - KEY_BITS;
const NUMBER_MASK: u64 = (1 << NUMBER_BITS) - 1;

/// Number of trailing bits in which the group numbers within a unit may differ.
const UNIT_BITS: u32 = 4;

/// Writes the positions of all parts, in groups that are selected by `bits` bits of a key. Groups
/// and keys of up to about `memory` bytes are buffered until it is known which positions differ.
pub(crate) fn merge_positions(
    games: &NewGames<'_>,
    bits: u32,
    memory: usize,
    sink: BlockSink<'_>,
) -> Result<PositionCounts, DatabaseError> {
    let readers: Vec<KeyReader<'_>> = games.parts.iter().map(KeyReader::new).collect();
    let unit_bits = bits.saturating_sub(UNIT_BITS);
    let mut merge = PositionMerge {
        games,
        readers,
        bits,
        found: Vec::new(),
        order: Vec::new(),
        same: Vec::new(),
        run: Vec::new(),
        spare: Vec::new(),
        groups: GroupWriter::new(bits),
        shared: SharedKeys::new(games),
        packer: BlockPacker::new(sink),
        merged: ListBuilder::default(),
    };
    for unit in 1..=1_u64 << unit_bits {
        merge.write_below(unit << (KEY_BITS - unit_bits))?;
        #[cfg(test)]
        WAITING.with(|most| most.set(most.get().max(merge.heap_size())));
        if merge.heap_size() > memory || merge.shared.is_full() {
            merge.groups.end_groups_below(low_word(unit << (bits - unit_bits)));
            merge.pack()?;
        }
    }
    merge.groups.end_all();
    merge.pack()?;
    merge.packer.finish()?;
    Ok(merge.groups.counts)
}

#[cfg(test)]
thread_local! {
    /// Maximum number of bytes that were buffered in a merge on this thread.
    pub(crate) static WAITING: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

struct PositionMerge<'a> {
    games: &'a NewGames<'a>,
    readers: Vec<KeyReader<'a>>,
    bits: u32,
    /// The keys of a unit, grouped by reader.
    found: Vec<FoundKey>,
    /// The same keys in ascending order, each with its index in `found`.
    order: Vec<u64>,
    /// Found keys with the same stored bits.
    same: Vec<FoundKey>,
    /// The keys of one reader in order, and memory for sorting them.
    run: Vec<u64>,
    spare: Vec<u64>,
    groups: GroupWriter,
    /// Keys in the waiting groups.
    shared: SharedKeys<'a>,
    packer: BlockPacker<BlockSink<'a>>,
    /// A list under construction. Its memory is reused.
    merged: ListBuilder,
}

impl PositionMerge<'_> {
    /// Returns the size in bytes of the memory that grows until the groups are packed.
    fn heap_size(&self) -> usize {
        self.groups.len() + self.shared.heap_size()
    }

    /// Writes the keys of a unit: those below `limit`.
    fn write_below(&mut self, limit: u64) -> Result<(), DatabaseError> {
        self.found.clear();
        self.order.clear();
        for (index, reader) in (0..).zip(&mut self.readers) {
            let start = self.found.len();
            reader.take_below(limit, index, &mut self.found)?;
            if self.found.len() as u64 > NUMBER_MASK {
                return Err(reader.damaged(Damage::NUMBER));
            }
            let numbers = (start as u64..).zip(&self.found[start..]);
            self.run.clear();
            self.run.extend(numbers.map(|(number, found)| found.key << NUMBER_BITS | number));
            merge_runs(&self.order, &self.run, &mut self.spare);
            swap(&mut self.order, &mut self.spare);
        }
        self.write_order()
    }

    fn write_order(&mut self) -> Result<(), DatabaseError> {
        let (order, found) = (take(&mut self.order), take(&mut self.found));
        let number = |word: u64| low_word(word & NUMBER_MASK) as usize;
        let mut same = take(&mut self.same);
        for words in order.chunk_by(|a, b| a >> NUMBER_BITS == b >> NUMBER_BITS) {
            match words {
                &[only] => self.write_found(&found[number(only)])?,
                words => {
                    same.clear();
                    same.extend(words.iter().map(|&word| found[number(word)]));
                    self.write_shared(&same)?;
                }
            }
        }
        (self.order, self.found, self.same) = (order, found, same);
        Ok(())
    }

    /// Writes a key that occurs in only one part.
    #[inline]
    fn write_found(&mut self, found: &FoundKey) -> Result<(), DatabaseError> {
        let key = found.key;
        match found.games {
            FoundGames::One(posting) => self.groups.write_single(key, posting),
            FoundGames::List { len, start, end } => {
                let reader = &self.readers[found.reader as usize];
                let list = reader.list(len, start, end);
                let written = self.groups.write_list(key, &list, reader.part.new_numbers());
                written.map_err(|damage| reader.damaged(damage))?;
            }
            FoundGames::Split { .. } => self.write_apart(&[*found])?,
        }
        Ok(())
    }

    /// Writes a key that occurs in several parts.
    fn write_shared(&mut self, same: &[FoundKey]) -> Result<(), DatabaseError> {
        if same.iter().any(|it| matches!(it.games, FoundGames::Split { .. })) {
            return self.write_apart(same);
        }
        let key = same[0].key;
        self.merged.clear();
        self.shared.push(key);
        for found in same {
            let reader = &self.readers[found.reader as usize];
            let added = match found.games {
                FoundGames::One(posting) => self.merged.push(posting),
                FoundGames::List { len, start, end }
                | FoundGames::Split { number: len, start, end } => {
                    self.merged.append(&reader.list(len, start, end), reader.part.first)
                }
            };
            added.map_err(|damage| reader.damaged(damage))?;
            self.shared.push_game(reader.first_game(found.games)?);
        }
        self.groups.write_one(key, &self.merged);
        Ok(())
    }

    /// Writes a key that represents several positions within a part.
    fn write_apart(&mut self, same: &[FoundKey]) -> Result<(), DatabaseError> {
        let key = same[0].key;
        let mut positions: BTreeMap<u64, ListBuilder> = BTreeMap::new();
        for found in same {
            let reader = &self.readers[found.reader as usize];
            let damaged = |damage| reader.damaged(damage);
            let mut lists = Vec::new();
            reader.each_list(found.games, |low, list| {
                lists.push((low, list));
                Ok(())
            })?;
            for (low, list) in lists {
                let whole = match low {
                    Some(low) => key << (64 - KEY_BITS) | u64::from(low),
                    None => {
                        self.games.whole_key(list.list().first().map_err(damaged)?.game, key)?
                    }
                };
                positions.entry(whole).or_default().append(&list.list(), 0).map_err(damaged)?;
            }
        }
        let positions: Vec<(u64, ListBuilder)> = positions.into_iter().collect();
        match &positions[..] {
            [(_, list)] => self.groups.write_one(key, list),
            positions => self.groups.write_split(positions),
        }
        Ok(())
    }

    /// Packs the buffered groups.
    fn pack(&mut self) -> Result<(), DatabaseError> {
        let different = self.shared.take_different()?;
        let mut different = &different[..];
        let (games, bits, packer) = (self.games, self.bits, &mut self.packer);
        let mut added = 0;
        self.groups.take_groups(|group, bytes, crowd| {
            let end = u64::from(group + 1) << (KEY_BITS - bits);
            let (here, behind) = different.split_at(different.partition_point(|&key| key < end));
            different = behind;
            if here.is_empty() {
                return packer.push(group, bytes, crowd);
            }
            let mut rewritten = GroupWriter::from_group(bits, group);
            added += split_keys(games, bytes, here, (group, bits), &mut rewritten)?;
            rewritten.end_groups_below(group + 1);
            rewritten.take_groups(|group, bytes, crowd| packer.push(group, bytes, crowd))
        })?;
        self.groups.counts.positions += added;
        Ok(())
    }
}

/// Copies the positions of a group. Each of the keys in `different` is split into its positions.
/// Returns the number of positions added by splitting.
fn split_keys(
    games: &NewGames<'_>,
    bytes: &[u8],
    different: &[u64],
    (group, bits): (u32, u32),
    writer: &mut GroupWriter,
) -> Result<u64, DatabaseError> {
    let damaged = |damage: Damage| damage.of("positions", 0);
    let mut keys = Vec::new();
    each_key(bytes, group, bits, |key, kind| {
        keys.push((key, kind));
        Ok(true)
    })
    .map_err(damaged)?;
    let mut added = 0;
    for (key, kind) in keys {
        match kind {
            KeyKind::List(list) if different.binary_search(&key).is_ok() => {
                let positions = positions_by_part(games, key, &list)?;
                added += positions.len() as u64 - 1;
                writer.write_split(&positions);
            }
            KeyKind::List(list) => writer.write_list(key, &list, 0..u32::MAX).map_err(damaged)?,
            KeyKind::Single(_, posting) => writer.write_single(key, posting),
            KeyKind::Split { number, parts } => writer.copy_split(key, number, parts),
        }
    }
    Ok(added)
}

/// Splits a list into one list for each full key. All games of a part are assumed to reach the same
/// position.
fn positions_by_part(
    games: &NewGames<'_>,
    key: u64,
    list: &PostingList<'_>,
) -> Result<Vec<(u64, ListBuilder)>, DatabaseError> {
    let damaged = |damage: Damage| damage.of("positions", 0);
    let mut positions: BTreeMap<u64, ListBuilder> = BTreeMap::new();
    let (mut whole, mut end) = (0, 0);
    list.for_each(
        |posting| {
            if posting.game >= end {
                whole = games.whole_key(posting.game, key)?;
                end = games.place(posting.game).0.new_numbers().end;
            }
            positions.entry(whole).or_default().push(posting).map_err(damaged)
        },
        damaged,
    )?;
    Ok(positions.into_iter().collect())
}

/// Merges two sorted runs. The order is practically random, so the merge is branchless.
fn merge_runs(first: &[u64], second: &[u64], out: &mut Vec<u64>) {
    out.clear();
    let (mut a, mut b) = (0, 0);
    while let (Some(&before), Some(&after)) = (first.get(a), second.get(b)) {
        let is_before = before < after;
        out.push(if is_before { before } else { after });
        a += usize::from(is_before);
        b += usize::from(!is_before);
    }
    out.extend_from_slice(&first[a..]);
    out.extend_from_slice(&second[b..]);
}
