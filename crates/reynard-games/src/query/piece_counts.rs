//! The number of pieces of each kind.

use reynard::{Board, Color, PieceType};

/// The number of pieces of each kind, for each side.
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
pub struct PieceCounts {
    /// One byte for each kind, from pawn to king, by color.
    sides: [u64; 2],
}

/// The piece counts of one side, one byte for each kind from pawn to king. All are below 128.
pub(super) type SideCounts = u64;

/// The highest bit of each byte.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Returns `true` if each byte of `counts` is at least as large as the corresponding byte of
/// `least`. All bytes must be below 128.
#[inline]
pub(super) const fn all_at_least(counts: SideCounts, least: SideCounts) -> bool {
    // No byte borrows from its neighbor.
    ((counts | HIGH) - least) & HIGH == HIGH
}

/// Returns the counts of a side as one number.
pub(super) const fn packed(counts: [u8; 6]) -> SideCounts {
    let [a, b, c, d, e, f] = counts;
    u64::from_le_bytes([a & 127, b & 127, c & 127, d & 127, e & 127, f & 127, 0, 0])
}

/// Returns the bit offset of the byte that holds the count of a kind.
const fn shift(kind: PieceType) -> u32 {
    8 * (kind as u32 - 1)
}

impl PieceCounts {
    /// Counts the pieces on a board.
    pub fn of(board: &Board) -> Self {
        let count = |color, kind| u8::try_from(board.pieces(color, kind).len()).unwrap_or(64);
        Self::from_numbers(Color::ALL.map(|color| PieceType::ALL.map(|kind| count(color, kind))))
    }

    /// Creates the counts from numbers by color and kind, each of which must be at most 127.
    pub const fn from_numbers(numbers: [[u8; 6]; 2]) -> Self {
        let [white, black] = numbers;
        Self { sides: [packed(white), packed(black)] }
    }

    /// Returns the numbers, by color and kind.
    pub const fn numbers(self) -> [[u8; 6]; 2] {
        [self.of_side(Color::White), self.of_side(Color::Black)]
    }

    /// Returns the number of pieces of a kind.
    #[inline]
    pub const fn get(self, color: Color, kind: PieceType) -> u8 {
        self.of_side(color)[kind as usize - 1]
    }

    /// Returns the numbers of a side, from pawn to king.
    #[inline]
    pub(super) const fn of_side(self, color: Color) -> [u8; 6] {
        let [a, b, c, d, e, f, ..] = self.sides[color as usize].to_le_bytes();
        [a, b, c, d, e, f]
    }

    /// Returns the counts of a side.
    #[inline]
    pub(super) const fn side(self, color: Color) -> SideCounts {
        self.sides[color as usize]
    }

    /// Adds a piece to which a pawn has been promoted.
    #[inline]
    pub const fn add(&mut self, color: Color, kind: PieceType) {
        if self.get(color, kind) < 127 {
            self.sides[color as usize] += 1 << shift(kind);
        }
    }

    /// Removes a piece of this kind, if there is one.
    #[inline]
    pub const fn remove(&mut self, color: Color, kind: PieceType) {
        if self.get(color, kind) > 0 {
            self.sides[color as usize] -= 1 << shift(kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_compared_byte_by_byte() {
        let counts = packed([8, 2, 2, 2, 1, 1]);
        assert!(all_at_least(counts, counts) && all_at_least(counts, 0));
        for kind in PieceType::ALL {
            assert!(!all_at_least(counts, counts + (1 << shift(kind))));
            assert!(all_at_least(counts, counts - (1 << shift(kind))));
        }
        assert!(all_at_least(packed([127; 6]), counts));
        let mut all = PieceCounts::of(&Board::STANDARD);
        assert_eq!(all.numbers(), [[8, 2, 2, 2, 1, 1]; 2]);
        all.remove(Color::White, PieceType::King);
        all.remove(Color::White, PieceType::King);
        all.add(Color::Black, PieceType::Queen);
        assert_eq!(all.numbers(), [[8, 2, 2, 2, 1, 0], [8, 2, 2, 2, 2, 1]]);
    }
}
