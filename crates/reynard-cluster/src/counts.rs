//! Counts for shards, and their sums.

use reynard::GameResult;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Counts for a shard, or sums over all shards. Counts of zero are not written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// Number of games.
    #[serde(skip_serializing_if = "is_zero")]
    pub games: u64,
    /// Number of plies.
    #[serde(skip_serializing_if = "is_zero")]
    pub plies: u64,
    /// Number of errors in games.
    #[serde(skip_serializing_if = "is_zero")]
    pub errors: u64,
    /// Number of games whose result contradicts the board.
    #[serde(skip_serializing_if = "is_zero")]
    pub wrong_results: u64,
    /// Number of table rows.
    #[serde(skip_serializing_if = "is_zero")]
    pub rows: u64,
    /// Number of positions that were searched, or that can be used for training.
    #[serde(skip_serializing_if = "is_zero")]
    pub positions: u64,
    /// Number of games that White won.
    #[serde(skip_serializing_if = "is_zero")]
    pub white: u64,
    /// Number of drawn games.
    #[serde(skip_serializing_if = "is_zero")]
    pub draw: u64,
    /// Number of games that Black won.
    #[serde(skip_serializing_if = "is_zero")]
    pub black: u64,
    /// Number of perft subtrees.
    #[serde(skip_serializing_if = "is_zero")]
    pub subtrees: u64,
    /// Number of perft leaf nodes. Each subtree is counted as often as its multiplicity. In JSON,
    /// the number is a string of digits, since JSON numbers lose precision.
    #[serde(skip_serializing_if = "no_leaves", with = "digits")]
    pub leaves: u128,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

const fn no_leaves(number: &u128) -> bool {
    *number == 0
}

impl Counts {
    /// Adds the counts of another shard.
    ///
    /// ```
    /// use reynard_cluster::Counts;
    ///
    /// let mut sum = Counts { games: 2, ..Counts::default() };
    /// sum.add(&Counts { games: 3, leaves: 20, ..Counts::default() });
    /// assert_eq!((sum.games, sum.leaves), (5, 20));
    /// ```
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.plies += other.plies;
        self.errors += other.errors;
        self.wrong_results += other.wrong_results;
        self.rows += other.rows;
        self.positions += other.positions;
        self.white += other.white;
        self.draw += other.draw;
        self.black += other.black;
        self.subtrees += other.subtrees;
        self.leaves += other.leaves;
    }

    /// Counts a game by its result.
    pub const fn add_result(&mut self, result: GameResult) {
        match result {
            GameResult::WhiteWins => self.white += 1,
            GameResult::Draw => self.draw += 1,
            GameResult::BlackWins => self.black += 1,
        }
    }

    /// Returns the names and values of the counts that are not zero.
    ///
    /// ```
    /// use reynard_cluster::Counts;
    ///
    /// let counts = Counts { games: 2, plies: 160, ..Counts::default() };
    /// assert_eq!(counts.named().collect::<Vec<_>>(), [("games", 2), ("plies", 160)]);
    /// ```
    pub fn named(&self) -> impl Iterator<Item = (&'static str, u128)> {
        [
            ("games", self.games.into()),
            ("plies", self.plies.into()),
            ("errors", self.errors.into()),
            ("wrong results", self.wrong_results.into()),
            ("rows", self.rows.into()),
            ("positions", self.positions.into()),
            ("white", self.white.into()),
            ("draw", self.draw.into()),
            ("black", self.black.into()),
            ("subtrees", self.subtrees.into()),
            ("leaves", self.leaves),
        ]
        .into_iter()
        .filter(|&(_, number)| number > 0)
    }
}

/// Serializes a number as a string of digits.
mod digits {
    use super::{Deserialize, Deserializer, Serializer};
    use serde::de::Error as _;

    pub(super) fn serialize<S: Serializer>(number: &u128, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u128, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}
