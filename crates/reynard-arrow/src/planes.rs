//! Positions as planes of zeros and ones, the input of neural networks.

use reynard::{Color, PackedPosition, Square};

/// Number of planes: one for each piece type of each color.
pub const PLANES: usize = 12;

const SQUARES: usize = 64;

/// Number of values per position: 768.
pub const PLANE_VALUES: usize = SQUARES * PLANES;

/// The order of the values of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlaneLayout {
    /// Rank, file, plane: `[8, 8, 12]`.
    #[default]
    Nhwc,
    /// Plane, rank, file: `[12, 8, 8]`.
    Nchw,
}

/// The side from whose point of view the board is encoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum PlaneView {
    /// Always White: the first six planes are White's pieces, the first rank is rank 1.
    #[default]
    White,
    /// The side to move: the first six planes are its pieces, the first rank is its back rank.
    SideToMove,
}

/// Writes each position as planes of 768 values: 1 on the square of a piece, otherwise 0.
///
/// The planes of a color are those of its pawns, knights, bishops, rooks, queens and king, in this
/// order.
///
/// # Panics
///
/// Panics if `out` does not have 768 values for each position.
///
/// ```
/// use reynard::{PackedPosition, Position, Square};
/// use reynard_arrow::{PLANES, PlaneLayout, PlaneView, planes};
///
/// let positions = [PackedPosition::from(&Position::startpos())];
/// let mut values = [0_u8; 64 * PLANES];
/// planes(&positions, PlaneLayout::Nhwc, PlaneView::White, &mut values);
/// assert_eq!(values.iter().map(|&one| u32::from(one)).sum::<u32>(), 32);
/// // A white king on e1.
/// assert_eq!(values[Square::E1 as usize * PLANES + 5], 1);
/// ```
pub fn planes<T: Copy + From<u8>>(
    positions: &[PackedPosition],
    layout: PlaneLayout,
    view: PlaneView,
    out: &mut [T],
) {
    assert_eq!(out.len(), positions.len() * PLANE_VALUES, "values for the planes");
    let (zero, one) = (T::from(0), T::from(1));
    for (position, values) in positions.iter().zip(out.chunks_exact_mut(PLANE_VALUES)) {
        values.fill(zero);
        for place in plane_ones(position, layout, view) {
            values[place] = one;
        }
    }
}

/// Counts the pieces in each position: [`PLANES`] counts per position, in the order of the planes.
///
/// # Panics
///
/// Panics if `out` does not have [`PLANES`] values for each position.
///
/// ```
/// use reynard::{PackedPosition, Position};
/// use reynard_arrow::{PLANES, PlaneView, piece_counts};
///
/// let positions = [PackedPosition::from(&Position::startpos())];
/// let mut counts = [0; PLANES];
/// piece_counts(&positions, PlaneView::White, &mut counts);
/// assert_eq!(counts, [8, 2, 2, 2, 1, 1, 8, 2, 2, 2, 1, 1]);
/// ```
pub fn piece_counts(positions: &[PackedPosition], view: PlaneView, out: &mut [u8]) {
    assert_eq!(out.len(), positions.len() * PLANES, "values for the counts");
    for (position, counts) in positions.iter().zip(out.chunks_exact_mut(PLANES)) {
        counts.fill(0);
        for place in plane_ones(position, PlaneLayout::Nhwc, view) {
            counts[place % PLANES] += 1;
        }
    }
}

/// Returns the indices of the nonzero values among the 768 values of a position, one index per
/// piece.
///
/// ```
/// use reynard::{PackedPosition, Position};
/// use reynard_arrow::{PlaneLayout, PlaneView, plane_ones};
///
/// let start = PackedPosition::from(&Position::startpos());
/// let ones: Vec<usize> = plane_ones(&start, PlaneLayout::Nchw, PlaneView::White).collect();
/// // A rook on a1, in the fourth plane.
/// assert_eq!((ones.len(), ones[0]), (32, 3 * 64));
/// ```
pub fn plane_ones(
    position: &PackedPosition,
    layout: PlaneLayout,
    view: PlaneView,
) -> impl Iterator<Item = usize> + '_ {
    let turned = view == PlaneView::SideToMove && position.turn() == Color::Black;
    position.pieces().map(move |(square, piece)| {
        let square: Square = if turned { square.flip_rank() } else { square };
        let second = (piece.color == Color::Black) != turned;
        let plane = piece.kind as usize - 1 + if second { PLANES / 2 } else { 0 };
        match layout {
            PlaneLayout::Nhwc => square as usize * PLANES + plane,
            PlaneLayout::Nchw => plane * SQUARES + square as usize,
        }
    })
}
