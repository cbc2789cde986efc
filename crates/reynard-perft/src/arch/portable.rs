//! Portable implementation: no intrinsics that require detection, no unsafe code.

use super::Isa;
use crate::batch::Batch;
use crate::board::Board;
use crate::generate::Sliders;
use crate::kernel::{CastlingMasks, flush_by_parent};
use crate::tables;
use crate::walk::{Walker, walk};

/// The implementation that uses only the target's baseline instruction set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

use crate::lanes::scalar::Scalar;

/// Slider attacks by hyperbola quintessence, with a small table for ranks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hyperbola;

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
        line(square, tables::FILE[square as usize], occupied)
            | tables::rank_attacks(square, occupied)
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
