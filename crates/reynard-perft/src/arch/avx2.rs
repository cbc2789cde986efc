//! AVX2: four positions at once.
//!
//! About 2.2 times as fast as the portable method, with the same kernel.

#![expect(unsafe_code, reason = "calls into functions with target features")]

use super::Isa;
use super::portable::Hyperbola;
use crate::batch::Batch;
use crate::board::Board;
use crate::kernel::{CastlingMasks, flush_by_parent};
use crate::lanes::avx2::Ymm;
use crate::walk::{Walker, walk};

/// Proof that the processor supports AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

impl Avx2 {
    /// Returns the proof if the processor has the required features.
    pub(crate) fn detect() -> Option<Self> {
        let supported = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        supported.then_some(Self(()))
    }
}

impl Isa for Avx2 {
    type Sliders = Hyperbola;
    #[inline(always)]
    fn sliders(self) -> Hyperbola {
        Hyperbola
    }
    #[inline(always)]
    fn walk(walker: &mut Walker<'_, Self>, board: &Board, player: usize, depth: u32) {
        // SAFETY: the walker holds an `Avx2`, so the features have been detected.
        unsafe { walk_avx2(walker, board, player, depth) }
    }
    #[inline(always)]
    fn hashed(walker: &mut Walker<'_, Self>, board: &Board, player: usize, depth: u32) -> u64 {
        // SAFETY: the walker holds an `Avx2`, so the features have been detected.
        unsafe { hashed_avx2(walker, board, player, depth) }
    }
    #[inline(always)]
    fn flush(self, batch: &mut Batch, castling: &[CastlingMasks; 2]) -> u64 {
        // SAFETY: `self` exists, so the features have been detected.
        unsafe { flush_avx2::<false>(batch, castling) }
    }
    #[inline(always)]
    fn flush_each(self, batch: &mut Batch, castling: &[CastlingMasks; 2]) {
        // SAFETY: `self` exists, so the features have been detected.
        unsafe { flush_avx2::<true>(batch, castling) };
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn walk_avx2(walker: &mut Walker<'_, Avx2>, board: &Board, player: usize, depth: u32) {
    walk(walker, board, player, depth);
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn hashed_avx2(walker: &mut Walker<'_, Avx2>, board: &Board, player: usize, depth: u32) -> u64 {
    crate::hashed::count(walker, board, player, depth)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flush_avx2<const EACH: bool>(batch: &mut Batch, castling: &[CastlingMasks; 2]) -> u64 {
    flush_by_parent::<Ymm, EACH>(batch, castling)
}
