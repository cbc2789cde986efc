//! The unit in which weights and accumulators are stored.

use alloc::vec;
use alloc::vec::Vec;

/// Thirty-two values in one cache line: one AVX-512 vector, two AVX2 vectors, or four SSE2 vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Chunk(pub(crate) [i16; Chunk::LEN]);

impl Chunk {
    /// Number of values in a chunk.
    pub(crate) const LEN: usize = 32;
    /// A chunk whose values are all zero.
    pub(crate) const ZERO: Self = Self([0; Self::LEN]);
}

/// Returns `count` chunks whose values are all zero.
pub(crate) fn zeros(count: usize) -> Vec<Chunk> {
    vec![Chunk::ZERO; count]
}

/// Packs values into chunks. The number of values must be a multiple of [`Chunk::LEN`].
pub(crate) fn from_values(values: &[i16]) -> Vec<Chunk> {
    values.as_chunks::<{ Chunk::LEN }>().0.iter().map(|&values| Chunk(values)).collect()
}

/// Returns the values of chunks, in order.
pub(crate) fn to_values(chunks: &[Chunk]) -> Vec<i16> {
    chunks.iter().flat_map(|chunk| chunk.0).collect()
}
