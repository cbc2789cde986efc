//! AVX-512: eight positions at once.
//!
//! About 2.2 times as fast as the AVX2 method, with the same kernel. In addition to the vector
//! width, the gain comes from ternary logic, from instructions for population counts and bit
//! permutations, and from appending all of a piece's moves to the buffer at once.

#![expect(unsafe_code, reason = "calls into functions with target features, loads and stores")]

use core::arch::x86_64::{
    __m512i, _mm256_extracti128_si256, _mm512_add_epi32, _mm512_castsi512_si128,
    _mm512_castsi512_si256, _mm512_cvtepu8_epi32, _mm512_loadu_si512, _mm512_maskz_compress_epi8,
    _mm512_or_si512, _mm512_permutexvar_epi64, _mm512_set1_epi32, _mm512_slli_epi32,
    _mm512_srli_epi64, _mm512_storeu_si512, _mm512_sub_epi64,
};

use super::Isa;
use super::portable::Hyperbola;
use crate::batch::{Batch, FROM_SHIFT, PARENT_SHIFT, PARENTS, ROOM, word};
use crate::board::{Board, kind};
use crate::kernel::{CastlingMasks, Parents, count, make};
use crate::lanes::Lanes;
use crate::lanes::avx512::Zmm;
use crate::walk::{Walker, walk};

/// Proof that the processor has the features that the functions below enable.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

impl Avx512 {
    /// Returns the proof if the processor has the required features.
    pub(crate) fn detect() -> Option<Self> {
        let supported = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("gfni")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        supported.then_some(Self(()))
    }
}

impl Isa for Avx512 {
    type Sliders = Hyperbola;
    #[inline(always)]
    fn sliders(self) -> Hyperbola {
        Hyperbola
    }
    #[inline(always)]
    fn walk(walker: &mut Walker<'_, Self>, board: &Board, player: usize, depth: u32) {
        // SAFETY: the walker holds an `Avx512`, so the features have been detected.
        unsafe { walk_avx512(walker, board, player, depth) }
    }
    #[inline(always)]
    fn hashed(walker: &mut Walker<'_, Self>, board: &Board, player: usize, depth: u32) -> u64 {
        // SAFETY: the walker holds an `Avx512`, so the features have been detected.
        unsafe { hashed_avx512(walker, board, player, depth) }
    }
    #[inline(always)]
    fn flush(self, batch: &mut Batch, castling: &[CastlingMasks; 2]) -> u64 {
        // SAFETY: `self` exists, so the features have been detected.
        unsafe { flush_avx512::<false>(batch, castling) }
    }
    #[inline(always)]
    fn flush_each(self, batch: &mut Batch, castling: &[CastlingMasks; 2]) {
        // SAFETY: `self` exists, so the features have been detected.
        unsafe { flush_avx512::<true>(batch, castling) };
    }
    #[inline(always)]
    fn emit_piece<const KIND: u32>(self, batch: &mut Batch, targets: u64, base: u32) {
        // SAFETY: `self` exists, so the features have been detected.
        unsafe { emit_piece::<KIND>(batch, targets, base) }
    }
    #[inline(always)]
    fn emit_pawns(self, batch: &mut Batch, targets: u64, base: u32) {
        // SAFETY: `self` exists, so the features have been detected.
        unsafe { emit_pawns(batch, targets, base) }
    }
}

/// Defines a function with all target features of the set.
macro_rules! with_features {
    ($(#[$attribute:meta])* fn $($function:tt)*) => {
        $(#[$attribute])*
        #[target_feature(
            enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq,gfni,\
                      bmi1,bmi2,lzcnt,popcnt"
        )]
        fn $($function)*
    };
}

with_features! {
    fn walk_avx512(walker: &mut Walker<'_, Avx512>, board: &Board, player: usize, depth: u32) {
        walk(walker, board, player, depth);
    }
}

with_features! {
    fn hashed_avx512(
        walker: &mut Walker<'_, Avx512>,
        board: &Board,
        player: usize,
        depth: u32,
    ) -> u64 {
        crate::hashed::count(walker, board, player, depth)
    }
}

with_features! {
    /// Appends one word per target. The indices of all target squares are compressed into the first
    /// bytes of a register and widened. Only a queen can have more than 16 targets.
    #[inline]
    fn emit_piece<const KIND: u32>(batch: &mut Batch, targets: u64, base: u32) {
        let squares = compressed(targets);
        let base = _mm512_set1_epi32(base.cast_signed());
        let room = batch.room();
        let first = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(squares));
        let first = _mm512_or_si512(first, base);
        // SAFETY: there is room for 32 words.
        unsafe { _mm512_storeu_si512(room.as_mut_ptr().cast(), first) };
        if KIND == kind::QUEEN {
            let second = _mm256_extracti128_si256::<1>(_mm512_castsi512_si256(squares));
            let second = _mm512_or_si512(_mm512_cvtepu8_epi32(second), base);
            // SAFETY: there is room for 32 words, of which these are the upper 16.
            unsafe { _mm512_storeu_si512(room[16..].as_mut_ptr().cast(), second) };
        }
        batch.len += targets.count_ones() as usize;
    }
}

