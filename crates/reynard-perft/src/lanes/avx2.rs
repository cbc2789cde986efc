//! AVX2: four positions.
//!
//! Every method here compiles to one or two instructions, which is what inlining it into a function
//! with the target features enabled is for: methods of a trait cannot carry the features
//! themselves and be inlined everywhere, so that the intrinsics count as unsafe to call.

#![expect(unsafe_code, reason = "AVX2 intrinsics, see `avx2!`")]

use super::Lanes;
use super::adder::Adder;
use core::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm_loadu_si128, _mm_setr_epi8, _mm256_add_epi8, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_broadcastsi128_si256, _mm256_cmpeq_epi64,
    _mm256_cvtepu32_epi64, _mm256_or_si256, _mm256_sad_epu8, _mm256_set1_epi8, _mm256_set1_epi64x,
    _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi64, _mm256_sllv_epi64,
    _mm256_srl_epi64, _mm256_srli_epi64, _mm256_storeu_si256, _mm256_sub_epi8, _mm256_sub_epi64,
    _mm256_testz_si256, _mm256_xor_si256,
};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// Evaluates an expression that calls AVX2 intrinsics.
macro_rules! avx2 {
    ($($body:tt)*) => {
        // SAFETY: values of `Ymm` are made and used only by code that is inlined into functions
        // of `arch::avx2`, and these are called only with an `Avx2`, which exists only if the
        // processor has been found to support AVX2. Loads and stores take their pointers from
        // arrays of the size that is read or written.
        unsafe { $($body)* }
    };
}

/// Four lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ymm(__m256i);

impl BitAnd for Ymm {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(avx2! { _mm256_and_si256(self.0, other.0) })
    }
}
impl BitOr for Ymm {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(avx2! { _mm256_or_si256(self.0, other.0) })
    }
}
impl BitXor for Ymm {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(avx2! { _mm256_xor_si256(self.0, other.0) })
    }
}
impl Not for Ymm {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::splat(u64::MAX)
    }
}

impl Ymm {
    #[inline(always)]
    fn empty(self) -> Self {
        Self(avx2! { _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256()) })
    }
    #[inline(always)]
    fn lanes(self) -> [u64; 4] {
        let mut each = [0; 4];
        avx2! { _mm256_storeu_si256(each.as_mut_ptr().cast(), self.0) }
        each
    }
    /// Counts the bits of each byte.
    #[inline(always)]
    fn bytes(self) -> __m256i {
        avx2! {
            let counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let mask = _mm256_set1_epi8(0x0f);
            let low = _mm256_and_si256(self.0, mask);
            let high = _mm256_and_si256(_mm256_srli_epi64::<4>(self.0), mask);
            _mm256_add_epi8(_mm256_shuffle_epi8(counts, low), _mm256_shuffle_epi8(counts, high))
        }
    }
}

impl Lanes for Ymm {
    const COUNT: usize = 4;
    const PERMUTES_BITS: bool = false;
    #[inline(always)]
    fn splat(set: u64) -> Self {
        Self(avx2! { _mm256_set1_epi64x(set.cast_signed()) })
    }
    #[inline(always)]
    fn widen(moves: &[u32]) -> Self {
        let Some(four) = moves.first_chunk::<4>() else { return Self::splat(0) };
        avx2! { Self(_mm256_cvtepu32_epi64(_mm_loadu_si128(four.as_ptr().cast()))) }
    }
    #[inline(always)]
    fn square(self) -> Self {
        Self(avx2! { _mm256_sllv_epi64(_mm256_set1_epi64x(1), self.0) })
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        Self(avx2! { _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(N.cast_signed())) })
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        Self(avx2! { _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(N.cast_signed())) })
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(avx2! { _mm256_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(avx2! { _mm256_sub_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn minus_bytes(self, other: Self) -> Self {
        Self(avx2! { _mm256_sub_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn double_bytes(self) -> Self {
        Self(avx2! { _mm256_add_epi8(self.0, self.0) })
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        avx2! {
            let order = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
            ));
            Self(_mm256_shuffle_epi8(self.0, order))
        }
    }
    #[inline(always)]
    fn if_empty(self, then: Self) -> Self {
        self.empty() & then
    }
    #[inline(always)]
    fn if_any(self, then: Self) -> Self {
        Self(avx2! { _mm256_andnot_si256(self.empty().0, then.0) })
    }
    #[inline(always)]
    fn if_bits(self, bits: u32, then: Self) -> Self {
        (self & Self::splat(u64::from(bits))).if_any(then)
    }
    #[inline(always)]
    fn any(self) -> bool {
        avx2! { _mm256_testz_si256(self.0, self.0) == 0 }
    }
    #[inline(always)]
    fn sum(self, lanes: usize) -> u64 {
        self.lanes().into_iter().take(lanes).sum()
    }
    #[inline(always)]
    fn store(self, numbers: &mut [u16]) {
        for (number, lane) in numbers.iter_mut().zip(self.lanes()) {
            *number = lane as u16;
        }
    }

    type Counter = Adder<Self>;
    #[inline(always)]
    fn counter() -> Self::Counter {
        Adder::new()
    }
    #[inline(always)]
    fn count<const N: usize>(self, counter: &mut Self::Counter) {
        counter.add::<N>(self);
    }
    #[inline(always)]
    fn total<const N: usize>(counter: Self::Counter) -> Self {
        let [a, b, c, d, e] = counter.planes::<N>();
        let p = [a.bytes(), b.bytes(), c.bytes(), d.bytes(), e.bytes()];
        avx2! {
            let mut sum = p[4];
            sum = _mm256_add_epi8(_mm256_add_epi8(sum, sum), p[3]);
            sum = _mm256_add_epi8(_mm256_add_epi8(sum, sum), p[2]);
            sum = _mm256_add_epi8(_mm256_add_epi8(sum, sum), p[1]);
            sum = _mm256_add_epi8(_mm256_add_epi8(sum, sum), p[0]);
            Self(_mm256_sad_epu8(sum, _mm256_setzero_si256()))
        }
    }
    #[inline(always)]
    fn sizes(self) -> Self {
        Self(avx2! { _mm256_sad_epu8(self.bytes(), _mm256_setzero_si256()) })
    }
}
