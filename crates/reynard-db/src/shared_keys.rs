//! Finds out whether segments mean the same position by the bits of a key that the file keeps.
//!
//! Two segments can have different positions that agree in those bits. So where a key occurs in several, a game
//! of each is replayed, up to the last of the positions that are in question.

use reynard::{Position, SetupFaults};

use crate::batch::Flags;
use crate::bytes::{len32, low_word};
use crate::column_merge::MergedColumns;
use crate::entry::KEY_BITS;
use crate::game::{each_tree_move, tree_of};
use crate::positions::short;
use crate::section::Section;
use crate::segment::replay_codes;
use crate::segment_part::SegmentPart;
use crate::{Damage, DatabaseError};

/// The bits of a key that the file does not keep.
const LOW_BITS: u64 = (1 << (64 - KEY_BITS)) - 1;

/// Bits of the index of a key in a portion, which shares a number with the bits of a key that are kept.
const INDEX_BITS: u32 = 64 - KEY_BITS;
const INDEX_MASK: u64 = (1 << INDEX_BITS) - 1;
const MOST_KEYS: usize = 1 << INDEX_BITS;

/// Bytes of memory for a key of a portion in one segment, about.
const CHECK: usize = 24;

/// The games of a new segment, to be replayed.
pub(crate) struct NewGames<'a> {
    pub(crate) parts: &'a [SegmentPart<'a>],
    pub(crate) merged: &'a MergedColumns,
}

/// Keys that occur in several segments, checked in portions.
pub(crate) struct SharedKeys<'a> {
    games: &'a NewGames<'a>,
    /// Keys of a portion, in order.
    keys: Vec<u64>,
    /// Games with the index of a key that each reaches.
    checks: Vec<(u32, u32)>,
    most_checks: usize,
    /// Keys by which different positions are meant.
    different: Vec<u64>,
}

impl NewGames<'_> {
    /// The whole key of a position that a game reaches, by the bits that are kept.
    pub(crate) fn whole_key(&self, game: u32, key: u64) -> Result<u64, DatabaseError> {
        let mut found = None;
        self.each_key(game, |whole| {
            if short(whole) == key {
                found = Some(whole);
            }
            found.is_none()
        })?;
        found.ok_or_else(|| self.damaged(game, Damage::MISSING))
    }

    /// Calls a function with the key of each position that a game reaches, in variations too, until it returns
    /// `false`.
    fn each_key(&self, game: u32, mut each: impl FnMut(u64) -> bool) -> Result<(), DatabaseError> {
        let columns = &self.merged.columns;
        let start = match self.merged.starts.binary_search_by_key(&game, |(game, _)| *game) {
            Ok(index) => {
                let fen = &self.merged.starts[index].1;
                Position::from_fen_waiving(fen, SetupFaults::WAIVABLE)
                    .map_err(|_| self.damaged(game, Damage::START))?
            }
            Err(_) => Position::startpos(),
        };
        let flags = Flags(columns.flags.get(game as usize).copied().unwrap_or(0));
        let mut goes_on = true;
        let replayed = replay_codes(columns.codes(game), flags, start, |pos, _| {
            goes_on = each(pos.key());
            goes_on
        });
        replayed.map_err(|damage| self.damaged(game, damage))?;
        if goes_on && flags.has_extra() {
            let (part, old) = self.place(game);
            each_tree_move(&tree_of(part.segment, old)?, |it| {
                goes_on = goes_on && each(it.after.key());
            });
        }
        Ok(())
    }

    /// The part of a game, and the number of the game in its segment.
    fn place(&self, game: u32) -> (&SegmentPart<'_>, u32) {
        let index = self.parts.partition_point(|part| part.first <= game).saturating_sub(1);
        let part = &self.parts[index];
        (part, part.old_number(game - part.first))
    }

    fn damaged(&self, game: u32, damage: Damage) -> DatabaseError {
        let (part, old) = self.place(game);
        part.segment.damaged(Section::Moves, u64::from(old), damage)
    }
}

impl<'a> SharedKeys<'a> {
    /// Collects keys with up to `memory` bytes at once.
    pub(crate) fn new(games: &'a NewGames<'a>, memory: usize) -> Self {
        let most_checks = (memory / CHECK).max(1_024);
        Self { games, keys: Vec::new(), checks: Vec::new(), most_checks, different: Vec::new() }
    }

    /// Adds a key, behind those that are there, with a game from each of the segments in which it occurs.
    #[inline]
    pub(crate) fn push(&mut self, key: u64, games: &[u32]) -> Result<(), DatabaseError> {
        if self.checks.len() >= self.most_checks || self.keys.len() == MOST_KEYS {
            self.check()?;
        }
        let index = len32(self.keys.len());
        self.keys.push(key);
        self.checks.extend(games.iter().map(|&game| (game, index)));
        Ok(())
    }

    /// Returns the keys by which segments mean different positions, in order.
    pub(crate) fn finish(mut self) -> Result<Vec<u64>, DatabaseError> {
        self.check()?;
        self.different.sort_unstable();
        self.different.dedup();
        Ok(self.different)
    }

    /// Replays the games of a portion.
    fn check(&mut self) -> Result<(), DatabaseError> {
        let mut lows: Vec<Option<u32>> = vec![None; self.keys.len()];
        let (wanted, starts) = self.by_game();
        let mut open = Vec::new();
        for (game, range) in (0..).zip(starts.windows(2)) {
            open.clear();
            open.extend_from_slice(&wanted[range[0] as usize..range[1] as usize]);
            if open.is_empty() {
                continue;
            }
            self.games.each_key(game, |whole| {
                let found = open.iter().position(|it| it >> INDEX_BITS == short(whole));
                if let Some(found) = found {
                    let low = low_word(whole & LOW_BITS);
                    let index = low_word(open.swap_remove(found) & INDEX_MASK) as usize;
                    if *lows[index].get_or_insert(low) != low {
                        self.different.push(self.keys[index]);
                    }
                }
                !open.is_empty()
            })?;
            if !open.is_empty() {
                return Err(self.games.damaged(game, Damage::MISSING));
            }
        }
        self.keys.clear();
        self.checks.clear();
        Ok(())
    }

    /// The keys with their indices by game, and where those of each game begin.
    fn by_game(&self) -> (Vec<u64>, Vec<u32>) {
        let mut starts = vec![0_u32; self.games.merged.columns.games() as usize + 1];
        for &(game, _) in &self.checks {
            starts[game as usize + 1] += 1;
        }
        for game in 1..starts.len() {
            starts[game] += starts[game - 1];
        }
        let mut next = starts.clone();
        let mut order = vec![0; self.checks.len()];
        for &(game, index) in &self.checks {
            let place = &mut next[game as usize];
            order[*place as usize] = self.keys[index as usize] << INDEX_BITS | u64::from(index);
            *place += 1;
        }
        (order, starts)
    }
}
