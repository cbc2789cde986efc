//! Encodes the positions of a segment in groups: see `docs/src/db-format.md`.

use std::ops::Range;

use crate::Damage;
use crate::bytes::{FIXED, fixed_varint, len32, low_word, put_bytes, put_varint, varint_len};
use crate::entry::KEY_BITS;
use crate::positions::{LIST, SINGLE, SPLIT, key_word, short, word_len};
use crate::posting_list::{ListBuilder, Posting, PostingList};
use crate::sums_section::CROWDED;

/// Encodes positions in ascending key order, and buffers the groups until they are taken.
pub(crate) struct GroupWriter {
    /// Number of bits of a key that select its group.
    bits: u32,
    /// The number of the open group.
    group: u32,
    /// The complete groups, and the beginning of the open group.
    bytes: Vec<u8>,
    /// Length of each complete group, and its crowd marker.
    lengths: Vec<(u32, Crowd)>,
    /// The crowd marker of the open group.
    crowd: Crowd,
    /// Start of the open group in `bytes`.
    start: usize,
    pub(crate) counts: PositionCounts,
}

/// A marker that indicates whether a group may contain a crowded position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crowd {
    /// No position in the group is reached by many games.
    Small,
    /// A position in the group may be reached by many games.
    Large,
}

/// Counts of the written data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PositionCounts {
    /// Number of distinct positions.
    pub(crate) positions: u64,
    /// Sum over all positions of the number of games that reach them.
    pub(crate) postings: u64,
}

impl GroupWriter {
    pub(crate) const fn new(bits: u32) -> Self {
        Self::from_group(bits, 0)
    }

    /// Creates a writer that begins with the given group.
    pub(crate) const fn from_group(bits: u32, group: u32) -> Self {
        Self {
            bits,
            group,
            bytes: Vec::new(),
            lengths: Vec::new(),
            crowd: Crowd::Small,
            start: 0,
            counts: PositionCounts { positions: 0, postings: 0 },
        }
    }

    /// Returns the number of bytes waiting to be taken.
    pub(crate) const fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Writes a position that one game reaches.
    #[inline]
    pub(crate) fn write_single(&mut self, key: u64, posting: Posting) {
        self.count(1);
        let (head, len) = (self.next_key(key, SINGLE), word_len(self.bits));
        let game = u64::from(fixed_varint(posting.game));
        // Written directly, since nine out of ten positions are reached by a single game.
        let (mv, mv_len) = posting.mv.word();
        let word = u128::from(head) | u128::from(game | u64::from(mv) << (8 * FIXED)) << (8 * len);
        let end = self.bytes.len() + len + FIXED + mv_len;
        self.bytes.extend_from_slice(&word.to_le_bytes());
        self.bytes.truncate(end);
    }

    /// Writes the games that reach a position. Game numbers are stored relative to the start of a
    /// range.
    #[inline]
    pub(crate) fn write_list(
        &mut self,
        key: u64,
        list: &PostingList<'_>,
        numbers: Range<u32>,
    ) -> Result<(), Damage> {
        let (first, rest) = list.split_first()?;
        let first = first.checked_add(numbers.start).filter(|first| numbers.contains(first));
        let first = u64::from(first.ok_or(Damage::NUMBER)?);
        self.count(list.len);
        self.begin_key(key, LIST);
        self.mark(list.len);
        put_varint(&mut self.bytes, list.len);
        put_varint(&mut self.bytes, (varint_len(first) + rest.len()) as u64);
        put_varint(&mut self.bytes, first);
        self.bytes.extend_from_slice(rest);
        Ok(())
    }

    /// Writes the games of a position.
    pub(crate) fn write_one(&mut self, key: u64, list: &ListBuilder) {
        if let Some(only) = list.only() {
            return self.write_single(key, only);
        }
        self.count(list.len);
        self.begin_key(key, LIST);
        self.mark(list.len);
        list.put(&mut self.bytes);
    }

    /// Writes the games of positions that share the stored bits of their keys. The positions must
    /// be in order of their full keys.
    pub(crate) fn write_split(&mut self, positions: &[(u64, ListBuilder)]) {
        let mut parts = Vec::new();
        for (key, list) in positions {
            self.count(list.len);
            parts.extend_from_slice(&key.to_le_bytes()[..3]);
            list.put(&mut parts);
        }
        let key = positions.first().map_or(0, |(key, _)| short(*key));
        self.copy_split(key, positions.len() as u64, &parts);
    }

    /// Writes a key that several positions share, with lists that are already encoded. The
    /// positions and games are not added to the counts.
    pub(crate) fn copy_split(&mut self, key: u64, number: u64, parts: &[u8]) {
        self.begin_key(key, SPLIT);
        self.crowd = Crowd::Large;
        put_varint(&mut self.bytes, number);
        put_bytes(&mut self.bytes, parts);
    }

    /// Calls a function with the number, the bytes and the crowd marker of each complete group, and
    /// discards these groups.
    pub(crate) fn take_groups<E>(
        &mut self,
        mut each: impl FnMut(u32, &[u8], Crowd) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut rest = &self.bytes[..];
        let first = self.group - len32(self.lengths.len());
        for (group, &(len, crowd)) in (first..).zip(&self.lengths) {
            let (bytes, behind) = rest.split_at(len as usize);
            each(group, bytes, crowd)?;
            rest = behind;
        }
        self.lengths.clear();
        self.bytes.drain(..self.start);
        self.start = 0;
        Ok(())
    }

    /// Marks the open group as [`Crowd::Large`] if a list of `games` games counts as long.
    const fn mark(&mut self, games: u64) {
        if games >= CROWDED {
            self.crowd = Crowd::Large;
        }
    }

    const fn count(&mut self, postings: u64) {
        self.counts.positions += 1;
        self.counts.postings += postings;
    }

    /// Writes the stored bits of a key. The caller then writes its games.
    fn begin_key(&mut self, key: u64, kind: u64) {
        let (word, len) = (self.next_key(key, kind), word_len(self.bits));
        let end = self.bytes.len() + len;
        self.bytes.extend_from_slice(&word.to_le_bytes());
        self.bytes.truncate(end);
    }

    /// Advances to the group of a key, which is given by its stored bits, and returns the word of
    /// the key.
    #[inline]
    fn next_key(&mut self, key: u64, kind: u64) -> u64 {
        let group = low_word(key >> (KEY_BITS - self.bits));
        if self.group < group {
            self.end_groups_below(group);
        }
        key_word(key, self.bits, kind)
    }

    /// Ends all groups.
    pub(crate) fn end_all(&mut self) {
        self.end_groups_below(1 << self.bits);
    }

    /// Ends groups until the group numbered `group` is open.
    pub(crate) fn end_groups_below(&mut self, group: u32) {
        while self.group < group {
            self.lengths.push((len32(self.bytes.len() - self.start), self.crowd));
            self.crowd = Crowd::Small;
            self.start = self.bytes.len();
            self.group += 1;
        }
    }
}
