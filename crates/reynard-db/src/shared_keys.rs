//! Determines whether a key whose stored bits occur in several segments represents the same
//! position in all of them.
//!
//! Two segments can have different positions that agree in those bits. For a key that occurs in
//! several segments, one game of each segment is therefore replayed, up to the last position that
//! must be checked. Games are sorted by their moves, so a prefix shared with the previous game is
//! played only once.

use reynard::Position;

use crate::batch::Flags;
use crate::bytes::{len32, low_word};
use crate::column_merge::MergedColumns;
use crate::entry::KEY_BITS;
use crate::extra_record::kept_start;
use crate::game::{each_tree_position, tree_of};
use crate::played_line::PlayedLine;
use crate::positions::short;
use crate::section::Section;
use crate::segment_part::SegmentPart;
use crate::{Damage, DatabaseError};

/// The bits of a key that are not stored in the file.
const LOW_BITS: u64 = (1 << (64 - KEY_BITS)) - 1;

/// Number of bits for the index of a check, which shares a word with the stored bits of a key.
const NUMBER_BITS: u32 = 64 - KEY_BITS;
const NUMBER_MASK: u64 = (1 << NUMBER_BITS) - 1;

/// Number of checks at which the games should be replayed. Up to as many again can be added before
/// the replay.
const MOST_CHECKS: usize = 1 << (NUMBER_BITS - 1);

/// The games of a new segment, for replaying.
pub(crate) struct NewGames<'a> {
    pub(crate) parts: &'a [SegmentPart<'a>],
    pub(crate) merged: &'a MergedColumns,
}

/// Keys that occur in several segments and must be checked.
pub(crate) struct SharedKeys<'a> {
    games: &'a NewGames<'a>,
    /// Keys in ascending order. The bits that are not stored in the file are 0.
    keys: Vec<u64>,
    /// Checks: a game, and the index of a key that it reaches. The checks of a key are adjacent.
    checks: Vec<(u32, u32)>,
}

