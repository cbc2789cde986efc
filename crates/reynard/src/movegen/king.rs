//! King moves and castling.

use super::Stage;
use super::generate::Generator;
use super::side::Side;
use super::sink::MoveSink;
use crate::{Bitboard, CastlingSide, PieceType, Square, attacks};

/// Enemy sliders to consider when collecting attacked squares.
#[derive(Clone, Copy)]
enum Reach {
    /// Only sliders that can reach a square next to the king.
    NextToKing,
    /// All sliders, because castling takes the king farther.
    WholeBoard,
}

impl<S: Side> Generator<'_, S> {
    /// Generates king steps and castling. Both avoid attacked squares.
    #[inline(always)]
    pub(super) fn king_moves<K: MoveSink>(&self, sink: &mut K) {
        if !self.selection.from.contains(self.king) {
            return;
        }
        let steps = attacks::king(self.king) & self.selected();
        let rooks = self.castling_rooks();
        if rooks.any() {
            let danger = self.danger(Reach::WholeBoard);
            sink.piece(self.king, steps - danger, self.theirs);
            self.castle_with(rooks, danger, sink);
        } else if steps.any() {
            sink.piece(self.king, steps - self.danger(Reach::NextToKing), self.theirs);
        }
    }

    /// Returns the squares attacked by the enemy with the king removed from the board, so that the
    /// king cannot step back along the line of a check. Depending on `reach`, squares farther from
    /// the king may be missing.
    #[inline(always)]
    fn danger(&self, reach: Reach) -> Bitboard {
        let board = self.position.board();
        let enemy = self.occupied ^ self.own;
        let blockers = self.occupied.without(self.king);
        let pawns = board.by_type(PieceType::Pawn) & enemy;
        let mut danger = attacks::pawns(S::THEM, pawns);
        danger |= attacks::king(self.position.king(S::THEM));
        for knight in board.by_type(PieceType::Knight) & enemy {
            danger |= attacks::knight(knight);
        }
        let (mut diagonal, mut orthogonal) =
            (board.diagonal_sliders() & enemy, board.orthogonal_sliders() & enemy);
        if let Reach::NextToKing = reach {
            let near = attacks::near_king(self.king);
            diagonal &= near.diagonal;
            orthogonal &= near.orthogonal;
        }
        for slider in diagonal {
            danger |= attacks::bishop(slider, blockers);
        }
        for slider in orthogonal {
            danger |= attacks::rook(slider, blockers);
        }
        danger
    }

    /// Returns the rooks with which the king could castle, ignoring attacks on the squares that it
    /// crosses.
    #[inline(always)]
    fn castling_rooks(&self) -> Bitboard {
        let mut rooks = self.position.castling_rooks() & Bitboard::rank(S::US.back_rank());
        if rooks.is_empty() || self.checkers.any() {
            return Bitboard::EMPTY;
        }
        if !matches!(self.selection.stage, Stage::All | Stage::Quiets) {
            return Bitboard::EMPTY;
        }
        for rook in rooks {
            let side = CastlingSide::of_rook(self.king, rook);
            if !self.position.castling_way_is_free(self.king, rook, side) {
                rooks.remove(rook);
            }
        }
        rooks
    }

    #[inline(never)]
    fn castle_with<K: MoveSink>(&self, rooks: Bitboard, danger: Bitboard, sink: &mut K) {
        for rook in rooks {
            let side = CastlingSide::of_rook(self.king, rook);
            let target = Square::new(side.king_file(), S::US.back_rank());
            let passed = attacks::between(self.king, target).with(target);
            if passed.is_disjoint(danger)
                && self.selection.to.contains(target)
                && self.position.castled_king_is_safe(self.king, rook, side)
            {
                sink.single(self.king, rook, side.move_kind());
            }
        }
    }
}
