//! Pairings, rounds and colors.

use super::assignment::Assignment;
use super::stages::{Placing, Results, StageRules, plan};

/// The format of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchFormat {
    /// Every player meets every other player.
    #[default]
    RoundRobin,
    /// The first `seeds` players meet all other players, but not each other.
    Gauntlet {
        /// Number of players who do not meet each other, counted from the start of the list.
        seeds: usize,
    },
    /// In each stage, players with equal points who have not met yet are paired. The pairings
    /// depend on the results.
    Swiss {
        /// Number of stages.
        stages: usize,
    },
    /// The winner of a meeting advances. A drawn meeting is extended by up to four pairs of games;
    /// if it is still drawn, the better seed (the player listed earlier) advances.
    Knockout,
}

/// The schedule of a tournament: in each round, every pairing plays two games from the same opening
/// with reversed colors.
///
/// ```
/// use reynard_arena::{Assignment, MatchFormat, Schedule};
///
/// let schedule = Schedule { players: 3, format: MatchFormat::RoundRobin, rounds: 10 };
/// assert_eq!(schedule.games(), 60);
/// let first = Assignment { number: 0, round: 0, pairing: 0, white: 0, black: 1 };
/// assert_eq!(schedule.assignment(0), Some(first));
/// let second = schedule.assignment(1).unwrap();
/// assert_eq!((second.white, second.black, second.round), (1, 0, 0));
/// assert_eq!(schedule.assignment(60), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Number of players.
    pub players: usize,
    /// Format.
    pub format: MatchFormat,
    /// Number of rounds, that is, of game pairs per pairing. In a Swiss or knockout tournament, the
    /// number applies to each stage.
    pub rounds: usize,
}

impl Schedule {
    /// Returns the pairings in each round, or an empty list if they depend on results.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, Schedule};
    ///
    /// let format = MatchFormat::Gauntlet { seeds: 1 };
    /// assert_eq!(Schedule { players: 3, format, rounds: 1 }.pairings(), [(0, 1), (0, 2)]);
    /// ```
    pub fn pairings(&self) -> Vec<(usize, usize)> {
        let first = match self.format {
            MatchFormat::RoundRobin => self.players,
            MatchFormat::Gauntlet { seeds } => seeds.min(self.players),
            MatchFormat::Swiss { .. } | MatchFormat::Knockout => 0,
        };
        let others = |a: usize| match self.format {
            MatchFormat::RoundRobin => a + 1..self.players,
            _ => first..self.players,
        };
        (0..first).flat_map(|a| others(a).map(move |b| (a, b))).collect()
    }

    /// Returns the number of games, not counting those that extend a drawn knockout meeting.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, Schedule};
    ///
    /// let format = MatchFormat::RoundRobin;
    /// assert_eq!(Schedule { players: 4, format, rounds: 10 }.games(), 120);
    /// ```
    pub fn games(&self) -> usize {
        let meetings = match self.format {
            MatchFormat::Swiss { stages } => stages.saturating_mul(self.players / 2),
            MatchFormat::Knockout => self.players.saturating_sub(1),
            _ => self.pairings().len(),
        };
        meetings.saturating_mul(2).saturating_mul(self.rounds)
    }

    /// Returns the games that can be played now: those without a result, in the current stage if
    /// there are stages. The list is empty at the end of the tournament.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, Results, Schedule};
    ///
    /// let schedule = Schedule { players: 3, format: MatchFormat::Knockout, rounds: 1 };
    /// let semifinal = schedule.open_games(&Results::new());
    /// assert_eq!((semifinal.len(), semifinal[0].white, semifinal[0].black), (2, 1, 2));
    /// // Player 2 wins both games.
    /// let results = Results::from([(0, 0), (1, 2)]);
    /// let last = schedule.open_games(&results);
    /// assert_eq!((last[0].number, last[0].white, last[0].black), (2, 0, 2));
    /// ```
    pub fn open_games(&self, results: &Results) -> Vec<Assignment> {
        match self.stage_rules() {
            Some(rules) => plan(self.players, rules, self.rounds, results).0,
            None => self.assignments().filter(|game| !results.contains_key(&game.number)).collect(),
        }
    }

