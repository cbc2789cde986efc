//! The hash used for table checksums: `CityHash` version 1.0.3 (2011-2012).
//!
//! Two functions of the `CityHash` family are used. `CityHashCrc256` hashes any number of bytes to
//! 32 bytes, using the CRC instruction that x86-64 has had since SSE 4.2; here a lookup table
//! replaces the instruction. `CityHash128` hashes these 32-byte hashes to 16 bytes. Only the cases
//! that occur are implemented: lengths that are multiples of 64 bytes for the first function, and
//! of 32 bytes for the second.
//!
//! CITE: Geoff Pike and Jyrki Alakuijala, `CityHash`, <https://github.com/google/cityhash>,
//! documented by its source, under the MIT license. Later versions, from 1.1 on, give different
//! values.

const K0: u64 = 0xc3a5_c85c_97cb_3127;
const K1: u64 = 0xb492_b66f_be98_f273;
const K3: u64 = 0xc949_d7c7_509e_6557;
const MIX: u64 = 0x9ddf_ea08_eb38_2d69;

/// Number of bytes hashed in one round of the long hash, and in each of the round's six steps.
const ROUND: usize = 240;
const STEP: usize = 40;

/// Computes the 32-byte hash of `CityHashCrc256`, as four numbers.
pub(crate) fn crc256(bytes: &[u8]) -> [u64; 4] {
    if bytes.len() >= ROUND {
        return long(bytes, 0);
    }
    let mut padded = [0; ROUND];
    padded[..bytes.len()].copy_from_slice(bytes);
    long(&padded, !(bytes.len() as u32))
}

/// Computes the 16-byte hash of `CityHash128`, as two numbers. The number of bytes must be a
/// multiple of 32, and at least 32.
pub(crate) fn city128(bytes: &[u8]) -> [u64; 2] {
    let (head, tail) = bytes.split_at(16.min(bytes.len()));
    let seed = [word(head, 0) ^ K3, word(head, 8)];
    if tail.len() < 128 { short128(tail, seed) } else { long128(tail, seed) }
}

/// Hashes 16 to 127 bytes, in multiples of 16.
fn short128(bytes: &[u8], [mut a, mut b]: [u64; 2]) -> [u64; 2] {
    let len = bytes.len();
    let (mut c, mut d);
    if len <= 16 {
        a = fold(a.wrapping_mul(K1)).wrapping_mul(K1);
        let ends = (word(bytes, 0), word(bytes, len.wrapping_sub(8)));
        let both = combine(ends.0, ends.1.wrapping_add(len as u64).rotate_right(len as u32));
        c = b.wrapping_mul(K1).wrapping_add(both ^ ends.1);
        d = fold(a.wrapping_add(ends.0));
    } else {
        c = combine(word(bytes, len - 8).wrapping_add(K1), a);
        d = combine(b.wrapping_add(len as u64), c.wrapping_add(word(bytes, len - 16)));
        a = a.wrapping_add(d);
        let stir = |sum: u64, word: u64| {
            (sum ^ fold(word.wrapping_mul(K1)).wrapping_mul(K1)).wrapping_mul(K1)
        };
        // The last sixteen bytes are in already.
        for pair in bytes[..len - 16].chunks_exact(16) {
            a = stir(a, word(pair, 0));
            b ^= a;
            c = stir(c, word(pair, 8));
            d ^= c;
        }
    }
    let a = combine(a, c);
    let b = combine(d, b);
    [a ^ b, combine(b, a)]
}

