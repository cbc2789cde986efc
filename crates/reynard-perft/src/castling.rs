//! The geometry of castling, which is fixed for one count: the squares of kings and rooks at the
//! root.

use crate::tables::BETWEEN;

/// One castling move, seen from the mover's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Side {
    /// The rook, which must still have its castling right. The set is empty if this castling move
    /// is never possible.
    pub(crate) rook: u64,
    /// The king's target square.
    pub(crate) king_to: u64,
    /// The rook's target square.
    pub(crate) rook_to: u64,
    /// The squares that must be empty.
    pub(crate) empty: u64,
    /// The squares that must not be attacked, including the king's own.
    pub(crate) safe: u64,
}

impl Side {
    /// Creates the geometry for a king and a rook on the first rank (squares 0 to 7).
    pub(crate) fn new(king: u32, rook: u32) -> Self {
        let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
        let span = |from: u32, to: u32| BETWEEN[from as usize][to as usize] | 1 << to;
        let movers = 1 << king | 1 << rook;
        Self {
            rook: 1 << rook,
            king_to: 1 << king_to,
            rook_to: 1 << rook_to,
            empty: (span(king, king_to) | span(rook, rook_to)) & !movers,
            safe: span(king, king_to) | 1 << king,
        }
    }
}

/// The castling moves of both players, `[player at even plies, player at odd plies]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Geometry {
    /// Two castling sides per player.
    pub(crate) players: [[Side; 2]; 2],
}
