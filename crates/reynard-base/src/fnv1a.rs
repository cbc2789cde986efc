//! FNV-1a hash.

/// Computes the 64-bit FNV-1a hash by Fowler, Noll and Vo,
/// <http://www.isthe.com/chongo/tech/comp/fnv/>. It distinguishes texts, but does not resist
/// deliberate collisions.
///
/// ```
/// assert_eq!(reynard_base::fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
pub fn fnv1a(bytes: &[u8]) -> u64 {
    fnv1a_from(0xcbf2_9ce4_8422_2325, bytes)
}

/// Continues a [`fnv1a`] hash with more bytes, or starts one from another initial value.
///
/// ```
/// use reynard_base::{fnv1a, fnv1a_from};
///
/// assert_eq!(fnv1a_from(fnv1a(b"fo"), b"o"), fnv1a(b"foo"));
/// ```
pub fn fnv1a_from(hash: u64, bytes: &[u8]) -> u64 {
    let add = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(hash, add)
}
