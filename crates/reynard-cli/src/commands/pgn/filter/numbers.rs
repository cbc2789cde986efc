//! Numbers of games within a file, given as an option.

use std::fmt;
use std::str::FromStr;

use reynard_games::{InvalidCondition, NumberCondition};

/// A game number or a range of game numbers, from 1: `30243`, `10-20`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameNumbers {
    range: NumberCondition<u64>,
    /// The text given for the option.
    text: String,
}

impl FromStr for GameNumbers {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let range: NumberCondition<u64> = text.parse()?;
        let has_zero = range.least() == Some(&0) && range.contains(&0);
        if has_zero || range.greatest() == Some(&0) {
            return Err("there is no game 0: the first one in a file has the number 1".into());
        }
        Ok(Self { range, text: text.to_owned() })
    }
}

impl fmt::Display for GameNumbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl GameNumbers {
    /// Returns `true` if the number or range includes the game number.
    pub(super) fn contains(&self, number: u64) -> bool {
        self.range.contains(&number)
    }

    /// Returns the greatest number, or `None` if the range has no upper limit.
    pub(super) fn greatest(&self) -> Option<u64> {
        self.range.greatest().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_begin_at_one() {
        let contained = |text: &str| {
            let numbers: GameNumbers = text.parse().expect(text);
            (1..5).filter(|&number| numbers.contains(number)).collect::<Vec<_>>()
        };
        assert_eq!(contained("2"), [2]);
        assert_eq!(contained("..2"), [1, 2]);
        assert_eq!(contained(">0"), [1, 2, 3, 4]);
        for text in ["0", "0-3", ">=0", "..0", "<=0", "0+"] {
            let error = text.parse::<GameNumbers>().expect_err(text).to_string();
            assert!(error.starts_with("there is no game 0"), "{text}: {error}");
        }
    }
}
