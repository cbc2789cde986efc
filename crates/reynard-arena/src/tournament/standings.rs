//! Standings of a tournament.

use std::collections::{BTreeMap, HashMap};

use reynard::GameResult;

use super::schedule::Schedule;
use crate::game::{GameRecord, Overhead};
use crate::stats::{HeadToHead, Pairs, Rating, Tally, ratings};

/// Standings of a tournament: results by pairing, endings, forfeits and overhead, from the records of its
/// games in any order.
///
/// ```
/// use reynard_arena::{MatchFormat, Schedule, Standings};
///
/// let schedule = Schedule { players: 3, format: MatchFormat::RoundRobin, rounds: 1 };
/// let standings = Standings::new(schedule);
/// assert_eq!((standings.games(), standings.pairings().len()), (0, 3));
/// ```
#[derive(Clone, Debug)]
pub struct Standings {
    players: usize,
    pairings: Vec<PairingResults>,
    endings: BTreeMap<&'static str, u64>,
    forfeits: BTreeMap<(usize, &'static str), Forfeits>,
    overhead: Overhead,
}

/// Results of a pairing, from the first player's point of view.
#[derive(Clone, Debug)]
pub struct PairingResults {
    /// Index of the first player.
    pub first: usize,
    /// Index of the second player.
    pub second: usize,
    /// Results of games.
    pub tally: Tally,
    /// Results of game pairs.
    pub pairs: Pairs,
    /// Half points of games whose partner is not finished, by round.
    open: HashMap<usize, u8>,
}

/// Forfeits of one player with one cause.
#[derive(Clone, Debug, Default)]
pub struct Forfeits {
    /// Number of games.
    pub games: u64,
    /// Game number, from 1, and details of the first few.
    pub details: Vec<String>,
}

impl Forfeits {
    /// Maximum number of details.
    const MAX_DETAILS: usize = 5;

    fn add(&mut self, record: &GameRecord) {
        self.games += 1;
        if self.details.len() < Self::MAX_DETAILS {
            let detail = record.detail.as_deref().unwrap_or("no details");
            self.details.push(format!("game {}: {detail}", record.number + 1));
        }
    }
}

impl Standings {
    /// Creates the standings before the first game.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, Schedule, Standings};
    ///
    /// let schedule = Schedule { players: 3, format: MatchFormat::RoundRobin, rounds: 1 };
    /// assert_eq!(Standings::new(schedule).games(), 0);
    /// ```
    pub fn new(schedule: Schedule) -> Self {
        let pairing = |(first, second)| PairingResults {
            first,
            second,
            tally: Tally::default(),
            pairs: Pairs::default(),
            open: HashMap::new(),
        };
        Self {
            players: schedule.players,
            pairings: schedule.pairings().into_iter().map(pairing).collect(),
            endings: BTreeMap::new(),
            forfeits: BTreeMap::new(),
            overhead: Overhead::default(),
        }
    }

