//! The pieces that a line wins, and those that it gives for them.

use std::fmt;

use reynard::{Color, PieceType, PieceValues, Position};

/// The kinds of pieces that can be captured, the most valuable first.
const KINDS: [PieceType; 5] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::Pawn];
const BISHOP: usize = 2;
const KNIGHT: usize = 3;

/// The pieces that a side wins and gives up between two positions. Equal pieces of both sides do
/// not count, and a bishop equals a knight.
///
/// ```
/// use reynard_learn::MaterialTrade;
/// use reynard_learn::reynard::{Color, Position};
///
/// let before: Position = "3rk3/8/8/8/8/4B3/3p4/3RK3 w - - 0 1".parse()?;
/// let after: Position = "4k3/8/8/8/8/4B3/8/3K4 w - - 0 3".parse()?;
/// let trade = MaterialTrade::between(&before, &after, Color::White).expect("a gain");
/// assert_eq!(trade.to_string(), "a pawn");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MaterialTrade {
    won: [u8; KINDS.len()],
    given: [u8; KINDS.len()],
}

impl MaterialTrade {
    /// Returns the trade of a side, or `None` if it wins no piece, or if a pawn was promoted.
    pub fn between(before: &Position, after: &Position, side: Color) -> Option<Self> {
        let missing = |color| -> Option<[u8; KINDS.len()]> {
            let mut counts = [0; KINDS.len()];
            for (count, kind) in counts.iter_mut().zip(KINDS) {
                let [old, new] = [before, after].map(|pos| pos.pieces(color, kind).len());
                *count = u8::try_from(old.checked_sub(new)?).ok()?;
            }
            Some(counts)
        };
        let (mut won, mut given) = (missing(!side)?, missing(side)?);
        // A promotion takes a pawn from the board without a capture.
        let captured: u32 = won.iter().chain(&given).map(|&count| u32::from(count)).sum();
        let pieces = |pos: &Position| pos.occupied().len();
        if pieces(before).checked_sub(pieces(after)) != Some(captured) {
            return None;
        }
        let pairs = (0..KINDS.len()).map(|kind| (kind, kind));
        for (one, other) in pairs.chain([(BISHOP, KNIGHT), (KNIGHT, BISHOP)]) {
            let equal = won[one].min(given[other]);
            won[one] -= equal;
            given[other] -= equal;
        }
        won.iter().any(|&count| count > 0).then_some(Self { won, given })
    }

    /// Returns the value of the trade, in centipawns.
    pub fn value(self) -> i32 {
        let sum = |counts: [u8; KINDS.len()]| -> i32 {
            let values = counts.iter().zip(KINDS);
            values.map(|(&count, kind)| i32::from(count) * PieceValues::DEFAULT.of(kind)).sum()
        };
        sum(self.won) - sum(self.given)
    }

    /// Returns the pieces won, the most valuable first.
    pub fn won(self) -> Vec<PieceType> {
        pieces(self.won)
    }

    /// Returns the pieces given up, the most valuable first.
    pub fn given(self) -> Vec<PieceType> {
        pieces(self.given)
    }

    /// Returns `true` if a rook is won for a bishop or a knight, and perhaps pawns.
    pub fn is_exchange(self) -> bool {
        let [queens, rooks, bishops, knights, _] = self.given;
        self.won == [0, 1, 0, 0, 0] && queens + rooks == 0 && bishops + knights == 1
    }
}

fn pieces(counts: [u8; KINDS.len()]) -> Vec<PieceType> {
    let kinds = counts.iter().zip(KINDS);
    kinds.flat_map(|(&count, kind)| std::iter::repeat_n(kind, count.into())).collect()
}

/// Returns a list of pieces as words.
fn words(counts: [u8; KINDS.len()]) -> String {
    let kinds = counts.iter().zip(KINDS).filter(|&(&count, _)| count > 0);
    let words: Vec<String> = kinds
        .map(|(&count, kind)| match (count, kind) {
            (1, PieceType::Queen) => "the queen".to_owned(),
            (1, _) => format!("a {kind}"),
            (2, _) => format!("two {kind}s"),
            (3, _) => format!("three {kind}s"),
            _ => format!("{count} {kind}s"),
        })
        .collect();
    match words.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}

/// Writes the trade in words: "a rook for two pawns".
impl fmt::Display for MaterialTrade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut won, mut given) = (words(self.won), self.given);
        if self.is_exchange() {
            "the exchange".clone_into(&mut won);
            (given[BISHOP], given[KNIGHT]) = (0, 0);
        }
        match words(given) {
            given if given.is_empty() => f.pad(&won),
            given => f.pad(&format!("{won} for {given}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(before: &str, after: &str) -> Option<String> {
        let [before, after] = [before, after]
            .map(|board| format!("{board} w - - 0 1").parse::<Position>().expect("a position"));
        Some(MaterialTrade::between(&before, &after, Color::White)?.to_string())
    }

    #[test]
    fn trades_are_named_by_the_pieces_that_differ() {
        for (before, after, expected) in [
            ("qn2k3/8/8/8/8/8/8/B3K3", "n3k3/8/8/8/8/8/8/4K3", Some("the queen for a bishop")),
            ("r3k3/8/8/8/8/8/8/B3K3", "4k3/8/8/8/8/8/8/4K3", Some("the exchange")),
            ("r3k3/8/8/8/8/8/P7/B3K3", "4k3/8/8/8/8/8/8/4K3", Some("the exchange for a pawn")),
            ("n3k3/8/8/8/8/8/8/B3K3", "4k3/8/8/8/8/8/8/4K3", None),
            ("b3k3/pp6/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3", Some("a bishop and two pawns")),
            ("4k3/8/8/8/8/8/8/Q3K3", "4k3/8/8/8/8/8/8/4K3", None),
            ("8/P3k3/8/8/8/8/8/4K3", "Q7/4k3/8/8/8/8/8/4K3", None),
            ("1r6/P3k3/8/8/8/8/8/4K3", "1Q6/4k3/8/8/8/8/8/4K3", None),
        ] {
            assert_eq!(text(before, after).as_deref(), expected, "{before}");
        }
    }
}
