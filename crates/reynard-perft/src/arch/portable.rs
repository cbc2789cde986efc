//! Any processor: no intrinsics that need detection, no unsafe code.

use super::Isa;
use crate::batch::Batch;
use crate::board::Board;
use crate::generate::Sliders;
use crate::kernel::{CastlingMasks, flush_by_parent};
use crate::tables;
use crate::walk::{Walker, walk};

/// Nothing but the baseline of the target.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

use crate::lanes::scalar::Scalar;

/// Attacks by hyperbola quintessence, and by a small table on ranks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hyperbola;

/// Rank attacks by file and by the occupancy of the six inner files.
static RANK_ATTACKS: [[u8; 64]; 8] = rank_table();

const fn rank_table() -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut file = 0;
    while file < 8 {
        let mut inner = 0;
        while inner < 64 {
            let occupied = inner << 1;
            let mut set = 0u8;
            let mut to = file + 1;
            while to < 8 {
                set |= 1 << to;
                if occupied >> to & 1 != 0 {
                    break;
                }
                to += 1;
            }
            let mut to = file;
            while to > 0 {
                to -= 1;
                set |= 1 << to;
                if occupied >> to & 1 != 0 {
                    break;
                }
            }
            table[file][inner] = set;
            inner += 1;
        }
        file += 1;
    }
    table
}

/// Returns the squares that a slider attacks on its rank.
#[inline(always)]
pub(crate) fn rank_attacks(square: u32, occupied: u64) -> u64 {
    let shift = square & tables::FLIP;
    let inner = (occupied >> (shift + 1)) as usize & 63;
    u64::from(RANK_ATTACKS[square as usize & 7][inner]) << shift
}

#[inline(always)]
fn line(square: u32, line: u64, occupied: u64) -> u64 {
    let blockers = occupied & line;
    let up = blockers.wrapping_sub(2 << square);
    let down = blockers.swap_bytes().wrapping_sub(2 << (square ^ tables::FLIP)).swap_bytes();
    (up ^ down) & line
}

impl Sliders for Hyperbola {
    #[inline(always)]
    fn bishop(self, square: u32, occupied: u64) -> u64 {
        let square = square & 63;
        line(square, tables::DIAGONAL[square as usize], occupied)
            | line(square, tables::ANTIDIAGONAL[square as usize], occupied)
    }
    #[inline(always)]
    fn rook(self, square: u32, occupied: u64) -> u64 {
        let square = square & 63;
        line(square, tables::FILE[square as usize], occupied) | rank_attacks(square, occupied)
    }
}

impl Isa for Portable {
    type Sliders = Hyperbola;
    #[inline(always)]
    fn sliders(self) -> Hyperbola {
        Hyperbola
    }
    fn walk(walker: &mut Walker<'_, Self>, board: &Board, player: usize, depth: u32) {
        walk(walker, board, player, depth);
    }
    fn hashed(walker: &mut Walker<'_, Self>, board: &Board, player: usize, depth: u32) -> u64 {
        crate::hashed::count(walker, board, player, depth)
    }
    fn flush(self, batch: &mut Batch, castling: &[CastlingMasks; 2]) -> u64 {
        flush_by_parent::<Scalar, false>(batch, castling)
    }
    fn flush_each(self, batch: &mut Batch, castling: &[CastlingMasks; 2]) {
        flush_by_parent::<Scalar, true>(batch, castling);
    }
}
