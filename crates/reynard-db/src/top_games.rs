//! The highest-rated games.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A selection of the highest-rated games. Ties are broken by date, latest first, and then by
/// number, lowest first. Games must be added in ascending order of number.
pub(crate) struct TopGames {
    limit: usize,
    /// The lowest sum of ratings with which a game can still be added.
    lowest: u32,
    /// The kept games. The lowest-rated game is at the top of the heap.
    games: BinaryHeap<Reverse<TopGame>>,
}

/// One of the highest-rated games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct TopGame {
    /// The sum of both ratings.
    pub(crate) rating: u32,
    pub(crate) date: u32,
    number: Reverse<u64>,
}

impl TopGame {
    pub(crate) const fn new(rating: u32, date: u32, number: u64) -> Self {
        Self { rating, date, number: Reverse(number) }
    }

    pub(crate) const fn number(self) -> u64 {
        self.number.0
    }
}

impl TopGames {
    pub(crate) fn new(limit: usize) -> Self {
        let lowest = if limit == 0 { u32::MAX } else { 0 };
        Self { limit, lowest, games: BinaryHeap::new() }
    }

    /// Returns the maximum number of games that are kept.
    pub(crate) const fn limit(&self) -> usize {
        self.limit
    }

    /// Adds a game if its ratings are high enough. `key` returns the game's date and number, and is
    /// called only in that case.
    #[inline]
    pub(crate) fn push<E>(
        &mut self,
        elos: [u16; 2],
        key: impl FnOnce() -> Result<(u32, u64), E>,
    ) -> Result<(), E> {
        let [white, black] = elos;
        // A game with an unrated player is not excluded, but ranks below the others.
        let rating = u32::from(white) + u32::from(black);
        if rating >= self.lowest {
            let (date, number) = key()?;
            self.add(TopGame::new(rating, date, number));
        }
        Ok(())
    }

    /// Adds a game.
    #[cold]
    pub(crate) fn add(&mut self, game: TopGame) {
        if self.games.len() == self.limit {
            let is_higher = |Reverse(lowest): &Reverse<TopGame>| {
                (game.rating, game.date) > (lowest.rating, lowest.date)
            };
            if !self.games.peek().is_some_and(is_higher) {
                return;
            }
            self.games.pop();
        }
        self.games.push(Reverse(game));
        if self.games.len() == self.limit {
            self.lowest = self.games.peek().map_or(0, |Reverse(lowest)| lowest.rating);
        }
    }

    /// Returns the games, highest ratings first.
    pub(crate) fn into_sorted(self) -> impl Iterator<Item = TopGame> {
        self.games.into_sorted_vec().into_iter().map(|Reverse(game)| game)
    }
}
