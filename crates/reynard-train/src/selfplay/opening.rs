//! Random but balanced openings for self-play games.

use std::sync::Arc;

use reynard::{Position, StartArray};

use reynard_base::SplitMix64;
use reynard_play::OpeningSuite;

/// Settings for the openings of self-play games.
#[derive(Clone, Debug)]
pub struct OpeningSettings {
    /// Position before the random moves.
    pub start: OpeningStart,
    /// Number of random moves. One more move is played with probability one half, so that either
    /// side may move first.
    pub random_plies: u32,
    /// Soft node limit for the search that evaluates an opening.
    pub nodes: u64,
    /// Largest score of an opening for either side in centipawns; other openings are discarded.
    pub max_score: u32,
}

impl Default for OpeningSettings {
    /// Returns the default settings: 8 or 9 random moves from the start position, and a score
    /// within 250 centipawns.
    fn default() -> Self {
        Self { start: OpeningStart::Standard, random_plies: 8, nodes: 1_000, max_score: 250 }
    }
}

/// Position before the random moves of an opening.
#[derive(Clone, Debug, Default)]
pub enum OpeningStart {
    /// The standard start position.
    #[default]
    Standard,
    /// A random start position of Chess960, with the same setup for both sides.
    Chess960,
    /// A random opening from a suite.
    Suite(Arc<OpeningSuite>),
}

impl OpeningSettings {
    /// Draws an opening position at random. Returns `None` if the random moves ended the game.
    pub(super) fn draw(&self, random: &mut SplitMix64) -> Option<Position> {
        let mut pos = match &self.start {
            OpeningStart::Standard => Position::startpos(),
            OpeningStart::Chess960 => {
                let number = random.below(usize::from(StartArray::COUNT));
                let array = u16::try_from(number).ok().and_then(StartArray::new)?;
                Position::chess960(array)
            }
            OpeningStart::Suite(openings) => {
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
    fn either_side_begins_and_positions_rarely_repeat() {
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
    fn openings_begin_from_the_chosen_start() {
        let rule = OpeningSettings { random_plies: 0, ..OpeningSettings::default() };
        assert!(positions(&rule).iter().all(|pos| *pos == Position::startpos()));
        let rule = OpeningSettings { start: OpeningStart::Chess960, ..rule };
        let drawn = positions(&rule);
        assert!(drawn.iter().filter(|pos| **pos != Position::startpos()).count() > 190);
        let openings = OpeningSuite::from_epd("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n").unwrap();
        let rule = OpeningSettings { start: OpeningStart::Suite(Arc::new(openings)), ..rule };
        assert!(positions(&rule).iter().all(|pos| pos.occupied().len() == 3));
        let mated = OpeningSuite::from_epd("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n").unwrap();
        let rule = OpeningSettings { start: OpeningStart::Suite(Arc::new(mated)), ..rule };
        assert_eq!(positions(&rule).len(), 0);
    }
}
