//! King buckets: weights that depend on the square of the side's own king.

use reynard::{File, Rank, Square};

/// Division of the squares of a side's own king into buckets, each with its own rows of the hidden
/// layer.
///
/// Files e to h are mirrored. A finer division is greater than a coarser one.
///
/// ```
/// use reynard_nnue::KingBuckets;
///
/// assert_eq!(KingBuckets::One.count(), 1);
/// assert_eq!(KingBuckets::with_count(8), Some(KingBuckets::Eight));
/// assert_eq!(KingBuckets::with_count(5), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum KingBuckets {
    /// The same weights for every king square.
    #[default]
    One,
    /// Four buckets: a king on a1, b1 or their mirror images; on c1, d1 or their mirror images; on
    /// the second rank; on any other square.
    Four,
    /// Eight buckets: a king on a1, b1, c1 or d1, each with its mirror image; on a2, b2 or their
    /// mirror images; on c2, d2 or their mirror images; on the third or fourth rank; on any other
    /// square.
    Eight,
}

impl KingBuckets {
    /// All divisions, the coarsest first. Each divides the buckets of the one before it.
    pub const ALL: [Self; 3] = [Self::One, Self::Four, Self::Eight];

    /// Returns the number of buckets.
    pub const fn count(self) -> usize {
        match self {
            Self::One => 1,
            Self::Four => 4,
            Self::Eight => 8,
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
            (Self::Eight, Rank::First) => king.file() as usize & 3,
            (Self::Eight, Rank::Second) => 4 + ((king.file() as u8) >= File::C as u8) as usize,
            (Self::Eight, Rank::Third | Rank::Fourth) => 6,
            (Self::Eight, _) => 7,
        }
    }
    /// Returns a king's square in the given bucket.
    pub(crate) fn king(self, bucket: usize) -> Square {
        let mut squares = Square::ALL.into_iter().filter(|&square| self.bucket(square) == bucket);
        squares.next().unwrap_or(Square::A1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_division_divides_the_buckets_of_the_one_before() {
        for pair in KingBuckets::ALL.windows(2) {
            let (coarse, fine) = (pair[0], pair[1]);
            for square in Square::ALL.into_iter().filter(|square| square.file() <= File::D) {
                let king = fine.king(fine.bucket(square));
                assert_eq!(coarse.bucket(king), coarse.bucket(square), "{square}");
            }
        }
        for kings in KingBuckets::ALL {
            let buckets = (0..kings.count()).map(|bucket| kings.bucket(kings.king(bucket)));
            assert!(buckets.eq(0..kings.count()));
        }
    }
}
