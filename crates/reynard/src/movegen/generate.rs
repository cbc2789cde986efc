//! Move generator: the state derived from a position, and the moves piece by piece.

use core::marker::PhantomData;

use super::side::Side;
use super::sink::MoveSink;
use super::{Selection, Stage};
use crate::{Bitboard, PieceType, Position, Square, attacks};

/// A position from the point of view of the side to move, with everything that determines where its
/// pieces may go.
pub(super) struct Generator<'a, S> {
    pub(super) position: &'a Position,
    pub(super) selection: Selection,
    pub(super) king: Square,
    pub(super) occupied: Bitboard,
    pub(super) own: Bitboard,
    /// The squares of the enemy pieces that may be captured: all except the king.
    pub(super) theirs: Bitboard,
    pub(super) checkers: Bitboard,
    pub(super) pinned: Bitboard,
    /// The squares to which pieces other than the king may go: those within the selection that
    /// their own side does not occupy. In check, only the checker's square and the squares in front
    /// of it remain.
    pub(super) targets: Bitboard,
    side: PhantomData<S>,
}

impl<'a, S: Side> Generator<'a, S> {
    #[inline(always)]
    pub(super) fn new(position: &'a Position, selection: Selection) -> Self {
        let occupied = position.occupied();
        let own = position.by_color(S::US);
        let lines = position.king_lines(S::US);
        let king = position.king(S::US);
        let mut generator = Self {
            position,
            selection,
            king,
            occupied,
            own,
            theirs: (occupied ^ own) - position.by_type(PieceType::King),
            checkers: lines.checkers,
            pinned: lines.pinned,
            targets: Bitboard::EMPTY,
            side: PhantomData,
        };
        generator.targets = generator.selected() & generator.check_mask();
        generator
    }

    /// Returns the squares that the selection allows for pieces other than pawns.
    #[inline(always)]
    pub(super) fn selected(&self) -> Bitboard {
        let by_stage = match self.selection.stage {
            Stage::All => !self.occupied | self.theirs,
            Stage::Captures | Stage::Tactical => self.theirs,
            Stage::Quiets => !self.occupied,
        };
        by_stage & self.selection.to
    }

    /// Returns the squares that end a check by a single piece. If there is no check, all squares
    /// are returned.
    #[inline(always)]
    pub(super) fn check_mask(&self) -> Bitboard {
        match self.checkers.first() {
            None => Bitboard::FULL,
            Some(checker) => attacks::between(self.king, checker) | self.checkers,
        }
    }

    #[inline(always)]
    pub(super) fn run<K: MoveSink>(&self, sink: &mut K) {
        self.king_moves(sink);
        if self.checkers.more_than_one() {
            return;
        }
        self.pawn_moves(sink);
        self.knight_moves(sink);
        self.slider_moves(sink);
        if self.checkers.is_empty() && self.pinned.any() {
            self.pinned_slider_moves(sink);
        }
    }

    /// Generates the moves of knights. A pinned knight never has a legal move.
    #[inline(always)]
    fn knight_moves<K: MoveSink>(&self, sink: &mut K) {
        let knights = self.movers(self.position.by_type(PieceType::Knight)) - self.pinned;
        for from in knights {
            sink.piece(from, attacks::knight(from) & self.targets, self.theirs);
        }
    }

    #[inline(always)]
    fn slider_moves<K: MoveSink>(&self, sink: &mut K) {
        let board = self.position.board();
        for from in self.movers(board.diagonal_sliders()) - self.pinned {
            sink.piece(from, attacks::bishop(from, self.occupied) & self.targets, self.theirs);
        }
        for from in self.movers(board.orthogonal_sliders()) - self.pinned {
            sink.piece(from, attacks::rook(from, self.occupied) & self.targets, self.theirs);
        }
    }

    /// Generates the moves of pinned sliders, which stay on the line of the pin. In check they
    /// cannot move at all, because no square lies on two lines through the king.
    fn pinned_slider_moves<K: MoveSink>(&self, sink: &mut K) {
        let board = self.position.board();
        for from in self.movers(board.diagonal_sliders()) & self.pinned {
            let line = attacks::line(self.king, from);
            let targets = attacks::bishop(from, self.occupied) & self.targets & line;
            sink.piece(from, targets, self.theirs);
        }
        for from in self.movers(board.orthogonal_sliders()) & self.pinned {
            let line = attacks::line(self.king, from);
            let targets = attacks::rook(from, self.occupied) & self.targets & line;
            sink.piece(from, targets, self.theirs);
        }
    }

    /// Returns the pieces in `pieces` that belong to the side to move and are selected.
    #[inline(always)]
    pub(super) fn movers(&self, pieces: Bitboard) -> Bitboard {
        pieces & self.own & self.selection.from
    }
}
