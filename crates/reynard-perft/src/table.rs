//! The hash table: exact, shared by all threads, without locks.
//!
//! An entry contains not a hash but the whole position. Three bits per square encode empty, pawn,
//! knight, bishop, rook, queen, king, or a rook that may still castle; the fourth bit marks the
//! mover's pieces and, on an empty square, en passant. These 256 bits take less space than two hash
//! keys that are wide enough to make an error improbable, and there are no errors at all. (The
//! board of four bit planes is an old idea, see <https://www.chessprogramming.org/Quad-Bitboards>.)
//!
//! Threads read and write words without ordering. Every word is stored after an XOR with the
//! entry's data, so an entry mixed from two writers does not match any position (R. Hyatt and T.
//! Mann, <https://www.chessprogramming.org/Shared_Hash_Table#Xor>).

use core::sync::atomic::{AtomicU64, Ordering};

use crate::board::Board;

/// A position as four bit planes.
pub(crate) type Planes = [u64; 4];

/// Four planes, followed by the data: the depth in the top byte, and the count in the bytes below.
type Slot = [AtomicU64; 5];

/// Number of bits for the count in the data. Larger counts are not stored.
const COUNT_BITS: u32 = 56;
const MIB: usize = 1 << 20;

/// A hash table of counts by position and depth.
#[derive(Debug)]
pub(crate) struct Table {
    /// Slots in pairs: the first slot of a pair holds the entry with the greater depth, the second
    /// holds the most recent entry.
    slots: Vec<Slot>,
}

/// Packs a position into four bit planes.
#[inline]
pub(crate) fn planes(b: &Board) -> Planes {
    let bishops = b.diagonal & !b.orthogonal;
    [
        b.pawns | b.diagonal | b.castling,
        b.knights | bishops | b.kings | b.castling,
        b.orthogonal | b.kings,
        b.own | b.en_passant,
    ]
}

impl Table {
    /// Allocates a table of `mib` MiB. Returns `None` if there is not enough memory.
    pub(crate) fn new(mib: usize) -> Option<Self> {
        let pairs = (mib.checked_mul(MIB)? / size_of::<[Slot; 2]>()).max(1);
        Some(Self { slots: reynard_base::memory::table(2 * pairs).ok()? })
    }

    /// Returns the pair of slots for a position.
    #[inline]
    fn pair(&self, planes: &Planes, depth: u32) -> &[Slot] {
        // Multiplication by odd constants (the golden ratio and square roots) and folding.
        const FACTORS: [u64; 4] = [
            0x9e37_79b9_7f4a_7c15,
            0xb504_f333_f9de_6485,
            0xddb3_d742_c265_539d,
            0x8f1b_bcdc_bfa5_3e0b,
        ];
        let mut hash = u64::from(depth);
        for (plane, factor) in planes.iter().zip(FACTORS) {
            let product = u128::from(hash ^ plane) * u128::from(factor);
            hash = product as u64 ^ (product >> 64) as u64;
        }
        let hash = hash.wrapping_mul(FACTORS[0]);
        let pairs = self.slots.len() / 2;
        let pair = ((u128::from(hash) * pairs as u128) >> 64) as usize;
        &self.slots[2 * pair..2 * pair + 2]
    }

    /// Returns the count of a position if it is in the table.
    #[inline]
    pub(crate) fn probe(&self, planes: &Planes, depth: u32) -> Option<u64> {
        let pair = self.pair(planes, depth);
        for slot in pair {
            let data = slot[4].load(Ordering::Relaxed);
            let same = (0..4).all(|i| slot[i].load(Ordering::Relaxed) == planes[i] ^ mask(data, i));
            if same && data >> COUNT_BITS == u64::from(depth) {
                return Some(data & ((1 << COUNT_BITS) - 1));
            }
        }
        None
    }

    /// Stores the count of a position.
    #[inline]
    pub(crate) fn store(&self, planes: &Planes, depth: u32, count: u64) {
        if count >> COUNT_BITS != 0 || depth > 0xff {
            return;
        }
        let pair = self.pair(planes, depth);
        let kept = pair[0][4].load(Ordering::Relaxed) >> COUNT_BITS;
        let slot = &pair[usize::from(kept > u64::from(depth))];
        let data = u64::from(depth) << COUNT_BITS | count;
        for i in 0..4 {
            slot[i].store(planes[i] ^ mask(data, i), Ordering::Relaxed);
        }
        slot[4].store(data, Ordering::Relaxed);
    }
}

/// Returns the mask for plane `i`. The masks are rotated by different amounts, so that two planes
/// of another position cannot differ by the same amount.
#[inline]
const fn mask(data: u64, i: usize) -> u64 {
    data.rotate_left(13 * i as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapt::board_of;
    use reynard::Position;

    #[test]
    fn remembers_and_tells_depths_apart() {
        let table = Table::new(1).expect("a MiB");
        let start = planes(&board_of(&Position::startpos()));
        assert_eq!(table.probe(&start, 3), None);
        table.store(&start, 3, 8_902);
        assert_eq!(table.probe(&start, 3), Some(8_902));
        assert_eq!(table.probe(&start, 4), None);
        table.store(&start, 4, 1 << COUNT_BITS);
        assert_eq!(table.probe(&start, 4), None);
    }

    #[test]
    fn planes_tell_rights_apart() {
        let with = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("legal");
        let without = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1").expect("legal");
        assert_ne!(planes(&board_of(&with)), planes(&board_of(&without)));
    }

    #[test]
    fn too_much_memory_is_no_panic() {
        assert!(Table::new(usize::MAX).is_none());
        assert!(Table::new(usize::MAX / 2).is_none());
    }
}
