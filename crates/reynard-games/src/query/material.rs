//! The pieces on the board: `KRPvKR`.

use std::str::FromStr;

use reynard::{Color, PieceType, Position};

use super::InvalidCondition;

/// The pieces of both sides, whichever has which: `KRPvKR`.
///
/// ```
/// use reynard_games::MaterialBalance;
///
/// let material: MaterialBalance = "KRvK".parse()?;
/// assert!(material.matches(&"r6k/8/8/8/8/8/8/7K w - - 0 1".parse().unwrap()));
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialBalance {
    sides: [Counts; 2],
    total: u32,
}

/// Number of pieces of each kind of a side.
type Counts = [u32; 6];

const KINDS: [PieceType; 6] = [
    PieceType::Pawn,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
    PieceType::King,
];

impl MaterialBalance {
    /// Returns `true` if these pieces are on the board and no others.
    ///
    /// ```
    /// use reynard_games::MaterialBalance;
    ///
    /// let material: MaterialBalance = "KRPvKR".parse()?;
    /// assert!(!material.matches(&reynard_games::reynard::Position::startpos()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches(&self, pos: &Position) -> bool {
        if pos.occupied().len() != self.total {
            return false;
        }
        let counts = |color| KINDS.map(|kind| pos.pieces(color, kind).len());
        let [one, other] = self.sides;
        let (white, black) = (counts(Color::White), counts(Color::Black));
        (white, black) == (one, other) || (white, black) == (other, one)
    }
}

impl FromStr for MaterialBalance {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let sides = text.split_once('v').or_else(|| text.split_once(':'));
        let (one, other) =
            sides.ok_or("two sides are needed with a v between them, like KRPvKR")?;
        let sides = [counts(one)?, counts(other)?];
        Ok(Self { sides, total: sides.iter().flatten().sum() })
    }
}

fn counts(text: &str) -> Result<Counts, String> {
    let mut counts = [0; 6];
    for letter in text.chars() {
        let kind = PieceType::from_char(letter.to_ascii_lowercase());
        let index = KINDS.iter().position(|&member| Some(member) == kind);
        counts[index
            .ok_or(format!("`{letter}` is not a piece; these are K, Q, R, B, N and P"))?] += 1;
    }
    if counts[5] == 1 { Ok(counts) } else { Err(format!("`{text}` has not one king")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_side_may_have_either_pieces() {
        let material: MaterialBalance = "KRPvKR".parse().expect("material");
        for (fen, matches) in [
            ("4k2r/8/8/8/8/8/P7/R3K3 w - - 0 1", true),
            ("r3k3/p7/8/8/8/8/8/4K2R w - - 0 1", true),
            ("r3k3/p7/8/8/8/8/8/4K2B w - - 0 1", false),
            ("r3k3/p7/8/8/8/8/P7/4K2R w - - 0 1", false),
        ] {
            assert_eq!(material.matches(&fen.parse().expect("a position")), matches, "{fen}");
        }
        for text in ["", "KRP", "KvKX", "KKvK", "RvK"] {
            assert!(text.parse::<MaterialBalance>().is_err(), "{text}");
        }
    }
}
