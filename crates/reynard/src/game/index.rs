//! Index of the positions of a game, for finding repetitions.
//!
//! A hash table with chaining. The table contains the latest position for each value of the low
//! bits of a key, and each position refers to the previous one in its chain. Positions are added
//! and removed only at the end of the game, so the latest one is always the first of its chain.

use alloc::vec;
use alloc::vec::Vec;

use super::played::{Place, Played};

/// The hash table, with the head of each chain. Its length is zero or a power of two.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    latest: Vec<Option<Place>>,
}

impl Index {
    /// The length of the table when it is first allocated.
    const SMALLEST: usize = 64;

    /// Adds the position before the last move. If the table is too small, it is enlarged and
    /// rebuilt.
    pub(super) fn add_last(&mut self, played: &mut [Played]) {
        let first = if played.len() > self.latest.len() {
            let len = played.len().next_power_of_two().max(Self::SMALLEST);
            self.latest = vec![None; len];
            0
        } else {
            played.len() - 1
        };
        for (index, move_made) in played.iter_mut().enumerate().skip(first) {
            let slot = self.slot(move_made.undo.key());
            move_made.earlier = self.latest[slot];
            self.latest[slot] = Place::new(index as u32 + 1);
        }
    }

    /// Removes the most recently added position, which had this key and this predecessor in its
    /// chain.
    pub(super) fn remove_last(&mut self, key: u64, earlier: Option<Place>) {
        let slot = self.slot(key);
        self.latest[slot] = earlier;
    }

    /// Returns the moves played from positions with this key, the latest first.
    pub(super) fn find<'a>(
        &self,
        key: u64,
        played: &'a [Played],
    ) -> impl Iterator<Item = usize> + use<'a> {
        let latest = if self.latest.is_empty() { None } else { self.latest[self.slot(key)] };
        let index = |place: Place| place.get() as usize - 1;
        core::iter::successors(latest.map(index), move |&at| played[at].earlier.map(index))
            .filter(move |&at| played[at].undo.key() == key)
    }

    fn slot(&self, key: u64) -> usize {
        key as usize & (self.latest.len() - 1)
    }
}
