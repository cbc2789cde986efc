//! The dimensions of a network.

use crate::chunk::Chunk;
use crate::error::NetworkError;
use crate::feature::FEATURES;
use crate::king_buckets::KingBuckets;

/// Quantization of the hidden layer: the integer that represents an activation of 1.0.
pub(crate) const QA: i32 = 255;

/// Size of a network: its numbers of hidden units, output buckets and king buckets.
///
/// ```
/// use reynard_nnue::Shape;
///
/// let shape = Shape::new(256, 8)?;
/// assert_eq!(shape.hidden(), 256);
/// assert!(Shape::new(100, 8).is_err());
/// # Ok::<(), reynard_nnue::NetworkError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    hidden: u16,
    buckets: u8,
    kings: KingBuckets,
}

impl Shape {
    /// Maximum number of hidden units.
    pub const MAX_HIDDEN: usize = 2_048;
    /// Maximum number of output buckets.
    pub const MAX_BUCKETS: usize = 8;

    /// Creates a shape with one king bucket, from the number of hidden units per side and the
    /// number of output buckets.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] unless `hidden` is a multiple of 32 from 32 to [`Shape::MAX_HIDDEN`]
    /// and `buckets` is 1, 2, 4 or 8.
    ///
    /// ```
    /// use reynard_nnue::Shape;
    ///
    /// assert_eq!(Shape::new(256, 8)?.hidden(), 256);
    /// assert!(Shape::new(33, 8).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn new(hidden: usize, buckets: usize) -> Result<Self, NetworkError> {
        let fits = hidden > 0 && hidden <= Self::MAX_HIDDEN && hidden.is_multiple_of(Chunk::LEN);
        if fits && buckets.is_power_of_two() && buckets <= Self::MAX_BUCKETS {
            Ok(Self { hidden: hidden as u16, buckets: buckets as u8, kings: KingBuckets::One })
        } else {
            Err(NetworkError::Shape)
        }
    }

    /// Returns the shape with its king buckets replaced by the given ones.
    ///
    /// ```
    /// use reynard_nnue::{KingBuckets, Shape};
    ///
    /// let shape = Shape::new(256, 8)?.with_king_buckets(KingBuckets::Four);
    /// assert_eq!((shape.king_buckets(), shape.rows()), (KingBuckets::Four, 4 * 768));
    /// # Ok::<(), reynard_nnue::NetworkError>(())
    /// ```
    #[must_use]
    pub const fn with_king_buckets(self, kings: KingBuckets) -> Self {
        Self { kings, ..self }
    }

    /// Returns the king buckets.
    pub const fn king_buckets(self) -> KingBuckets {
        self.kings
    }

    /// Returns the number of rows of the hidden layer: [`FEATURES`] per king bucket.
    pub const fn rows(self) -> usize {
        FEATURES * self.kings.count()
    }

    /// Returns the number of hidden units per side.
    ///
    /// ```
    /// use reynard_nnue::Shape;
    ///
    /// assert_eq!(Shape::new(256, 8)?.hidden(), 256);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn hidden(self) -> usize {
        self.hidden as usize
    }

    /// Returns the number of output buckets.
    ///
    /// ```
    /// use reynard_nnue::Shape;
    ///
    /// assert_eq!(Shape::new(256, 8)?.buckets(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn buckets(self) -> usize {
        self.buckets as usize
    }

    /// Returns the output bucket of a position with the given number of pieces, kings included.
    ///
    /// ```
    /// use reynard_nnue::Shape;
    ///
    /// let shape = Shape::new(64, 8)?;
    /// assert_eq!((shape.bucket(2), shape.bucket(6), shape.bucket(32)), (0, 1, 7));
    /// # Ok::<(), reynard_nnue::NetworkError>(())
    /// ```
    pub const fn bucket(self, pieces: u32) -> usize {
        let bucket = pieces.saturating_sub(2) as usize * self.buckets() / 32;
        if bucket < self.buckets() { bucket } else { self.buckets() - 1 }
    }

    /// Returns the number of chunks in a row of the hidden layer.
    pub(crate) const fn chunks(self) -> usize {
        self.hidden() / Chunk::LEN
    }
}
