//! The arithmetic of the network, written once over [`Lanes`], and the choice of kernel.

use core::fmt;

use crate::arch::Isa;
use crate::chunk::Chunk;
use crate::lanes::Lanes;

/// Vector instructions used to compute the network. All kernels give the same scores.
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

    /// Returns the kernels that this processor supports, fastest first.
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

/// Number of chunks that an update keeps in registers while it iterates over the rows.
const BLOCK: usize = 4;

/// Writes to `to` a copy of the accumulator `from` with some rows removed and others added.
///
/// Common moves have their own loops, in which the number of rows is known to the compiler.
#[inline(always)]
pub(crate) fn update<L: Lanes>(
    from: &[Chunk],
    to: &mut [Chunk],
    weights: &[Chunk],
    removed: &[u16],
    added: &[u16],
) {
    match (removed, added) {
        (&[one], &[other]) => update_few::<L, 1>(from, to, weights, [one], other),
        (&[one, two], &[other]) => update_few::<L, 2>(from, to, weights, [one, two], other),
        _ => update_many::<L>(from, to, weights, removed, added),
    }
}

/// Writes a copy of an accumulator with a few rows removed and one more than that added.
#[inline(always)]
fn update_few<L: Lanes, const N: usize>(
    from: &[Chunk],
    to: &mut [Chunk],
    weights: &[Chunk],
    removed: [u16; N],
    added: u16,
) {
    let width = to.len();
    let row = |row: u16| &weights[row as usize * width..][..width];
    let (from, removed, added) = (&from[..width], removed.map(row), row(added));
    for at in 0..width {
        let mut value = L::load(&from[at]).add(L::load(&added[at]));
        for row in removed {
            value = value.sub(L::load(&row[at]));
        }
        value.store(&mut to[at]);
    }
}

/// Writes a copy of an accumulator with any number of rows removed and others added.
#[inline(always)]
fn update_many<L: Lanes>(
    from: &[Chunk],
    to: &mut [Chunk],
    weights: &[Chunk],
    removed: &[u16],
    added: &[u16],
) {
    let width = to.len();
    let rows = (removed, added);
    let (sources, rest) = from.as_chunks::<BLOCK>();
    let (targets, rest_to) = to.as_chunks_mut::<BLOCK>();
    for (index, (source, target)) in sources.iter().zip(targets).enumerate() {
        let values = changed::<L, BLOCK>(source, index * BLOCK, width, weights, rows);
        for (value, chunk) in values.iter().zip(target) {
            value.store(chunk);
        }
    }
    let done = sources.len() * BLOCK;
    for (index, (source, target)) in rest.as_chunks::<1>().0.iter().zip(rest_to).enumerate() {
        let [value] = changed::<L, 1>(source, done + index, width, weights, rows);
        value.store(target);
    }
}

/// Returns a few consecutive chunks of an accumulator after a change, starting with chunk number
/// `at`.
///
/// Iterates by index, since zipped iterators are not inlined if the release profile splits the
/// crate.
#[inline(always)]
fn changed<L: Lanes, const N: usize>(
    source: &[Chunk; N],
    at: usize,
    width: usize,
    weights: &[Chunk],
    (removed, added): (&[u16], &[u16]),
) -> [L; N] {
    let mut values = [L::load(&source[0]); N];
    for index in 1..N {
        values[index] = L::load(&source[index]);
    }
    for &row in removed {
        let chunks = &weights[row as usize * width + at..][..N];
        for index in 0..N {
            values[index] = values[index].sub(L::load(&chunks[index]));
        }
    }
    for &row in added {
        let chunks = &weights[row as usize * width + at..][..N];
        for index in 0..N {
            values[index] = values[index].add(L::load(&chunks[index]));
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

/// Adds the squared and weighted activations of one side to the sums.
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
