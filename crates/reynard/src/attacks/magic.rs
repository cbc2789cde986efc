//! Bishops and rooks, by magic multiplication.
//!
//! For each square, the blockers that matter (those on its lines, without the board's edge) are
//! multiplied by a factor that gathers them in the upper bits of the product; these index a table
//! of attacks. The factors were found for this project by trial of sparse random numbers.
//! Source of the technique: <https://www.chessprogramming.org/Magic_Bitboards>.

#![allow(long_running_const_eval, reason = "107,648 table entries take about a second to evaluate")]

use super::rays;
use crate::{Bitboard, Square};

/// The squares a bishop on `square` attacks, up to and including the first blocker each way,
/// whatever its color.
///
/// ```
/// use reynard::{Bitboard, Square, attacks};
///
/// assert_eq!(attacks::bishop(Square::A1, Square::C3.bitboard()).len(), 2);
/// ```
#[inline]
pub fn bishop(square: Square, blockers: Bitboard) -> Bitboard {
    let magic = &BISHOPS.magics[square as usize];
    BISHOPS.attacks[magic.index(blockers)]
}

/// The squares a rook on `square` attacks, up to and including the first blocker each way,
/// whatever its color.
///
/// ```
/// use reynard::{Bitboard, Square, attacks};
///
/// assert_eq!(attacks::rook(Square::A1, Bitboard::EMPTY).len(), 14);
/// ```
#[inline]
pub fn rook(square: Square, blockers: Bitboard) -> Bitboard {
    let magic = &ROOKS.magics[square as usize];
    ROOKS.attacks[magic.index(blockers)]
}

/// Magic number, mask and shift of one square.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares on which a blocker changes the attacks.
    mask: u64,
    /// Gathers the masked blockers in the upper bits of the product.
    factor: u64,
    /// Offset of the square's part of the table.
    offset: u32,
    /// 64 less the number of squares in the mask.
    shift: u32,
}

impl Magic {
    #[inline]
    const fn index(&self, blockers: Bitboard) -> usize {
        let product = (blockers.bits() & self.mask).wrapping_mul(self.factor);
        (product >> self.shift) as usize + self.offset as usize
    }
}

/// The magics of one piece and the table they point into.
struct Slider<const N: usize> {
    magics: [Magic; 64],
    attacks: [Bitboard; N],
}

static BISHOPS: Slider<5_248> = slider(rays::BISHOP_DIRECTIONS, &BISHOP_FACTORS);
static ROOKS: Slider<102_400> = slider(rays::ROOK_DIRECTIONS, &ROOK_FACTORS);

const fn slider<const N: usize>(directions: [(i8, i8); 4], factors: &[u64; 64]) -> Slider<N> {
    let mut magics = [Magic { mask: 0, factor: 0, offset: 0, shift: 0 }; 64];
    let mut attacks = [Bitboard::EMPTY; N];
    let mut offset = 0;
    let mut index = 0;
    while index < 64 {
        let lines = rays::rays_from(Square::ALL[index], directions);
        let mask = relevant_blockers(lines);
        let magic = Magic { mask, factor: factors[index], offset, shift: 64 - mask.count_ones() };
        let mut blockers = 0_u64;
        loop {
            attacks[magic.index(Bitboard::from_bits(blockers))] = attacks_along(lines, blockers);
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                break;
            }
        }
        magics[index] = magic;
        offset += 1 << mask.count_ones();
        index += 1;
    }
    assert!(offset as usize == N);
    Slider { magics, attacks }
}

/// The squares of four rays that can block: all but the last of each.
const fn relevant_blockers(lines: [u64; 4]) -> u64 {
    let mut mask = 0;
    let mut direction = 0;
    while direction < 4 {
        let line = lines[direction];
        if line != 0 {
            mask |= line & !last_square(line, direction);
        }
        direction += 1;
    }
    mask
}

/// The attacks along four rays, each up to its first blocker.
///
/// The first two rays ascend, so that their first blocker is the lowest bit; the other two descend.
const fn attacks_along(lines: [u64; 4], blockers: u64) -> Bitboard {
    let mut attacks = 0;
    let mut direction = 0;
    while direction < 4 {
        let line = lines[direction];
        let hit = line & blockers;
        attacks |= if hit == 0 {
            line
        } else if direction < 2 {
            line & (hit ^ (hit - 1))
        } else {
            line & (!0 << hit.ilog2())
        };
        direction += 1;
    }
    Bitboard::from_bits(attacks)
}

/// The square of a ray that is farthest from its start.
const fn last_square(line: u64, direction: usize) -> u64 {
    if direction < 2 { 1 << line.ilog2() } else { line & line.wrapping_neg() }
}

