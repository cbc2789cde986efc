//! Weights that depend on the square of the side's own king.

use reynard::{File, Rank, Square};

/// Division of the squares of a side's own king; each bucket has rows of the hidden layer of its
/// own.
///
/// The files e to h count as their mirror images.
///
/// ```
/// use reynard_nnue::KingBuckets;
///
/// assert_eq!(KingBuckets::One.count(), 1);
/// assert_eq!(KingBuckets::with_count(4), Some(KingBuckets::Four));
/// assert_eq!(KingBuckets::with_count(5), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum KingBuckets {
    /// The same weights wherever the king stands.
    #[default]
    One,
    /// A king on a1, b1 or their mirror images; on c1 or d1; on the second rank; on another square.
    Four,
}

impl KingBuckets {
    /// All divisions, the coarsest first.
    pub const ALL: [Self; 2] = [Self::One, Self::Four];

    /// Returns the number of buckets.
    pub const fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Four => 4,
        }
    }

    /// Returns the division with a number of buckets.
    pub fn with_count(count: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|kings| kings.count() == count)
    }

    /// Returns the bucket of a king's square as its side sees it: from below, with the files e to h
    /// mirrored.
    #[inline]
    pub(crate) const fn bucket(self, king: Square) -> usize {
        match (self, king.rank()) {
            (Self::One, _) => 0,
            (Self::Four, Rank::First) => ((king.file() as u8) >= File::C as u8) as usize,
            (Self::Four, Rank::Second) => 2,
            (Self::Four, _) => 3,
        }
    }
}
