//! Who plays whom, when, and with which color.

/// Who meets whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MatchFormat {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first players meet all others, and not one another.
    Gauntlet {
        /// How many play against all others.
        seeds: usize,
    },
}

/// The games of a tournament. In each round every pair of players that meets plays two games from the
/// same opening, with reversed colors.
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
    /// The number of players.
    pub players: usize,
    /// Who meets whom.
    pub format: MatchFormat,
    /// The number of rounds.
    pub rounds: usize,
}

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// Its number, counted from 0.
    pub number: usize,
    /// The round, counted from 0, which is also the number of the opening.
    pub round: usize,
    /// Which of the pairs of players that meet it belongs to, counted from 0.
    pub pairing: usize,
    /// The player of the white pieces.
    pub white: usize,
    /// The player of the black pieces.
    pub black: usize,
}

impl Schedule {
    /// The pairs of players that meet in each round.
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

    /// The number of games.
    pub fn games(&self) -> usize {
        self.pairings().len().saturating_mul(2).saturating_mul(self.rounds)
    }

    /// A game by its number; `None` if there are not so many.
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
    fn everybody_has_each_color_against_everybody() {
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
    fn a_gauntlet_is_run_by_the_first() {
        let schedule =
            Schedule { players: 4, format: MatchFormat::Gauntlet { seeds: 1 }, rounds: 1 };
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
        let two = Schedule { format: MatchFormat::Gauntlet { seeds: 2 }, ..schedule };
        assert_eq!(two.pairings(), [(0, 2), (0, 3), (1, 2), (1, 3)]);
        let nobody = Schedule { players: 1, ..schedule };
        assert_eq!((nobody.games(), nobody.assignment(0)), (0, None));
    }
}
