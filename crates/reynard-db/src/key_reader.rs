//! Reads the positions of a segment part in key order.

use std::ops::Range;
use std::vec;

use crate::bytes::{ByteCursor, len32, low_word, put_varint};
use crate::positions::{
    KeyKind, SINGLE, each_list, first_key, read_games, read_head, read_lengths, word_len,
};
use crate::posting_list::{ListBuilder, ListEnd, Posting, PostingList};
use crate::posting_move::PostingMove;
use crate::section::Section;
use crate::segment_part::SegmentPart;
use crate::{Damage, DatabaseError};

/// Reads the keys of a segment part. For each key, returns only the games that are in the part.
pub(crate) struct KeyReader<'a> {
    pub(crate) part: &'a SegmentPart<'a>,
    /// The current block, preceded by earlier blocks that are still in use.
    block: Vec<u8>,
    block_number: u32,
    /// The number of the group after the current one, and the lengths of the groups from there to
    /// the end of the block.
    next_group: u32,
    lengths: vec::IntoIter<usize>,
    /// The end of the last key, and the end of the group.
    place: usize,
    end: usize,
    /// The first possible key of the group, and the minimum of the next key.
    base: u64,
    least: u64,
    kept: KeptLists,
}

/// Maximum total size in bytes of the finished blocks that are kept.
const USED: usize = 64 << 10;

/// Copies of lists from which the games outside the part have been removed.
#[derive(Default)]
struct KeptLists {
    bytes: Vec<u8>,
    /// A list under construction. Its memory is reused.
    list: ListBuilder,
}

/// A key, and the games that reach it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FoundKey {
    /// The stored bits of the key.
    pub(crate) key: u64,
    /// The index of the reader that found the key.
    pub(crate) reader: u32,
    pub(crate) games: FoundGames,
}

/// The games of a key.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FoundGames {
    /// One game, by its number in the new segment.
    One(Posting),
    /// Several games that reach one position: the number of games, and the byte range of their list
    /// in the reader.
    List { len: u32, start: u32, end: u32 },
    /// Several positions: the number of positions, and the byte range of their lists in the reader.
    Split { number: u32, start: u32, end: u32 },
}

impl<'a> KeyReader<'a> {
    pub(crate) fn new(part: &'a SegmentPart<'a>) -> Self {
        Self {
            part,
            block: Vec::new(),
            block_number: 0,
            next_group: 0,
            lengths: Vec::new().into_iter(),
            place: 0,
            end: 0,
            base: 0,
            least: 0,
            kept: KeptLists::default(),
        }
    }

    /// Returns the number of bits of a key that select its group.
    pub(crate) const fn bits(&self) -> u32 {
        self.part.segment.descriptor.group_bits
    }

    /// Adds the keys below a limit to `found`, each with the index of this reader. The bytes of
    /// previously found keys are discarded.
    pub(crate) fn take_below(
        &mut self,
        limit: u64,
        reader: u32,
        found: &mut Vec<FoundKey>,
    ) -> Result<(), DatabaseError> {
        if self.part.segment.descriptor.position_blocks == 0 {
            return Ok(());
        }
        self.kept.bytes.clear();
        if self.place > USED {
            self.block.drain(..self.place);
            self.end -= self.place;
            self.place = 0;
        }
        self.read_below(limit, reader, found).map_err(|damage| self.damaged(damage))?;
        while first_key(self.next_group, self.bits()) < limit {
            self.go_to_next_group()?;
            self.read_below(limit, reader, found).map_err(|damage| self.damaged(damage))?;
        }
        Ok(())
    }

