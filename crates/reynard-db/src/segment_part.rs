//! A segment's games that are copied into a new segment.

use std::ops::Range;

use crate::bytes::len32;
use crate::segment::Segment;

/// The games to keep from a range of a segment, with their numbers in a new segment.
#[derive(Clone)]
pub(crate) struct SegmentPart<'a> {
    pub(crate) segment: &'a Segment,
    /// The number of the first game of the part in the new segment.
    pub(crate) first: u32,
    kept: KeptGames,
}

/// The games that are kept from a segment.
#[derive(Clone)]
enum KeptGames {
    /// A range of games, none of them deleted.
    Range(Range<u32>),
    Some {
        /// Old numbers of the kept games.
        old: Vec<u32>,
        /// New numbers, indexed by old number from the beginning of the part; [`GONE`] for games
        /// that are not kept.
        new: Vec<u32>,
    },
}

/// Treatment of deleted games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeletedGames {
    /// Deleted games are dropped.
    Dropped,
    /// Deleted games are kept, so game numbers do not change.
    Kept,
}

/// The number that marks a dropped game in [`KeptGames`].
const GONE: u32 = u32::MAX;

impl<'a> SegmentPart<'a> {
    fn new(segment: &'a Segment, games: &Range<u32>, first: u32, treatment: DeletedGames) -> Self {
        if segment.deleted() == 0 || treatment == DeletedGames::Kept {
            return Self { segment, first, kept: KeptGames::Range(games.clone()) };
        }
        let old: Vec<u32> = games.clone().filter(|&game| !segment.is_deleted(game)).collect();
        let mut new = vec![GONE; segment.games() as usize];
        for (number, &game) in (0..).zip(&old) {
            new[game as usize] = number;
        }
        Self { segment, first, kept: KeptGames::Some { old, new } }
    }

    /// Returns the same part of an identical segment.
    pub(crate) fn of(self, segment: &Segment) -> SegmentPart<'_> {
        SegmentPart { segment, first: self.first, kept: self.kept }
    }

    /// Returns the number of games.
    pub(crate) fn len(&self) -> u32 {
        match &self.kept {
            KeptGames::Range(games) => len32(games.len()),
            KeptGames::Some { old, .. } => len32(old.len()),
        }
    }

    /// Returns `true` if all games of the segment are in the part.
    pub(crate) fn is_whole(&self) -> bool {
        self.range().is_some_and(|games| games == (0..self.segment.games()))
    }

    /// Returns the range of kept games; `None` if some games in the range are not kept.
    pub(crate) fn range(&self) -> Option<Range<u32>> {
        match &self.kept {
            KeptGames::Range(games) => Some(games.clone()),
            KeptGames::Some { .. } => None,
        }
    }

    /// Returns the number, within the part, of a game of the segment; `None` if the game is not
    /// kept.
    pub(crate) fn number(&self, game: u32) -> Option<u32> {
        match &self.kept {
            KeptGames::Range(games) if games.contains(&game) => Some(game - games.start),
            KeptGames::Range(_) => None,
            KeptGames::Some { new, .. } => {
                new.get(game as usize).copied().filter(|&number| number != GONE)
            }
        }
    }

    /// Returns the number, within the segment, of a game of the part.
    pub(crate) fn old_number(&self, number: u32) -> u32 {
        match &self.kept {
            KeptGames::Range(games) => games.start + number,
            KeptGames::Some { old, .. } => old[number as usize],
        }
    }

    /// Returns the numbers, within the new segment, of the part's games.
    pub(crate) fn new_numbers(&self) -> Range<u32> {
        self.first..self.first + self.len()
    }

    /// Returns the numbers, within the new segment, of the games that are kept although they are
    /// deleted.
    pub(crate) fn deleted_numbers(&self) -> impl Iterator<Item = u32> {
        let deleted = self.games().filter(|&game| self.segment.is_deleted(game));
        deleted.filter_map(|game| Some(self.first + self.number(game)?))
    }

    /// Returns the numbers, within the old segment, of the part's games.
    pub(crate) fn games(&self) -> impl Iterator<Item = u32> {
        (0..self.len()).map(|number| self.old_number(number))
    }
}

/// Divides the games of segments into new segments of at most `capacity` games.
pub(crate) fn plan<'a>(
    segments: &[&'a Segment],
    capacity: u32,
    treatment: DeletedGames,
) -> Vec<Vec<SegmentPart<'a>>> {
    let (mut plan, mut parts, mut filled) = (Vec::new(), Vec::new(), 0);
    for &segment in segments {
        let (mut start, mut taken) = (0, 0);
        for end in 1..=segment.games() {
            let is_kept = treatment == DeletedGames::Kept || !segment.is_deleted(end - 1);
            taken += u32::from(is_kept);
            let is_full = filled + taken == capacity;
            if taken > 0 && (is_full || end == segment.games()) {
                parts.push(SegmentPart::new(segment, &(start..end), filled, treatment));
                filled += taken;
                (start, taken) = (end, 0);
            }
            if is_full {
                plan.push(std::mem::take(&mut parts));
                filled = 0;
            }
        }
    }
    if !parts.is_empty() {
        plan.push(parts);
    }
    plan
}
