//! Standings of a tournament.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::schedule::Schedule;
use super::stages::Results;
use crate::game::{GameRecord, Overhead};
use crate::stats::{HeadToHead, Pairs, Rating, Tally, ratings};

/// Tournament standings: results by pairing, endings, forfeits and overhead. They are computed from
/// game records, which may be added in any order.
///
/// A pair of games that repeats an earlier pair between the same players move by move is not
/// evidence: deterministic engines play the same games whenever an opening is repeated. Such pairs
/// are counted only in [`PairingResults::repeated`].
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
    played: u64,
    results: Results,
    pairings: Vec<PairingResults>,
    endings: BTreeMap<&'static str, u64>,
    forfeits: BTreeMap<(usize, &'static str), Forfeits>,
    overhead: Overhead,
}

/// The results of a pairing, from the first player's point of view.
#[derive(Clone, Debug)]
pub struct PairingResults {
    /// Index of the first player.
    pub first: usize,
    /// Index of the second player.
    pub second: usize,
    /// Game results, excluding those of repeated pairs.
    pub tally: Tally,
    /// Results of game pairs, excluding repeated pairs.
    pub pairs: Pairs,
    /// Number of game pairs that repeat an earlier pair move by move.
    pub repeated: u64,
    /// Games whose partner in the pair is unfinished, by round.
    open: HashMap<usize, OpenGame>,
    /// Fingerprints of all games.
    games: HashSet<u64>,
    /// Fingerprints of all pairs.
    seen: HashSet<[u64; 2]>,
}

/// A game whose partner in the pair is unfinished.
#[derive(Clone, Copy, Debug)]
struct OpenGame {
    half_points: u8,
    fingerprint: u64,
    /// `true` if the game is included in the tally.
    is_counted: bool,
}

impl PairingResults {
    fn new(first: usize, second: usize) -> Self {
        Self {
            first,
            second,
            tally: Tally::default(),
            pairs: Pairs::default(),
            repeated: 0,
            open: HashMap::new(),
            games: HashSet::new(),
            seen: HashSet::new(),
        }
    }

    /// Adds a game in which the first player scored 0, 1 or 2 half points.
    fn add(&mut self, record: &GameRecord, half_points: u8) {
        let fingerprint = fingerprint(record);
        let is_new = self.games.insert(fingerprint);
        let Some(other) = self.open.remove(&record.round) else {
            if is_new {
                self.tally.add(half_points);
            }
            let game = OpenGame { half_points, fingerprint, is_counted: is_new };
            self.open.insert(record.round, game);
            return;
        };
        let mut pair = [other.fingerprint, fingerprint];
        pair.sort_unstable();
        if self.seen.insert(pair) {
            if !other.is_counted {
                self.tally.add(other.half_points);
            }
            self.tally.add(half_points);
            self.pairs.add(other.half_points, half_points);
        } else {
            self.repeated += 1;
            if other.is_counted {
                self.tally.remove(other.half_points);
            }
        }
    }
}

/// Hashes a game. Two games with the same players, start position, moves and result have the same
/// hash; different games have the same hash with a probability of 2^-64.
fn fingerprint(record: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    (record.white, record.black, &record.start, record.result as u8).hash(&mut hasher);
    for mv in &record.moves {
        mv.text.hash(&mut hasher);
    }
    hasher.finish()
}

/// One player's forfeits that have the same cause.
#[derive(Clone, Debug, Default)]
pub struct Forfeits {
    /// Number of games.
    pub games: u64,
    /// Game number, from 1, and details of the first few forfeits.
    pub details: Vec<String>,
}

impl Forfeits {
    /// Maximum number of forfeits with details.
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
        let pairings = schedule.pairings().into_iter();
        let pairings = pairings.map(|(first, second)| PairingResults::new(first, second));
        Self {
            players: schedule.players,
            played: 0,
            results: Results::new(),
            pairings: pairings.collect(),
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
    ///     started: None,
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
        let meets = |pairing: &PairingResults| (pairing.first, pairing.second) == (first, second);
        let index = self.pairings.iter().position(meets).unwrap_or_else(|| {
            self.pairings.push(PairingResults::new(first, second));
            self.pairings.len() - 1
        });
        let white = record.white_half_points();
        self.results.insert(record.number, white);
        let half_points = if record.white == first { white } else { 2 - white };
        self.pairings[index].add(record, half_points);
        self.played += 1;
        self.overhead.add(record.overhead);
        *self.endings.entry(record.cause.name()).or_default() += 1;
        if let Some(player) = record.forfeiter() {
            self.forfeits.entry((player, record.cause.name())).or_default().add(record);
        }
    }

    /// Returns the number of games played, including repeated ones.
    pub const fn games(&self) -> u64 {
        self.played
    }