with_features! {
    /// Appends one word per target. The origins are derived from the targets. No side has more than
    /// 15 pawns.
    #[inline]
    fn emit_pawns(batch: &mut Batch, targets: u64, base: u32) {
        let squares = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(compressed(targets)));
        let both = _mm512_or_si512(squares, _mm512_slli_epi32::<FROM_SHIFT>(squares));
        let words = _mm512_add_epi32(both, _mm512_set1_epi32(base.cast_signed()));
        // SAFETY: there is room for 32 words.
        unsafe { _mm512_storeu_si512(batch.room().as_mut_ptr().cast(), words) };
        batch.len += targets.count_ones() as usize;
    }
}

with_features! {
    /// Returns the indices of the squares in a set, vertically mirrored, in the order of the set.
    #[inline]
    fn compressed(set: u64) -> __m512i {
        const MIRRORED: [u8; 64] = {
            let mut squares = [0; 64];
            let mut square = 0;
            while square < 64 {
                squares[square as usize] = square ^ crate::tables::FLIP as u8;
                square += 1;
            }
            squares
        };
        // SAFETY: the array has the 64 bytes that are read.
        let squares = unsafe { _mm512_loadu_si512(MIRRORED.as_ptr().cast()) };
        _mm512_maskz_compress_epi8(set, squares)
    }
}

/// Eight consecutive parents and, for each lane, the parent it uses.
struct Window<'a> {
    batch: &'a Batch,
    first: usize,
    lane: __m512i,
}

impl Parents<Zmm> for Window<'_> {
    #[inline(always)]
    fn word(&self, word: usize) -> Zmm {
        let words = self.batch.words[word][self.first..].first_chunk::<8>();
        let words = words.unwrap_or(&[0; 8]).as_ptr().cast();
        // SAFETY: a window is made by `flush_avx512` alone, so the features have been detected;
        // the array has the 64 bytes.
        let words = unsafe { _mm512_loadu_si512(words) };
        // SAFETY: the same.
        Zmm(unsafe { _mm512_permutexvar_epi64(self.lane, words) })
    }
    #[inline(always)]
    fn rank(&self) -> Zmm {
        self.word(word::TWICE_MIRRORED)
    }
}

with_features! {
    fn flush_avx512<const EACH: bool>(
        batch: &mut Batch,
        castling: &[CastlingMasks; 2],
    ) -> u64 {
        let len = batch.len;
        if len == 0 {
            return 0;
        }
        if batch.rich[..batch.parents.min(PARENTS)].contains(&true) {
            count_all::<EACH, true>(batch, castling)
        } else {
            count_all::<EACH, false>(batch, castling)
        }
    }
}

with_features! {
    fn count_all<const EACH: bool, const RICH: bool>(
        batch: &mut Batch,
        castling: &[CastlingMasks; 2],
    ) -> u64 {
        let len = batch.len;
        let mut sum = Zmm::splat(0);
        // The last eight are made up with copies of the last child.
        let last = batch.children[len - 1];
        batch.children[len..len + Zmm::COUNT].fill(last);
        let mut at = 0;
        loop {
            // Eight children have at most eight parents, which stand in a row: every parent that
            // has a slot has children, and they are in the same order.
            let moves = Zmm::widen(&batch.children[at..at + Zmm::COUNT]);
            let first = (batch.children[at] >> PARENT_SHIFT) as usize & (PARENTS - 1);
            let parent = _mm512_srli_epi64::<PARENT_SHIFT>(moves.0);
            let lane = _mm512_sub_epi64(parent, Zmm::splat(first as u64).0);
            let leaps = Zmm::load(&batch.leaps[at..at + Zmm::COUNT]);
            let positions = make(&Window { batch, first, lane }, moves, leaps);
            let n = count::<Zmm, RICH>(&positions, castling);
            if EACH {
                n.store(&mut batch.counts[at..at + Zmm::COUNT]);
            }
            if at + Zmm::COUNT >= len {
                return sum.sum(Zmm::COUNT) + n.sum(len - at);
            }
            sum = sum.plus(n);
            at += Zmm::COUNT;
        }
    }
}

const _: () = assert!(ROOM == 32);
