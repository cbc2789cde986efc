//! The positions of a part of a segment in the order of their keys.

use std::collections::VecDeque;

use crate::bytes::ByteCursor;
use crate::entry::KEY_BITS;
use crate::positions::{KeyKind, each_list, read_key};
use crate::posting_list::{ListBuilder, Posting, PostingList};
use crate::section::Section;
use crate::segment_part::SegmentPart;
use crate::{Damage, DatabaseError};

/// Reads the keys of a part of a segment, with those of their games that are in the part.
pub(crate) struct KeyReader<'a> {
    pub(crate) part: &'a SegmentPart<'a>,
    /// The current key, without the bits that are not kept; `None` behind the last one.
    pub(crate) key: Option<u64>,
    block: Vec<u8>,
    block_number: Option<u32>,
    /// The lengths of the groups of the block that come.
    lengths: VecDeque<usize>,
    /// The number of the group and its end in the block.
    group: u32,
    end: usize,
    /// The byte behind the current key.
    place: usize,
    /// The key before in the group.
    last: u64,
    found: FoundGames,
    /// Lists without the games that are not in the part, with the rest of their keys; those in use are counted.
    filtered: Vec<(Option<u32>, ListBuilder)>,
    used: usize,
}

/// The games of the current key.
#[derive(Clone, Copy)]
enum FoundGames {
    One(Posting),
    /// A list that ends at `place`: number of games, and of bytes.
    List {
        len: u64,
        bytes: usize,
    },
    /// Lists of different positions that end at `place`: their number, and that of the bytes.
    Split {
        number: u64,
        bytes: usize,
    },
    /// The lists in `filtered`.
    Filtered,
}

impl<'a> KeyReader<'a> {
    pub(crate) fn new(part: &'a SegmentPart<'a>) -> Result<Self, DatabaseError> {
        let mut reader = Self {
            part,
            key: None,
            block: Vec::new(),
            block_number: None,
            lengths: VecDeque::new(),
            group: 0,
            end: 0,
            place: 0,
            last: 0,
            found: FoundGames::Filtered,
            filtered: Vec::new(),
            used: 0,
        };
        reader.advance()?;
        Ok(reader)
    }

    /// Goes to the next key.
    #[inline]
    pub(crate) fn advance(&mut self) -> Result<(), DatabaseError> {
        loop {
            while self.place == self.end {
                if !self.next_group()? {
                    self.key = None;
                    return Ok(());
                }
            }
            let mut cursor = ByteCursor::new(&self.block[self.place..self.end]);
            let kind = read_key(&mut cursor, &mut self.last).map_err(|it| self.damaged(it))?;
            let place = self.end - cursor.rest().len();
            let is_found = match kind {
                KeyKind::Single(_, only) => {
                    let game = self.part.number(only.game);
                    if game.is_none() && self.part.is_whole() {
                        return Err(self.damaged(Damage::NUMBER));
                    }
                    self.found = FoundGames::One(Posting { game: game.unwrap_or(0), ..only });
                    game.is_some()
                }
                KeyKind::List(list) if self.part.is_whole() => {
                    self.found = FoundGames::List { len: list.len, bytes: list.bytes.len() };
                    true
                }
                KeyKind::Split { number, parts } if self.part.is_whole() => {
                    self.found = FoundGames::Split { number, bytes: parts.len() };
                    true
                }
                kind => {
                    let (part, lists) = (self.part, &mut self.filtered);
                    let filtered = filter(kind, part, lists);
                    self.used = filtered.map_err(|it| self.damaged(it))?;
                    self.found = FoundGames::Filtered;
                    self.used > 0
                }
            };
            self.place = place;
            if is_found {
                self.key = Some(self.last);
                return Ok(());
            }
        }
    }

    /// Returns the only game of the current key, where it is known that there are no others.
    #[inline]
    pub(crate) const fn only_game(&self) -> Option<Posting> {
        match self.found {
            FoundGames::One(posting) => Some(posting),
            _ => None,
        }
    }

    /// Returns `true` if different positions have the current key.
    pub(crate) fn is_split(&self) -> bool {
        match self.found {
            FoundGames::One(_) | FoundGames::List { .. } => false,
            FoundGames::Split { .. } => true,
            FoundGames::Filtered => self.filtered[..self.used].iter().any(|(low, _)| low.is_some()),
        }
    }

