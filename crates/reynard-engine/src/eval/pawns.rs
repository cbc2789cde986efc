//! Pawn structure evaluation, with a pawn hash table.

use reynard::{Bitboard, Color, PieceType, Position, attacks};

use super::board_view::{file_ahead, relative_rank};
use super::feature;
use super::packed::Packed;
use super::placement::KingPlaces;
use super::sum::Sum;
use super::tracer::Tracer;
use crate::prefetch::preload;

/// An entry of the pawn hash table.
#[derive(Clone, Copy, Debug, Default)]
struct TtEntry {
    /// Pawns of both sides, compared in full.
    pawns: [Bitboard; 2],
    /// King regions, on which the piece-square values depend.
    kings: KingPlaces,
    passed: [Bitboard; 2],
    score: Packed,
}

/// The pawn hash table.
///
/// Source: <https://www.chessprogramming.org/Pawn_Hash_Table>.
#[derive(Clone, Debug)]
pub(crate) struct PawnCache {
    entries: Box<[TtEntry]>,
}

impl PawnCache {
    /// Number of entries, a power of two.
    const LEN: usize = 1 << 13;

    pub(crate) fn new() -> Self {
        // A zeroed entry is valid: without pawns nothing counts.
        Self { entries: vec![TtEntry::default(); Self::LEN].into_boxed_slice() }
    }

    /// Creates an empty table that is never probed.
    pub(crate) fn none() -> Self {
        Self { entries: Box::default() }
    }

    #[inline(always)]
    fn slot(key: u64, kings: KingPlaces) -> usize {
        (key >> (64 - Self::LEN.trailing_zeros())) as usize ^ kings.index()
    }

    /// Prefetches the entry of a position's pawns.
    #[inline]
    pub(crate) fn prefetch(&self, pos: &Position, key: u64) {
        preload(&self.entries[Self::slot(key, KingPlaces::of(pos, Color::White))].pawns[0]);
    }
}

/// Hashes two sets of squares. Every square also affects the low bits, which index the tables.
#[inline(always)]
pub(crate) fn mix(a: Bitboard, b: Bitboard) -> u64 {
    // Odd numbers without pattern: the fractional parts of the golden ratio and of the root of 3.
    let first = a.bits().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let second = b.bits().wrapping_mul(0xBB67_AE85_84CA_A73B);
    let both = first ^ second.rotate_left(32);
    let product = (both ^ (both >> 29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    // The low bits of a product depend on those of its factors alone.
    product ^ (product >> 32)
}

/// Evaluates the pawns of both sides, and returns their passed pawns.
#[inline(always)]
pub(crate) fn evaluate<T: Tracer>(sum: &mut Sum<'_, T>, cache: &mut PawnCache) -> [Bitboard; 2] {
    if !T::CACHED {
        return Color::ALL.map(|us| side(sum, us));
    }
    let pos = sum.view.pos;
    let pawns = Color::ALL.map(|color| pos.pieces(color, PieceType::Pawn));
    let kings = sum.kings[Color::White as usize];
    let slot = PawnCache::slot(mix(pawns[0], pawns[1]), kings);
    let entry = &cache.entries[slot];
    if (entry.pawns, entry.kings) == (pawns, kings) {
        sum.total += entry.score;
        return entry.passed;
    }
    let before = sum.total;
    let passed = Color::ALL.map(|us| side(sum, us));
    cache.entries[slot] = TtEntry { pawns, kings, passed, score: sum.total - before };
    passed
}

#[inline(never)]
fn side<T: Tracer>(sum: &mut Sum<'_, T>, us: Color) -> Bitboard {
    let pos: &Position = sum.view.pos;
    let own = pos.pieces(us, PieceType::Pawn);
    let theirs = pos.pieces(!us, PieceType::Pawn);
    let structure = pos.board().pawn_structure(us);
    let guarded = attacks::pawns(us, own);
    for square in own {
        sum.piece(us, PieceType::Pawn, square);
        let rank = relative_rank(us, square);
        let open = usize::from(file_ahead(us, square).is_disjoint(theirs));
        if structure.isolated.contains(square) {
            sum.add(us, feature::PAWN_ISOLATED.start + open, 1);
        }
        if structure.backward.contains(square) {
            sum.add(us, feature::PAWN_BACKWARD.start + open, 1);
        }
        if !file_ahead(us, square).is_disjoint(own) {
            sum.add(us, feature::PAWN_DOUBLED.start, 1);
        }
        if own.contains_beside(square.bitboard()) {
            sum.add(us, feature::PAWN_PHALANX.start + rank, 1);
        }
        if guarded.contains(square) {
            sum.add(us, feature::PAWN_SUPPORTED.start + rank, 1);
        }
    }
    // Of two passed pawns on a file only the front one counts.
    let mut passed = Bitboard::EMPTY;
    for square in structure.passed {
        if file_ahead(us, square).is_disjoint(own) {
            sum.add(us, feature::PASSED.start + relative_rank(us, square), 1);
            passed.insert(square);
        }
    }
    passed
}

/// A test for whether a set contains a square directly to the left or right of a given one.
trait ContainsBeside {
    fn contains_beside(self, square: Bitboard) -> bool;
}

impl ContainsBeside for Bitboard {
    fn contains_beside(self, square: Bitboard) -> bool {
        !self.is_disjoint(square.east() | square.west())
    }
}

#[cfg(test)]
mod tests {
    use super::mix;
    use reynard::{Bitboard, Square};

    #[test]
    fn the_low_bits_of_a_hash_depend_on_every_square_of_both_sets() {
        let one = |square: Square| mix(square.bitboard(), Bitboard::EMPTY) % 1024;
        let other = |square: Square| mix(Bitboard::EMPTY, square.bitboard()) % 1024;
        let mut slots: Vec<u64> =
            Square::ALL.into_iter().flat_map(|it| [one(it), other(it)]).collect();
        slots.sort_unstable();
        slots.dedup();
        // 128 sets fill about 120 of 1,024 slots by chance.
        assert!(slots.len() > 110, "{} slots", slots.len());
    }
}
