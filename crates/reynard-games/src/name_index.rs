//! Player names in different spellings.

use std::collections::HashMap;

use crate::query::Spelling;

/// Assigns a number to each player by name. Spellings that the filter condition `player=` treats as
/// equal denote one player: `Müller, Anna`, `ANNA MUELLER`.
///
/// ```
/// use reynard_games::{NameIndex, NamedPlayer};
///
/// let mut index = NameIndex::default();
/// assert_eq!(index.add("Müller, Anna"), NamedPlayer::New(0));
/// assert_eq!(index.add("ANNA MUELLER"), NamedPlayer::Known(0));
/// assert_eq!(index.get("Knight_Rider"), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    /// Player numbers by exact spelling.
    exact: HashMap<Box<str>, usize>,
    joined: HashMap<String, usize>,
    sorted: HashMap<String, usize>,
    /// The player that each number denotes: usually the number itself, or an earlier number if both
    /// turned out to denote the same player.
    same: Vec<usize>,
}

/// The number of a player whose name was added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedPlayer {
    /// A known player.
    Known(usize),
    /// A new player.
    New(usize),
    /// A spelling that shows that two known players are the same. The second is merged into the
    /// first.
    Joins(usize, usize),
}

impl NamedPlayer {
    /// Returns the number of the player.
    ///
    /// ```
    /// use reynard_games::NamedPlayer;
    ///
    /// assert_eq!(NamedPlayer::Joins(1, 3).number(), 1);
    /// ```
    pub const fn number(self) -> usize {
        match self {
            Self::Known(number) | Self::New(number) | Self::Joins(number, _) => number,
        }
    }
}

impl NameIndex {
    /// The maximum number of exact spellings kept.
    const MAX_SPELLINGS: usize = 400_000;

    /// Returns the number of the player known under this spelling of a name.
    ///
    /// ```
    /// use reynard_games::NameIndex;
    ///
    /// let mut index = NameIndex::default();
    /// index.add("Carlsen, Magnus");
    /// assert_eq!(index.get("magnus carlsen"), Some(0));
    /// ```
    pub fn get(&self, name: &str) -> Option<usize> {
        if let Some(&number) = self.exact.get(name) {
            return Some(self.player(number));
        }
        let Spelling { joined, sorted } = Self::spelling(name);
        let number = self.joined.get(&joined).or_else(|| self.sorted.get(&sorted));
        number.map(|&number| self.player(number))
    }

    /// Adds a spelling of a name.
    ///
    /// ```
    /// use reynard_games::{NameIndex, NamedPlayer};
    ///
    /// let mut index = NameIndex::default();
    /// index.add("VachierLagrave Maxime");
    /// index.add("Maxime Vachier-Lagrave");
    /// // It has the letters of the first and the words of the second.
    /// assert_eq!(index.add("Vachier-Lagrave, Maxime"), NamedPlayer::Joins(0, 1));
    /// ```
    pub fn add(&mut self, name: &str) -> NamedPlayer {
        if let Some(&number) = self.exact.get(name) {
            return NamedPlayer::Known(self.player(number));
        }
        let Spelling { joined, sorted } = Self::spelling(name);
        let find =
            |map: &HashMap<String, usize>, key: &str| map.get(key).map(|&it| self.player(it));
        let named = match (find(&self.joined, &joined), find(&self.sorted, &sorted)) {
            (None, None) => NamedPlayer::New(self.same.len()),
            (Some(one), Some(other)) if one != other => {
                NamedPlayer::Joins(one.min(other), one.max(other))
            }
            (Some(number), _) | (None, Some(number)) => NamedPlayer::Known(number),
        };
        let number = match named {
            NamedPlayer::New(number) => {
                self.same.push(number);
                number
            }
            NamedPlayer::Joins(number, other) => {
                self.same[other] = number;
                number
            }
            NamedPlayer::Known(number) => number,
        };
        self.joined.insert(joined, number);
        self.sorted.insert(sorted, number);
        if self.exact.len() < Self::MAX_SPELLINGS {
            self.exact.insert(name.into(), number);
        }
        named
    }

    /// Normalizes a name for comparison. A name without letters equals only itself.
    fn spelling(name: &str) -> Spelling {
        let spelling = Spelling::new(name);
        if spelling.joined.is_empty() {
            return Spelling { joined: name.to_owned(), sorted: name.to_owned() };
        }
        spelling
    }

    /// Returns the player that a number denotes: usually the number itself, or an earlier number if
    /// both turned out to denote the same player.
    pub(crate) fn player(&self, mut number: usize) -> usize {
        while self.same[number] != number {
            number = self.same[number];
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_that_are_equal_in_a_chain_are_one_player() {
        let mut index = NameIndex::default();
        assert_eq!(index.add("VachierLagrave Maxime"), NamedPlayer::New(0));
        assert_eq!(index.add("Maxime Vachier-Lagrave"), NamedPlayer::New(1));
        assert_eq!(index.add("Carlsen, M"), NamedPlayer::New(2));
        // It has the letters of the first and the words of the second.
        assert_eq!(index.add("Vachier-Lagrave, Maxime"), NamedPlayer::Joins(0, 1));
        for name in ["VACHIERLAGRAVE MAXIME", "maxime vachier lagrave", "Maxime Vachier-Lagrave"] {
            assert_eq!(index.get(name), Some(0), "{name}");
        }
        assert_eq!(index.get("Carlsen, Magnus"), None);
        assert_eq!(index.add("m. carlsen"), NamedPlayer::Known(2));
        assert_eq!((index.add("?"), index.add("--")), (NamedPlayer::New(3), NamedPlayer::New(4)));
    }
}