    /// Calls a function with the games of each position of the current key, and with the bits of the whole key
    /// that are not kept otherwise, where the file has them.
    #[inline]
    pub(crate) fn each_list(
        &self,
        mut each: impl FnMut(Option<u32>, PostingList<'_>) -> Result<(), Damage>,
    ) -> Result<(), DatabaseError> {
        let bytes = |bytes: usize| &self.block[self.place - bytes..self.place];
        let listed = match self.found {
            FoundGames::One(posting) => {
                let mut list = ListBuilder::default();
                list.push(posting).and_then(|()| each(None, list.list()))
            }
            FoundGames::List { len, bytes: count } => {
                each(None, PostingList { len, bytes: bytes(count) })
            }
            FoundGames::Split { number, bytes: count } => {
                each_list(KeyKind::Split { number, parts: bytes(count) }, each)
            }
            FoundGames::Filtered => {
                let mut lists = self.filtered[..self.used].iter();
                lists.try_for_each(|(low, list)| each(*low, list.list()))
            }
        };
        listed.map_err(|damage| self.damaged(damage))
    }

    /// Appends the games of the current key to a list, by their numbers in the new segment.
    #[inline]
    pub(crate) fn append_to(&self, merged: &mut ListBuilder) -> Result<(), DatabaseError> {
        let first = self.part.first;
        match self.found {
            FoundGames::One(posting) => {
                let game = posting.game + first;
                merged.push(Posting { game, ..posting }).map_err(|it| self.damaged(it))
            }
            _ => self.each_list(|_, list| merged.append(&list, first)),
        }
    }

    /// The error for a damage of the current block.
    pub(crate) fn damaged(&self, damage: Damage) -> DatabaseError {
        let block = u64::from(self.block_number.unwrap_or(0));
        self.part.segment.damaged(Section::Positions, block, damage)
    }

    /// Goes to the next group; `false` behind the last one.
    fn next_group(&mut self) -> Result<bool, DatabaseError> {
        let Some(len) = self.lengths.pop_front() else { return self.next_block() };
        self.group += 1;
        self.begin_group(len)?;
        Ok(true)
    }

    fn begin_group(&mut self, len: usize) -> Result<(), DatabaseError> {
        let end = self.end.checked_add(len).filter(|&end| end <= self.block.len());
        self.end = end.ok_or_else(|| self.damaged(Damage::SHORT))?;
        self.last = u64::from(self.group) << (KEY_BITS - self.part.segment.descriptor.group_bits);
        Ok(())
    }

    /// Goes to the first group of the next block.
    fn next_block(&mut self) -> Result<bool, DatabaseError> {
        let segment = self.part.segment;
        let block = match self.block_number {
            None if segment.descriptor.position_blocks == 0 => None,
            None => Some(segment.snapshot.block_at_or_before(
                segment.number(),
                Section::Positions,
                0,
            )?),
            Some(number) => {
                segment.snapshot.block_after(segment.number(), Section::Positions, number)?
            }
        };
        let Some(block) = block else { return Ok(false) };
        self.block.clear();
        self.block.extend_from_slice(block.bytes());
        self.block_number = Some(block.number);
        self.group = block.number;
        let mut cursor = ByteCursor::new(&self.block);
        let lengths = read_lengths(&mut cursor);
        self.end = self.block.len() - cursor.rest().len();
        self.place = self.end;
        self.lengths = lengths.map_err(|damage| self.damaged(damage))?;
        let first = self.lengths.pop_front().ok_or_else(|| self.damaged(Damage::SHORT))?;
        self.begin_group(first)?;
        Ok(true)
    }
}

/// The lengths of the groups of a block.
fn read_lengths(cursor: &mut ByteCursor<'_>) -> Result<VecDeque<usize>, Damage> {
    let count = cursor.varint32()?;
    let mut lengths = VecDeque::new();
    for _ in 0..count {
        lengths.push_back(usize::try_from(cursor.varint32()?).map_err(|_| Damage::NUMBER)?);
    }
    Ok(lengths)
}

/// Makes the lists of a key without the games that are not in a part; returns the number of those that are not
/// empty.
fn filter(
    kind: KeyKind<'_>,
    part: &SegmentPart<'_>,
    lists: &mut Vec<(Option<u32>, ListBuilder)>,
) -> Result<usize, Damage> {
    let mut used = 0;
    each_list(kind, |low, list| {
        if used == lists.len() {
            lists.push((None, ListBuilder::default()));
        }
        let (rest, kept) = &mut lists[used];
        *rest = low;
        kept.clear();
        list.try_each(|posting| match part.number(posting.game) {
            Some(game) => kept.push(Posting { game, ..posting }),
            None => Ok(()),
        })?;
        used += usize::from(kept.len > 0);
        Ok(())
    })?;
    Ok(used)
}
