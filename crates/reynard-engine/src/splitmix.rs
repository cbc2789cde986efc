//! Pseudo-random numbers.

/// Returns the next number of a pseudo-random sequence; it is the next state as well.
///
/// Source: Sebastiano Vigna's generator, <https://prng.di.unimi.it/splitmix64.c> (public domain).
pub(crate) const fn splitmix64(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
