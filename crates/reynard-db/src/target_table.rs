//! A lookup table for the targets of moves. The type of the moving piece is unpredictable, so a
//! branch on it would cost more than playing the move.

use std::sync::LazyLock;

use reynard::{Board, Color, PieceType, Square};

use crate::bytes::ByteCursor;
use crate::move_code::{CodedTarget, read_target};

/// The targets of one-byte moves, indexed by color, piece type, square and the lower four bits of
/// the move code.
pub(crate) struct TargetTable(Vec<u8>);

/// The target of a move that changes only its two squares and possibly the square of a pawn
/// captured en passant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlainTarget {
    Square(Square),
    /// The target of a pawn capture, possibly en passant.
    PawnCapture(Square),
}

/// The entry for a move that is not plain, or for a code that no move has.
const OTHER: u8 = u8::MAX;

/// The bit that marks a pawn capture in an entry.
const PAWN_CAPTURE: u8 = 64;

impl TargetTable {
    /// Returns the table.
    pub(crate) fn get() -> &'static Self {
        static TABLE: LazyLock<TargetTable> = LazyLock::new(TargetTable::new);
        &TABLE
    }

    /// Builds the table by decoding each move on a board that contains only the moving piece.
    fn new() -> Self {
        let mut entries = Vec::with_capacity(2 * 6 * 64 * 16);
        for color in Color::ALL {
            for kind in PieceType::ALL {
                for from in Square::ALL {
                    let mut board = Board::EMPTY;
                    board.set(from, Some(kind.of(color)));
                    for low in 0..16 {
                        // A move whose target is in the next byte is not plain.
                        let mut cursor = ByteCursor::new(std::slice::from_ref(&low));
                        let read = read_target(&mut cursor, &board, color);
                        entries.push(match read {
                            Ok((_, CodedTarget::Square(to))) => to as u8,
                            Ok((_, CodedTarget::Pawn { to, promotion: None })) => {
                                let takes = to.file() != from.file();
                                to as u8 | if takes { PAWN_CAPTURE } else { 0 }
                            }
                            _ => OTHER,
                        });
                    }
                }
            }
        }
        Self(entries)
    }

    /// Returns the target of a move; `None` if it is not plain.
    #[inline]
    pub(crate) fn target(
        &self,
        turn: Color,
        kind: PieceType,
        from: Square,
        low: u8,
    ) -> Option<PlainTarget> {
        let piece = turn as usize * 6 + (kind as usize - 1);
        let index = (piece * 64 + from as usize) * 16 + usize::from(low & 15);
        let entry = self.0.get(index).copied().filter(|&entry| entry != OTHER)?;
        let to = Square::ALL[usize::from(entry & 63)];
        Some(if entry & PAWN_CAPTURE == 0 {
            PlainTarget::Square(to)
        } else {
            PlainTarget::PawnCapture(to)
        })
    }
}
