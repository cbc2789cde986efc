//! Attacks of pawns, knights and kings, which nothing can block.

use crate::{Bitboard, Color, Square};

/// Returns the squares at the given (file, rank) steps from each square.
const fn steps<const N: usize>(offsets: [(i8, i8); N]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let from = Square::ALL[index];
        let mut step = 0;
        while step < N {
            let (files, ranks) = offsets[step];
            if let Some(to) = from.offset(files, ranks) {
                table[index] = table[index].with(to);
            }
            step += 1;
        }
        index += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] =
    steps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] =
    steps([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[Bitboard; 64]; 2] = [steps([(-1, 1), (1, 1)]), steps([(-1, -1), (1, -1)])];

/// Returns the squares attacked by a knight on `square`.
///
/// ```
/// use reynard::{Square, attacks};
///
/// assert_eq!(attacks::knight(Square::E4).len(), 8);
/// ```
#[inline]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square as usize]
}

/// Returns the squares attacked by a king on `square`.
///
/// ```
/// use reynard::{Square, attacks};
///
/// assert_eq!(attacks::king(Square::H1).len(), 3);
/// ```
#[inline]
pub fn king(square: Square) -> Bitboard {
    KING[square as usize]
}

/// Returns the squares attacked by a pawn of `color` on `square`. Pushes do not count.
///
/// ```
/// use reynard::{Color, Square, attacks};
///
/// assert_eq!(attacks::pawn(Color::Black, Square::A5), Square::B4.bitboard());
/// ```
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    PAWN[color as usize][square as usize]
}

/// Returns the squares attacked by a set of pawns of one color.
///
/// ```
/// use reynard::{Bitboard, Color, Rank, attacks};
///
/// let pawns = Bitboard::rank(Rank::Second);
/// assert_eq!(attacks::pawns(Color::White, pawns), Bitboard::rank(Rank::Third));
/// ```
#[inline]
pub const fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    Bitboard::from_bits(ahead.east().bits() | ahead.west().bits())
}
