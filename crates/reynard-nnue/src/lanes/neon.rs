//! NEON, which every aarch64 processor has: four vectors of eight values.
//!
//! The compiler vectorizes the sums of the portable code, but not its updates.

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
        // SAFETY: NEON is part of every aarch64 target with a floating-point unit. Loads and stores
        // take their pointers from the parts of a `Chunk`, which have the eight values that are
        // loaded or stored.
        unsafe { $($body)* }
    };
}

/// Thirty-two values in four registers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quad([int16x8_t; 4]);

impl Lanes for Quad {
    type Sums = [int32x4_t; 4];

    #[inline(always)]
    fn load(chunk: &Chunk) -> Self {
        let (parts, _) = chunk.0.as_chunks::<8>();
        Self(neon! {
            [
                vld1q_s16(parts[0].as_ptr()),
                vld1q_s16(parts[1].as_ptr()),
                vld1q_s16(parts[2].as_ptr()),
                vld1q_s16(parts[3].as_ptr()),
            ]
        })
    }
    #[inline(always)]
    fn store(self, chunk: &mut Chunk) {
        let (parts, _) = chunk.0.as_chunks_mut::<8>();
        neon! {
            vst1q_s16(parts[0].as_mut_ptr(), self.0[0]);
            vst1q_s16(parts[1].as_mut_ptr(), self.0[1]);
            vst1q_s16(parts[2].as_mut_ptr(), self.0[2]);
            vst1q_s16(parts[3].as_mut_ptr(), self.0[3]);
        }
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(neon! { each!(4: vaddq_s16(self.0, other.0)) })
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(neon! { each!(4: vsubq_s16(self.0, other.0)) })
    }
    #[inline(always)]
    fn activate(self) -> Self {
        neon! {
            let positive = each!(4: vmaxq_s16(self.0, [vdupq_n_s16(0); 4]));
            Self(each!(4: vminq_s16(positive, [vdupq_n_s16(MAX_ACTIVATION); 4])))
        }
    }
    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        Self(neon! { each!(4: vmulq_s16(self.0, other.0)) })
    }
    #[inline(always)]
    fn no_sums() -> [int32x4_t; 4] {
        [neon! { vdupq_n_s32(0) }; 4]
    }
    #[inline(always)]
    fn dot_add(self, other: Self, sums: [int32x4_t; 4]) -> [int32x4_t; 4] {
        let (a, b) = (self.0, other.0);
        neon! {
            [
                vmlal_high_s16(vmlal_s16(sums[0], vget_low_s16(a[0]), vget_low_s16(b[0])), a[0], b[0]),
                vmlal_high_s16(vmlal_s16(sums[1], vget_low_s16(a[1]), vget_low_s16(b[1])), a[1], b[1]),
                vmlal_high_s16(vmlal_s16(sums[2], vget_low_s16(a[2]), vget_low_s16(b[2])), a[2], b[2]),
                vmlal_high_s16(vmlal_s16(sums[3], vget_low_s16(a[3]), vget_low_s16(b[3])), a[3], b[3]),
            ]
        }
    }
    #[inline(always)]
    fn total(sums: [int32x4_t; 4]) -> i32 {
        neon! { vaddvq_s32(vaddq_s32(vaddq_s32(sums[0], sums[1]), vaddq_s32(sums[2], sums[3]))) }
    }
}