/// Hashes 128 bytes or more.
fn long128(bytes: &[u8], [mut x, mut y]: [u64; 2]) -> [u64; 2] {
    let mut z = (bytes.len() as u64).wrapping_mul(K1);
    let v0 = (y ^ K1).rotate_right(49).wrapping_mul(K1).wrapping_add(word(bytes, 0));
    let v1 = v0.rotate_right(42).wrapping_mul(K1).wrapping_add(word(bytes, 8));
    let mut v = [v0, v1];
    let mut w = [
        y.wrapping_add(z).rotate_right(35).wrapping_mul(K1).wrapping_add(x),
        x.wrapping_add(word(bytes, 88)).rotate_right(53).wrapping_mul(K1),
    ];
    let pairs = bytes.chunks_exact(128);
    let rest = pairs.remainder();
    for part in pairs.flat_map(|pair| pair.chunks_exact(64)) {
        x = x.wrapping_add(y).wrapping_add(v[0]).wrapping_add(word(part, 8));
        x = x.rotate_right(37).wrapping_mul(K1) ^ w[1];
        y = y.wrapping_add(v[1]).wrapping_add(word(part, 48)).rotate_right(42).wrapping_mul(K1);
        y = y.wrapping_add(v[0]).wrapping_add(word(part, 40));
        z = z.wrapping_add(w[0]).rotate_right(33).wrapping_mul(K1);
        v = weak(&part[..32], v[1].wrapping_mul(K1), x.wrapping_add(w[0]));
        w = weak(&part[32..], z.wrapping_add(w[1]), y.wrapping_add(word(part, 16)));
        (x, z) = (z, x);
    }
    x = x.wrapping_add(v[0].wrapping_add(z).rotate_right(49).wrapping_mul(K0));
    z = z.wrapping_add(w[0].rotate_right(37).wrapping_mul(K0));
    for part in rest.rchunks(32) {
        y = x.wrapping_add(y).rotate_right(42).wrapping_mul(K0).wrapping_add(v[1]);
        w[0] = w[0].wrapping_add(word(part, 16));
        x = x.wrapping_mul(K0).wrapping_add(w[0]);
        z = z.wrapping_add(w[1]).wrapping_add(word(part, 0));
        w[1] = w[1].wrapping_add(v[0]);
        v = weak(part, v[0].wrapping_add(z), v[1]);
    }
    x = combine(x, v[0]);
    y = combine(y.wrapping_add(z), w[0]);
    [
        combine(x.wrapping_add(v[1]), w[1]).wrapping_add(y),
        combine(x.wrapping_add(w[1]), y.wrapping_add(v[1])),
    ]
}

/// Computes a weak hash of 32 bytes and two seeds.
fn weak(bytes: &[u8], a: u64, b: u64) -> [u64; 2] {
    let [w, x, y, z] = [0, 8, 16, 24].map(|at| word(bytes, at));
    let first = a.wrapping_add(w);
    let b = b.wrapping_add(first).wrapping_add(z).rotate_right(21);
    let sum = first.wrapping_add(x).wrapping_add(y);
    [sum.wrapping_add(z), b.wrapping_add(sum.rotate_right(44)).wrapping_add(first)]
}

/// State of the hash between two steps.
struct State {
    /// Sums and rotations of the input; the last one is the oldest.
    sums: [u64; 6],
    /// The CRCs of the first five sums.
    crcs: [u32; 5],
}

impl State {
    fn step(&mut self, bytes: &[u8], factor: u64, flip: u32) {
        let [a, b, c, d, e, t] = self.sums;
        let next = |old: u64, by: u32, at: usize| {
            old.rotate_right(by ^ flip).wrapping_mul(factor).wrapping_add(word(bytes, at))
        };
        let sums =
            [next(b, 41, 0), next(c, 27, 8), next(d, 41, 16), next(e, 33, 24), next(t, 25, 32)];
        for (crc, sum) in self.crcs.iter_mut().zip(sums) {
            *crc = crc32(*crc, sum);
        }
        let [v, w, x, y, z] = sums;
        self.sums = [v, w, x, y, z, a];
    }
}

/// Computes the long hash of at least one round of bytes.
fn long(bytes: &[u8], seed: u32) -> [u64; 4] {
    let len = bytes.len() as u64;
    let a = word(bytes, 56).wrapping_add(K0);
    let b = word(bytes, 96).wrapping_add(K0);
    let first = combine(b, len);
    let second = word(bytes, 120).wrapping_mul(K0).wrapping_add(len);
    let e = word(bytes, 184).wrapping_add(u64::from(seed));
    let sums = [a, b, first, second, e, first.wrapping_add(second)];
    let mut state = State { sums, crcs: [seed, 0, 0, 0, 0] };
    let rounds = bytes.chunks_exact(ROUND);
    let rest = rounds.remainder();
    for round in rounds {
        for (number, step) in round.chunks_exact(STEP).enumerate() {
            let (factor, flip) = if number % 2 == 0 { (1, 1) } else { (K0, 0) };
            state.step(step, factor, flip);
        }
    }
    let steps = rest.chunks_exact(STEP);
    let is_even = steps.remainder().is_empty();
    for step in steps {
        state.step(step, K0, 0);
    }
    if !is_even {
        // The last bytes, with some that have been there already.
        state.step(&bytes[bytes.len() - STEP..], K0, 0);
    }
    finish(&state, [first, second])
}

