//! AVX-512: eight positions at once.
//!
//! Every method here compiles to one or two instructions, but only if it is inlined into a function
//! with the target features enabled. Trait methods cannot both have target features and be inlined
//! everywhere, so the intrinsics count as unsafe to call.

#![expect(unsafe_code, reason = "AVX-512 intrinsics, see `avx512!`")]

use super::Lanes;
use crate::batch::{KIND_SHIFT, twice_mirrored};
use crate::board::kind;
use core::arch::x86_64::{
    __m512i, _mm_storeu_si128, _mm256_loadu_si256, _mm512_add_epi8, _mm512_add_epi64,
    _mm512_and_si512, _mm512_cvtepi64_epi16, _mm512_cvtepu32_epi64, _mm512_gf2p8affine_epi64_epi8,
    _mm512_loadu_si512, _mm512_mask_mov_epi64, _mm512_mask_reduce_add_epi64,
    _mm512_maskz_mov_epi64, _mm512_or_si512, _mm512_popcnt_epi64, _mm512_set1_epi64,
    _mm512_set4_epi32, _mm512_shuffle_epi8, _mm512_slli_epi64, _mm512_sllv_epi64,
    _mm512_srli_epi64, _mm512_sub_epi8, _mm512_sub_epi64, _mm512_test_epi64_mask,
    _mm512_testn_epi64_mask, _mm512_xor_si512,
};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// Evaluates an expression that calls AVX-512 intrinsics.
macro_rules! avx512 {
    ($($body:tt)*) => {
        // SAFETY: values of `Zmm` are made and used only by code that is inlined into functions
        // of `arch::avx512`, and these are called only with an `Avx512`, which exists only if
        // the processor has been found to support all features. Loads and stores take their
        // pointers from arrays of at least the size that is read or written.
        unsafe { $($body)* }
    };
}

/// Eight lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Zmm(pub(crate) __m512i);

/// The matrix over GF(2) that reverses the bits of a byte.
const REVERSE_BITS: u64 = 0x8040_2010_0804_0201;

impl BitAnd for Zmm {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Zmm(avx512! { _mm512_and_si512(self.0, other.0) })
    }
}
impl BitOr for Zmm {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Zmm(avx512! { _mm512_or_si512(self.0, other.0) })
    }
}
impl BitXor for Zmm {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Zmm(avx512! { _mm512_xor_si512(self.0, other.0) })
    }
}
impl Not for Zmm {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Zmm(avx512! { _mm512_xor_si512(self.0, _mm512_set1_epi64(-1)) })
    }
}

