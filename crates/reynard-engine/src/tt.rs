//! Transposition table, shared by all threads.
//!
//! An entry consists of two words. The first is the XOR of the key and the second word, so an entry
//! written by two threads at once does not match its key. No locks are needed. A cluster of four
//! entries fills a cache line.
//!
//! Sources: Robert Hyatt and Tim Mann, *A lock-less transposition table implementation for parallel
//! search* (2002); <https://www.chessprogramming.org/Transposition_Table>.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use reynard::Move;

use crate::prefetch::prefetch;
use crate::score::{Bound, MATE, TABLEBASE_BOUND};

/// Number of entries in a cluster.
const WAYS: usize = 4;

/// An entry of the transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    /// Best move; it may belong to another position with the same key.
    pub(crate) best: Option<Move>,
    /// Score. In the table, mate distances are counted from the entry's position; here, they are
    /// counted from the root.
    pub(crate) score: i32,
    /// Raw static evaluation; `None` in check.
    pub(crate) eval: Option<i32>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// The position is or was on a principal variation.
    pub(crate) pv: bool,
}

#[repr(align(64))]
#[derive(Default)]
struct Cluster([[AtomicU64; 2]; WAYS]);

/// The error returned if a transposition table does not fit into memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// Requested size, in MiB.
    pub mebibytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a hash table of {} MiB", self.mebibytes)
    }
}

impl std::error::Error for OutOfMemory {}

/// The transposition table.
pub(crate) struct TranspositionTable {
    clusters: Vec<Cluster>,
    /// Number of the search, modulo 32. Entries from earlier searches are replaced first.
    age: u8,
}

impl TranspositionTable {
    /// Creates a table of the given size in MiB, at least one.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let failed = OutOfMemory { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(failed)?;
        let len = bytes / size_of::<Cluster>();
        let clusters = reynard_base::memory::table(len).map_err(|_| failed)?;
        Ok(Self { clusters, age: 0 })
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        self.clusters.fill_with(Cluster::default);
        self.age = 0;
    }

    /// Starts a new search: all entries age.
    pub(crate) fn new_search(&mut self) {
        self.age = (self.age + 1) & AGES;
    }

    /// Returns the entry for a key, with its score adjusted to a ply.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let cluster = self.cluster(key);
        cluster.0.iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Stores an entry, replacing the least valuable entry of its cluster.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: TtEntry) {
        let cluster = self.cluster(key);
        let mut worst = (0, i32::MAX);
        for (place, [check, data]) in cluster.0.iter().enumerate() {
            let data = data.load(Relaxed);
            let age = (self.age.wrapping_sub(age_of(data)) & AGES) as i32;
            if data != 0 && check.load(Relaxed) ^ data == key {
                let old = unpack(data, ply);
                entry.best = entry.best.or(old.best);
                // A clearly deeper entry of this search is kept, unless the new one is exact.
                let deeper = old.depth > entry.depth + 3 + 2 * i32::from(entry.pv);
                if entry.bound != Bound::Exact && deeper && age == 0 {
                    return;
                }
                worst = (place, i32::MIN);
                break;
            }
            let worth = if data == 0 { i32::MIN + 1 } else { depth_of(data) - 8 * age };
            if worth < worst.1 {
                worst = (place, worth);
            }
        }
        let data = pack(&entry, ply, self.age);
        let [check, cell] = &cluster.0[worst.0];
        check.store(key ^ data, Relaxed);
        cell.store(data, Relaxed);
    }

    /// Returns an estimate of the share of the table that the current search has filled, in
    /// permille (`hashfull`). The estimate is based on the first entries of the table.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let current = |[_, data]: &&[AtomicU64; 2]| {
            let data = data.load(Relaxed);
            data != 0 && age_of(data) == self.age
        };
        let used = sample.iter().flat_map(|cluster| &cluster.0).filter(current).count();
        (used * 1000 / (sample.len() * WAYS).max(1)) as u32
    }

    /// Prefetches the entry for a key.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        &self.clusters[cluster_index(key, self.clusters.len())]
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TranspositionTable({} clusters)", self.clusters.len())
    }
}

