//! AVX2: four positions at once.
//!
//! Every method here compiles to one or two instructions, but only if it is inlined into a function
//! with the target features enabled. Trait methods cannot both have target features and be inlined
//! everywhere, so the intrinsics count as unsafe to call.

#![expect(unsafe_code, reason = "AVX2 intrinsics, see `avx2!`")]

use super::Lanes;
use super::adder::{Adder, levels};
use crate::batch::{FROM_SHIFT, KIND_SHIFT};
use crate::board::kind;
use crate::tables::rays;
use core::arch::x86_64::{
    __m256i, _mm_cvtsi32_si128, _mm_loadu_si128, _mm_setr_epi8, _mm256_add_epi8, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_blendv_epi8, _mm256_broadcastsi128_si256,
    _mm256_cmpeq_epi64, _mm256_cvtepu32_epi64, _mm256_loadu_si256, _mm256_or_si256,
    _mm256_sad_epu8, _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_sll_epi64, _mm256_sllv_epi64, _mm256_srl_epi64, _mm256_srli_epi64,
    _mm256_storeu_si256, _mm256_sub_epi8, _mm256_sub_epi64, _mm256_testz_si256, _mm256_xor_si256,
};
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// Evaluates an expression that calls AVX2 intrinsics.
macro_rules! avx2 {
    ($($body:tt)*) => {
        // SAFETY: values of `Ymm` are made and used only by code that is inlined into functions
        // of `arch::avx2`, and these are called only with an `Avx2`, which exists only if the
        // processor has been found to support AVX2. Loads and stores take their pointers from
        // arrays of the size that is read or written.
        unsafe { $($body)* }
    };
}

/// The number one in every byte.
const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// Returns the bytes of two words.
const fn bytes_of(words: [u64; 2]) -> [u8; 16] {
    ((words[0] as u128) | ((words[1] as u128) << 64)).to_le_bytes()
}

/// Returns 255 for each kind that shares a bit with `bits`, and `none` for the absence of a kind.
const fn kind_table(bits: u32, none: u8) -> [u8; 16] {
    let mut table = [0; 16];
    table[0] = none;
    let mut kind = 1;
    while kind < 16 {
        if kind & bits != 0 {
            table[kind as usize] = 0xff;
        }
        kind += 1;
    }
    table
}

/// For a king on each file: squares of its rank, first by the occupancy of the rank's lower half,
/// then by that of its upper half. The intersection is the king's rays.
static RANK_RAYS: [([u8; 16], [u8; 16]); 8] = {
    let mut tables = [([0; 16], [0; 16]); 8];
    let mut file = 0;
    while file < 8 {
        let mut half = 0;
        while half < 16 {
            tables[file].0[half] = rays(file as u32, half as u8);
            tables[file].1[half] = rays(file as u32, (half as u8) << 4);
            half += 1;
        }
        file += 1;
    }
    tables
};

/// Four lanes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ymm(__m256i);

impl BitAnd for Ymm {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(avx2! { _mm256_and_si256(self.0, other.0) })
    }
}
impl BitOr for Ymm {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(avx2! { _mm256_or_si256(self.0, other.0) })
    }
}
impl BitXor for Ymm {
    type Output = Self;
    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Self(avx2! { _mm256_xor_si256(self.0, other.0) })
    }
}
impl Not for Ymm {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        self ^ Self::splat(u64::MAX)
    }
}

impl Ymm {
    #[inline(always)]
    fn empty(self) -> Self {
        Self(avx2! { _mm256_cmpeq_epi64(self.0, _mm256_setzero_si256()) })
    }
    #[inline(always)]
    fn lanes(self) -> [u64; 4] {
        let mut each = [0; 4];
        avx2! { _mm256_storeu_si256(each.as_mut_ptr().cast(), self.0) }
        each
    }
    /// Returns a vector with the same 16 bytes in both halves.
    #[inline(always)]
    fn table(bytes: &[u8; 16]) -> Self {
        avx2! { Self(_mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast()))) }
    }
    /// Returns, for each byte of `at`, the table's byte at that index.
    #[inline(always)]
    fn lookup(self, at: Self) -> Self {
        Self(avx2! { _mm256_shuffle_epi8(self.0, at.0) })
    }
    /// Shuffles bytes by index within each half. Indices of 128 and above give zero.
    #[inline(always)]
    fn shuffle(self, at: &[u8; 16]) -> Self {
        self.lookup(Self::table(at))
    }
    /// Returns byte `N` of each lane as a number.
    #[inline(always)]
    fn byte<const N: u32>(self) -> Self {
        self.shuffle(const { &bytes_of([!0xff | N as u64, !0xff | (N + 8) as u64]) })
    }
    /// Counts the bits of each byte.
    #[inline(always)]
    fn bytes(self) -> __m256i {
        avx2! {
            let counts = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            ));
            let mask = _mm256_set1_epi8(0x0f);
            let low = _mm256_and_si256(self.0, mask);
            let high = _mm256_and_si256(_mm256_srli_epi64::<4>(self.0), mask);
            _mm256_add_epi8(_mm256_shuffle_epi8(counts, low), _mm256_shuffle_epi8(counts, high))
        }
    }
}