impl NewGames<'_> {
    /// Returns the full key of the position that a game reaches, given the stored bits of the key.
    pub(crate) fn whole_key(&self, game: u32, key: u64) -> Result<u64, DatabaseError> {
        if game >= self.merged.columns.games() {
            return Err(Damage::NUMBER.of("positions", 0));
        }
        let mut found = None;
        self.each_key(&mut PlayedLine::default(), game, |whole| {
            if short(whole) == key {
                found = Some(whole);
            }
            found.is_none()
        })?;
        found.ok_or_else(|| self.damaged(game, Damage::MISSING))
    }

    /// Calls a function with the key of each position that a game reaches, including positions in
    /// variations, until the function returns `false`.
    fn each_key<'b>(
        &'b self,
        line: &mut PlayedLine<'b>,
        game: u32,
        mut each: impl FnMut(u64) -> bool,
    ) -> Result<(), DatabaseError> {
        let columns = &self.merged.columns;
        let flags = Flags(columns.flags.get(game as usize).copied().unwrap_or(0));
        line.begin(self.own_start(game)?, columns.codes(game), flags);
        let finished = line.each(|pos| each(pos.key()));
        let mut goes_on = finished.map_err(|damage| self.damaged(game, damage))?;
        if goes_on && flags.has_extra() {
            let (part, old) = self.place(game);
            each_tree_position(&tree_of(part.segment, old)?, |pos| {
                goes_on = goes_on && each(pos.key());
            });
        }
        Ok(())
    }

    /// Returns the start position of a game, if it is not the standard one.
    fn own_start(&self, game: u32) -> Result<Option<Position>, DatabaseError> {
        let starts = &self.merged.starts;
        let Ok(index) = starts.binary_search_by_key(&game, |(game, _)| *game) else {
            return Ok(None);
        };
        let start = kept_start(&starts[index].1);
        start.map(Some).ok_or_else(|| self.damaged(game, Damage::START))
    }

    /// Returns the part that contains a game, and the number of the game in its segment.
    pub(crate) fn place(&self, game: u32) -> (&SegmentPart<'_>, u32) {
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
    pub(crate) const fn new(games: &'a NewGames<'a>) -> Self {
        Self { games, keys: Vec::new(), checks: Vec::new() }
    }

    /// Appends a key.
    pub(crate) fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Adds a check for a game that reaches the last key. The caller adds one game for each segment
    /// that contains the key.
    pub(crate) fn push_game(&mut self, game: u32) {
        self.checks.push((game, len32(self.keys.len()) - 1));
    }

    /// Returns the size in bytes of the keys and the checks. This includes the two values that are
    /// stored for each check while the keys are checked: its key, sorted by game, and its result.
    pub(crate) const fn heap_size(&self) -> usize {
        const CHECK: usize = size_of::<(u32, u32)>() + size_of::<u64>() + size_of::<u32>();
        self.keys.len() * size_of::<u64>() + self.checks.len() * CHECK
    }

    /// Returns `true` if the keys should be checked before more are added.
    pub(crate) const fn is_full(&self) -> bool {
        self.checks.len() >= MOST_CHECKS
    }

    /// Replays the games. Returns the keys that represent different positions in different
    /// segments, in ascending order. All keys and checks are discarded.
    pub(crate) fn take_different(&mut self) -> Result<Vec<u64>, DatabaseError> {
        let lows = self.rest_of_keys()?;
        let mut different = Vec::new();
        let mut start = 0;
        for checks in self.checks.chunk_by(|(_, a), (_, b)| a == b) {
            let lows = &lows[start..start + checks.len()];
            if lows.iter().any(|&low| low != lows[0]) {
                different.push(self.keys[checks[0].1 as usize]);
            }
            start += checks.len();
        }
        self.keys.clear();
        self.checks.clear();
        Ok(different)
    }

    /// Returns, for each check, the bits of the key that are not stored in the file.
    fn rest_of_keys(&self) -> Result<Vec<u32>, DatabaseError> {
        let mut lows = vec![0; self.checks.len()];
        let (wanted, starts) = self.by_game();
        let mut line = PlayedLine::default();
        let mut open = Vec::new();
        for game in self.by_moves(&starts) {
            let range = starts[game as usize]..starts[game as usize + 1];
            open.clear();
            open.extend_from_slice(&wanted[range.start as usize..range.end as usize]);
            self.games.each_key(&mut line, game, |whole| {
                let found = open.iter().position(|it| it >> NUMBER_BITS == short(whole));
                if let Some(found) = found {
                    let number = low_word(open.swap_remove(found) & NUMBER_MASK);
                    lows[number as usize] = low_word(whole & LOW_BITS);
                }
                !open.is_empty()
            })?;
            if !open.is_empty() {
                return Err(self.games.damaged(game, Damage::MISSING));
            }
        }
        Ok(lows)
    }

    /// Sorts the stored key bits with their check indices by game. Returns the sorted entries, and
    /// the index where each game begins.
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
        for (number, &(game, index)) in (0..).zip(&self.checks) {
            let place = &mut next[game as usize];
            order[*place as usize] = self.keys[index as usize] << NUMBER_BITS | number;
            *place += 1;
        }
        (order, starts)
    }

    /// Returns the games to replay, in the order of their moves.
    fn by_moves(&self, starts: &[u32]) -> impl Iterator<Item = u32> + use<> {
        let mut games = Vec::new();
        for (game, range) in (0..).zip(starts.windows(2)) {
            if range[0] < range[1] {
                let mut first = [0; 16];
                let codes = self.games.merged.columns.codes(game);
                let len = codes.len().min(first.len());
                first[..len].copy_from_slice(&codes[..len]);
                games.push((u128::from_be_bytes(first), game));
            }
        }
        // Copies of a game are adjacent, regardless of other games with the same beginning.
        let codes = |game: u32| self.games.merged.columns.codes(game);
        games.sort_unstable_by(|(first, one), (second, other)| {
            first.cmp(second).then_with(|| (codes(*one), one).cmp(&(codes(*other), other)))
        });
        games.into_iter().map(|(_, game)| game)
    }
}
