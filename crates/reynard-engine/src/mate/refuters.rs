//! Statistics of successful replies, for move ordering.

use reynard::{Move, MoveList};

/// Number of mating attempts refuted by a reply, indexed by its origin and target squares.
#[derive(Debug)]
pub(super) struct Refuters(Box<[u32]>);

impl Default for Refuters {
    fn default() -> Self {
        Self(vec![0; 64 * 64].into())
    }
}

impl Refuters {
    fn index(mv: Move) -> usize {
        mv.from() as usize * 64 + mv.to() as usize
    }

    pub(super) fn add(&mut self, mv: Move) {
        let count = &mut self.0[Self::index(mv)];
        *count += 1;
        if *count > 1 << 20 {
            self.0.iter_mut().for_each(|count| *count /= 2);
        }
    }

    /// Sorts replies, the most successful first.
    pub(super) fn sort(&self, moves: &mut MoveList) {
        moves.as_mut_slice().sort_by_cached_key(|&mv| u32::MAX - self.0[Self::index(mv)]);
    }
}