fn finish(state: &State, [first, second]: [u64; 2]) -> [u64; 4] {
    let [a, b, c, d, e, t] = state.sums;
    let [f, g, h, i, j] = state.crcs.map(u64::from);
    let j = j.wrapping_add(i << 32);
    let a = combine(a, j);
    let h = h.wrapping_add(g << 32);
    let b = b.wrapping_add(h);
    let c = combine(c, f).wrapping_add(i);
    let d = combine(d, e.wrapping_add(first));
    let j = j.wrapping_add(e);
    let i = i.wrapping_add(combine(h, t));
    let e = combine(a, d).wrapping_add(j);
    let f = combine(b, c).wrapping_add(a);
    let g = combine(j, i).wrapping_add(c);

    let r0 = e.wrapping_add(f).wrapping_add(g).wrapping_add(h);
    let a = scramble(a.wrapping_add(g)).wrapping_add(b);
    let r1 = second.wrapping_add(a).wrapping_add(r0);
    let a = scramble(a).wrapping_add(c);
    let r2 = a.wrapping_add(r1);
    let a = scramble(a.wrapping_add(e));
    [r0, r1, r2, a.wrapping_add(r2)]
}

fn scramble(value: u64) -> u64 {
    fold(value.wrapping_mul(K0)).wrapping_mul(K0)
}

/// Folds sixteen bytes into eight.
fn combine(low: u64, high: u64) -> u64 {
    let inner = fold((low ^ high).wrapping_mul(MIX));
    fold((high ^ inner).wrapping_mul(MIX)).wrapping_mul(MIX)
}

fn fold(value: u64) -> u64 {
    value ^ (value >> 47)
}

/// Reads eight bytes as a number. Missing bytes are zero.
fn word(bytes: &[u8], at: usize) -> u64 {
    bytes
        .get(at..)
        .and_then(|rest| rest.first_chunk())
        .map_or(0, |chunk| u64::from_le_bytes(*chunk))
}

/// Computes the CRC-32C of eight more bytes, without inversions, as the x86-64 instruction does.
fn crc32(crc: u32, word: u64) -> u32 {
    let word = (u64::from(crc) ^ word).to_le_bytes();
    word.iter()
        .enumerate()
        .fold(0, |sum, (place, &byte)| sum ^ CRC_TABLES[7 - place][usize::from(byte)])
}

/// The CRC contribution of a byte that is followed by 0 to 7 other bytes.
static CRC_TABLES: [[u32; 256]; 8] = {
    /// The Castagnoli polynomial, low bit first.
    const POLYNOMIAL: u32 = 0x82f6_3b78;
    let mut tables = [[0; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let mut crc = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ POLYNOMIAL } else { crc >> 1 };
            bit += 1;
        }
        tables[0][byte] = crc;
        byte += 1;
    }
    let mut following = 1;
    while following < 8 {
        let mut byte = 0;
        while byte < 256 {
            let crc = tables[following - 1][byte];
            tables[following][byte] = crc >> 8 ^ tables[0][crc as usize & 255];
            byte += 1;
        }
        following += 1;
    }
    tables
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crc_is_castagnoli() {
        // The check value of CRC-32C for "123456789" is 0xe3069283; its first eight bytes:
        let crc = crc32(!0, u64::from_le_bytes(*b"12345678"));
        let last = crc >> 8 ^ CRC_TABLES[0][(crc as u8 ^ b'9') as usize];
        assert_eq!(!last, 0xe306_9283);
    }
}
