//! Material that is given up and not won back.

use std::str::FromStr;

use reynard::{Board, Color, PieceType, PieceValues};

use super::{InvalidCondition, PieceCounts};

/// A sacrifice: a player gives up material that is not won back for a number of plies.
///
/// In the material balance, a pawn counts 1 point, a knight or bishop 3, a rook 5 and a queen 9
/// points. A player sacrifices if the balance after a move and the reply is lower than before the
/// move by at least the given value, and stays that low for the given number of plies or up to the
/// end of the game.
///
/// ```
/// use reynard::Color;
/// use reynard_games::Sacrifice;
///
/// let sacrifice: Sacrifice = "2/6".parse()?;
/// // A bishop takes a pawn and is taken: two pawns less.
/// let balances = [0, 1, -2, -2, -2, -2, -2, -2, -2];
/// assert_eq!(sacrifice.sides(&balances, Color::White), [true, false]);
/// // It is won back on the sixth ply.
/// let balances = [0, 1, -2, -2, -2, -2, 1, 1, 1];
/// assert!(!sacrifice.sides(&balances, Color::White)[Color::White as usize]);
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sacrifice {
    value: i32,
    plies: usize,
}

/// The default number of plies for which material is not won back.
const PLIES: usize = 8;

impl Sacrifice {
    /// Returns the material balance in pawns, White's minus Black's.
    pub fn balance(counts: &PieceCounts) -> i32 {
        let of = |color| {
            let value = |kind| PieceValues::DEFAULT.of(kind) / 100;
            let values =
                PieceType::ALL.map(|kind| value(kind) * i32::from(counts.get(color, kind)));
            values.iter().sum::<i32>()
        };
        of(Color::White) - of(Color::Black)
    }

    /// Returns the material balance on a board.
    pub(super) fn balance_of(board: &Board) -> i32 {
        Self::balance(&PieceCounts::of(board))
    }

    /// Returns whether White and Black sacrifice, given the [balance](Self::balance) of material in
    /// each position of a game and the side to move in the first position.
    pub fn sides(&self, balances: &[i32], first: Color) -> [bool; 2] {
        let mut sides = [false; 2];
        let mut turn = first;
        for (at, &before) in balances.iter().enumerate() {
            let sign = if turn == Color::White { 1 } else { -1 };
            let later = balances.get(at + 2..).unwrap_or_default();
            let later = &later[..later.len().min(self.plies)];
            let is_given = |balance: &i32| sign * (before - balance) >= self.value;
            if !later.is_empty() && later.iter().all(is_given) {
                sides[turn as usize] = true;
            }
            turn = !turn;
        }
        sides
    }
}

impl FromStr for Sacrifice {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let (value, plies) = match text.split_once('/') {
            None => (text, PLIES),
            Some((value, plies)) => {
                let plies = plies.parse().ok().filter(|plies| (2..=400).contains(plies));
                let plies = plies.ok_or_else(|| {
                    format!(
                        "`{text}` has no number of plies from 2 to 400 behind the slash, like 3/10"
                    )
                })?;
                (value, plies)
            }
        };
        let value =
            value.parse().ok().filter(|value| (1..=30).contains(value)).ok_or_else(|| {
                format!(
                    "`{value}` is not material in pawns from 1 to 30: an exchange is 2, a piece 3"
                )
            })?;
        Ok(Self { value, plies })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_are_no_sacrifices_and_the_last_positions_count_as_far_as_they_go() {
        let sides = |text: &str, balances: &[i32], first| {
            text.parse::<Sacrifice>().expect(text).sides(balances, first)
        };
        // Black begins an exchange of knights, and White takes back.
        assert_eq!(sides("3", &[0, -3, 0, 0, 0, 0], Color::Black), [false, false]);
        // White takes a pawn with a bishop and mates two plies later.
        assert_eq!(sides("2", &[0, 1, -2, -2], Color::White), [true, false]);
        // Black leaves a knight: it is taken at once, and three plies later two pawns are there.
        let balances = [0, 0, 3, 3, 3, 3, 1, 1, 1];
        assert_eq!(sides("3/3", &balances, Color::White), [false, true]);
        assert_eq!(sides("3/4", &balances, Color::White), [false, false]);
        // Later White leaves two pawns.
        assert_eq!(sides("1/7", &balances, Color::White), [true, true]);
        assert_eq!(sides("1", &[0, 1], Color::White), [false, false]);
        for text in ["", "0", "31", "x", "3/", "3/1", "3/401", "-3", "3.5"] {
            assert!(text.parse::<Sacrifice>().is_err(), "{text}");
        }
    }
}
