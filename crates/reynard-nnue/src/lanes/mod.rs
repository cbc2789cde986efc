//! A chunk of values in vector registers: the few operations used by the kernels.

/// Applies an intrinsic to each pair of corresponding registers of two values: `each!(2: op(a, b))`
/// for values that occupy two registers.
///
/// Iterators and closures would do the same, but are not inlined if the release profile splits the
/// crate.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! each {
    (1: $intrinsic:ident($a:expr, $b:expr)) => {
        [$intrinsic($a[0], $b[0])]
    };
    (2: $intrinsic:ident($a:expr, $b:expr)) => {
        [$intrinsic($a[0], $b[0]), $intrinsic($a[1], $b[1])]
    };
    (4: $intrinsic:ident($a:expr, $b:expr)) => {
        [
            $intrinsic($a[0], $b[0]),
            $intrinsic($a[1], $b[1]),
            $intrinsic($a[2], $b[2]),
            $intrinsic($a[3], $b[3]),
        ]
    };
}

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "aarch64")]
pub(crate) mod neon;
pub(crate) mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;

use crate::chunk::Chunk;
use crate::shape::QA;

/// Upper bound of an activation.
pub(crate) const MAX_ACTIVATION: i16 = QA as i16;

/// Thirty-two 16-bit integers.
///
/// Additions and subtractions wrap, so the order of updates does not matter.
pub(crate) trait Lanes: Copy {
    /// Partial sums in 32 bits.
    type Sums: Copy;

    /// Loads a chunk.
    fn load(chunk: &Chunk) -> Self;
    /// Stores the values into a chunk.
    fn store(self, chunk: &mut Chunk);
    /// Adds with wrapping.
    fn add(self, other: Self) -> Self;
    /// Subtracts with wrapping.
    fn sub(self, other: Self) -> Self;
    /// Clamps the values to 0..=[`MAX_ACTIVATION`].
    fn activate(self) -> Self;
    /// Returns the low 16 bits of each product.
    fn mul_low(self, other: Self) -> Self;
    /// Returns sums that are all zero.
    fn no_sums() -> Self::Sums;
    /// Adds the products of corresponding values to the sums.
    fn dot_add(self, other: Self, sums: Self::Sums) -> Self::Sums;
    /// Adds up the partial sums, with wrapping.
    fn total(sums: Self::Sums) -> i32;
}