    fn read_below(
        &mut self,
        limit: u64,
        reader: u32,
        found: &mut Vec<FoundKey>,
    ) -> Result<(), Damage> {
        let (part, block) = (self.part, &self.block[..]);
        let (is_whole, first) = (part.is_whole(), part.first);
        let (base, word_len) = (self.base, word_len(self.bits()));
        let (mut least, behind) = (self.least, block.len() - self.end);
        let mut cursor = ByteCursor::new(&block[self.place..]);
        while cursor.rest().len() > behind {
            let before = cursor;
            let (rest, kind) = read_head(&mut cursor, word_len)?;
            let key = base | rest;
            if key >= limit {
                cursor = before;
                break;
            }
            if key < least {
                return Err(Damage::ORDER);
            }
            least = key + 1;
            if kind == SINGLE {
                let only = Posting::read(&mut cursor)?;
                match part.number(only.game) {
                    Some(game) => {
                        let games = FoundGames::One(Posting { game: game + first, ..only });
                        found.push(FoundKey { key, reader, games });
                    }
                    None if is_whole => return Err(Damage::NUMBER),
                    None => {}
                }
                continue;
            }
            let kind = read_games(&mut cursor, kind)?;
            let end = block.len() - cursor.rest().len();
            let range = |bytes: &[u8]| (len32(end - bytes.len()), len32(end));
            let games = match kind {
                KeyKind::List(list) if is_whole => {
                    let (start, end) = range(list.bytes);
                    FoundGames::List { len: low_word(list.len), start, end }
                }
                KeyKind::Split { number, parts } if is_whole => {
                    let (start, end) = range(parts);
                    FoundGames::Split { number: low_word(number), start, end }
                }
                KeyKind::List(list) => match self.kept.list(&list, part)? {
                    Some(games) => games,
                    None => continue,
                },
                kind => match self.kept.split(kind, part)? {
                    Some(games) => games,
                    None => continue,
                },
            };
            found.push(FoundKey { key, reader, games });
        }
        self.least = least;
        self.place = block.len() - cursor.rest().len();
        if self.place > self.end { Err(Damage::SHORT) } else { Ok(()) }
    }

    /// Returns the list of `len` games in the byte range from `start` to `end`.
    #[inline]
    pub(crate) fn list(&self, len: u32, start: u32, end: u32) -> PostingList<'_> {
        PostingList { len: len.into(), bytes: self.bytes(start, end) }
    }

    fn bytes(&self, start: u32, end: u32) -> &[u8] {
        let bytes = if self.part.is_whole() { &self.block } else { &self.kept.bytes };
        &bytes[start as usize..end as usize]
    }

    /// Calls a function with the games of each position of a key, numbered as in the new segment.
    /// If the file stores the remaining bits of the full key, the function receives those bits as
    /// well.
    pub(crate) fn each_list(
        &self,
        games: FoundGames,
        mut each: impl FnMut(Option<u32>, ListBuilder) -> Result<(), Damage>,
    ) -> Result<(), DatabaseError> {
        let mut moved = |low, list: PostingList<'_>| {
            let mut moved = ListBuilder::default();
            moved.append(&list, self.part.first)?;
            each(low, moved)
        };
        let listed = match games {
            FoundGames::One(posting) => {
                let mut list = ListBuilder::default();
                list.push(posting).and_then(|()| each(None, list))
            }
            FoundGames::List { len, start, end } => moved(None, self.list(len, start, end)),
            FoundGames::Split { number, start, end } => {
                let parts = self.bytes(start, end);
                each_list(KeyKind::Split { number: number.into(), parts }, moved)
            }
        };
        listed.map_err(|damage| self.damaged(damage))
    }

    /// Returns the first game of a key, numbered as in the new segment. The key must have only one
    /// position.
    #[inline]
    pub(crate) fn first_game(&self, games: FoundGames) -> Result<u32, DatabaseError> {
        match games {
            FoundGames::One(posting) => Ok(posting.game),
            FoundGames::List { len, start, end }
            | FoundGames::Split { number: len, start, end } => {
                let game = self.list(len, start, end).split_first().map(|(game, _)| game);
                let game = game.ok().filter(|&game| game < self.part.len());
                Ok(game.ok_or_else(|| self.damaged(Damage::NUMBER))? + self.part.first)
            }
        }
    }

    /// Returns the error for damage to the current block.
    pub(crate) fn damaged(&self, damage: Damage) -> DatabaseError {
        let block = u64::from(self.block_number);
        self.part.segment.damaged(Section::Positions, block, damage)
    }

    fn go_to_next_group(&mut self) -> Result<(), DatabaseError> {
        if self.place != self.end {
            // A key that belongs elsewhere.
            return Err(self.damaged(Damage::ORDER));
        }
        let len = match self.lengths.next() {
            Some(len) => len,
            None => self.go_to_next_block()?,
        };
        let end = self.end.checked_add(len).filter(|&end| end <= self.block.len());
        self.end = end.ok_or_else(|| self.damaged(Damage::SHORT))?;
        self.base = first_key(self.next_group, self.bits());
        self.least = self.base;
        self.next_group += 1;
        Ok(())
    }

    /// Reads the block that begins with the next group, and returns the length of that group.
    fn go_to_next_block(&mut self) -> Result<usize, DatabaseError> {
        let segment = self.part.segment;
        self.block_number = self.next_group;
        let block =
            segment.snapshot.block(segment.number(), Section::Positions, self.block_number)?;
        let start = self.block.len();
        self.block.extend_from_slice(block.bytes());
        let mut cursor = ByteCursor::new(&self.block[start..]);
        let lengths = read_lengths(&mut cursor).map_err(|damage| self.damaged(damage))?;
        self.end = self.block.len() - cursor.rest().len();
        self.place = self.end;
        self.lengths = lengths.into_iter();
        self.lengths.next().ok_or_else(|| self.damaged(Damage::SHORT))
    }
}

