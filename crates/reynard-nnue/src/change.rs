//! The difference between two boards, as rows to add and to remove.

use reynard::{Board, Color, PieceType};

use crate::feature::View;

/// Maximum number of rows to add or to remove. It is reached if each of 32 pieces is on a different
/// square on the two boards.
const MOST: usize = 32;

/// The rows that convert the accumulator of one board to that of another.
#[derive(Clone, Debug)]
pub(crate) struct Change {
    added: [u16; MOST],
    removed: [u16; MOST],
    added_len: usize,
    removed_len: usize,
}

impl Change {
    /// Returns the change from one board to another, both seen from `view`.
    ///
    /// The boards are compared, so castling, en passant, promotions, null moves and several moves
    /// at once need no special cases. A board has at most 32 pieces; any others are ignored.
    #[inline]
    pub(crate) fn between(before: &Board, after: &Board, view: View) -> Self {
        let mut change =
            Self { added: [0; MOST], removed: [0; MOST], added_len: 0, removed_len: 0 };
        for square in changed_squares(before, after) {
            if let Some(piece) = before.piece_at(square) {
                push(&mut change.removed, &mut change.removed_len, view.row(piece, square));
            }
            if let Some(piece) = after.piece_at(square) {
                push(&mut change.added, &mut change.added_len, view.row(piece, square));
            }
        }
        change
    }

    /// Returns the rows to add.
    #[inline(always)]
    pub(crate) fn added(&self) -> &[u16] {
        &self.added[..self.added_len.min(MOST)]
    }

    /// Returns the rows to remove.
    #[inline(always)]
    pub(crate) fn removed(&self) -> &[u16] {
        &self.removed[..self.removed_len.min(MOST)]
    }
}

#[inline(always)]
fn push(rows: &mut [u16; MOST], len: &mut usize, row: u16) {
    if let Some(place) = rows.get_mut(*len) {
        *place = row;
        *len += 1;
    }
}

/// Returns the squares on which two boards differ.
#[inline]
fn changed_squares(before: &Board, after: &Board) -> reynard::Bitboard {
    let color = before.by_color(Color::White) ^ after.by_color(Color::White);
    let other = before.by_color(Color::Black) ^ after.by_color(Color::Black);
    PieceType::ALL
        .into_iter()
        .fold(color | other, |set, kind| set | (before.by_type(kind) ^ after.by_type(kind)))
}
