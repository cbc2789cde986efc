//! The pawns of both sides: `8/pp3ppp/4p3/8/3P4/8/PP3PPP/8`.

use std::str::FromStr;

use reynard::{Bitboard, Board, Color, File, Piece, PieceType, Rank, Square};

use super::pawn_needs::PawnNeeds;
use super::{InvalidCondition, PieceCounts, Truth};

/// All pawns of both sides, with any other pieces. It is written as the first field of a FEN, in
/// which pieces other than pawns are ignored. With `flipcolor`, the pawns also match with colors
/// reversed.
///
/// ```
/// use reynard::Position;
/// use reynard_games::PawnSkeleton;
///
/// let pos: Position = "4k3/pp6/8/8/8/8/PP6/R3K3 w - - 0 1".parse().unwrap();
/// let pawns: PawnSkeleton = "8/pp6/8/8/8/8/PP6/8".parse()?;
/// assert!(pawns.holds(pos.board()) && pawns == PawnSkeleton::of(pos.board()));
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PawnSkeleton {
    white: Bitboard,
    black: Bitboard,
    colors: PawnColors,
}

/// The colors with which the pawns may match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum PawnColors {
    Given,
    GivenOrReversed,
}

/// The keyword for reversed colors.
const FLIP: &str = "flipcolor";

impl PawnSkeleton {
    /// Returns the pawns on a board.
    pub const fn of(board: &Board) -> Self {
        Self {
            white: board.pieces(Color::White, PieceType::Pawn),
            black: board.pieces(Color::Black, PieceType::Pawn),
            colors: PawnColors::Given,
        }
    }

    /// Returns the pawns of a color.
    pub const fn of_color(&self, color: Color) -> Bitboard {
        match color {
            Color::White => self.white,
            Color::Black => self.black,
        }
    }

    /// Returns `true` if exactly these pawns are on the board.
    pub fn holds(&self, board: &Board) -> bool {
        let Self { white, black, .. } = Self::of(board);
        (self.white, self.black) == (white, black)
            || self.colors == PawnColors::GivenOrReversed
                && (self.black.flip_ranks(), self.white.flip_ranks()) == (white, black)
    }

    /// Evaluates the condition from pawn counts alone. The result is either false or unknown.
    pub(super) fn decide(&self, counts: &PieceCounts) -> Truth {
        let counts = Color::ALL.map(|color| u32::from(counts.get(color, PieceType::Pawn)));
        let own = [self.white.len(), self.black.len()];
        let is_flipped = self.colors == PawnColors::GivenOrReversed;
        let may_be = counts == own || is_flipped && counts == [own[1], own[0]];
        if may_be { Truth::Unknown } else { Truth::False }
    }

    /// Returns the pawns that the condition requires.
    pub(super) fn pawn_needs(&self) -> PawnNeeds {
        let of = |pawns: Self| PawnNeeds::of_all([pawns.white, pawns.black]);
        match self.colors {
            PawnColors::Given => of(*self),
            PawnColors::GivenOrReversed => of(*self).or(of(self.flipped())),
        }
    }

    /// Returns `true` if no position matches both conditions.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        let given = |it: &Self| (it.white, it.black);
        let is_given = self.colors == PawnColors::Given && other.colors == PawnColors::Given;
        is_given && given(self) != given(other)
    }

    /// Returns the pawns with colors reversed.
    pub(super) const fn flipped(&self) -> Self {
        Self { white: self.black.flip_ranks(), black: self.white.flip_ranks(), colors: self.colors }
    }
}

impl FromStr for PawnSkeleton {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let mut words = text.split_ascii_whitespace();
        let ranks: Vec<&str> = words.next().unwrap_or_default().split('/').collect();
        if ranks.len() != 8 {
            return Err(format!(
                "8 ranks are needed, with slashes between, as in FEN, not {}",
                ranks.len()
            )
            .into());
        }
        let (mut white, mut black) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (rank, signs) in Rank::ALL.into_iter().rev().zip(ranks) {
            let bad = || format!("`{signs}` is not a rank of 8 squares, like p1P5");
            let mut file = 0;
            for sign in signs.chars() {
                if let Some(empty @ 1..=8) = sign.to_digit(10) {
                    file += empty as usize;
                    continue;
                }
                let piece = Piece::from_char(sign).ok_or_else(bad)?;
                let square = Square::new(*File::ALL.get(file).ok_or_else(bad)?, rank);
                file += 1;
                if piece.kind == PieceType::Pawn {
                    let pawns = if piece.color == Color::White { &mut white } else { &mut black };
                    *pawns |= Bitboard::from(square);
                }
            }
            if file != 8 {
                return Err(bad().into());
            }
        }
        for pawns in [white, black] {
            if pawns.len() > 8 {
                return Err(format!("no side has {} pawns", pawns.len()).into());
            }
            let ends = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
            if !pawns.is_disjoint(ends) {
                return Err("no pawn stands on the first or the last rank".into());
            }
        }
        // The other fields of a FEN do not matter.
        let colors = if words.any(|word| word == FLIP) {
            PawnColors::GivenOrReversed
        } else {
            PawnColors::Given
        };
        Ok(Self { white, black, colors })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pawns_count_and_pieces_do_not() {
        let board = |fen: &str| *fen.parse::<reynard::Position>().expect(fen).board();
        let start = board("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        let holds = |text: &str| text.parse::<PawnSkeleton>().expect(text).holds(&start);
        assert!(holds("8/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/8"));
        assert!(holds("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"));
        assert!(!holds("8/pppp1ppp/8/4p3/4P3/8/PPPP1PP1/8"));
        assert!(!holds("8/pppp1ppp/8/4p3/4P3/7P/PPPP1PP1/8"));
        let sicilian = "8/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/8";
        let reversed = board("rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2");
        assert!(!sicilian.parse::<PawnSkeleton>().unwrap().holds(&reversed));
        assert!(format!("{sicilian} flipcolor").parse::<PawnSkeleton>().unwrap().holds(&reversed));
        for text in [
            "",
            "8/8",
            "9/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/P7",
            "8/PPPPPPPP/P7/8/8/8/8/8",
            "8/ppp/8/8/8/8/8/8",
            "8/?7/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/ppppppppp",
        ] {
            assert!(text.parse::<PawnSkeleton>().is_err(), "{text}");
        }
    }
}
