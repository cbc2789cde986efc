//! Pairings, rounds and colors.

/// Format of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchFormat {
    /// Every player meets every other.
    #[default]
    RoundRobin,
    /// The first players meet all others, but not each other.
    Gauntlet {
        /// Number of first players.
        seeds: usize,
    },
}

/// Schedule of a tournament: in each round, every pairing plays two games from the same opening with
/// reversed colors.
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
    /// Number of rounds.
    pub rounds: usize,
}

/// Game of a [`Schedule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Number, from 0.
    pub number: usize,
    /// Round, from 0; also the index of the opening.
    pub round: usize,
    /// Index of the pairing, from 0.
    pub pairing: usize,
    /// Index of the player with White.
    pub white: usize,
    /// Index of the player with Black.
    pub black: usize,
}

impl Schedule {
    /// Returns the pairings of each round.
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
        };
        let others = |a: usize| match self.format {
            MatchFormat::RoundRobin => a + 1..self.players,
            MatchFormat::Gauntlet { .. } => first..self.players,
        };
        (0..first).flat_map(|a| others(a).map(move |b| (a, b))).collect()
    }

    /// Returns the number of games.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, Schedule};
    ///
    /// let format = MatchFormat::RoundRobin;
    /// assert_eq!(Schedule { players: 4, format, rounds: 10 }.games(), 120);
    /// ```
    pub fn games(&self) -> usize {
        self.pairings().len().saturating_mul(2).saturating_mul(self.rounds)
    }

    /// Returns a game by its number, if there is one.
    ///
    /// ```
    /// use reynard_arena::{MatchFormat, Schedule};
    ///
    /// let schedule = Schedule { players: 2, format: MatchFormat::RoundRobin, rounds: 1 };
    /// assert_eq!(schedule.assignment(1).map(|game| (game.white, game.black)), Some((1, 0)));
    /// ```
    pub fn assignment(&self, number: usize) -> Option<Assignment> {
        let pairings = self.pairings();
        if number >= self.games() {
            return None;
        }
        let (pair, second) = (number / 2, number % 2 == 1);
        let (round, pairing) = (pair / pairings.len(), pair % pairings.len());
        let (a, b) = pairings[pairing];
        let (white, black) = if second { (b, a) } else { (a, b) };
        Some(Assignment { number, round, pairing, white, black })
    }
}

#[cfg(test)]
mod tests {
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
