//! A piece on one of several squares: `Pd4`, `[QR]a-c7`, `ne5`.

use std::str::FromStr;

use reynard::{Bitboard, Board, File, Piece, PieceType, Rank};

use super::pawn_needs::PawnNeeds;
use super::piece_set::PieceSet;
use super::{InvalidCondition, Truth};

/// A piece on one of several squares. The piece is a letter as in FEN, `A` or `a` for any white or
/// black piece, `!` for any piece, or a set in brackets. Files and ranks follow: `Pd4`, `Pd` (on
/// the d-file), `k1-2`, `[Qq]a-c7,h7`, `R` (anywhere).
///
/// ```
/// use reynard::Board;
/// use reynard_games::PiecePlace;
///
/// let place: PiecePlace = "Pd".parse()?;
/// assert!(place.holds(&Board::STANDARD));
/// assert!(!"Pd4,e4".parse::<PiecePlace>()?.holds(&Board::STANDARD));
/// # Ok::<(), reynard_games::InvalidCondition>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecePlace {
    pieces: PieceSet,
    squares: Bitboard,
}

impl PiecePlace {
    /// Returns `true` if one of the pieces is on one of the squares.
    pub fn holds(&self, board: &Board) -> bool {
        !self.pieces.squares(board).is_disjoint(self.squares)
    }

    /// Returns `true` if no position can fulfill both conditions, since a square holds only one
    /// piece, and a king is on only one square.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        let is_one_square = self.squares.len() == 1 && self.squares == other.squares;
        let is_one_king = self.pieces == other.pieces
            && self.pieces.single().is_some_and(|piece| piece.kind == PieceType::King);
        is_one_square && self.pieces.is_apart_from(other.pieces)
            || is_one_king && self.squares.is_disjoint(other.squares)
    }

    /// Returns the squares.
    pub(super) const fn squares(&self) -> Bitboard {
        self.squares
    }

    /// Returns the kinds of piece in the set.
    pub(super) fn kinds(&self) -> impl Iterator<Item = PieceType> {
        self.pieces.members().map(|piece| piece.kind)
    }

    /// Returns the required pawn, if only a pawn fulfills the condition.
    pub(super) fn pawn_needs(&self) -> PawnNeeds {
        match self.pieces.single() {
            Some(Piece { color, kind: PieceType::Pawn }) => PawnNeeds::of_any(color, self.squares),
            _ => PawnNeeds::none(),
        }
    }

    /// Returns the condition with colors reversed.
    pub(super) const fn flipped(&self) -> Self {
        Self { pieces: self.pieces.flipped(), squares: self.squares.flip_ranks() }
    }

    /// Evaluates the condition from piece counts: a piece that is not on the board is on no square.
    pub(super) fn decide(&self, counts: &super::PieceCounts) -> Truth {
        if self.pieces.may_be_there(counts) { Truth::Unknown } else { Truth::False }
    }
}

impl FromStr for PiecePlace {
    type Err = InvalidCondition;

    fn from_str(text: &str) -> Result<Self, InvalidCondition> {
        let (pieces, rest) = PieceSet::split(text)?;
        if pieces.has_empty() {
            return Err(
                "a piece is needed here, like Pd4; an empty square is a 1 in a position".into()
            );
        }
        let mut squares = Bitboard::EMPTY;
        for part in rest.split(',') {
            squares |= squares_of(part.trim())?;
        }
        if pieces.is_of_pawns()
            && squares.is_subset(Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth))
        {
            return Err(format!("no pawn stands on `{rest}`").into());
        }
        Ok(Self { pieces, squares })
    }
}

/// Returns the squares denoted by files and ranks, such as `a-c4-6`; all squares for empty text.
fn squares_of(text: &str) -> Result<Bitboard, InvalidCondition> {
    let error = || {
        InvalidCondition::from(format!(
            "`{text}` is not a square, a file or a rank like d4, d, a-c or 7"
        ))
    };
    let is_rank = |c: char| c.is_ascii_digit();
    let end = text.find(is_rank).unwrap_or(text.len());
    let (files, ranks) = text.split_at(end);
    let files = span(files, 'a').ok_or_else(error)?;
    let ranks = span(ranks, '1').ok_or_else(error)?;
    let mut squares = Bitboard::EMPTY;
    for file in &File::ALL[files] {
        squares |= Bitboard::file(*file);
    }
    let mut rows = Bitboard::EMPTY;
    for rank in &Rank::ALL[ranks] {
        rows |= Bitboard::rank(*rank);
    }
    Ok(squares & rows)
}

/// Returns the indices of `c` or `a-c`, counted from the character `first`. Returns all indices for
/// empty text.
fn span(text: &str, first: char) -> Option<std::ops::RangeInclusive<usize>> {
    let index = |c: char| {
        let index = (c as usize).checked_sub(first as usize)?;
        (index < 8).then_some(index)
    };
    let mut letters = text.chars();
    match (letters.next(), letters.next(), letters.next(), letters.next()) {
        (None, ..) => Some(0..=7),
        (Some(one), None, ..) => Some(index(one)?..=index(one)?),
        (Some(from), Some('-'), Some(to), None) => {
            let (from, to) = (index(from)?, index(to)?);
            (from <= to).then_some(from..=to)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_files_ranks_and_squares() {
        let board =
            *"4k3/8/8/3p4/3P4/8/6PP/R3K2Q w - - 0 1".parse::<reynard::Position>().unwrap().board();
        let holds = |text: &str| text.parse::<PiecePlace>().expect(text).holds(&board);
        for text in [
            "Pd4", "Pd", "pd", "P2", "Pa-d", "P", "[QR]1", "[RN]a-b", "a8", "A1", "!d4-5",
            "Pe4,d4", "Qh1",
        ] {
            assert!(holds(text), "{text}");
        }
        for text in ["Pd5", "Pe", "pa-c", "q", "[Nn]", "a1-4", "Pa-c2", "Re1,d4"] {
            assert!(!holds(text), "{text}");
        }
        for text in ["", "X", "Pd9", "Pi", "Pc-a", "P8", "p1", "[]d4", "[P", "Pd-", "Pdd", "[^P]d4"]
        {
            assert!(text.parse::<PiecePlace>().is_err(), "{text}");
        }
    }
}
