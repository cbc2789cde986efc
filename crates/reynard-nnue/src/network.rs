//! The weights of a network, and its score for a position.

use alloc::vec;
use alloc::vec::Vec;

use reynard::{Board, Color, Position};

use crate::arch::Isa;
use crate::change::Change;
use crate::chunk::{self, Chunk};
use crate::error::NetworkError;
use crate::feature::{FEATURES, View};
use crate::header::NetworkHeader;
use crate::kernel::Kernel;
use crate::king_buckets::KingBuckets;
use crate::shape::{QA, Shape};
use reynard_base::SplitMix64;

/// Quantized weights in natural order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// Weights of the hidden layer, in 255ths: for each king bucket and each of [`FEATURES`]
    /// inputs, one weight per hidden unit.
    pub hidden: Vec<i16>,
    /// Biases of the hidden units, in 255ths.
    pub hidden_bias: Vec<i16>,
    /// Output weights, in units of 1 / `qb`, with a magnitude of at most 128: for each bucket,
    /// those for the side to move, then those for the other side.
    pub output: Vec<i16>,
    /// Output biases, one per bucket, in units of 1 / (255 * `qb`).
    pub output_bias: Vec<i32>,
    /// Quantization of the output weights, a power of two from 1 to 8,192.
    pub qb: i32,
    /// Number of centipawns that an output of 1.0 represents, from 1 to 10,000.
    pub scale: i32,
}

impl Weights {
    /// Creates weights that are all zero.
    ///
    /// ```
    /// use reynard_nnue::{Shape, Weights};
    ///
    /// let weights = Weights::zeroed(Shape::new(32, 1)?);
    /// assert_eq!(weights.hidden.len(), 768 * 32);
    /// # Ok::<(), reynard_nnue::NetworkError>(())
    /// ```
    pub fn zeroed(shape: Shape) -> Self {
        Self {
            hidden: vec![0; shape.rows() * shape.hidden()],
            hidden_bias: vec![0; shape.hidden()],
            output: vec![0; shape.buckets() * 2 * shape.hidden()],
            output_bias: vec![0; shape.buckets()],
            qb: 64,
            scale: 211,
        }
    }
}

/// A network that is proven not to overflow.
///
/// ```
/// use reynard::Position;
/// use reynard_nnue::{Network, Shape};
///
/// let network = Network::random(Shape::new(64, 8)?, 1);
/// let read = Network::parse(&network.to_bytes())?;
/// let pos = Position::startpos();
/// assert_eq!(read.evaluate(&pos), network.evaluate(&pos));
/// # Ok::<(), reynard_nnue::NetworkError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    header: NetworkHeader,
    hidden: Vec<Chunk>,
    bias: Vec<Chunk>,
    output: Vec<Chunk>,
    output_bias: Vec<i32>,
    qb: i32,
    scale: i32,
    isa: Isa,
}

impl Network {
    /// Creates a network from weights, with a header that describes its training.
    ///
    /// # Errors
    ///
    /// [`NetworkError`] if the arrays do not match the shape, the quantization is out of range, or
    /// a sum could overflow.
    pub fn new(
        shape: Shape,
        weights: &Weights,
        header: NetworkHeader,
    ) -> Result<Self, NetworkError> {
        check_sizes(shape, weights)?;
        check_hidden(shape, weights)?;
        check_output(shape, weights)?;
        Ok(Self {
            shape,
            header,
            hidden: chunk::from_values(&weights.hidden),
            bias: chunk::from_values(&weights.hidden_bias),
            output: chunk::from_values(&weights.output),
            output_bias: weights.output_bias.clone(),
            qb: weights.qb,
            scale: weights.scale,
            isa: Isa::fastest(),
        })
    }

    /// Creates a network with zero weights, which scores every position 0.
    ///
    /// ```
    /// use reynard_nnue::reynard::Position;
    /// use reynard_nnue::{Network, Shape};
    ///
    /// let network = Network::zeroed(Shape::new(64, 8)?);
    /// assert_eq!(network.evaluate(&Position::startpos()), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "zeros do not overflow")]
    pub fn zeroed(shape: Shape) -> Self {
        let network = Self::new(shape, &Weights::zeroed(shape), NetworkHeader::default());
        network.expect("zeros do not overflow")
    }

    /// Creates a network with random weights, for tests and benchmarks.
    ///
    /// ```
    /// use reynard_nnue::{Network, Shape};
    ///
    /// let shape = Shape::new(32, 1)?;
    /// assert_eq!(Network::random(shape, 5).to_bytes(), Network::random(shape, 5).to_bytes());
    /// # Ok::<(), reynard_nnue::NetworkError>(())
    /// ```
    #[expect(clippy::missing_panics_doc, reason = "the ranges are small enough for every shape")]
    pub fn random(shape: Shape, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut next = |most: i16| {
            let mixed = random.next_u64();
            (mixed >> 49) as i16 % (most + 1) * if mixed & 1 == 0 { 1 } else { -1 }
        };
        let mut weights = Weights::zeroed(shape);
        weights.hidden.fill_with(|| next(60));
        weights.hidden_bias.fill_with(|| next(100));
        let most = i16::from((8_192 / shape.hidden()).min(64) as u8);
        weights.output.fill_with(|| next(most));
        weights.output_bias.fill_with(|| next(1_000).into());
        let network = Self::new(shape, &weights, NetworkHeader::default());
        network.expect("the weights are too small to overflow")
    }

