//! The pieces on the board: `KRPvKR`, `KR*vKR*`, `rook-ending`.

use std::str::FromStr;

use reynard::suggest::closest;
use reynard::{Bitboard, Board, Color, PieceType, Position};

use super::piece_counts::{SideCounts, all_at_least, packed};
use super::{InvalidCondition, PieceCounts, Truth};

/// The pieces of both sides, regardless of color: `KRPvKR`. After the pieces of a side, `*` stands
/// for any number of additional pawns, and `+` for any additional pieces. Classes of material can
/// be given by name: see [`NAMES`](Self::NAMES).
///
/// ```
/// use reynard_games::MaterialBalance;
///
/// let material: MaterialBalance = "KRvK".parse()?;
/// assert!(material.matches(&"r6k/8/8/8/8/8/8/7K w - - 0 1".parse().unwrap()));
/// let material: MaterialBalance = "rook-ending".parse()?;
/// assert!(material.matches(&"r6k/6pp/8/8/8/8/6PP/R6K w - - 0 1".parse().unwrap()));
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MaterialBalance {
    sides: [SideMaterial; 2],
    bishops: BishopShades,
}

/// A condition on the square colors of the bishops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BishopShades {
    Any,
    /// Each side has one bishop, on squares of opposite colors.
    Opposite,
    /// All bishops are on squares of the same color.
    Same,
}

/// The minimum and maximum number of one side's pieces of each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideMaterial {
    least: SideCounts,
    most: SideCounts,
}

/// The maximum count of a kind that may occur any number of times.
const MANY: u8 = 127;

/// Index of the king.
const KING: usize = 5;

impl SideMaterial {
    #[inline]
    const fn holds(&self, counts: SideCounts) -> bool {
        all_at_least(counts, self.least) && all_at_least(self.most, counts)
    }

    /// Parses the pieces of a side.
    fn parse(text: &str) -> Result<Self, String> {
        let (mut counts, mut pawns, mut pieces) = ([0_u8; 6], false, false);
        for letter in text.chars() {
            match letter {
                '*' => pawns = true,
                '+' => pieces = true,
                _ => {
                    let kind = PieceType::from_char(letter.to_ascii_lowercase());
                    let kind = kind.ok_or_else(|| {
                        format!(
                            "`{letter}` is not a piece; these are K, Q, R, B, N and P, and * and + \
                             for more pawns and more pieces"
                        )
                    })?;
                    let count = &mut counts[kind as usize - 1];
                    *count = count.saturating_add(1);
                }
            }
        }
        if counts[KING] != 1 {
            return Err(format!("`{text}` has not one king"));
        }
        check_possible(counts, text)?;
        let mut most = counts;
        if pawns {
            most[0] = MANY;
        }
        if pieces {
            most = [MANY; 6];
            most[KING] = 1;
        }
        Ok(Self { least: packed(counts), most: packed(most) })
    }
}

/// Rejects material that cannot occur in a game: each piece beyond the original set must be a
/// promoted pawn.
fn check_possible(counts: [u8; 6], text: &str) -> Result<(), String> {
    const START: [u8; 6] = [8, 2, 2, 2, 1, 1];
    let promoted = counts[1..5].iter().zip(&START[1..5]);
    let promoted: u32 =
        promoted.map(|(count, start)| u32::from(count.saturating_sub(*start))).sum();
    if promoted + u32::from(counts[0]) > 8 {
        return Err(format!(
            "no side has the pieces `{text}`: there are not enough pawns for them"
        ));
    }
    Ok(())
}

impl MaterialBalance {
    /// The names of material classes, each with the pieces that it denotes.
    pub const NAMES: [(&'static str, &'static str); 11] = [
        ("pawn-ending", "K*vK*"),
        ("knight-ending", "KN*vKN*"),
        ("bishop-ending", "KB*vKB*"),
        ("bishop-knight-ending", "KB*vKN*"),
        ("rook-ending", "KR*vKR*"),
        ("rook-knight-ending", "KRN*vKRN*"),
        ("rook-bishop-ending", "KRB*vKRB*"),
        ("queen-ending", "KQ*vKQ*"),
        ("opposite-bishop-ending", "KB*vKB*"),
        ("opposite-bishops", "KB+vKB+"),
        ("same-bishops", "KB+vKB+"),
    ];

