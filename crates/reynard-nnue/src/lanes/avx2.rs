//! AVX2: two vectors of sixteen values.
//!
//! Measured at 256 hidden units (`examples/speed.rs`): making a move and scoring it takes 110 ns,
//! compared with 312 ns for portable code. Methods are inlined into functions with the target
//! features enabled, since trait methods cannot both have target features and be inlined
//! everywhere.

#![expect(unsafe_code, reason = "AVX2 intrinsics, see `avx2!`")]

use core::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_load_si256,
    _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_store_si256, _mm256_sub_epi16,
};

use super::{Lanes, MAX_ACTIVATION};
use crate::chunk::Chunk;

/// Evaluates an expression that calls AVX2 intrinsics.
macro_rules! avx2 {
    ($($body:tt)*) => {
        // SAFETY: values of `Ymm` are made and used only by code that is inlined into functions of
        // `arch::x86_64`, which are called only with an `Avx2`, the proof of AVX2. Loads and stores
        // take their pointers from a `Chunk`, whose 2 parts of 256 bits they stay within; it is
        // aligned to 64 bytes.
        unsafe { $($body)* }
    };
}

/// Thirty-two values in two registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ymm([__m256i; 2]);

impl Lanes for Ymm {
    type Sums = [__m256i; 2];

    #[inline(always)]
    fn load(chunk: &Chunk) -> Self {
        let from = core::ptr::from_ref(chunk).cast::<__m256i>();
        Self(avx2! { [_mm256_load_si256(from), _mm256_load_si256(from.add(1))] })
    }
    #[inline(always)]
    fn store(self, chunk: &mut Chunk) {
        let to = core::ptr::from_mut(chunk).cast::<__m256i>();
        avx2! {
            _mm256_store_si256(to, self.0[0]);
            _mm256_store_si256(to.add(1), self.0[1]);
        }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(avx2! { each!(2: _mm256_add_epi16(self.0, other.0)) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(avx2! { each!(2: _mm256_sub_epi16(self.0, other.0)) })
    }
    #[inline(always)]
    fn activate(self) -> Self {
        avx2! {
            let positive = each!(2: _mm256_max_epi16(self.0, [_mm256_setzero_si256(); 2]));
            Self(each!(2: _mm256_min_epi16(positive, [_mm256_set1_epi16(MAX_ACTIVATION); 2])))
        }
    }
    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        Self(avx2! { each!(2: _mm256_mullo_epi16(self.0, other.0)) })
    }
    #[inline(always)]
    fn no_sums() -> [__m256i; 2] {
        [avx2! { _mm256_setzero_si256() }; 2]
    }
    #[inline(always)]
    fn dot_add(self, other: Self, sums: [__m256i; 2]) -> [__m256i; 2] {
        avx2! {
            let products = each!(2: _mm256_madd_epi16(self.0, other.0));
            each!(2: _mm256_add_epi32(sums, products))
        }
    }
    #[inline(always)]
    fn total(sums: [__m256i; 2]) -> i32 {
        avx2! {
            let all = _mm256_add_epi32(sums[0], sums[1]);
            let four = _mm_add_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256::<1>(all));
            let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
            let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
            _mm_cvtsi128_si32(one)
        }
    }
}