    /// Divides the king buckets into finer ones. The rows of a finer bucket are initially those of
    /// the bucket of which it is a part, so the network gives the same scores but can learn more.
    ///
    /// # Errors
    ///
    /// [`NetworkError::Shape`] if the network's own king buckets are finer than the requested ones.
    ///
    /// ```
    /// use reynard_nnue::reynard::Position;
    /// use reynard_nnue::{KingBuckets, Network, Shape};
    ///
    /// let network = Network::random(Shape::new(32, 1)?, 5);
    /// let divided = network.clone().divided(KingBuckets::Four)?;
    /// assert_eq!(divided.shape().king_buckets(), KingBuckets::Four);
    /// let pos = Position::startpos();
    /// assert_eq!(divided.evaluate(&pos), network.evaluate(&pos));
    /// # Ok::<(), reynard_nnue::NetworkError>(())
    /// ```
    pub fn divided(mut self, kings: KingBuckets) -> Result<Self, NetworkError> {
        let own = self.shape.king_buckets();
        if own > kings {
            return Err(NetworkError::Shape);
        }
        let len = FEATURES * self.shape.chunks();
        let parts = (0..kings.count()).map(|bucket| own.bucket(kings.king(bucket)) * len);
        self.hidden = parts.flat_map(|at| &self.hidden[at..at + len]).copied().collect();
        self.shape = self.shape.with_king_buckets(kings);
        Ok(self)
    }

    /// Returns the same network with a different kernel, so that kernels can be compared. Returns
    /// `None` if this processor does not support the kernel.
    ///
    /// ```
    /// use reynard::Position;
    /// use reynard_nnue::{Kernel, Network, Shape};
    ///
    /// let network = Network::random(Shape::new(64, 8)?, 1);
    /// let portable = network.clone().with_kernel(Kernel::Portable).unwrap();
    /// let pos = Position::startpos();
    /// assert_eq!(network.evaluate(&pos), portable.evaluate(&pos));
    /// # Ok::<(), reynard_nnue::NetworkError>(())
    /// ```
    #[must_use]
    pub fn with_kernel(mut self, kernel: Kernel) -> Option<Self> {
        self.isa = Isa::detect(kernel)?;
        Some(self)
    }

    /// Returns the kernel that computes the network, by default the fastest one that this processor
    /// supports.
    ///
    /// ```
    /// use reynard_nnue::{Network, Shape};
    ///
    /// println!("{:?}", Network::zeroed(Shape::new(32, 1)?).kernel());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn kernel(&self) -> Kernel {
        self.isa.kernel()
    }

    /// Returns the shape of the network.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns information about how the network was made, not including its shape and
    /// quantization.
    pub const fn header(&self) -> &NetworkHeader {
        &self.header
    }

    /// Returns the weights in natural order.
    pub fn weights(&self) -> Weights {
        Weights {
            hidden: chunk::to_values(&self.hidden),
            hidden_bias: chunk::to_values(&self.bias),
            output: chunk::to_values(&self.output),
            output_bias: self.output_bias.clone(),
            qb: self.qb,
            scale: self.scale,
        }
    }

    /// Evaluates a position from scratch, in centipawns for the side to move.
    ///
    /// A search uses a [`Stack`](crate::Stack) instead, which is an order of magnitude faster.
    ///
    /// ```
    /// use reynard_nnue::reynard::Position;
    /// use reynard_nnue::{Network, Shape};
    ///
    /// let network = Network::random(Shape::new(64, 8)?, 7);
    /// println!("{} centipawns", network.evaluate(&Position::startpos()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluate(&self, pos: &Position) -> i32 {
        self.board_score(pos.board(), pos.turn(), self.shape.bucket(pos.occupied().len()))
    }

    /// Scores a position with every output bucket.
    pub(crate) fn bucket_scores(&self, pos: &Position) -> Vec<i32> {
        let [us, them] = [pos.turn(), !pos.turn()].map(|side| self.accumulator(pos.board(), side));
        (0..self.shape.buckets()).map(|bucket| self.bucket_score(&us, &them, bucket)).collect()
    }

    /// Scores a board with the given output bucket. The board need not be a legal position.
    pub(crate) fn board_score(&self, board: &Board, turn: Color, bucket: usize) -> i32 {
        let [us, them] = [turn, !turn].map(|side| self.accumulator(board, side));
        self.bucket_score(&us, &them, bucket)
    }

    /// Computes the accumulator of a board from one side's view.
    fn accumulator(&self, board: &Board, side: Color) -> Vec<Chunk> {
        let mut values = chunk::zeros(self.bias.len());
        let view = View::of(board, side, self.shape.king_buckets());
        let change = Change::between(&Board::EMPTY, board, view);
        self.update(&self.bias, &mut values, change.removed(), change.added());
        values
    }

    /// Returns the biases of the hidden units: the accumulator of the empty board.
    pub(crate) fn biases(&self) -> &[Chunk] {
        &self.bias
    }

    /// Writes to `to` a copy of the accumulator `from` with some rows removed and others added.
    #[inline]
    pub(crate) fn update(&self, from: &[Chunk], to: &mut [Chunk], removed: &[u16], added: &[u16]) {
        self.isa.update(from, to, &self.hidden, removed, added);
    }

    /// Returns the score in centipawns for the side to move, from the accumulators of both sides.
    #[inline]
    pub(crate) fn score(&self, us: &[Chunk], them: &[Chunk], pieces: u32) -> i32 {
        self.bucket_score(us, them, self.shape.bucket(pieces))
    }

    #[inline]
    fn bucket_score(&self, us: &[Chunk], them: &[Chunk], bucket: usize) -> i32 {
        let width = 2 * self.bias.len();
        let sum = self.isa.output(us, them, &self.output[bucket * width..(bucket + 1) * width]);
        centipawns(sum, self.output_bias[bucket], self.qb, self.scale)
    }
}