#[rustfmt::skip]
const BISHOP_FACTORS: [u64; 64] = [
    0x1011_2008_0086_2140,
    0x6010_1082_0882_2104,
    0x0188_0801_2620_00E0,
    0x2004_0410_8048_0040,
    0x0001_1140_01A2_900E,
    0x1081_1008_0520_0010,
    0x8004_0402_0804_C600,
    0x0000_2288_1808_0200,
    0x1C00_4002_0802_20A0,
    0x0020_8802_0404_1020,
    0x0004_8408_1200_4080,
    0x8802_0404_0C8A_0040,
    0x0042_0202_1008_0002,
    0x0802_0822_1010_0000,
    0x2002_4414_2268_0400,
    0x3460_2282_8808_0A48,
    0x0618_0023_0810_0496,
    0x1024_0020_1832_3040,
    0x4090_1408_0240_4109,
    0x8002_0020_2020_4000,
    0x0002_0004_0231_00C2,
    0x0101_0006_8060_0200,
    0x928C_0002_2882_0800,
    0x1220_4051_0108_0180,
    0x0020_0400_8830_A402,
    0x0402_7005_2004_00A8,
    0x8810_4800_0108_0100,
    0x0000_8020_C202_0200,
    0x4080_8400_8480_2004,
    0x0210_0140_0088_0841,
    0x0020_A080_0402_0882,
    0x0108_8500_0031_0820,
    0x0041_0822_4040_0404,
    0x0001_0420_0110_1188,
    0x4000_1104_0040_8C01,
    0x0900_4401_0804_0100,
    0x2810_0A02_0048_2008,
    0x0001_1000_8004_0A02,
    0x8242_1409_00C4_00A2,
    0x0461_0200_8200_2422,
    0x0001_0420_0401_2010,
    0x2304_0444_0400_0209,
    0x2000_1010_8800_1007,
    0x0042_0201_2400_8200,
    0x0841_1101_2400_0200,
    0x2088_1000_8201_0020,
    0x9044_0C9C_0944_4400,
    0x0E08_0101_0600_8424,
    0x0220_8410_0884_0000,
    0x2001_2104_5044_0000,
    0x0209_0201_0121_0820,
    0xA002_8000_8404_0184,
    0x2040_0844_6082_0001,
    0x0100_44A0_0421_1000,
    0x0020_8202_2204_0000,
    0x0244_0480_8401_0800,
    0x0030_4402_0802_0242,
    0x0430_8205_3082_1000,
    0x0405_0440_4404_0400,
    0x0008_0400_0084_0440,
    0x0080_4A20_8821_0104,
    0x0400_0010_0210_2111,
    0xC800_1260_0A14_0242,
    0x0041_1802_2280_A500,
];

#[rustfmt::skip]
const ROOK_FACTORS: [u64; 64] = [
    0x0200_1200_8021_0040,
    0x0040_0040_1000_2001,
    0xC080_0820_0410_0080,
    0x0480_1000_8004_0800,
    0xC080_0204_0008_0080,
    0x2080_0104_0002_0080,
    0x0600_1401_0600_0288,
    0xA080_1422_4900_0080,
    0x2000_8020_4000_8004,
    0x0010_8080_2000_4000,
    0x4120_8010_0080_2004,
    0x1090_8008_0082_1000,
    0xC000_8004_0008_0080,
    0x1022_0008_8402_0090,
    0x0241_0081_0004_0200,
    0x0022_0000_8528_4604,
    0x0040_0080_2080_0040,
    0x01B0_0840_024D_2000,
    0x0030_0080_1820_0080,
    0x0011_0100_0820_1000,
    0x1808_0040_0402_0040,
    0x0000_8080_0200_0400,
    0x0000_A400_0201_5008,
    0x8000_0200_2040_8104,
    0x2000_8020_8000_4000,
    0x0001_0021_0040_0080,
    0x0C00_1000_8020_0080,
    0x101E_4202_0020_1008,
    0x0201_0005_0010_0800,
    0x1201_0029_001A_0400,
    0x1029_0001_0004_0200,
    0x0601_4092_0000_4401,
    0x0880_0040_0040_2000,
    0x0410_0020_0140_4000,
    0x0000_1002_8880_2000,
    0x8804_2009_0100_1002,
    0x0000_8004_0080_0800,
    0x0082_0024_0200_48B0,
    0x0000_0221_0400_1850,
    0x0602_2880_4200_0401,
    0x0000_8040_0020_8003,
    0x4420_0080_4000_8020,
    0x0020_8200_1022_0040,
    0x00C0_1001_0009_0020,
    0x0800_0400_0800_8080,
    0x401A_0048_0462_0050,
    0x0000_0402_0001_0100,
    0x0020_0081_0042_0004,
    0x0100_8000_2040_1080,
    0x0020_0040_0020_8180,
    0xA002_0142_2311_8200,
    0x0090_0800_8090_0280,
    0x0429_0800_8104_0080,
    0x8800_8004_0002_0080,
    0x8080_1001_0802_C400,
    0x2020_4100_A400_5200,
    0x0000_2081_0042_0012,
    0xC002_0041_0020_108A,
    0x0004_0904_4020_0011,
    0x3040_0900_2004_1001,
    0x1129_002A_1018_0045,
    0x0001_0002_2400_880D,
    0x0000_0082_0108_1044,
    0x0880_0401_102A_4082,
];
