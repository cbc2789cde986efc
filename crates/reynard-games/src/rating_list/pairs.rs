//! Games by pair of White and Black.

use std::collections::BTreeMap;

use reynard::Color;

use crate::{Rated, RoundKind, TournamentRecord};

/// The games between a pair of players.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PairGames {
    pub(super) games: u64,
    pub(super) half_points: u64,
    pub(super) draws: u64,
}

/// Games by pair of White and Black. Half points are White's.
#[derive(Clone, Debug, Default)]
pub(super) struct Pairs {
    pub(super) by_pair: BTreeMap<(usize, usize), PairGames>,
    /// Games, half points and draws of each player.
    totals: Vec<(u64, u64, u64)>,
}

impl Pairs {
    pub(super) fn of(games: &TournamentRecord) -> Self {
        let mut pairs = Self { totals: vec![(0, 0, 0); games.players.len()], ..Self::default() };
        for (white, black, half_points) in games_with_white(games) {
            let draws = u64::from(half_points == 1);
            pairs.add(white, black, PairGames { games: 1, half_points, draws });
        }
        pairs
    }

    fn add(&mut self, white: usize, black: usize, added: PairGames) {
        let pair = self.by_pair.entry((white, black)).or_default();
        pair.games += added.games;
        pair.half_points += added.half_points;
        pair.draws += added.draws;
        let theirs = 2 * added.games - added.half_points;
        for (player, half_points) in [(white, added.half_points), (black, theirs)] {
            let total = &mut self.totals[player];
            *total = (total.0 + added.games, total.1 + half_points, total.2 + added.draws);
        }
    }

    /// Returns the games between players of the same group.
    pub(super) fn within(&self, groups: &[Option<usize>]) -> Self {
        let mut pairs = Self { totals: vec![(0, 0, 0); self.totals.len()], ..Self::default() };
        for (&(white, black), &games) in &self.by_pair {
            if groups[white].is_some() && groups[white] == groups[black] {
                pairs.add(white, black, games);
            }
        }
        pairs
    }

    /// Returns the number of games.
    pub(super) fn games(&self) -> u64 {
        self.by_pair.values().map(|pair| pair.games).sum()
    }

    /// Returns a player's game count, half points and draw count.
    pub(super) fn total(&self, player: usize) -> (u64, u64, u64) {
        self.totals[player]
    }
}

/// Returns each rated game as the indices of White and Black and the half points of White.
fn games_with_white(games: &TournamentRecord) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
    games.players.iter().enumerate().flat_map(|(index, player)| {
        player.entries.iter().filter_map(move |entry| match entry.kind {
            RoundKind::Game { opponent, color: Color::White, result, rated: Rated::Yes } => {
                Some((index, opponent, result.half_points().into()))
            }
            _ => None,
        })
    })
}
