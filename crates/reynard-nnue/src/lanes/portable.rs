//! Ordinary code over arrays, which compilers vectorize for the target.

use super::{Lanes, MAX_ACTIVATION};
use crate::chunk::Chunk;

/// Thirty-two values in an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Array([i16; Chunk::LEN]);

impl Array {
    #[inline(always)]
    fn zip(self, other: Self, operation: impl Fn(i16, i16) -> i16) -> Self {
        let mut result = self.0;
        for (value, &other) in result.iter_mut().zip(&other.0) {
            *value = operation(*value, other);
        }
        Self(result)
    }
}

impl Lanes for Array {
    type Sums = [i32; 16];

    #[inline(always)]
    fn load(chunk: &Chunk) -> Self {
        Self(chunk.0)
    }
    #[inline(always)]
    fn store(self, chunk: &mut Chunk) {
        chunk.0 = self.0;
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.zip(other, i16::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.zip(other, i16::wrapping_sub)
    }
    #[inline(always)]
    fn activate(self) -> Self {
        Self(self.0.map(|value| value.clamp(0, MAX_ACTIVATION)))
    }
    #[inline(always)]
    fn mul_low(self, other: Self) -> Self {
        self.zip(other, i16::wrapping_mul)
    }
    #[inline(always)]
    fn no_sums() -> [i32; 16] {
        [0; 16]
    }
    #[inline(always)]
    fn dot_add(self, other: Self, mut sums: [i32; 16]) -> [i32; 16] {
        let (left, right) = (self.0.as_chunks::<2>().0, other.0.as_chunks::<2>().0);
        for (sum, (left, right)) in sums.iter_mut().zip(left.iter().zip(right)) {
            let products =
                i32::from(left[0]) * i32::from(right[0]) + i32::from(left[1]) * i32::from(right[1]);
            *sum = sum.wrapping_add(products);
        }
        sums
    }
    #[inline(always)]
    fn total(sums: [i32; 16]) -> i32 {
        sums.into_iter().fold(0, i32::wrapping_add)
    }
}
