//! The number of pieces of each kind.

use reynard::{Board, Color, PieceType};

/// The number of pieces of each kind of both sides.
///
/// ```
/// use reynard::{Board, Color, PieceType};
/// use reynard_games::PieceCounts;
///
/// let mut counts = PieceCounts::of(&Board::STANDARD);
/// counts.remove(Color::Black, PieceType::Pawn);
/// assert_eq!(counts.get(Color::Black, PieceType::Pawn), 7);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceCounts([[u8; 6]; 2]);

impl PieceCounts {
    /// Counts the pieces on a board.
    pub fn of(board: &Board) -> Self {
        let count = |color, kind| u8::try_from(board.pieces(color, kind).len()).unwrap_or(64);
        Self(Color::ALL.map(|color| PieceType::ALL.map(|kind| count(color, kind))))
    }

    /// Returns the counts of these numbers, by color and kind.
    pub const fn from_numbers(numbers: [[u8; 6]; 2]) -> Self {
        Self(numbers)
    }

    /// Returns the numbers, by color and kind.
    pub const fn numbers(&self) -> &[[u8; 6]; 2] {
        &self.0
    }

    /// Returns the number of pieces of a kind.
    #[inline]
    pub const fn get(&self, color: Color, kind: PieceType) -> u8 {
        self.0[color as usize][kind as usize - 1]
    }

    /// Returns the numbers of a side, from pawn to king.
    #[inline]
    pub(super) const fn side(&self, color: Color) -> [u8; 6] {
        self.0[color as usize]
    }

    /// Adds a piece: a pawn became one.
    #[inline]
    pub const fn add(&mut self, color: Color, kind: PieceType) {
        let count = &mut self.0[color as usize][kind as usize - 1];
        *count = count.saturating_add(1);
    }

    /// Takes a piece away, if there is one.
    #[inline]
    pub const fn remove(&mut self, color: Color, kind: PieceType) {
        let count = &mut self.0[color as usize][kind as usize - 1];
        *count = count.saturating_sub(1);
    }
}
