//! The arithmetic of the network, written once over [`Lanes`], and the choice among them.

use core::fmt;

use crate::arch::Isa;
use crate::change::Change;
use crate::chunk::Chunk;
use crate::lanes::Lanes;

/// Vector instructions that the network is computed with. All give the same scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kernel {
    /// AVX-512 with BW and VNNI (Intel Ice Lake, AMD Zen 4 and later).
    Avx512,
    /// AVX2 (Intel Haswell, AMD Zen and later).
    Avx2,
    /// SSE2, on any x86-64 processor.
    Sse2,
    /// NEON, on any aarch64 processor.
    Neon,
    /// Ordinary code, on any processor.
    Portable,
}

impl Kernel {
    /// All kernels, fastest first.
    pub const ALL: [Self; 5] = [Self::Avx512, Self::Avx2, Self::Sse2, Self::Neon, Self::Portable];

    /// Kernels that this processor supports, fastest first.
    ///
    /// ```
    /// use reynard_nnue::Kernel;
    ///
    /// assert!(Kernel::available().any(|kernel| kernel == Kernel::Portable));
    /// ```
    pub fn available() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|&kernel| Isa::detect(kernel).is_some())
    }

    /// Returns the name in lower case.
    ///
    /// ```
    /// use reynard_nnue::Kernel;
    ///
    /// assert_eq!(Kernel::Avx2.name(), "avx2");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Sse2 => "sse2",
            Self::Neon => "neon",
            Self::Portable => "portable",
        }
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Chunks that an update keeps in registers while it goes through the rows.
const BLOCK: usize = 4;

/// Writes the accumulator `from` with a change of its rows into `to`.
#[inline(always)]
pub(crate) fn update<L: Lanes>(
    from: &[Chunk],
    to: &mut [Chunk],
    weights: &[Chunk],
    change: &Change,
) {
    let width = to.len();
    let (sources, rest) = from.as_chunks::<BLOCK>();
    let (targets, rest_to) = to.as_chunks_mut::<BLOCK>();
    for (index, (source, target)) in sources.iter().zip(targets).enumerate() {
        let values = changed::<L, BLOCK>(source, index * BLOCK, width, weights, change);
        values.into_iter().zip(target).for_each(|(value, chunk)| value.store(chunk));
    }
    let done = sources.len() * BLOCK;
    for (index, (source, target)) in rest.as_chunks::<1>().0.iter().zip(rest_to).enumerate() {
        let [value] = changed::<L, 1>(source, done + index, width, weights, change);
        value.store(target);
    }
}

/// Returns some chunks of an accumulator after a change. The first of them is chunk number `at`.
#[inline(always)]
fn changed<L: Lanes, const N: usize>(
    source: &[Chunk; N],
    at: usize,
    width: usize,
    weights: &[Chunk],
    change: &Change,
) -> [L; N] {
    let mut values = [L::load(&source[0]); N];
    for (value, chunk) in values.iter_mut().zip(source) {
        *value = L::load(chunk);
    }
    for &row in change.removed() {
        let start = row as usize * width + at;
        for (value, chunk) in values.iter_mut().zip(&weights[start..start + N]) {
            *value = value.sub(L::load(chunk));
        }
    }
    for &row in change.added() {
        let start = row as usize * width + at;
        for (value, chunk) in values.iter_mut().zip(&weights[start..start + N]) {
            *value = value.add(L::load(chunk));
        }
    }
    values
}

/// Returns the sum over both sides of squared clipped activations times output weights, in units of
/// 255 * 255 * QB.
#[inline(always)]
pub(crate) fn output<L: Lanes>(us: &[Chunk], them: &[Chunk], weights: &[Chunk]) -> i32 {
    let (first, second) = weights.split_at(us.len());
    let sums = side::<L>(us, first, L::no_sums());
    let other = side::<L>(them, second, L::no_sums());
    L::total(sums).wrapping_add(L::total(other))
}

/// Adds the activations of one side, squared and weighted, to the sums.
#[inline(always)]
fn side<L: Lanes>(values: &[Chunk], weights: &[Chunk], mut sums: L::Sums) -> L::Sums {
    for (chunk, weight) in values.iter().zip(weights) {
        let value = L::load(chunk).activate();
        // An activation has eight bits and a weight seven and a sign, so the product fits.
        let weighted = value.mul_low(L::load(weight));
        sums = weighted.dot_add(value, sums);
    }
    sums
}