/// Converts a sum of weighted squared activations to centipawns.
#[inline]
pub(crate) fn centipawns(sum: i32, bias: i32, qb: i32, scale: i32) -> i32 {
    let output = i64::from(sum / QA + bias) * i64::from(scale) / i64::from(QA * qb);
    output as i32
}

fn check_sizes(shape: Shape, weights: &Weights) -> Result<(), NetworkError> {
    let zeroed = (shape.rows() * shape.hidden(), shape.hidden());
    let sizes = (weights.hidden.len(), weights.hidden_bias.len());
    let output = (shape.buckets() * 2 * shape.hidden(), shape.buckets());
    if sizes != zeroed || (weights.output.len(), weights.output_bias.len()) != output {
        return Err(NetworkError::Shape);
    }
    if !(1..=1 << 13).contains(&weights.qb) || weights.qb.count_ones() != 1 {
        return Err(NetworkError::Field("qb"));
    }
    if !(1..=10_000).contains(&weights.scale) {
        return Err(NetworkError::Field("scale"));
    }
    Ok(())
}

/// Proves that no accumulator exceeds 16 bits. A board has at most 32 pieces, and their rows all
/// belong to one king bucket.
fn check_hidden(shape: Shape, weights: &Weights) -> Result<(), NetworkError> {
    let mut parts = weights.hidden.chunks_exact(FEATURES * shape.hidden());
    parts.try_for_each(|rows| check_rows(shape, rows, &weights.hidden_bias))
}

/// Proves for the rows of one king bucket that no accumulator exceeds 16 bits.
fn check_rows(shape: Shape, rows: &[i16], biases: &[i16]) -> Result<(), NetworkError> {
    let mut largest = vec![0_u16; shape.hidden()];
    for row in rows.chunks_exact(shape.hidden()) {
        for (most, weight) in largest.iter_mut().zip(row) {
            *most = weight.unsigned_abs().max(*most);
        }
    }
    for (unit, (&bias, &most)) in biases.iter().zip(&largest).enumerate() {
        let bias = i32::from(bias).abs();
        // The exact sum is only needed where the largest weight does not settle it.
        if bias + 32 * i32::from(most) > i32::from(i16::MAX) {
            let column = rows.iter().skip(unit).step_by(shape.hidden());
            let mut magnitudes: Vec<i32> = column.map(|&weight| i32::from(weight).abs()).collect();
            let (_, _, largest) = magnitudes.select_nth_unstable(FEATURES - 33);
            if bias + largest.iter().sum::<i32>() > i32::from(i16::MAX) {
                return Err(NetworkError::HiddenOverflow { unit });
            }
        }
    }
    Ok(())
}

/// Proves that no output exceeds 32 bits.
fn check_output(shape: Shape, weights: &Weights) -> Result<(), NetworkError> {
    for (bucket, row) in weights.output.chunks_exact(2 * shape.hidden()).enumerate() {
        if row.iter().any(|weight| weight.unsigned_abs() > 128) {
            return Err(NetworkError::OutputWeight { bucket });
        }
        let total: i64 = row.iter().map(|&weight| i64::from(weight).abs()).sum();
        let bias = i64::from(weights.output_bias[bucket]).abs();
        let most = total * i64::from(QA * QA) + bias * i64::from(QA);
        let score = (most / i64::from(QA) + bias) * i64::from(weights.scale);
        if most > i64::from(i32::MAX) || score / i64::from(weights.qb) > i64::from(i32::MAX) {
            return Err(NetworkError::OutputOverflow { bucket });
        }
    }
    Ok(())
}