/// Returns the index of a key's cluster: the product of key and length, divided by 2⁶⁴.
#[inline(always)]
fn cluster_index(key: u64, len: usize) -> usize {
    if cfg!(target_pointer_width = "64") {
        ((u128::from(key) * len as u128) >> 64) as usize
    } else {
        // A product of 128 bits is a call in WebAssembly.
        narrow_cluster_index(key, len)
    }
}

/// Computes the cluster index with 64-bit products, for a length of at most 32 bits.
#[inline(always)]
fn narrow_cluster_index(key: u64, len: usize) -> usize {
    let len = len as u64;
    let low = (key & u64::from(u32::MAX)) * len;
    (((key >> 32) * len + (low >> 32)) >> 32) as usize
}

/// Maximum age, which is also its bit mask.
const AGES: u8 = 31;
/// Marks an entry without a static evaluation.
const NO_EVAL: i16 = i16::MAX;

// Scores fit into 16 bits.
const _: () = assert!(MATE < i16::MAX as i32);

// From the lowest bit: move 16, score 16, evaluation 16, depth 8, bound 2, pv 1, age 5.

fn pack(entry: &TtEntry, ply: usize, age: u8) -> u64 {
    let score = if entry.score >= TABLEBASE_BOUND {
        entry.score + ply as i32
    } else if entry.score <= -TABLEBASE_BOUND {
        entry.score - ply as i32
    } else {
        entry.score
    };
    let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
    let bound = match entry.bound {
        Bound::Exact => 3,
        Bound::Lower => 2,
        Bound::Upper => 1,
    };
    u64::from(entry.best.map_or(0, Move::bits))
        | u64::from(score as i16 as u16) << 16
        | u64::from(eval as u16) << 32
        | (entry.depth.clamp(0, 255) as u64) << 48
        | bound << 56
        | u64::from(entry.pv) << 58
        | u64::from(age) << 59
}

#[inline]
fn unpack(data: u64, ply: usize) -> TtEntry {
    let score = i32::from((data >> 16) as i16);
    let eval = (data >> 32) as i16;
    TtEntry {
        best: Move::from_bits(data as u16),
        score: if score >= TABLEBASE_BOUND {
            score - ply as i32
        } else if score <= -TABLEBASE_BOUND {
            score + ply as i32
        } else {
            score
        },
        eval: (eval != NO_EVAL).then_some(i32::from(eval)),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            3 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        },
        pv: data >> 58 & 1 != 0,
    }
}

#[inline]
const fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xFF) as i32
}

#[inline]
const fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[cfg(test)]
mod tests {
    use super::{TranspositionTable, TtEntry, narrow_cluster_index};
    use crate::score::{Bound, MATE, TABLEBASE};
    use reynard::{Move, MoveKind, Square};