    /// Returns `true` if exactly these pieces are on the board.
    ///
    /// ```
    /// use reynard_games::MaterialBalance;
    ///
    /// let material: MaterialBalance = "KRPvKR".parse()?;
    /// assert!(!material.matches(&reynard_games::reynard::Position::startpos()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches(&self, pos: &Position) -> bool {
        self.matches_board(pos.board())
    }

    pub(super) fn matches_board(&self, board: &Board) -> bool {
        match self.decide(&PieceCounts::of(board)) {
            Truth::False => false,
            Truth::True => true,
            Truth::Unknown => {
                let light = |color| {
                    let bishops = board.pieces(color, PieceType::Bishop);
                    !bishops.is_disjoint(Bitboard::shade(Color::White))
                };
                let are_same = light(Color::White) == light(Color::Black);
                are_same == (self.bishops == BishopShades::Same)
            }
        }
    }

    /// Returns `true` if either side may have pieces of a kind.
    pub(super) fn allows(&self, kind: PieceType) -> bool {
        self.sides.iter().any(|side| side.most.to_le_bytes()[kind as usize - 1] > 0)
    }

    /// Returns `true` if no position matches both conditions.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        let meet = |one: &SideMaterial, other: &SideMaterial| {
            all_at_least(one.most, other.least) && all_at_least(other.most, one.least)
        };
        let [first, second] = &self.sides;
        let [one, two] = &other.sides;
        let may_be = meet(first, one) && meet(second, two) || meet(first, two) && meet(second, one);
        let shades = [self.bishops, other.bishops];
        let have_shades =
            !shades.contains(&BishopShades::Opposite) || !shades.contains(&BishopShades::Same);
        !may_be || !have_shades
    }

    /// Returns the minimum number of captures needed to reach this material from the standard start
    /// position.
    pub(super) fn fewest_captures(&self) -> usize {
        /// Pieces of a side at the start, including pawns.
        const SIDE: u32 = 16;
        const PAWNS: u32 = 8;

        let most = |side: &SideMaterial| {
            let counts = side.most.to_le_bytes();
            let pieces: u32 = counts[1..].iter().map(|&count| u32::from(count)).sum();
            (pieces + u32::from(counts[0]).min(PAWNS)).min(SIDE)
        };
        (2 * SIDE - self.sides.iter().map(most).sum::<u32>()) as usize
    }

    /// Returns, for each kind from pawn to queen, the minimum number of pieces that must have been
    /// captured since the standard start position, in a game without promotions.
    pub(super) fn fewest_captures_by_kind(&self) -> [u8; 5] {
        /// Pieces of both sides at the start.
        const START: [u8; 5] = [16, 4, 4, 4, 2];

        let [one, other] = self.sides.map(|side| side.most.to_le_bytes());
        std::array::from_fn(|kind| {
            START[kind].saturating_sub(one[kind].saturating_add(other[kind]))
        })
    }

    /// Evaluates the condition from piece counts. The result is unknown if the squares of bishops
    /// matter.
    #[inline]
    pub(super) fn decide(&self, counts: &PieceCounts) -> Truth {
        let (white, black) = (counts.side(Color::White), counts.side(Color::Black));
        let [one, other] = &self.sides;
        let holds =
            one.holds(white) && other.holds(black) || one.holds(black) && other.holds(white);
        match self.bishops {
            _ if !holds => Truth::False,
            BishopShades::Any => Truth::True,
            BishopShades::Opposite | BishopShades::Same => Truth::Unknown,
        }
    }
}

