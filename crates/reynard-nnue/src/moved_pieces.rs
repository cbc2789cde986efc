//! The pieces that a move removes from the board and adds to it.

use reynard::{Board, Move, MoveKind, Square};

use crate::feature::{PlacedPiece, View};

/// The pieces that a move removes from the board and adds to it: the difference between two
/// accumulators, without comparing the boards.
#[derive(Clone, Copy, Debug)]
pub(crate) enum MovedPieces {
    /// A piece moves to another square. A promoting pawn arrives as another piece.
    Quiet { from: PlacedPiece, to: PlacedPiece },
    /// A piece moves to another square and captures an enemy piece.
    Capture { from: PlacedPiece, victim: PlacedPiece, to: PlacedPiece },
    /// King and rook, before and after castling.
    Castling { from: [PlacedPiece; 2], to: [PlacedPiece; 2] },
}

impl MovedPieces {
    /// Returns the pieces moved, captured or added by a move, given the board before it. Returns
    /// `None` if the board does not contain the piece to move or to capture.
    #[inline]
    pub(crate) fn of(board: &Board, mv: Move) -> Option<Self> {
        let (from, to) = (mv.from(), mv.to());
        let mover = board.piece_at(from)?;
        if let Some(side) = mv.castling_side() {
            let rook = board.piece_at(to)?;
            let rook_target = Square::new(side.rook_file(), from.rank());
            return Some(Self::Castling {
                from: [PlacedPiece::new(mover, from), PlacedPiece::new(rook, to)],
                to: [
                    PlacedPiece::new(mover, mv.king_target()),
                    PlacedPiece::new(rook, rook_target),
                ],
            });
        }
        let arrived = mv.promotion().map_or(mover, |kind| kind.of(mover.color));
        let (from_piece, to_piece) = (PlacedPiece::new(mover, from), PlacedPiece::new(arrived, to));
        if !mv.is_capture() {
            return Some(Self::Quiet { from: from_piece, to: to_piece });
        }
        let square =
            if mv.kind() == MoveKind::EnPassant { Square::new(to.file(), from.rank()) } else { to };
        let victim = PlacedPiece::new(board.piece_at(square)?, square);
        Some(Self::Capture { from: from_piece, victim, to: to_piece })
    }

    /// Calls a function with the rows to remove and to add, as seen from a view.
    #[inline(always)]
    pub(crate) fn with_rows(self, view: View, update: impl FnOnce(&[u16], &[u16])) {
        let row = |placed| view.row_of(placed);
        match self {
            Self::Quiet { from, to } => update(&[row(from)], &[row(to)]),
            Self::Capture { from, victim, to } => update(&[row(from), row(victim)], &[row(to)]),
            Self::Castling { from, to } => update(&from.map(row), &to.map(row)),
        }
    }
}
