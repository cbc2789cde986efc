//! Columns of a segment, read block by block.

use crate::bytes::len32;
use crate::section::Section;
use crate::segment::Segment;
use crate::store::{BLOCK, Block};
use crate::{Damage, DatabaseError};

/// The last block read from each column. If games are requested in ascending order, each block is
/// read only once. Nothing is copied or shared with other readers.
pub(crate) struct ColumnBlocks<'a> {
    segment: &'a Segment,
    /// Blocks, indexed by section number.
    blocks: [Option<Block>; Section::ALL.len()],
}

impl<'a> ColumnBlocks<'a> {
    pub(crate) fn new(segment: &'a Segment) -> Self {
        Self { segment, blocks: Default::default() }
    }

    pub(crate) const fn segment(&self) -> &'a Segment {
        self.segment
    }

    /// Returns a game's value from a column of `N`-byte numbers.
    pub(crate) fn number<const N: usize>(
        &mut self,
        section: Section,
        game: u32,
    ) -> Result<[u8; N], DatabaseError> {
        let (first, block) = self.block_of::<N>(section, game)?;
        let (numbers, _) = block.bytes().as_chunks();
        let number = numbers.get((game - first) as usize).copied();
        number.ok_or_else(|| self.missing(section, game))
    }

    /// Keeps the games, in order, whose column values satisfy a predicate. If the predicate returns
    /// `None` for a value, the column is reported as damaged.
    pub(crate) fn retain<const N: usize>(
        &mut self,
        section: Section,
        games: &mut Vec<u32>,
        is_kept: impl Fn([u8; N]) -> Option<bool>,
    ) -> Result<(), DatabaseError> {
        let (mut next, mut kept) = (0, 0);
        while let Some(&game) = games.get(next) {
            let (first, block) = self.block_of::<N>(section, game)?;
            let (numbers, _) = block.bytes().as_chunks();
            let before = next;
            while let Some(&game) = games.get(next)
                && let Some(&number) = numbers.get((game - first) as usize)
                && let Some(is_kept) = is_kept(number)
            {
                games[kept] = game;
                kept += usize::from(is_kept);
                next += 1;
            }
            if next == before {
                return Err(self.missing(section, game));
            }
        }
        games.truncate(kept);
        Ok(())
    }

    /// Returns the block that contains the value of a game, and the number of the first game in the
    /// block.
    fn block_of<const N: usize>(
        &mut self,
        section: Section,
        game: u32,
    ) -> Result<(u32, &Block), DatabaseError> {
        let per_block = len32(BLOCK / N);
        let number = game / per_block;
        let kept = &mut self.blocks[section as usize];
        let block = match kept.take() {
            Some(block) if block.number == number => block,
            _ => self.segment.snapshot.block(self.segment.number(), section, number)?,
        };
        Ok((number * per_block, kept.insert(block)))
    }

    /// Returns the error for a game that is missing from a column.
    fn missing(&self, section: Section, game: u32) -> DatabaseError {
        self.segment.damaged(section, u64::from(game), Damage::NUMBER)
    }
}