    /// Returns the results by game number.
    pub const fn results(&self) -> &Results {
        &self.results
    }

    /// Returns the number of game pairs that repeat, move by move, an earlier pair between the same
    /// players.
    pub fn repeated_pairs(&self) -> u64 {
        self.pairings.iter().map(|pairing| pairing.repeated).sum()
    }

    /// Returns the results of the pairings, in the order of the schedule. Pairings that are not in
    /// the schedule follow in the order of their first games.
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

    /// Returns the number of games by ending. The ending is the name of a [`Cause`](crate::Cause).
    pub const fn endings(&self) -> &BTreeMap<&'static str, u64> {
        &self.endings
    }

    /// Returns the forfeits, by player and by the name of the [`Cause`](crate::Cause).
    pub const fn forfeits(&self) -> &BTreeMap<(usize, &'static str), Forfeits> {
        &self.forfeits
    }

    /// Returns the total overhead over all games.
    pub const fn overhead(&self) -> Overhead {
        self.overhead
    }
}

#[cfg(test)]
mod tests {
    use reynard::GameResult;

    use super::*;
    use crate::game::{Cause, MoveRecord};
    use crate::tournament::MatchFormat;

    /// Returns a game with a unique move.
    fn record(number: usize, white: usize, result: GameResult, cause: Cause) -> GameRecord {
        with_move(&format!("move {number}"), number, white, result, cause)
    }

    fn with_move(
        text: &str,
        number: usize,
        white: usize,
        result: GameResult,
        cause: Cause,
    ) -> GameRecord {
        let (time, cp, mate, depth, nodes) = (None, None, None, None, None);
        GameRecord {
            started: None,
            number,
            round: number / 2,
            white,
            black: 1 - white,
            start: String::new(),
            chess960: false,
            moves: vec![MoveRecord { text: text.to_owned(), time, cp, mate, depth, nodes }],
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

    #[test]
    fn a_draw_on_time_is_charged_to_the_side_that_overstepped() {
        let schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 2 };
        let mut standings = Standings::new(schedule);
        for (number, white, start) in [(0, 0, "8/8 b - - 0 1"), (1, 1, "8/8 w - - 0 1")] {
            let mut record = record(number, white, GameResult::Draw, Cause::TimeForfeit);
            record.start = start.to_owned();
            standings.add(&record);
        }
        // White to move after Black's move, then Black to move after White's.
        assert_eq!(standings.forfeits()[&(0, "time-forfeit")].games, 2);
    }

    const SCHEDULE: Schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 9 };

    fn counts(records: &[GameRecord]) -> (Tally, Pairs, u64) {
        let mut standings = Standings::new(SCHEDULE);
        for record in records {
            standings.add(record);
        }
        let [pairing] = standings.pairings() else { panic!("one pairing") };
        (pairing.tally, pairing.pairs, standings.repeated_pairs())
    }

    #[test]
    fn a_pair_that_repeats_an_earlier_pair_move_by_move_is_no_evidence() {
        let game = |number: usize, text: &str| {
            let result = if text == "a" { GameResult::WhiteWins } else { GameResult::Draw };
            with_move(text, number, number % 2, result, Cause::Checkmate)
        };
        let twice = [game(0, "a"), game(1, "b"), game(2, "a"), game(3, "b")];
        let once = (Tally { wins: 1, draws: 1, losses: 0 }, [0, 0, 0, 1, 0], 1);
        let (tally, pairs, repeated) = counts(&twice);
        assert_eq!((tally, pairs.counts, repeated), once);
        // In any order.
        let mixed = [game(3, "b"), game(0, "a"), game(2, "a"), game(1, "b")];
        let (tally, pairs, repeated) = counts(&mixed);
        assert_eq!((tally, pairs.counts, repeated), once);
        // One game that comes again in another pair is part of new evidence.
        let other = [game(0, "a"), game(1, "b"), game(2, "a"), game(3, "c")];
        let (tally, pairs, repeated) = counts(&other);
        assert_eq!((tally.games(), pairs.pairs(), repeated), (4, 2, 0));
        // A repeated game without its partner is not counted yet.
        assert_eq!(counts(&twice[..3]).0.games(), 2);
    }

    #[test]
    fn the_same_moves_with_another_result_or_other_colors_are_another_game() {
        let first = with_move("a", 0, 0, GameResult::Draw, Cause::Stalemate);
        let second = with_move("a", 1, 1, GameResult::Draw, Cause::Stalemate);
        let third = with_move("a", 2, 0, GameResult::WhiteWins, Cause::TimeForfeit);
        let fourth = with_move("a", 3, 1, GameResult::Draw, Cause::Stalemate);
        let (tally, pairs, repeated) = counts(&[first, second, third, fourth]);
        assert_eq!((tally.games(), pairs.pairs(), repeated), (4, 2, 0));
    }
}
