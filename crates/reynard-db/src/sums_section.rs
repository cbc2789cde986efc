//! Sums over the games that reach crowded positions.
//!
//! The index has a twelve-byte row for each position, in key order: the stored bits of the
//! position's key and the start of its record. The first row is a header with the minimum number of
//! games that reach an indexed position. See `docs/src/db-format.md`.

use crate::Damage;
use crate::bytes::ByteCursor;
use crate::game_row::SummedGames;
use crate::position_sums::PositionSums;
use crate::positions::{
    KeyKind, each_group, each_list, first_key, read_games, read_head, read_lengths, short, word_len,
};

/// Minimum number of games that reach a position with stored sums. For other positions, the columns
/// are read instead.
pub(crate) const CROWDED: u64 = 64;

/// Size of an index row in bytes.
const ROW: usize = 12;

/// Builds the sums of a segment from its blocks of positions, in order.
pub(crate) struct SumsWriter<'a> {
    bits: u32,
    /// Minimum number of games that reach a position with stored sums.
    fewest: u64,
    games: SummedGames<'a>,
    pub(crate) index: Vec<u8>,
    pub(crate) records: Vec<u8>,
}

impl<'a> SumsWriter<'a> {
    /// Creates a writer for positions in groups selected by `bits` key bits.
    pub(crate) fn new(bits: u32, games: SummedGames<'a>) -> Self {
        Self::with_fewest(bits, games, CROWDED)
    }

    /// Creates a writer for the sums of positions that at least `fewest` games reach.
    pub(crate) fn with_fewest(bits: u32, games: SummedGames<'a>, fewest: u64) -> Self {
        let mut writer = Self { bits, fewest, games, index: Vec::new(), records: Vec::new() };
        writer.put_row(fewest, 0);
        writer
    }

    /// Adds the positions of a block, given the number of its first group. Returns the number of
    /// groups.
    pub(crate) fn add(&mut self, first: u32, block: &[u8]) -> Result<u32, Damage> {
        each_group(block, first, |group, bytes| self.add_group(group, bytes))
    }

    /// Adds the positions in those groups of a block that may contain a crowded position. The
    /// lengths and the bytes of all groups of the block are given.
    pub(crate) fn add_crowded(
        &mut self,
        first: u32,
        [head, groups]: [&[u8]; 2],
        crowded: &[u32],
    ) -> Result<(), Damage> {
        if crowded.is_empty() {
            return Ok(());
        }
        let lengths = read_lengths(&mut ByteCursor::new(head))?;
        let mut groups = ByteCursor::new(groups);
        for (group, len) in (first..).zip(lengths) {
            let bytes = groups.take(len)?;
            if crowded.binary_search(&group).is_ok() {
                self.add_group(group, bytes)?;
            }
        }
        Ok(())
    }

    fn add_group(&mut self, group: u32, bytes: &[u8]) -> Result<(), Damage> {
        let (mut cursor, len) = (ByteCursor::new(bytes), word_len(self.bits));
        while !cursor.is_empty() {
            let (rest, kind) = read_head(&mut cursor, len)?;
            let found = read_games(&mut cursor, kind)?;
            if matches!(found, KeyKind::Single(..)) {
                continue;
            }
            each_list(found, |low, list| {
                if list.len >= self.fewest {
                    let sums = PositionSums::of_list(&list, self.games)?;
                    self.put(first_key(group, self.bits) | rest, low, &sums);
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn put(&mut self, key: u64, rest: Option<u32>, sums: &PositionSums) {
        // Beyond that, the games are counted on demand.
        let Ok(start) = u32::try_from(self.records.len()) else { return };
        self.put_row(key, start);
        match rest {
            None => self.records.push(0),
            Some(rest) => {
                self.records.push(1);
                self.records.extend_from_slice(&rest.to_le_bytes()[..3]);
            }
        }
        sums.write(&mut self.records);
    }

    fn put_row(&mut self, key: u64, start: u32) {
        self.index.extend_from_slice(&key.to_le_bytes());
        self.index.extend_from_slice(&start.to_le_bytes());
    }
}

/// The index of the sums of a segment.
pub(crate) struct SumsIndex(Box<[u8]>);

impl SumsIndex {
    pub(crate) const fn new(bytes: Box<[u8]>) -> Self {
        Self(bytes)
    }

    /// Returns the minimum number of games that reach a position with stored sums.
    pub(crate) fn fewest(&self) -> u64 {
        let (rows, _) = self.0.as_chunks::<ROW>();
        rows.first().map_or(CROWDED, row_key)
    }

    /// Returns the byte ranges of the records whose stored key bits match a key.
    pub(crate) fn places(&self, key: u64, len: u64) -> impl Iterator<Item = (u64, u64)> {
        let (rows, _) = self.0.as_chunks::<ROW>();
        let rows = rows.get(1..).unwrap_or_default();
        let key = short(key);
        let first = rows.partition_point(|row| row_key(row) < key);
        let count = rows[first..].iter().take_while(|row| row_key(row) == key).count();
        (first..first + count).map(move |index| {
            let end = rows.get(index + 1).map_or(len, |row| row_start(row).into());
            (row_start(&rows[index]).into(), end)
        })
    }
}

fn row_key(row: &[u8; ROW]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *row;
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

fn row_start(row: &[u8; ROW]) -> u32 {
    let [.., a, b, c, d] = *row;
    u32::from_le_bytes([a, b, c, d])
}

/// The sums in a record, and how certain it is that they belong to a key.
pub(crate) enum FoundSums {
    /// The sums belong to another position.
    Other,
    /// The sums belong to the position: all bits of the key agree.
    Exact(PositionSums),
    /// The stored bits of the key match, but the position may be a different one. Replaying the
    /// first game shows whether it is.
    Probable(PositionSums),
}

/// Reads a record for a key in a segment of `games` games.
pub(crate) fn read_sums(record: &[u8], key: u64, games: u32) -> Result<FoundSums, Damage> {
    let mut cursor = ByteCursor::new(record);
    if cursor.byte()? == 0 {
        return Ok(FoundSums::Probable(PositionSums::read(&mut cursor, games)?));
    }
    let rest: [u8; 3] = cursor.array()?;
    if rest != key.to_le_bytes()[..3] {
        return Ok(FoundSums::Other);
    }
    Ok(FoundSums::Exact(PositionSums::read(&mut cursor, games)?))
}
