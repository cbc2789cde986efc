//! Inputs of the network: a piece on a square, seen from one side's view.

use reynard::{Board, Color, File, Piece, Square};

use crate::king_buckets::KingBuckets;

/// Number of inputs per side: own and enemy pieces of six types on 64 squares.
pub const FEATURES: usize = 768;

/// View of the board from one side. Ranks are flipped for Black, and files are flipped if the
/// side's own king is on files e to h. The rows are those of the king's bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    side: Color,
    flip: u8,
    bucket: u8,
}

impl View {
    /// Returns the view of `side` with its king on the given square.
    #[inline]
    pub(crate) const fn new(side: Color, king: Square, kings: KingBuckets) -> Self {
        let upright = match side {
            Color::White => king,
            Color::Black => king.flip_rank(),
        };
        let is_mirrored = king.file() as u8 >= File::E as u8;
        let seen = if is_mirrored { upright.flip_file() } else { upright };
        Self { side, flip: king as u8 ^ seen as u8, bucket: kings.bucket(seen) as u8 }
    }

    /// Returns the view of `side` on a board. A side without a king is treated as if its king were
    /// on a1.
    #[inline]
    pub(crate) fn of(board: &Board, side: Color, kings: KingBuckets) -> Self {
        Self::new(side, board.king(side).unwrap_or(Square::A1), kings)
    }

    /// Returns the index of the view among the views of its side, below [`View::count`].
    pub(crate) const fn number(self) -> usize {
        2 * self.bucket as usize + (self.flip & 1) as usize
    }

    /// Returns the number of views of one side: for each king bucket, one with the files as they
    /// are and one with the files flipped.
    pub(crate) const fn count(kings: KingBuckets) -> usize {
        2 * kings.count()
    }

    /// Returns the row of a piece on a square.
    #[inline]
    pub(crate) const fn row(self, piece: Piece, square: Square) -> u16 {
        self.row_of(PlacedPiece::new(piece, square))
    }

    /// Returns the row of a placed piece.
    #[inline(always)]
    pub(crate) const fn row_of(self, placed: PlacedPiece) -> u16 {
        // The flip changes the square alone, the lowest six bits.
        let seen = placed.0[self.side as usize] ^ self.flip as u16;
        self.bucket as u16 * FEATURES as u16 + seen
    }
}

/// A piece on a square: its rows from White's and Black's views, in the first king bucket and
/// before squares are flipped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedPiece([u16; 2]);

impl PlacedPiece {
    /// Creates a piece on a square.
    #[inline(always)]
    pub(crate) const fn new(piece: Piece, square: Square) -> Self {
        let own = piece.kind.index() as u16 * 64 + square as u16;
        let foreign = own + 384;
        match piece.color {
            Color::White => Self([own, foreign]),
            Color::Black => Self([foreign, own]),
        }
    }
}

/// Returns the index of a piece on a square from the point of view of `side`, whose king is on
/// `king`. The index is below [`FEATURES`]. It is the row in a network with one king bucket.
///
/// ```
/// use reynard::{Color, PieceType, Square};
/// use reynard_nnue::feature;
///
/// let white = PieceType::Pawn.of(Color::White);
/// let black = PieceType::Pawn.of(Color::Black);
/// // What White sees on a2 is what Black sees on a7, and on h7 with the king on the other wing.
/// let a2 = feature(Color::White, Square::B1, white, Square::A2);
/// assert_eq!(a2, feature(Color::Black, Square::B8, black, Square::A7));
/// assert_eq!(a2, feature(Color::Black, Square::G8, black, Square::H7));
/// ```
pub const fn feature(side: Color, king: Square, piece: Piece, square: Square) -> usize {
    View::new(side, king, KingBuckets::One).row(piece, square) as usize
}
