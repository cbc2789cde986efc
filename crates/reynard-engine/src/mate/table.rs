//! The two tables used by a mate search.

use reynard::Move;

/// Proof number and disproof number of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Estimated cost of a proof; 0 for a proven node.
    pub(super) proof: u32,
    /// Estimated cost of a refutation; 0 for a refuted node.
    pub(super) disproof: u32,
}

/// A number that is never reached. It means that the node cannot be proven, or cannot be refuted.
pub(super) const INFINITE: u32 = 1 << 28;

impl Numbers {
    pub(super) const PROVEN: Self = Self { proof: 0, disproof: INFINITE };
    pub(super) const REFUTED: Self = Self { proof: INFINITE, disproof: 0 };

    pub(super) const fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct NumberEntry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// Number of nodes searched to obtain the numbers; 0 for an empty entry.
    work: u32,
}

/// Number of entries in a bucket. The entry that cost the least work is replaced.
const BUCKET: usize = 4;

/// Proof and disproof numbers of nodes, by position and remaining moves.
#[derive(Debug)]
pub(super) struct NumberTable(Vec<[NumberEntry; BUCKET]>);

impl NumberTable {
    pub(super) fn new(bytes: usize) -> Option<Self> {
        allocate(bytes).map(Self)
    }

    fn key(key: u64, moves: u8) -> u64 {
        key ^ u64::from(moves).wrapping_mul(0xD6E8_FEB8_6659_FD93)
    }

    pub(super) fn probe(&self, key: u64, moves: u8) -> Option<Numbers> {
        let key = Self::key(key, moves);
        let bucket = &self.0[index(key, self.0.len())];
        let entry = bucket.iter().find(|entry| entry.key == key && entry.work > 0)?;
        Some(Numbers { proof: entry.proof, disproof: entry.disproof })
    }

    pub(super) fn store(&mut self, key: u64, moves: u8, numbers: Numbers, work: u64) {
        let key = Self::key(key, moves);
        let index = index(key, self.0.len());
        let bucket = &mut self.0[index];
        let place = bucket.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
            (0..BUCKET).min_by_key(|&place| bucket[place].work).unwrap_or_default()
        });
        let Numbers { proof, disproof } = numbers;
        let work = work.clamp(1, u64::from(u32::MAX)) as u32;
        // Old entries grow cheaper, so that they give way in the end.
        for entry in bucket.iter_mut() {
            entry.work -= entry.work >> 3;
        }
        bucket[place] = NumberEntry { key, proof, disproof, work };
    }
}

/// Proven facts about a position with the mating side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct MateBounds {
    /// Length of the shortest known mate, in moves; 0 if none is known.
    pub(super) mate: u8,
    /// Largest number of moves within which there is proven to be no mate.
    pub(super) no_mate: u8,
    /// First move of the mate.
    pub(super) mv: Option<Move>,
}

#[derive(Clone, Copy, Debug, Default)]
struct BoundEntry {
    key: u64,
    bounds: MateBounds,
}

/// Proven bounds by position.
#[derive(Debug)]
pub(super) struct BoundTable(Vec<[BoundEntry; 2]>);

impl BoundTable {
    pub(super) fn new(bytes: usize) -> Option<Self> {
        allocate(bytes).map(Self)
    }

    pub(super) fn probe(&self, key: u64) -> MateBounds {
        let bucket = &self.0[index(key, self.0.len())];
        bucket.iter().find(|entry| entry.key == key).map(|entry| entry.bounds).unwrap_or_default()
    }

    pub(super) fn store_mate(&mut self, key: u64, mate: u8, mv: Move) {
        let bounds = self.entry(key);
        if bounds.mate == 0 || mate < bounds.mate {
            (bounds.mate, bounds.mv) = (mate, Some(mv));
        }
    }

    pub(super) fn store_no_mate(&mut self, key: u64, moves: u8) {
        let bounds = self.entry(key);
        bounds.no_mate = bounds.no_mate.max(moves);
    }

    /// Returns the entry of a position. A new entry replaces the first entry of its bucket if that
    /// entry is shallow, and the second otherwise.
    fn entry(&mut self, key: u64) -> &mut MateBounds {
        let index = index(key, self.0.len());
        let bucket = &mut self.0[index];
        let place = bucket.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
            // The second place always gives way, the first only to new entries when it is shallow.
            let depth = |entry: &BoundEntry| entry.bounds.no_mate.max(entry.bounds.mate);
            usize::from(depth(&bucket[0]) > 1)
        });
        let entry = &mut bucket[place];
        if entry.key != key {
            *entry = BoundEntry { key, bounds: MateBounds::default() };
        }
        &mut entry.bounds
    }
}

fn index(key: u64, len: usize) -> usize {
    // The length is a power of two.
    (key >> 7) as usize & (len - 1)
}

fn allocate<T: Clone + Default>(bytes: usize) -> Option<Vec<T>> {
    let len = (bytes / size_of::<T>()).max(1);
    let len = if len.is_power_of_two() { len } else { len.next_power_of_two() / 2 };
    let mut entries = Vec::new();
    entries.try_reserve_exact(len).ok()?;
    entries.resize(len, T::default());
    Some(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_only_grow_tighter() {
        let mut table = BoundTable::new(1 << 10).unwrap();
        let mv = reynard::Position::startpos().parse_uci("e2e4").unwrap();
        table.store_mate(7, 3, mv);
        table.store_mate(7, 5, mv);
        table.store_no_mate(7, 2);
        table.store_no_mate(7, 1);
        assert_eq!(table.probe(7), MateBounds { mate: 3, no_mate: 2, mv: Some(mv) });
        assert_eq!(table.probe(8), MateBounds::default());
    }

    #[test]
    fn numbers_are_kept_by_moves_left() {
        let mut table = NumberTable::new(1 << 10).unwrap();
        table.store(5, 3, Numbers::PROVEN, 1);
        assert_eq!(table.probe(5, 3), Some(Numbers::PROVEN));
        assert_eq!(table.probe(5, 4), None);
    }
}
