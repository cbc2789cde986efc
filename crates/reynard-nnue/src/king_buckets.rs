//! King buckets: weights that depend on the square of the side's own king.

use reynard::{File, Rank, Square};

/// Division of the squares of a side's own king into buckets, each with its own rows of the hidden
/// layer.
///
/// Files e to h are mirrored.
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
    /// The same weights for every king square.
    #[default]
    One,
    /// Four buckets: a king on a1, b1 or their mirror images; on c1, d1 or their mirror images; on
    /// the second rank; on any other square.
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

    /// Returns the division with the given number of buckets, if there is one.
    pub fn with_count(count: usize) -> Option<Self> {
        Self::ALL.into_iter().find(|kings| kings.count() == count)
    }

    /// Returns the bucket of a king's square from the point of view of its own side: the back rank
    /// is at the bottom, and files e to h are mirrored.
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