impl Lanes for Zmm {
    const COUNT: usize = 8;
    const PERMUTES_BITS: bool = true;
    #[inline(always)]
    fn splat(set: u64) -> Self {
        Zmm(avx512! { _mm512_set1_epi64(set.cast_signed()) })
    }
    #[inline(always)]
    fn widen(moves: &[u32]) -> Self {
        let Some(eight) = moves.first_chunk::<8>() else { return Self::splat(0) };
        Zmm(avx512! { _mm512_cvtepu32_epi64(_mm256_loadu_si256(eight.as_ptr().cast())) })
    }
    #[inline(always)]
    fn square(self) -> Self {
        Zmm(avx512! { _mm512_sllv_epi64(_mm512_set1_epi64(1), self.0) })
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Zmm(avx512! { _mm512_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn load(sets: &[u64]) -> Self {
        let Some(eight) = sets.first_chunk::<8>() else { return Self::splat(0) };
        Zmm(avx512! { _mm512_loadu_si512(eight.as_ptr().cast()) })
    }
    type Kinds = Self;
    #[inline(always)]
    fn kinds(self) -> Self {
        self
    }
    #[inline(always)]
    fn of_kind<const KIND: u32>(kinds: Self, then: Self) -> Self {
        let bits = Self::splat(u64::from(KIND << KIND_SHIFT));
        Zmm(avx512! { _mm512_maskz_mov_epi64(_mm512_test_epi64_mask(kinds.0, bits.0), then.0) })
    }
    #[inline(always)]
    fn of_leapers(kinds: Self, leaper: Self, other: Self) -> Self {
        let bits = Self::splat(u64::from((kind::KNIGHT | kind::KING) << KIND_SHIFT));
        Zmm(avx512! {
            let leapers = _mm512_test_epi64_mask(kinds.0, bits.0);
            _mm512_mask_mov_epi64(other.0, leapers, leaper.0)
        })
    }
    /// Twice the king's bit on the horizontally mirrored board.
    type Rank = Self;
    #[inline(always)]
    fn rank(square: usize) -> Self {
        Self::splat(twice_mirrored(square))
    }
    #[inline(always)]
    fn rank_rays(occupied: Self, line: Self, twice: Self, twice_mirrored: Self) -> Self {
        let blockers = occupied & line;
        // Mirrored horizontally, blockers and king are in the same byte.
        let left = blockers.mirror().minus_bytes(twice_mirrored).mirror();
        (blockers.minus(twice) ^ left) & line
    }
    #[inline(always)]
    fn sum(self, lanes: usize) -> u64 {
        let mask = if lanes < 8 { (1 << lanes) - 1 } else { 0xff };
        avx512! { _mm512_mask_reduce_add_epi64(mask, self.0).cast_unsigned() }
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        Zmm(avx512! { _mm512_slli_epi64::<N>(self.0) })
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        Zmm(avx512! { _mm512_srli_epi64::<N>(self.0) })
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Zmm(avx512! { _mm512_sub_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn minus_bytes(self, other: Self) -> Self {
        Zmm(avx512! { _mm512_sub_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn double_bytes(self) -> Self {
        Zmm(avx512! { _mm512_add_epi8(self.0, self.0) })
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        Zmm(avx512! {
            let swap = _mm512_set4_epi32(0x0809_0a0b, 0x0c0d_0e0f, 0x0001_0203, 0x0405_0607);
            _mm512_shuffle_epi8(self.0, swap)
        })
    }
    #[inline(always)]
    fn mirror(self) -> Self {
        Zmm(avx512! {
            _mm512_gf2p8affine_epi64_epi8::<0>(self.0, _mm512_set1_epi64(REVERSE_BITS.cast_signed()))
        })
    }
    #[inline(always)]
    fn transpose(self) -> Self {
        self.swap_bytes().transpose_mirror()
    }
    #[inline(always)]
    fn transpose_mirror(self) -> Self {
        Zmm(avx512! {
            _mm512_gf2p8affine_epi64_epi8::<0>(_mm512_set1_epi64(REVERSE_BITS.cast_signed()), self.0)
        })
    }
    #[inline(always)]
    fn if_empty(self, then: Self) -> Self {
        Zmm(avx512! { _mm512_maskz_mov_epi64(_mm512_testn_epi64_mask(self.0, self.0), then.0) })
    }
    #[inline(always)]
    fn if_any(self, then: Self) -> Self {
        Zmm(avx512! { _mm512_maskz_mov_epi64(_mm512_test_epi64_mask(self.0, self.0), then.0) })
    }
    #[inline(always)]
    fn any(self) -> bool {
        avx512! { _mm512_test_epi64_mask(self.0, self.0) != 0 }
    }
    type Counter = Zmm;
    #[inline(always)]
    fn counter() -> Zmm {
        Zmm::splat(0)
    }
    #[inline(always)]
    fn count<const N: usize>(self, counter: &mut Zmm) {
        counter.0 = avx512! { _mm512_add_epi64(counter.0, _mm512_popcnt_epi64(self.0)) };
    }
    #[inline(always)]
    fn store(self, numbers: &mut [u16]) {
        if let Some(eight) = numbers.first_chunk_mut::<8>() {
            avx512! { _mm_storeu_si128(eight.as_mut_ptr().cast(), _mm512_cvtepi64_epi16(self.0)) }
        }
    }
    #[inline(always)]
    fn total<const N: usize>(counter: Zmm) -> Self {
        counter
    }
    #[inline(always)]
    fn sizes(self) -> Self {
        Zmm(avx512! { _mm512_popcnt_epi64(self.0) })
    }
}
