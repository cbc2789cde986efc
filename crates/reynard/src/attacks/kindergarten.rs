//! Rook attacks by kindergarten bitboards: rank and file are looked up separately.
//!
//! Blockers on the edge do not change the attacks. The six inner squares of a rank are adjacent
//! bits, which a shift turns into an index. The six inner squares of a file are gathered in the
//! upper bits of a product. The tables occupy 64 KiB and stay in the cache; a magic table for both
//! lines together occupies 800 KiB and is just as fast. Source of the technique:
//! <https://www.chessprogramming.org/Kindergarten_Bitboards>.

use super::rays;
use crate::{Bitboard, Square};

/// Returns the squares attacked by a rook on `square`, up to and including the first blocker in
/// each direction, whatever its color.
///
/// ```
/// use reynard::{Bitboard, Square, attacks};
///
/// assert_eq!(attacks::rook(Square::A1, Bitboard::EMPTY).len(), 14);
/// ```
#[inline]
pub fn rook(square: Square, blockers: Bitboard) -> Bitboard {
    let lines = &LINES[square as usize];
    lines.rank[rank_index(square, blockers.bits())]
        | lines.file[file_index(square, blockers.bits())]
}

/// The attacks from one square along its rank and file, indexed by the blockers on the inner
/// squares.
#[derive(Clone, Copy)]
struct Lines {
    rank: [Bitboard; 64],
    file: [Bitboard; 64],
}

static LINES: [Lines; 64] = lines();

/// Returns the blockers on the six inner squares of the rank of `square`, as six bits.
#[inline]
const fn rank_index(square: Square, blockers: u64) -> usize {
    (blockers >> ((square as u32 & 0o70) + 1)) as usize & 63
}

/// Returns the blockers on the six inner squares of the file of `square`, as six bits.
#[inline]
const fn file_index(square: Square, blockers: u64) -> usize {
    let file = (blockers >> (square as u32 & 7)) & A_FILE;
    (file.wrapping_mul(GATHER) >> 58) as usize
}

const A_FILE: u64 = 0x0101_0101_0101_0101;

/// Multiplier that gathers the second to seventh squares of the a-file in the upper six bits of the
/// product.
const GATHER: u64 = 0x0080_4020_1008_0400;

#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time")]
const fn lines() -> [Lines; 64] {
    let mut tables = [Lines { rank: [Bitboard::EMPTY; 64], file: [Bitboard::EMPTY; 64] }; 64];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        let [up, right, down, left] = rays::rays_from(square, rays::ROOK_DIRECTIONS);
        let mut set = 0;
        while set < 64 {
            let rank = set << 1 << (square as u32 & 0o70);
            tables[index].rank[rank_index(square, rank)] =
                rays::attacks_along([0, right, 0, left], rank);
            let file = on_a_file(set) << (square as u32 & 7);
            tables[index].file[file_index(square, file)] =
                rays::attacks_along([up, 0, down, 0], file);
            set += 1;
        }
        index += 1;
    }
    tables
}

/// Spreads six bits over the second to seventh squares of the a-file.
const fn on_a_file(set: u64) -> u64 {
    let mut squares = 0;
    let mut bit = 0;
    while bit < 6 {
        squares |= (set >> bit & 1) << (8 * (bit + 1));
        bit += 1;
    }
    squares
}
