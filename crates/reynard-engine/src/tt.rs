//! The transposition table: what the search has found out about positions, for all threads.
//!
//! An entry is two words. The first is the key combined with the second by exclusive or, so that an
//! entry that two threads have written at once does not match and is passed over, without locks. A cluster of four entries fills a cache line.
//!
//! Sources: Robert Hyatt and Tim Mann, *A lock-less transposition table implementation for parallel
//! search* (2002); <https://www.chessprogramming.org/Transposition_Table>.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use reynard::Move;

use crate::prefetch::prefetch;
use crate::score::{Bound, TABLEBASE_BOUND};

/// Entries in a cluster.
const WAYS: usize = 4;

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    /// The best move found; it may belong to another position with the same key.
    pub(crate) best: Option<Move>,
    /// Mates are counted from the position itself.
    pub(crate) score: i32,
    /// The static evaluation, if the position has one.
    pub(crate) eval: Option<i32>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether the position was on a principal variation at some time.
    pub(crate) pv: bool,
}

#[repr(align(64))]
#[derive(Default)]
struct Cluster([[AtomicU64; 2]; WAYS]);

/// The table is more than this machine can give; nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfMemory {
    /// What was asked for.
    pub mebibytes: usize,
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no memory for a hash table of {} MiB", self.mebibytes)
    }
}

impl std::error::Error for OutOfMemory {}

/// The table of all threads.
pub(crate) struct TranspositionTable {
    clusters: Vec<Cluster>,
    /// Counts the searches, so that entries of past ones give way.
    age: u8,
}

impl TranspositionTable {
    /// A table of so many mebibytes, at least one.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, OutOfMemory> {
        let failed = OutOfMemory { mebibytes };
        let bytes = mebibytes.max(1).checked_mul(1 << 20).ok_or(failed)?;
        let len = bytes / size_of::<Cluster>();
        let clusters = reynard_memory::table(len).map_err(|_| failed)?;
        Ok(Self { clusters, age: 0 })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.clusters.fill_with(Cluster::default);
        self.age = 0;
    }

    /// Begins another search: what is in the table is a little less worth now.
    pub(crate) fn new_search(&mut self) {
        self.age = (self.age + 1) & AGES;
    }

    /// What is known about the position with a key, seen at a ply of the tree.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<TtEntry> {
        let cluster = self.cluster(key);
        cluster.0.iter().find_map(|[check, data]| {
            let data = data.load(Relaxed);
            (check.load(Relaxed) ^ data == key && data != 0).then(|| unpack(data, ply))
        })
    }

    /// Files what was found out, in place of what is least worth.
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
                // What is clearly deeper and of this search stays, if the new one is no exact value.
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

    /// How full the table is with entries of this search, in thousandths.
    pub(crate) fn hashfull(&self) -> u32 {
        let sample = &self.clusters[..self.clusters.len().min(250)];
        let current = |[_, data]: &&[AtomicU64; 2]| {
            let data = data.load(Relaxed);
            data != 0 && age_of(data) == self.age
        };
        let used = sample.iter().flat_map(|cluster| &cluster.0).filter(current).count();
        (used * 1000 / (sample.len() * WAYS).max(1)) as u32
    }

    /// Has the processor fetch what is known about a position that will soon be asked for.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.cluster(key));
    }

    #[inline]
    fn cluster(&self, key: u64) -> &Cluster {
        let index = (u128::from(key) * self.clusters.len() as u128) >> 64;
        &self.clusters[index as usize]
    }
}

impl fmt::Debug for TranspositionTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TranspositionTable({} clusters)", self.clusters.len())
    }
}

/// The largest age, and the bits that it has.
const AGES: u8 = 31;
/// Stands for no static evaluation.
const NO_EVAL: i16 = i16::MAX;

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
    use super::{TranspositionTable, TtEntry};
    use crate::score::{Bound, MATE};
    use reynard::{Move, MoveKind, Square};

    fn entry(depth: i32, score: i32) -> TtEntry {
        let best = Some(Move::new(Square::E2, Square::E4, MoveKind::DoublePush));
        TtEntry { best, score, eval: Some(-17), depth, bound: Bound::Lower, pv: true }
    }

    #[test]
    fn gives_back_what_was_put() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(77, 3, entry(9, -250));
        assert_eq!(table.probe(77, 3), Some(entry(9, -250)));
        assert_eq!(table.probe(78, 3), None);
    }

    #[test]
    fn counts_mates_from_the_position() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(77, 3, entry(9, MATE - 10));
        // Seven plies from the position, wherever in the tree it occurs.
        assert_eq!(table.probe(77, 5).map(|entry| entry.score), Some(MATE - 12));
    }

    #[test]
    fn keeps_the_move_when_none_is_known() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(77, 0, entry(3, 0));
        table.store(77, 0, TtEntry { best: None, ..entry(4, 0) });
        assert_eq!(table.probe(77, 0), Some(entry(4, 0)));
    }

    #[test]
    fn replaces_the_shallowest() {
        let table = TranspositionTable::new(1).unwrap();
        for depth in 1..=5 {
            table.store(depth, 0, entry(depth as i32, 0));
        }
        let kept: Vec<_> = (1..=5).filter(|&key| table.probe(key, 0).is_some()).collect();
        assert_eq!(kept, [2, 3, 4, 5]);
    }

    #[test]
    fn an_impossible_size_is_refused() {
        assert!(TranspositionTable::new(usize::MAX >> 21).is_err());
    }
}
