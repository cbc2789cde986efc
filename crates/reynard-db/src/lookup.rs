//! Looks up positions in a segment.

use std::borrow::Cow;

use reynard::Position;

use crate::bytes::is_set;
use crate::filter::{KnownGames, SegmentFilter};
use crate::game::{each_tree_position, tree_of};
use crate::game_row::SummedGames;
use crate::position_sums::PositionSums;
use crate::positions::{self, FoundList};
use crate::posting_list::{Posting, PostingList};
use crate::section::Section;
use crate::segment::Segment;
use crate::store::{BLOCK, Block};
use crate::sums_section::{CROWDED, FoundSums, SumsIndex, SumsWriter, read_sums};
use crate::{Damage, DatabaseError};

/// Prior knowledge about whether an indexed game reaches a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reach {
    /// An indexed game is known to reach the position, so no game is replayed.
    Known,
    /// An indexed game may or may not reach the position.
    Unknown,
}

impl Segment {
    /// Returns the games in which a position occurs; `None` if there are none.
    pub(crate) fn postings(&self, pos: &Position) -> Result<Option<Postings>, DatabaseError> {
        self.find_postings(pos, |first| self.is_visited(first.game, pos))
    }

    /// Returns the games in which a position occurs, given that an indexed game is known to reach
    /// it. No game is replayed: the key exists, and positions with the same stored bits are stored
    /// separately.
    pub(crate) fn postings_of_visited(
        &self,
        pos: &Position,
    ) -> Result<Option<Postings>, DatabaseError> {
        self.find_postings(pos, |_| Ok(true))
    }

    /// Returns the sums over the games in which a position occurs; `None` if the file has no sums
    /// for the position. `reach` states what is known about the position.
    pub(crate) fn position_sums(
        &self,
        pos: &Position,
        reach: Reach,
    ) -> Result<Option<PositionSums>, DatabaseError> {
        let Some(index) = self.sums_index()? else { return Ok(None) };
        let key = pos.key();
        for (start, end) in index.places(key, self.descriptor.length(Section::Sums)) {
            let record = self.sums_record(start, end)?;
            let damaged = |damage| self.damaged(Section::Sums, start, damage);
            match read_sums(&record, key, self.games()).map_err(damaged)? {
                FoundSums::Other => {}
                FoundSums::Exact(sums) => return Ok(Some(sums)),
                FoundSums::Probable(sums) => {
                    let is_it = reach == Reach::Known || self.is_visited(sums.first, pos)?;
                    return Ok(is_it.then_some(sums));
                }
            }
        }
        Ok(None)
    }

    /// Computes the sums over the games of all crowded positions in the segment.
    pub(crate) fn sums_of<'g>(
        &self,
        games: SummedGames<'g>,
    ) -> Result<SumsWriter<'g>, DatabaseError> {
        let fewest = self.sums_index()?.map_or(CROWDED, SumsIndex::fewest);
        let mut sums = SumsWriter::with_fewest(self.descriptor.group_bits, games, fewest);
        self.each_position_block(|first, block| sums.add(first, block))?;
        Ok(sums)
    }

    /// Returns the index of the sums; `None` if the segment has no sums.
    fn sums_index(&self) -> Result<Option<&SumsIndex>, DatabaseError> {
        if !self.descriptor.has_sums() {
            return Ok(None);
        }
        let read = || Ok(SumsIndex::new(self.read_all(Section::SumsIndex)?.into()));
        self.sums.index.get_or_make(read).map(Some)
    }

    /// Returns the record of sums in the byte range from `start` to `end`.
    fn sums_record(&self, start: u64, end: u64) -> Result<Cow<'_, [u8]>, DatabaseError> {
        let damaged = || self.damaged(Section::Sums, start / BLOCK as u64, Damage::NUMBER);
        let read = || self.read_all(Section::Sums);
        let Some(records) = self.sums.records(read)? else {
            let len = end.checked_sub(start).and_then(|len| usize::try_from(len).ok());
            return self.read(Section::Sums, start, len.ok_or_else(damaged)?).map(Cow::Owned);
        };
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let record = range.and_then(|(start, end)| records.get(start..end));
        record.map(Cow::Borrowed).ok_or_else(damaged)
    }

    fn find_postings(
        &self,
        pos: &Position,
        is_visited: impl FnOnce(Posting) -> Result<bool, DatabaseError>,
    ) -> Result<Option<Postings>, DatabaseError> {
        let bits = self.descriptor.group_bits;
        if self.descriptor.postings == 0 {
            return Ok(None);
        }
        let key = pos.key();
        let group = positions::group_of(key, bits);
        let block = self.snapshot.block_at_or_before(self.number(), Section::Positions, group)?;
        let damaged = |damage| self.damaged(Section::Positions, u64::from(block.number), damage);
        let found = positions::find(block.bytes(), block.number, bits, key).map_err(damaged)?;
        match found {
            FoundList::Nothing => Ok(None),
            FoundList::Exact(_) => Ok(Some(Postings { block, key, bits })),
            FoundList::Probable(list) => {
                let first = list.first().map_err(damaged)?;
                let confirmed = is_visited(first)?;
                Ok(confirmed.then_some(Postings { block, key, bits }))
            }
        }
    }

    /// Returns `true` if a game reaches a position, in its main line or in a variation.
    fn is_visited(&self, game: u32, pos: &Position) -> Result<bool, DatabaseError> {
        let mut found = false;
        self.replay(game, |reached, _| {
            found = reached.key() == pos.key();
            !found
        })?;
        if found || !self.flags_of(game)?.has_extra() {
            return Ok(found);
        }
        let tree = tree_of(self, game)?;
        each_tree_position(&tree, |reached| found |= reached.key() == pos.key());
        Ok(found)
    }
}

/// The games of a position, in order.
pub(crate) struct Postings {
    block: Block,
    key: u64,
    bits: u32,
}

impl Postings {
    /// Calls a function with the list of games.
    fn list(&self) -> Result<PostingList<'_>, Damage> {
        match positions::find(self.block.bytes(), self.block.number, self.bits, self.key)? {
            FoundList::Exact(list) | FoundList::Probable(list) => Ok(list),
            FoundList::Nothing => Err(Damage::MISSING),
        }
    }

    /// Calls a function for each game.
    #[inline]
    pub(crate) fn for_each(
        &self,
        segment: &Segment,
        each: impl FnMut(Posting) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        let damaged =
            |damage| segment.damaged(Section::Positions, u64::from(self.block.number), damage);
        self.list().map_err(damaged)?.for_each(each, damaged)
    }

    /// Calls a function for each game that a filter accepts.
    #[inline]
    pub(crate) fn each_accepted(
        &self,
        segment: &Segment,
        filter: &mut SegmentFilter<'_>,
        mut each: impl FnMut(Posting) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        match filter.known() {
            KnownGames::All => self.for_each(segment, each),
            KnownGames::Some(accepted) => self.for_each(segment, |posting| {
                if is_set(accepted, posting.game) { each(posting) } else { Ok(()) }
            }),
            KnownGames::Unknown => self.for_each(segment, |posting| {
                if filter.accepts(posting.game)? { each(posting) } else { Ok(()) }
            }),
        }
    }

    /// Returns the number of games.
    pub(crate) fn len(&self) -> u64 {
        self.list().map_or(0, |list| list.len)
    }
}