    /// Adds a game.
    ///
    /// ```
    /// use reynard_arena::{Cause, GameRecord, MatchFormat, Overhead, Schedule, Standings};
    /// use reynard_arena::reynard::GameResult;
    ///
    /// let record = GameRecord {
    ///     number: 0,
    ///     round: 0,
    ///     white: 0,
    ///     black: 1,
    ///     start: "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1".to_owned(),
    ///     chess960: false,
    ///     moves: Vec::new(),
    ///     result: GameResult::WhiteWins,
    ///     cause: Cause::TimeForfeit,
    ///     detail: None,
    ///     overhead: Overhead::default(),
    /// };
    /// let schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 1 };
    /// let mut standings = Standings::new(schedule);
    /// standings.add(&record);
    /// assert_eq!(standings.pairings()[0].tally.wins, 1);
    /// assert_eq!(standings.forfeits()[&(1, "time-forfeit")].games, 1);
    /// ```
    pub fn add(&mut self, record: &GameRecord) {
        let (first, second) = (record.white.min(record.black), record.white.max(record.black));
        let found =
            |pairing: &&mut PairingResults| (pairing.first, pairing.second) == (first, second);
        let Some(pairing) = self.pairings.iter_mut().find(found) else { return };
        let white = match record.result {
            GameResult::WhiteWins => 2,
            GameResult::Draw => 1,
            GameResult::BlackWins => 0,
        };
        let half_points = if record.white == first { white } else { 2 - white };
        pairing.tally.add(half_points);
        match pairing.open.remove(&record.round) {
            Some(other) => pairing.pairs.add(other, half_points),
            None => {
                pairing.open.insert(record.round, half_points);
            }
        }
        self.overhead.add(record.overhead);
        *self.endings.entry(record.cause.name()).or_default() += 1;
        if record.cause.is_forfeit() {
            let loser = if white == 0 { record.white } else { record.black };
            self.forfeits.entry((loser, record.cause.name())).or_default().add(record);
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.pairings.iter().map(|pairing| pairing.tally.games()).sum()
    }

    /// Returns the results of the pairings, in the order of the schedule.
    pub fn pairings(&self) -> &[PairingResults] {
        &self.pairings
    }

    /// Returns the ratings of the players, fitted to all games.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, Schedule, Standings};
    ///
    /// let schedule = Schedule { players: 3, format: MatchFormat::RoundRobin, rounds: 1 };
    /// assert_eq!(Standings::new(schedule).ratings().len(), 3);
    /// ```
    pub fn ratings(&self) -> Vec<Rating> {
        let results = |pairing: &PairingResults| HeadToHead {
            first: pairing.first,
            second: pairing.second,
            tally: pairing.tally,
        };
        let results: Vec<HeadToHead> = self.pairings.iter().map(results).collect();
        ratings(self.players, &results)
    }

    /// Returns the number of games by the name of their [`Cause`](crate::Cause).
    pub const fn endings(&self) -> &BTreeMap<&'static str, u64> {
        &self.endings
    }

    /// Returns the forfeits by player and name of the [`Cause`](crate::Cause).
    pub const fn forfeits(&self) -> &BTreeMap<(usize, &'static str), Forfeits> {
        &self.forfeits
    }

    /// Returns the overhead of all games.
    pub const fn overhead(&self) -> Overhead {
        self.overhead
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Cause;
    use crate::tournament::MatchFormat;

    fn record(number: usize, white: usize, result: GameResult, cause: Cause) -> GameRecord {
        GameRecord {
            number,
            round: number / 2,
            white,
            black: 1 - white,
            start: String::new(),
            chess960: false,
            moves: Vec::new(),
            result,
            cause,
            detail: None,
            overhead: Overhead { moves: 1, total: 10, longest: 10 },
        }
    }

    #[test]
    fn games_are_counted_in_pairs_in_any_order() {
        let schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 2 };
        let mut standings = Standings::new(schedule);
        for (number, white, result, cause) in [
            (3, 1, GameResult::BlackWins, Cause::Checkmate),
            (0, 0, GameResult::WhiteWins, Cause::Disconnect),
            (2, 0, GameResult::Draw, Cause::Stalemate),
            (1, 1, GameResult::Draw, Cause::Stalemate),
        ] {
            standings.add(&record(number, white, result, cause));
        }
        let [pairing] = standings.pairings() else { panic!("one pairing") };
        assert_eq!(pairing.tally, Tally { wins: 2, draws: 2, losses: 0 });
        assert_eq!(pairing.pairs.counts, [0, 0, 0, 2, 0]);
        assert_eq!(standings.endings()["stalemate"], 2);
        let forfeits = &standings.forfeits()[&(1, "disconnect")];
        assert_eq!((forfeits.games, forfeits.details[0].as_str()), (1, "game 1: no details"));
        assert_eq!((standings.games(), standings.overhead().moves), (4, 4));
        assert!(standings.ratings()[0].elo > standings.ratings()[1].elo);
    }
}