impl KeptLists {
    /// Keeps those games of a list that are in the part. Returns `None` if there are none.
    fn list(
        &mut self,
        list: &PostingList<'_>,
        part: &SegmentPart<'_>,
    ) -> Result<Option<FoundGames>, Damage> {
        if let Some(games) = part.range() {
            return self.cut(list, part, &games);
        }
        self.list.clear();
        keep(list, part, &mut self.list)?;
        let kept = self.list.list();
        if kept.len < 2 {
            let one = |only: Posting| Posting { game: only.game + part.first, ..only };
            let only = if kept.len == 1 { Some(kept.first()?) } else { None };
            return Ok(only.map(|only| FoundGames::One(one(only))));
        }
        let start = len32(self.bytes.len());
        self.bytes.extend_from_slice(kept.bytes);
        Ok(Some(FoundGames::List { len: low_word(kept.len), start, end: len32(self.bytes.len()) }))
    }

    /// Keeps those games of a list that are in a part, where the part is a range of games.
    fn cut(
        &mut self,
        list: &PostingList<'_>,
        part: &SegmentPart<'_>,
        games: &Range<u32>,
    ) -> Result<Option<FoundGames>, Damage> {
        let ends = games.end == part.segment.games();
        let end = if ends { ListEnd::OfRange } else { ListEnd::Behind };
        let Some(cut) = list.cut(games, end)? else { return Ok(None) };
        let first = cut.first - games.start;
        if cut.len == 1 {
            let mv = PostingMove::read(&mut ByteCursor::new(cut.rest))?;
            return Ok(Some(FoundGames::One(Posting { game: first + part.first, mv })));
        }
        let start = len32(self.bytes.len());
        put_varint(&mut self.bytes, u64::from(first));
        self.bytes.extend_from_slice(cut.rest);
        Ok(Some(FoundGames::List { len: low_word(cut.len), start, end: len32(self.bytes.len()) }))
    }

    /// For each position that shares a key, keeps the games that are in the part.
    fn split(
        &mut self,
        kind: KeyKind<'_>,
        part: &SegmentPart<'_>,
    ) -> Result<Option<FoundGames>, Damage> {
        let (start, mut number) = (len32(self.bytes.len()), 0);
        each_list(kind, |low, list| {
            self.list.clear();
            keep(&list, part, &mut self.list)?;
            if self.list.len > 0 {
                self.bytes.extend_from_slice(&low.unwrap_or(0).to_le_bytes()[..3]);
                self.list.put(&mut self.bytes);
                number += 1;
            }
            Ok(())
        })?;
        let end = len32(self.bytes.len());
        Ok((number > 0).then_some(FoundGames::Split { number, start, end }))
    }
}

/// Adds those games of a list that are in the part, numbered as in the part.
fn keep(
    list: &PostingList<'_>,
    part: &SegmentPart<'_>,
    kept: &mut ListBuilder,
) -> Result<(), Damage> {
    list.try_each(|posting| match part.number(posting.game) {
        Some(game) => kept.push(Posting { game, ..posting }),
        None => Ok(()),
    })
}