    /// Returns the placings in a Swiss or knockout tournament, the winner first. Returns an empty
    /// list for other formats.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, Results, Schedule};
    ///
    /// let schedule = Schedule { players: 2, format: MatchFormat::Swiss { stages: 1 }, rounds: 1 };
    /// let placings = schedule.placings(&Results::from([(0, 0), (1, 1)]));
    /// assert_eq!((placings[0].player, placings[0].half_points), (1, 3));
    /// ```
    pub fn placings(&self, results: &Results) -> Vec<Placing> {
        self.stage_rules()
            .map_or_else(Vec::new, |rules| plan(self.players, rules, self.rounds, results).1)
    }

    const fn stage_rules(&self) -> Option<StageRules> {
        match self.format {
            MatchFormat::Swiss { stages } => Some(StageRules::Swiss(stages)),
            MatchFormat::Knockout => Some(StageRules::Knockout),
            MatchFormat::RoundRobin | MatchFormat::Gauntlet { .. } => None,
        }
    }

    /// Returns the game with the given number. Returns `None` if there is no such game, or if the
    /// pairings depend on results.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, Schedule};
    ///
    /// let schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 1 };
    /// assert_eq!(schedule.assignment(1).map(|game| (game.white, game.black)), Some((1, 0)));
    /// ```
    pub fn assignment(&self, number: usize) -> Option<Assignment> {
        let pairings = self.pairings();
        (number < self.games_of(&pairings)).then(|| assignment_of(&pairings, number))
    }

    /// Returns all games by number. There are none if the pairings depend on results.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, Schedule};
    ///
    /// let schedule = Schedule { players: 3, format: MatchFormat::RoundRobin, rounds: 2 };
    /// assert!(schedule.assignments().map(|game| game.round).eq([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]));
    /// ```
    pub fn assignments(&self) -> impl Iterator<Item = Assignment> + use<> {
        let pairings = self.pairings();
        let games = self.games_of(&pairings);
        (0..games).map(move |number| assignment_of(&pairings, number))
    }

    const fn games_of(&self, pairings: &[(usize, usize)]) -> usize {
        pairings.len().saturating_mul(2).saturating_mul(self.rounds)
    }
}

/// Returns a game of a schedule with the given pairings, of which there is at least one.
fn assignment_of(pairings: &[(usize, usize)], number: usize) -> Assignment {
    let (pair, second) = (number / 2, number % 2 == 1);
    let (round, pairing) = (pair / pairings.len(), pair % pairings.len());
    let (a, b) = pairings[pairing];
    let (white, black) = if second { (b, a) } else { (a, b) };
    Assignment { number, round, pairing, white, black }
}

#[cfg(test)]
mod tests {
    use reynard_testkit::process::thread_time;

    use super::*;

    #[test]
    fn every_pairing_has_both_colors_in_each_round() {
        let schedule = Schedule { players: 5, format: MatchFormat::RoundRobin, rounds: 3 };
        let mut met = [[0; 5]; 5];
        for number in 0..schedule.games() {
            let game = schedule.assignment(number).unwrap();
            met[game.white][game.black] += 1;
        }
        for (a, row) in met.iter().enumerate() {
            for (b, &games) in row.iter().enumerate() {
                assert_eq!(games, if a == b { 0 } else { 3 });
            }
        }
    }

    #[test]
    fn listing_the_games_of_many_players_takes_time_in_proportion_to_them() {
        let schedule = Schedule { players: 100, format: MatchFormat::RoundRobin, rounds: 10 };
        let start = thread_time();
        let open = schedule.open_games(&Results::from([(5, 1)]));
        let time = thread_time().zip(start).map(|(end, start)| end.saturating_sub(start));
        assert_eq!(open.len(), 98_999);
        for game in open.iter().step_by(997) {
            assert_eq!(schedule.assignment(game.number), Some(*game));
        }
        assert!(time < Some(std::time::Duration::from_secs(2)), "{time:?}");
    }

    #[test]
    fn in_a_gauntlet_the_first_players_meet_all_others() {
        let schedule =
            Schedule { players: 4, format: MatchFormat::Gauntlet { seeds: 1 }, rounds: 1 };
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
        let two = Schedule { format: MatchFormat::Gauntlet { seeds: 2 }, ..schedule };
        assert_eq!(two.pairings(), [(0, 2), (0, 3), (1, 2), (1, 3)]);
        let alone = Schedule { players: 1, ..schedule };
        assert_eq!((alone.games(), alone.assignment(0)), (0, None));
    }
}
