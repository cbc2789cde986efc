//! Bishop attacks by magic multiplication.
//!
//! For each square, the relevant blockers (those on its diagonals, except on the edge of the board)
//! are multiplied by a factor that gathers them in the upper bits of the product. These bits index
//! a table of attacks. The factors were found for this project by trying sparse random numbers.
//! Source of the technique: <https://www.chessprogramming.org/Magic_Bitboards>.

use super::rays;
use crate::{Bitboard, Square};

/// Returns the squares attacked by a bishop on `square`, up to and including the first blocker in
/// each direction, whatever its color.
///
/// ```
/// use reynard::{Bitboard, Square, attacks};
///
/// assert_eq!(attacks::bishop(Square::A1, Square::C3.bitboard()).len(), 2);
/// ```
#[inline]
pub fn bishop(square: Square, blockers: Bitboard) -> Bitboard {
    let magic = &TABLES.magics[square as usize];
    TABLES.attacks[magic.index(blockers)]
}

/// Magic number, mask and shift of one square.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares on which a blocker changes the attacks.
    mask: u64,
    /// Factor that gathers the masked blockers in the upper bits of the product.
    factor: u64,
    /// Offset of the square's section of the table.
    offset: u32,
    /// 64 minus the number of squares in the mask.
    shift: u32,
}

impl Magic {
    #[inline]
    const fn index(&self, blockers: Bitboard) -> usize {
        let product = (blockers.bits() & self.mask).wrapping_mul(self.factor);
        (product >> self.shift) as usize + self.offset as usize
    }
}

/// The magics of all squares, and the table that they index.
struct Tables {
    magics: [Magic; 64],
    attacks: [Bitboard; SETS],
}

/// Number of blocker sets over all squares.
const SETS: usize = 5_248;

static TABLES: Tables = tables();

#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time")]
const fn tables() -> Tables {
    let mut magics = [Magic { mask: 0, factor: 0, offset: 0, shift: 0 }; 64];
    let mut attacks = [Bitboard::EMPTY; SETS];
    let mut offset = 0;
    let mut index = 0;
    while index < 64 {
        let lines = rays::rays_from(Square::ALL[index], rays::BISHOP_DIRECTIONS);
        let mask = relevant_blockers(lines);
        let magic = Magic { mask, factor: FACTORS[index], offset, shift: 64 - mask.count_ones() };
        let mut blockers = 0_u64;
        loop {
            attacks[magic.index(Bitboard::from_bits(blockers))] =
                rays::attacks_along(lines, blockers);
            blockers = blockers.wrapping_sub(mask) & mask;
            if blockers == 0 {
                break;
            }
        }
        magics[index] = magic;
        offset += 1 << mask.count_ones();
        index += 1;
    }
    assert!(offset as usize == SETS);
    Tables { magics, attacks }
}

/// Returns the squares on which a blocker of any of four rays matters: all but the last square of
/// each ray.
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

/// Returns the square of a ray that is farthest from the ray's start.
const fn last_square(line: u64, direction: usize) -> u64 {
    if direction < 2 { 1 << line.ilog2() } else { line & line.wrapping_neg() }
}

#[rustfmt::skip]
const FACTORS: [u64; 64] = [
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
