//! NEON, which every aarch64 processor has: four vectors of eight.
//!
//! The compiler turns the sums of the portable code into vectors, but not its updates.

#![expect(unsafe_code, reason = "NEON intrinsics, see `neon!`")]

use core::arch::aarch64::{
    int16x8_t, int32x4_t, vaddq_s16, vaddq_s32, vaddvq_s32, vdupq_n_s16, vdupq_n_s32, vget_low_s16,
    vld1q_s16, vmaxq_s16, vminq_s16, vmlal_high_s16, vmlal_s16, vmulq_s16, vst1q_s16, vsubq_s16,
};

use super::{Lanes, MAX_ACTIVATION};
use crate::chunk::Chunk;

/// Evaluates an expression that calls NEON intrinsics.
macro_rules! neon {
    ($($body:tt)*) => {
        // SAFETY: NEON is part of every aarch64 target with a floating-point unit. Loads and stores take
        // their pointers from the parts of a `Chunk`, which have the eight values that are loaded or stored.
        unsafe { $($body)* }
    };
}

/// Thirty-two values in four registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quad([int16x8_t; 4]);

impl Quad {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(int16x8_t, int16x8_t) -> int16x8_t) -> Self {
        let mut result = self.0;
        for (value, &other) in result.iter_mut().zip(&other.0) {
            *value = operation(*value, other);
        }
        Self(result)
    }
}

impl Lanes for Quad {
    type Sums = [int32x4_t; 4];

    #[inline(always)]
    fn load(chunk: &Chunk) -> Self {
        let (parts, _) = chunk.0.as_chunks::<8>();
        Self([0, 1, 2, 3].map(|part| neon! { vld1q_s16(parts[part].as_ptr()) }))
    }
    #[inline(always)]
    fn store(self, chunk: &mut Chunk) {
        let (parts, _) = chunk.0.as_chunks_mut::<8>();
        for (part, value) in parts.iter_mut().zip(self.0) {
            neon! { vst1q_s16(part.as_mut_ptr(), value) }
        }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| neon! { vaddq_s16(a, b) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| neon! { vsubq_s16(a, b) })
    }
    #[inline(always)]
    fn activate(self) -> Self {
        Self(self.0.map(|value| {
            neon! { vminq_s16(vmaxq_s16(value, vdupq_n_s16(0)), vdupq_n_s16(MAX_ACTIVATION)) }
        }))
    }
    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        self.zip(other, |a, b| neon! { vmulq_s16(a, b) })
    }
    #[inline(always)]
    fn no_sums() -> [int32x4_t; 4] {
        [neon! { vdupq_n_s32(0) }; 4]
    }
    #[inline(always)]
    fn dot_add(self, other: Self, mut sums: [int32x4_t; 4]) -> [int32x4_t; 4] {
        for (sum, (&a, &b)) in sums.iter_mut().zip(self.0.iter().zip(&other.0)) {
            *sum =
                neon! { vmlal_high_s16(vmlal_s16(*sum, vget_low_s16(a), vget_low_s16(b)), a, b) };
        }
        sums
    }
    #[inline(always)]
    fn total(sums: [int32x4_t; 4]) -> i32 {
        neon! { vaddvq_s32(vaddq_s32(vaddq_s32(sums[0], sums[1]), vaddq_s32(sums[2], sums[3]))) }
    }
}