impl FromStr for MaterialBalance {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let folded = text.to_ascii_lowercase().replace('_', "-");
        if let Some((name, pieces)) = Self::NAMES.iter().find(|(name, _)| *name == folded) {
            let mut balance = Self::of_pieces(pieces)?;
            balance.bishops = match *name {
                "opposite-bishop-ending" | "opposite-bishops" => BishopShades::Opposite,
                "same-bishops" => BishopShades::Same,
                _ => BishopShades::Any,
            };
            if balance.bishops != BishopShades::Any {
                const BISHOPS: SideCounts = packed([0, 0, MANY, 0, 0, 0]);
                for side in &mut balance.sides {
                    side.most = side.most & !BISHOPS | packed([0, 0, 1, 0, 0, 0]);
                }
            }
            return Ok(balance);
        }
        if text.starts_with('K') {
            return Self::of_pieces(text);
        }
        let near = closest(&folded, Self::NAMES.map(|(name, _)| name.to_owned()));
        match near.first() {
            Some(near) => {
                Err(format!("`{text}` is not a kind of material; did you mean {near}?").into())
            }
            None => Self::of_pieces(text),
        }
    }
}

impl MaterialBalance {
    fn of_pieces(text: &str) -> Result<Self, InvalidCondition> {
        let sides = text.split_once('v').or_else(|| text.split_once(':'));
        let (one, other) =
            sides.ok_or("two sides are needed with a v between them, like KRPvKR")?;
        let sides = [SideMaterial::parse(one)?, SideMaterial::parse(other)?];
        Ok(Self { sides, bishops: BishopShades::Any })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(material: &str, fen: &str) -> bool {
        let pos: Position = fen.parse().expect("a position");
        material.parse::<MaterialBalance>().expect(material).matches(&pos)
    }

    #[test]
    fn either_side_may_have_either_pieces() {
        for (fen, expected) in [
            ("4k2r/8/8/8/8/8/P7/R3K3 w - - 0 1", true),
            ("r3k3/p7/8/8/8/8/8/4K2R w - - 0 1", true),
            ("r3k3/p7/8/8/8/8/8/4K2B w - - 0 1", false),
            ("r3k3/p7/8/8/8/8/P7/4K2R w - - 0 1", false),
        ] {
            assert_eq!(matches("KRPvKR", fen), expected, "{fen}");
        }
        for text in
            ["", "KRP", "KvKX", "KKvK", "RvK", "KQQQQQQQQQQvK", "KPPPPPPPPPvK", "rok-ending"]
        {
            assert!(text.parse::<MaterialBalance>().is_err(), "{text}");
        }
    }

    #[test]
    fn stars_are_pawns_and_plus_is_anything_more() {
        let rooks = "r3k3/pp6/8/8/8/8/P7/R3K3 w - - 0 1";
        for material in ["KR*vKR*", "KRP*vKR*", "KR+vKR+", "K+vKRPP", "rook-ending", "Rook_Ending"]
        {
            assert!(matches(material, rooks), "{material}");
        }
        for material in ["KRvKR*", "KRPPP*vKR*", "KQ+vK+", "queen-ending", "KR*vK*"] {
            assert!(!matches(material, rooks), "{material}");
        }
    }

    #[test]
    fn bishops_are_told_apart_by_their_squares() {
        let opposite = "4kb2/pp6/8/8/8/8/P7/4KB2 w - - 0 1";
        let same = "4k1b1/pp6/8/8/8/8/P7/4KB2 w - - 0 1";
        for (fen, is_opposite) in [(opposite, true), (same, false)] {
            assert_eq!(matches("opposite-bishop-ending", fen), is_opposite);
            assert_eq!(matches("opposite-bishops", fen), is_opposite);
            assert_eq!(matches("same-bishops", fen), !is_opposite);
            assert!(matches("bishop-ending", fen));
        }
        assert!(!matches("opposite-bishops", "4kb2/8/8/8/8/8/8/2B1KB2 w - - 0 1"));
    }

    #[test]
    fn a_misspelled_class_is_corrected() {
        let error = "rook-endng".parse::<MaterialBalance>().unwrap_err().to_string();
        assert!(error.contains("did you mean rook-ending?"), "{error}");
    }
}