    fn entry(depth: i32, score: i32) -> TtEntry {
        let best = Some(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
        TtEntry { best, score, eval: Some(-17), depth, bound: Bound::Lower, pv: true }
    }

    fn table() -> TranspositionTable {
        TranspositionTable::new(1).unwrap()
    }

    /// Returns the keys still present in the table.
    fn kept(tt: &TranspositionTable, keys: impl Iterator<Item = u64>) -> Vec<u64> {
        keys.filter(|&key| tt.probe(key, 0).is_some()).collect()
    }

    #[test]
    fn an_entry_is_probed_as_it_was_stored() {
        let tt = table();
        let all = [
            entry(9, -250),
            TtEntry { best: None, eval: None, pv: false, bound: Bound::Exact, ..entry(0, 0) },
            TtEntry { bound: Bound::Upper, eval: Some(-31_999), ..entry(120, 31_000) },
        ];
        for (key, &stored) in (0..).map(|key| key << 32 | 0x4D).zip(&all) {
            tt.store(key, 3, stored);
            assert_eq!(tt.probe(key, 3), Some(stored));
            assert_eq!(tt.probe(key ^ 1, 3), None);
            assert_eq!(tt.probe(key ^ 1 << 63, 3), None);
        }
    }

    #[test]
    fn mate_and_tablebase_scores_are_counted_from_the_position() {
        let tt = table();
        for (score, expected) in [
            (MATE - 10, MATE - 12),
            (10 - MATE, 12 - MATE),
            (TABLEBASE - 10, TABLEBASE - 12),
            (10 - TABLEBASE, 12 - TABLEBASE),
            (1_000, 1_000),
        ] {
            tt.store(77, 3, entry(9, score));
            // Stored at ply 3 and probed at ply 5: the distance from the root is two plies more.
            assert_eq!(tt.probe(77, 5).map(|entry| entry.score), Some(expected), "{score}");
        }
    }

    #[test]
    fn an_entry_without_a_move_keeps_the_old_move() {
        let tt = table();
        tt.store(77, 0, entry(3, 0));
        tt.store(77, 0, TtEntry { best: None, ..entry(4, 0) });
        assert_eq!(tt.probe(77, 0), Some(entry(4, 0)));
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_entry_of_the_same_search() {
        let mut tt = table();
        let shallow = TtEntry { pv: false, ..entry(6, 1) };
        tt.store(77, 0, entry(10, 0));
        tt.store(77, 0, shallow);
        assert_eq!(tt.probe(77, 0).map(|entry| entry.depth), Some(10));
        tt.store(77, 0, TtEntry { bound: Bound::Exact, ..shallow });
        assert_eq!(tt.probe(77, 0).map(|entry| entry.depth), Some(6));
        tt.store(77, 0, entry(10, 0));
        tt.new_search();
        tt.store(77, 0, shallow);
        assert_eq!(tt.probe(77, 0).map(|entry| entry.depth), Some(6));
    }

    #[test]
    fn a_full_cluster_loses_its_shallowest_entry() {
        let tt = table();
        for depth in [3, 1, 5, 2, 4] {
            tt.store(depth, 0, entry(depth as i32, 0));
        }
        assert_eq!(kept(&tt, 1..=5), [2, 3, 4, 5]);
    }

    #[test]
    fn entries_of_earlier_searches_are_replaced_first() {
        let mut tt = table();
        tt.store(1, 0, entry(9, 0));
        tt.new_search();
        for key in 2..=5 {
            tt.store(key, 0, entry(2, 0));
        }
        assert_eq!(kept(&tt, 1..=5), [2, 3, 4, 5]);
    }

    #[test]
    fn hashfull_counts_entries_of_the_current_search() {
        let mut tt = table();
        assert_eq!(tt.hashfull(), 0);
        let clusters = tt.clusters.len() as u64;
        for cluster in 0..250_u64 {
            let key = (u128::from(cluster) << 64).div_ceil(u128::from(clusters)) as u64;
            tt.store(key, 0, entry(1, 0));
        }
        assert_eq!(tt.hashfull(), 250);
        tt.new_search();
        assert_eq!(tt.hashfull(), 0);
    }

    #[test]
    fn the_index_of_a_cluster_is_the_same_by_narrow_products() {
        let keys = [0, 1, u64::MAX, u64::from(u32::MAX), 1 << 32, 0x9E37_79B9_7F4A_7C15];
        for len in [1, 3, 1 << 14, 1_000_003, (1 << 26) - 1, u32::MAX as usize] {
            for key in keys {
                let product = u128::from(key) * len as u128;
                assert_eq!(
                    narrow_cluster_index(key, len),
                    (product >> 64) as usize,
                    "{key:x} {len}"
                );
            }
        }
    }

    #[test]
    fn clearing_forgets_all_entries() {
        let mut tt = table();
        tt.store(77, 0, entry(3, 0));
        tt.clear();
        assert_eq!(tt.probe(77, 0), None);
    }

    #[test]
    fn an_impossible_size_is_refused() {
        assert!(TranspositionTable::new(usize::MAX >> 21).is_err());
    }
}
