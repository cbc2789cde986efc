//! Which men are on the board: `KRPvKR`.

use std::str::FromStr;

use reynard::{Color, PieceType, Position};

/// The men of both sides, whichever has which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Material {
    sides: [Men; 2],
    total: u32,
}

/// How many men of each kind a side has.
type Men = [u32; 6];

const KINDS: [PieceType; 6] = [
    PieceType::Pawn,
    PieceType::Knight,
    PieceType::Bishop,
    PieceType::Rook,
    PieceType::Queen,
    PieceType::King,
];

impl Material {
    pub(super) fn matches(&self, pos: &Position) -> bool {
        if pos.occupied().len() != self.total {
            return false;
        }
        let men = |color| KINDS.map(|kind| pos.pieces(color, kind).len());
        let [one, other] = self.sides;
        let (white, black) = (men(Color::White), men(Color::Black));
        (white, black) == (one, other) || (white, black) == (other, one)
    }
}

impl FromStr for Material {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once('v').or_else(|| text.split_once(':'));
        let (one, other) =
            sides.ok_or("two sides are needed with a v between them, like KRPvKR")?;
        let sides = [men(one)?, men(other)?];
        Ok(Self { sides, total: sides.iter().flatten().sum() })
    }
}

fn men(text: &str) -> Result<Men, String> {
    let mut men = [0; 6];
    for letter in text.chars() {
        let kind = PieceType::from_char(letter.to_ascii_lowercase());
        let index = KINDS.iter().position(|&member| Some(member) == kind);
        men[index.ok_or(format!("`{letter}` is no piece; these are K, Q, R, B, N and P"))?] += 1;
    }
    if men[5] == 1 { Ok(men) } else { Err(format!("`{text}` has not one king")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_side_may_have_either_men() {
        let material: Material = "KRPvKR".parse().expect("material");
        for (fen, matches) in [
            ("4k2r/8/8/8/8/8/P7/R3K3 w - - 0 1", true),
            ("r3k3/p7/8/8/8/8/8/4K2R w - - 0 1", true),
            ("r3k3/p7/8/8/8/8/8/4K2B w - - 0 1", false),
            ("r3k3/p7/8/8/8/8/P7/4K2R w - - 0 1", false),
        ] {
            assert_eq!(material.matches(&fen.parse().expect("a position")), matches, "{fen}");
        }
        for text in ["", "KRP", "KvKX", "KKvK", "RvK"] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }
}
