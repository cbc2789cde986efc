//! Selection and weighting of a position's moves.

use super::sample::{BookSample, Points};
use crate::{BookMove, Entry};

/// All counts of a position are halved when one of its moves has been played in this many games, so
/// that weights fit into 16 bits. Experiments show that the program Polyglot does the same: halves
/// are rounded up, and [`BuildRule::min_games`] applies to the halved count.
const HALVE_AT: u16 = 1 << 14;

/// The selection of moves for a book, and their weights. Moves with a weight of 0 are left out.
///
/// ```
/// use reynard_book::{BuildRule, BookWeights};
///
/// let rule = BuildRule::default();
/// assert_eq!((rule.min_games, rule.min_score, rule.weights), (3, 0.0, BookWeights::Results));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildRule {
    /// The minimum number of games in which a move must have been played, 3 by default.
    pub min_games: u32,
    /// The minimum score of a move in percent, 0 by default.
    pub min_score: f64,
    /// The meaning of the weights.
    pub weights: BookWeights,
}

/// The meaning of a book's weights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BookWeights {
    /// Each win of the side that makes the move adds two to the move's weight, and each draw adds
    /// one. Whenever the count of a move reaches 16,384, all counts of the position are halved,
    /// rounded up.
    #[default]
    Results,
    /// All moves have weight 1 and are ordered by their first occurrence.
    Uniform,
}

impl Default for BuildRule {
    fn default() -> Self {
        Self { min_games: 3, min_score: 0.0, weights: BookWeights::Results }
    }
}

/// The moves of one position in the order of their first occurrence.
#[derive(Debug, Default)]
pub(super) struct Group {
    pub(super) key: u64,
    moves: Vec<Tally>,
}

/// The counts of a move. Halving keeps both numbers within their types.
#[derive(Clone, Copy, Debug)]
struct Tally {
    mv: BookMove,
    games: u16,
    points: u16,
}

impl Group {
    pub(super) fn restart(&mut self, key: u64) {
        self.key = key;
        self.moves.clear();
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    pub(super) const fn len(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn add(&mut self, BookSample { mv, points, .. }: BookSample) {
        let index = self.moves.iter().position(|tally| tally.mv == mv).unwrap_or(self.moves.len());
        if index == self.moves.len() {
            self.moves.push(Tally { mv, games: 0, points: 0 });
        }
        let tally = &mut self.moves[index];
        tally.games += 1;
        tally.points += match points {
            Points::Loss => 0,
            Points::Draw => 1,
            Points::Win => 2,
        };
        if tally.games >= HALVE_AT {
            for Tally { games, points, .. } in &mut self.moves {
                *games = games.div_ceil(2);
                *points = points.div_ceil(2);
            }
        }
    }

    /// Returns the entries of the position, heaviest first.
    pub(super) fn entries(&mut self, rule: &BuildRule) -> impl Iterator<Item = Entry> {
        self.moves.retain(|tally| tally.is_in(rule));
        if rule.weights == BookWeights::Results {
            self.moves.sort_by_key(|tally| core::cmp::Reverse(tally.points));
        }
        let (key, weights) = (self.key, rule.weights);
        self.moves.iter().map(move |&Tally { mv, points, .. }| {
            let weight = if weights == BookWeights::Uniform { 1 } else { points };
            Entry { key, mv, weight, learn: 0 }
        })
    }
}

impl Tally {
    fn is_in(self, rule: &BuildRule) -> bool {
        let percent = f64::from(self.points) * 50.0 / f64::from(self.games);
        self.points > 0 && u32::from(self.games) >= rule.min_games && percent >= rule.min_score
    }
}
