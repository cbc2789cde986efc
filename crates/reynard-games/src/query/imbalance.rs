//! Differences of material: `BBvNN`, `RvBN`, `+1p`.

use std::str::FromStr;

use reynard::{Color, PieceType};

use super::{InvalidCondition, PieceCounts};

/// A difference in material, regardless of color: for each side, the pieces that it has in excess
/// of the other.
///
/// `BBvNN` is two bishops against two knights; both sides may have other pieces in equal numbers,
/// and any pawns. If pawns are given, as in `RvBNP`, the difference in pawns must match as well.
/// `+1p` is an extra pawn with otherwise equal material.
///
/// ```
/// use reynard_games::{Imbalance, PieceCounts};
///
/// let pos: reynard::Position = "4k3/ppp5/8/4b3/4n3/8/PP6/R3K3 w - - 0 1".parse().unwrap();
/// let holds = |text: &str| {
///     text.parse::<Imbalance>().unwrap().holds(&PieceCounts::of(pos.board()))
/// };
/// assert!(holds("RvBN") && holds("BNPvR") && !holds("RvBNPP") && !holds("+1p"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Imbalance {
    /// Surplus of the first side, from pawn to queen.
    difference: [i16; 5],
    pawns: PawnDifference,
}

/// The role of pawns in an imbalance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PawnDifference {
    /// Any.
    Ignored,
    /// The difference in pawns must be as given.
    Counted,
}

impl Imbalance {
    /// Returns `true` if the material of either side differs from that of the other in this way.
    pub fn holds(&self, counts: &PieceCounts) -> bool {
        let [white, black] = Color::ALL.map(|color| counts.of_side(color));
        let first = match self.pawns {
            PawnDifference::Ignored => 1,
            PawnDifference::Counted => 0,
        };
        let holds_for = |own: [u8; 6], other: [u8; 6]| {
            (first..5)
                .all(|kind| i16::from(own[kind]) - i16::from(other[kind]) == self.difference[kind])
        };
        holds_for(white, black) || holds_for(black, white)
    }
}

impl FromStr for Imbalance {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        if let Some(pawns) = text.strip_prefix('+') {
            let number = pawns.strip_suffix(['p', 'P']).unwrap_or_default();
            let number = number.parse().ok().filter(|number: &i16| (0..=8).contains(number));
            let number =
                number.ok_or_else(|| format!("`{text}` is not a number of pawns like +1p"))?;
            let difference = [number, 0, 0, 0, 0];
            return Ok(Self { difference, pawns: PawnDifference::Counted });
        }
        let (one, other) = text
            .split_once('v')
            .or_else(|| text.split_once(':'))
            .ok_or("two sides are needed with a v between them, like BBvNN, or pawns, like +1p")?;
        let mut difference = [0; 5];
        for (side, sign) in [(one, 1), (other, -1)] {
            for letter in side.chars() {
                let kind = PieceType::from_char(letter.to_ascii_lowercase());
                let kind = kind.filter(|&kind| kind != PieceType::King).ok_or_else(|| {
                    format!("`{letter}` is not a piece here; these are Q, R, B, N and P")
                })?;
                difference[kind as usize - 1] += sign;
            }
        }
        if difference == [0; 5] {
            return Err(format!("`{text}` is no difference: both sides have the same").into());
        }
        let has_pawns = text.contains(['P', 'p']);
        let pawns = if has_pawns { PawnDifference::Counted } else { PawnDifference::Ignored };
        Ok(Self { difference, pawns })
    }
}

#[cfg(test)]
mod tests {
    use reynard::Position;

    use super::*;

    #[test]
    fn differences_are_counted_for_either_side() {
        for (imbalance, fen, expected) in [
            ("BBvNN", "2nnk3/8/8/8/8/8/8/2BBK3 w - - 0 1", true),
            ("BBvNN", "2bbk2r/8/8/8/8/8/PPP5/2NNK2R w - - 0 1", true),
            ("BBvNN", "2bbk2r/8/8/8/8/8/PPP5/2NNK3 w - - 0 1", false),
            ("BvN", "2bnk3/8/8/8/8/8/8/2NNK3 w - - 0 1", true),
            ("+1p", "4k2r/p7/8/8/8/8/PP6/4K2R w - - 0 1", true),
            ("+1p", "4k2r/pp6/8/8/8/8/P7/4K2R w - - 0 1", true),
            ("+1p", "4k3/p7/8/8/8/8/PP6/4K2R w - - 0 1", false),
            ("QvRR", "4k2q/8/8/8/8/8/8/RR2K3 w - - 0 1", true),
        ] {
            let pos: Position = fen.parse().expect("a position");
            let counts = PieceCounts::of(pos.board());
            let parsed: Imbalance = imbalance.parse().expect(imbalance);
            assert_eq!(parsed.holds(&counts), expected, "{imbalance} {fen}");
        }
        for text in ["", "BB", "BvB", "KvQ", "+p", "+9p", "+1q", "XvB"] {
            assert!(text.parse::<Imbalance>().is_err(), "{text}");
        }
    }
}
