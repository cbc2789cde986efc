//! Where games of self-play begin: at random, but not where one side has already won.

use std::sync::Arc;

use reynard::{Position, StartArray};

use crate::openings::Openings;
use crate::random::SplitMix64;

/// How games begin.
#[derive(Clone, Debug)]
pub struct OpeningSettings {
    /// The position before any random move.
    pub start: OpeningStart,
    /// So many random moves, or one more: a coin decides, so that either side may begin.
    pub random_plies: u32,
    /// A short search of so many nodes looks at the position,
    pub nodes: u64,
    /// and if it finds one side ahead by more centipawns, another position is taken.
    pub max_score: u32,
}

impl Default for OpeningSettings {
    fn default() -> Self {
        Self { start: OpeningStart::Standard, random_plies: 8, nodes: 1_000, max_score: 250 }
    }
}

/// The position before any random move.
#[derive(Clone, Debug, Default)]
pub enum OpeningStart {
    /// The start position of standard chess.
    #[default]
    Standard,
    /// Any of the start positions of Chess960, the same for both sides.
    Chess960,
    /// Any of these openings.
    Openings(Arc<Openings>),
}

impl OpeningSettings {
    /// A position that the rule can begin with; none if its random moves have ended the game.
    pub(super) fn draw(&self, random: &mut SplitMix64) -> Option<Position> {
        let mut pos = match &self.start {
            OpeningStart::Standard => Position::startpos(),
            OpeningStart::Chess960 => {
                let number = random.below(usize::from(StartArray::COUNT));
                let array = u16::try_from(number).ok().and_then(StartArray::new)?;
                Position::chess960(array)
            }
            OpeningStart::Openings(openings) => {
                openings.game(random.below(openings.len())).position().clone()
            }
        };
        let spare = usize::from(self.random_plies > 0);
        for _ in 0..self.random_plies as usize + random.below(1 + spare) {
            let moves = pos.legal_moves();
            let mv = *moves.get(random.below(moves.len()))?;
            pos.play_unchecked(mv);
        }
        pos.outcome().is_none().then_some(pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(rule: &OpeningSettings) -> Vec<Position> {
        (0..200).filter_map(|seed| rule.draw(&mut SplitMix64::from_seeds(&[1, seed]))).collect()
    }

    #[test]
    fn either_side_begins_and_nothing_repeats_often() {
        let drawn = positions(&OpeningSettings::default());
        assert!(drawn.len() > 190);
        let white = drawn.iter().filter(|pos| pos.turn() == reynard::Color::White).count();
        assert!((60..140).contains(&white), "{white}");
        let mut keys: Vec<u64> = drawn.iter().map(Position::key).collect();
        keys.sort_unstable();
        keys.dedup();
        assert!(keys.len() > 180);
    }

    #[test]
    fn starts_are_what_was_asked_for() {
        let rule = OpeningSettings { random_plies: 0, ..OpeningSettings::default() };
        assert!(positions(&rule).iter().all(|pos| *pos == Position::startpos()));
        let rule = OpeningSettings { start: OpeningStart::Chess960, ..rule };
        let drawn = positions(&rule);
        assert!(drawn.iter().filter(|pos| **pos != Position::startpos()).count() > 190);
        let openings = Openings::from_epd("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n").unwrap();
        let rule = OpeningSettings { start: OpeningStart::Openings(Arc::new(openings)), ..rule };
        assert!(positions(&rule).iter().all(|pos| pos.occupied().len() == 3));
        let mated = Openings::from_epd("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n").unwrap();
        let rule = OpeningSettings { start: OpeningStart::Openings(Arc::new(mated)), ..rule };
        assert_eq!(positions(&rule).len(), 0);
    }
}