impl Lanes for Ymm {
    const COUNT: usize = 4;
    const PERMUTES_BITS: bool = false;
    #[inline(always)]
    fn splat(set: u64) -> Self {
        Self(avx2! { _mm256_set1_epi64x(set.cast_signed()) })
    }
    #[inline(always)]
    fn widen(moves: &[u32]) -> Self {
        let Some(four) = moves.first_chunk::<4>() else { return Self::splat(0) };
        avx2! { Self(_mm256_cvtepu32_epi64(_mm_loadu_si128(four.as_ptr().cast()))) }
    }
    #[inline(always)]
    fn load(sets: &[u64]) -> Self {
        let Some(four) = sets.first_chunk::<4>() else { return Self::splat(0) };
        avx2! { Self(_mm256_loadu_si256(four.as_ptr().cast())) }
    }
    #[inline(always)]
    fn to(self) -> Self {
        self.byte::<0>().square()
    }
    #[inline(always)]
    fn from(self) -> Self {
        self.byte::<{ FROM_SHIFT / 8 }>().square()
    }
    /// The kind, repeated in all bytes of a lane.
    type Kinds = Self;
    #[inline(always)]
    fn kinds(self) -> Self {
        const AT: u64 = (KIND_SHIFT / 8) as u64 * EACH_BYTE;
        self.shuffle(&bytes_of([AT, AT + 8 * EACH_BYTE]))
    }
    #[inline(always)]
    fn of_kind<const KIND: u32>(kinds: Self, then: Self) -> Self {
        let table = const { kind_table(KIND, 0) };
        Self::table(&table).lookup(kinds) & then
    }
    #[inline(always)]
    fn of_leapers(kinds: Self, leaper: Self, other: Self) -> Self {
        // The king's bit is beyond the table: it is looked up as nothing is.
        const _: () = assert!(kind::KING == 16);
        const TABLE: [u8; 16] = kind_table(kind::KNIGHT, 0xff);
        let leapers = Self::table(&TABLE).lookup(kinds);
        avx2! { Self(_mm256_blendv_epi8(other.0, leaper.0, leapers.0)) }
    }
    /// For a king on a file: squares of its rank by the occupancy of the rank's lower half and by
    /// that of its upper half. The intersection is the king's rays.
    type Rank = (Self, Self);
    #[inline(always)]
    fn rank(square: usize) -> Self::Rank {
        let (lower, upper) = &RANK_RAYS[square & 7];
        (Self::table(lower), Self::table(upper))
    }
    #[inline(always)]
    fn rank_rays(occupied: Self, line: Self, _: Self, (lower, upper): Self::Rank) -> Self {
        let mask = Self::splat(0x0f * EACH_BYTE);
        lower.lookup(occupied & mask) & upper.lookup(occupied.down::<4>() & mask) & line
    }
    #[inline(always)]
    fn square(self) -> Self {
        Self(avx2! { _mm256_sllv_epi64(_mm256_set1_epi64x(1), self.0) })
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        Self(avx2! { _mm256_sll_epi64(self.0, _mm_cvtsi32_si128(N.cast_signed())) })
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        Self(avx2! { _mm256_srl_epi64(self.0, _mm_cvtsi32_si128(N.cast_signed())) })
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(avx2! { _mm256_add_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        Self(avx2! { _mm256_sub_epi64(self.0, other.0) })
    }
    #[inline(always)]
    fn minus_bytes(self, other: Self) -> Self {
        Self(avx2! { _mm256_sub_epi8(self.0, other.0) })
    }
    #[inline(always)]
    fn double_bytes(self) -> Self {
        Self(avx2! { _mm256_add_epi8(self.0, self.0) })
    }
    #[inline(always)]
    fn swap_bytes(self) -> Self {
        avx2! {
            let order = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                7, 6, 5, 4, 3, 2, 1, 0, 15, 14, 13, 12, 11, 10, 9, 8,
            ));
            Self(_mm256_shuffle_epi8(self.0, order))
        }
    }
    #[inline(always)]
    fn if_empty(self, then: Self) -> Self {
        self.empty() & then
    }
    #[inline(always)]
    fn if_any(self, then: Self) -> Self {
        Self(avx2! { _mm256_andnot_si256(self.empty().0, then.0) })
    }
    #[inline(always)]
    fn any(self) -> bool {
        avx2! { _mm256_testz_si256(self.0, self.0) == 0 }
    }
    #[inline(always)]
    fn sum(self, lanes: usize) -> u64 {
        self.lanes().into_iter().take(lanes).sum()
    }
    #[inline(always)]
    fn store(self, numbers: &mut [u16]) {
        for (number, lane) in numbers.iter_mut().zip(self.lanes()) {
            *number = lane as u16;
        }
    }

    type Counter = Adder<Self>;
    #[inline(always)]
    fn counter() -> Self::Counter {
        Adder::new()
    }
    #[inline(always)]
    fn count<const N: usize>(self, counter: &mut Self::Counter) {
        counter.add::<N>(self);
    }
    #[inline(always)]
    fn total<const N: usize>(counter: Self::Counter) -> Self {
        let planes = counter.planes::<N>();
        let mut sum = avx2! { _mm256_setzero_si256() };
        for plane in planes[..levels(N)].iter().rev() {
            sum = avx2! { _mm256_add_epi8(_mm256_add_epi8(sum, sum), plane.bytes()) };
        }
        Self(avx2! { _mm256_sad_epu8(sum, _mm256_setzero_si256()) })
    }
    #[inline(always)]
    fn sizes(self) -> Self {
        Self(avx2! { _mm256_sad_epu8(self.bytes(), _mm256_setzero_si256()) })
    }
}
