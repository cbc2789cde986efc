//! Legality of a single move, without move generation.

use core::hint::select_unpredictable;

use super::EnPassant;
use crate::attacks::Mover;
use crate::board::Code;
use crate::castling::castling_targets;
use crate::{
    Bitboard, CastlingSide, Color, File, Move, MoveKind, PieceType, Position, Rank, Square, attacks,
};

impl Position {
    /// Returns `true` for a legal move. Any value may be passed: of all 65,536 bit patterns, the
    /// result is `true` for the legal moves alone.
    ///
    /// ```
    /// use reynard::{Move, MoveKind, Position, Square};
    ///
    /// let pos = Position::startpos();
    /// assert!(pos.is_legal(Move::new(Square::E2, Square::E4, MoveKind::DoublePush)));
    /// assert!(!pos.is_legal(Move::new(Square::E2, Square::E4, MoveKind::Quiet)));
    /// ```
    pub fn is_legal(&self, mv: Move) -> bool {
        if mv.is_special() && mv.kind() != MoveKind::DoublePush {
            return self.is_pseudo_legal(mv) && self.is_safe(mv);
        }
        // The kind of the moving piece is hard to predict, so no branch depends on it.
        let (us, from, to, capture) = (self.turn(), mv.from(), mv.to(), mv.is_capture());
        let mover = self.board.code_at(from);
        let king = select_unpredictable(mover.is_king(), to, self.king(us));
        let possible = self.by_color(us).contains(from)
            & Mover::of(mover, capture).origins(to).contains(from)
            & (mv.kind() == plain_kind(mover, from, to, capture))
            & self.is_target(to, capture)
            & attacks::between(from, to).is_disjoint(self.occupied());
        possible && self.leaves_safe(king, from, to)
    }

    /// Returns `true` if a piece of the side to move can land on a square: for a capture, if the
    /// square holds an enemy piece other than the king; otherwise, if it is empty.
    #[inline(always)]
    pub(crate) fn is_target(&self, to: Square, capture: bool) -> bool {
        const NOTHING: u64 = 1;
        /// Bit sets of piece codes: Black's pieces, which White may capture, and White's pieces.
        /// Kings are excluded.
        const VICTIMS: [u64; 2] = [0b0011_1110 << 8, 0b0011_1110];
        const TARGETS: u64 = NOTHING | VICTIMS[0] << 16 | NOTHING << 32 | VICTIMS[1] << 48;
        let row = (self.turn() as usize) << 1 | usize::from(capture);
        TARGETS >> (row << 4 | self.board.code_at(to).index()) & 1 != 0
    }

    /// Returns `true` for a pseudo-legal move: it has the right kind, its path is free, and it does
    /// not capture its own side's pieces. It may leave the king in check. A castling move is
    /// pseudo-legal only if it is legal.
    ///
    /// ```
    /// use reynard::{Move, MoveKind, Position, Square};
    ///
    /// let pos: Position = "4k3/8/8/8/8/8/r7/4K3 w - - 0 1".parse()?;
    /// let mv = Move::new(Square::E1, Square::E2, MoveKind::Quiet);
    /// assert!(pos.is_pseudo_legal(mv) && !pos.is_legal(mv));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_pseudo_legal(&self, mv: Move) -> bool {
        let us = self.turn();
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.piece_at(from).filter(|piece| piece.color == us) else {
            return false;
        };
        if let Some(side) = mv.castling_side() {
            return piece.kind == PieceType::King && self.can_castle(from, to, side);
        }
        if piece.kind == PieceType::Pawn {
            return self.is_pawn_move(mv);
        }
        let target_fits = match mv.kind() {
            MoveKind::Quiet => !self.occupied().contains(to),
            MoveKind::Capture => self.capturable(us).contains(to),
            _ => false,
        };
        target_fits && attacks::of(piece.kind, us, from, self.occupied()).contains(to)
    }

    /// Returns the enemy pieces that may be captured: all except the king.
    #[inline]
    pub(crate) fn capturable(&self, us: Color) -> Bitboard {
        self.by_color(!us) - self.by_type(PieceType::King)
    }

    /// Returns `true` if `mv`, including its kind, is a possible move of a pawn of the side to
    /// move.
    fn is_pawn_move(&self, mv: Move) -> bool {
        let us = self.turn();
        let (from, to) = (mv.from(), mv.to());
        if (to.rank().relative_to(us) == Rank::Eighth) != mv.is_promotion() {
            return false;
        }
        let vacant = self.board.vacant();
        let push = from.bitboard().forward(us) & vacant;
        match mv.kind() {
            MoveKind::EnPassant => {
                self.en_passant.target(us) == Some(to) && attacks::pawn(us, from).contains(to)
            }
            MoveKind::DoublePush => {
                let third = Bitboard::rank(Rank::Third.relative_to(us));
                ((push & third).forward(us) & vacant).contains(to)
            }
            _ if mv.is_capture() => (attacks::pawn(us, from) & self.capturable(us)).contains(to),
            _ => push.contains(to),
        }
    }

    /// Returns `true` if the side has this castling right and can use it now.
    fn can_castle(&self, king: Square, rook: Square, side: CastlingSide) -> bool {
        self.castling_rooks().contains(rook)
            && rook.rank() == self.turn().back_rank()
            && CastlingSide::of_rook(king, rook) == side
            && self.castling_way_is_open(king, rook, side)
    }

    /// Returns `true` if the paths of king and rook are free, and the king is not in check and
    /// neither crosses nor reaches an attacked square. The result is meaningless for a rook without
    /// the castling right.
    pub(crate) fn castling_way_is_open(
        &self,
        king: Square,
        rook: Square,
        side: CastlingSide,
    ) -> bool {
        self.castling_way_is_free(king, rook, side) && self.castling_way_is_safe(king, rook, side)
    }

    /// Returns `true` if the squares that king and rook cross or reach are empty, apart from the
    /// king and rook themselves.
    #[inline]
    pub(crate) fn castling_way_is_free(
        &self,
        king: Square,
        rook: Square,
        side: CastlingSide,
    ) -> bool {
        let (king_target, rook_target) = castling_targets(king.rank(), side);
        let way = attacks::between(king, king_target) | attacks::between(rook, rook_target);
        let needed = way.with(king_target).with(rook_target).without(king).without(rook);
        needed.is_disjoint(self.occupied())
    }

    /// Returns `true` if the enemy attacks none of the squares that the castling king leaves,
    /// crosses and reaches.
    fn castling_way_is_safe(&self, king: Square, rook: Square, side: CastlingSide) -> bool {
        let (king_target, _) = castling_targets(king.rank(), side);
        let way = attacks::between(king, king_target).with(king_target).with(king);
        way.iter().all(|square| self.leaves_safe(square, king, square))
            && self.castled_king_is_safe(king, rook, side)
    }

    /// Returns `true` if the king is safe on its castled square after the rook has moved. In
    /// Chess960, the rook may have shielded the king from an enemy on the back rank.
    #[inline]
    pub(crate) fn castled_king_is_safe(
        &self,
        king: Square,
        rook: Square,
        side: CastlingSide,
    ) -> bool {
        if matches!(rook.file(), File::A | File::H) {
            return true;
        }
        let (king_target, rook_target) = castling_targets(king.rank(), side);
        let occupied =
            self.occupied().without(king).without(rook).with(rook_target).with(king_target);
        let enemy = self.by_color(!self.turn()) & self.board.orthogonal_sliders();
        (attacks::rook(king_target, occupied) & enemy).is_empty()
    }

    /// Returns `true` if a pseudo-legal move leaves the mover's king out of check. This is the
    /// legality check that follows a pseudo-legal generator. The result is meaningless for other
    /// moves.
    ///
    /// ```
    /// use reynard::Position;
    ///
    /// let pos: Position = "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1".parse()?;
    /// let legal = pos.pseudo_legal_moves().iter().filter(|&&mv| pos.is_safe(mv)).count();
    /// assert_eq!(legal, pos.legal_moves().len());
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn is_safe(&self, mv: Move) -> bool {
        let us = self.turn();
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            // Castling is pseudo-legal only if it is safe.
            MoveKind::CastleKingSide | MoveKind::CastleQueenSide => true,
            MoveKind::EnPassant => self.en_passant_is_safe(from, to),
            _ => {
                let king = if from == self.king(us) { to } else { self.king(us) };
                self.leaves_safe(king, from, to)
            }
        }
    }

    /// Returns `true` if the mover's king, which is on `king` after the move, is not attacked once
    /// a piece has moved from `from` to `to`, capturing any piece there.
    ///
    /// There are rarely more than one or two enemy sliders in line with a king, so testing the
    /// squares in between costs less than looking up the slider tables.
    #[inline(always)]
    pub(crate) fn leaves_safe(&self, king: Square, from: Square, to: Square) -> bool {
        let us = self.turn();
        let enemy = self.by_color(!us).without(to);
        let leapers = attacks::pawn(us, king) & self.by_type(PieceType::Pawn)
            | attacks::knight(king) & self.by_type(PieceType::Knight)
            | attacks::king(king) & self.by_type(PieceType::King);
        let occupied = (enemy | self.by_color(us)).without(from).with(to);
        leapers.is_disjoint(enemy) && !self.slider_sees(king, enemy, occupied)
    }

    /// Returns `true` if the king of the side to move has a legal step. This takes few look-ups and
    /// shows for most checks that they are not mate.
    pub(crate) fn king_can_step(&self) -> bool {
        let us = self.turn();
        let king = self.king(us);
        let mut steps = (attacks::king(king) - self.by_color(us)).iter();
        steps.any(|to| self.leaves_safe(to, king, to))
    }

    /// Returns `true` if one of the sliders in `pieces` attacks `square`, assuming that only the
    /// squares in `occupied` block lines.
    #[inline(always)]
    fn slider_sees(&self, square: Square, pieces: Bitboard, occupied: Bitboard) -> bool {
        let sliders = attacks::empty_bishop(square) & self.board.diagonal_sliders()
            | attacks::empty_rook(square) & self.board.orthogonal_sliders();
        let mut sliders = (sliders & pieces).iter();
        sliders.any(|slider| attacks::between(square, slider).is_disjoint(occupied))
    }

    /// Returns `true` if an en-passant capture leaves the mover's king out of check. Two pawns
    /// leave their squares at once, which can open a rank or a diagonal.
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.turn();
        let victim = Square::new(to.file(), from.rank());
        let occupied = self.occupied().without(from).without(victim).with(to);
        let enemy = self.by_color(!us).without(victim);
        self.board.attackers_to(self.king(us), occupied).is_disjoint(enemy)
    }

    /// Returns the pawns of the side to move that can capture on `target`, pinned or not.
    #[inline]
    pub(crate) fn en_passant_capturers(&self, target: Square) -> Bitboard {
        attacks::pawn(!self.turn(), target) & self.pieces(self.turn(), PieceType::Pawn)
    }

    /// Returns the en-passant state after a double push on `file` that the other side has just
    /// played.
    #[inline]
    pub(crate) fn judge_en_passant(&self, file: File) -> EnPassant {
        let target = Square::new(file, Rank::Sixth.relative_to(self.turn()));
        let capturers = self.en_passant_capturers(target);
        if capturers.any() && capturers.iter().any(|from| self.en_passant_is_safe(from, target)) {
            EnPassant::legal(file)
        } else {
            EnPassant::pushed(file)
        }
    }

    /// Returns `true` if a legal move gives check, without playing it. In a position that was
    /// accepted although the side not to move is in check, a move that leaves this check unchanged
    /// may count as not giving check.
    ///
    /// ```
    /// use reynard::{Move, MoveKind, Position, Square};
    ///
    /// let pos: Position = "4k3/P7/8/8/8/8/8/K7 w - - 0 1".parse()?;
    /// assert!(pos.gives_check(Move::new(Square::A7, Square::A8, MoveKind::PromoteQueen)));
    /// assert!(!pos.gives_check(Move::new(Square::A7, Square::A8, MoveKind::PromoteKnight)));
    /// # Ok::<(), reynard::ParsePositionError>(())
    /// ```
    pub fn gives_check(&self, mv: Move) -> bool {
        if mv.is_special() && mv.kind() != MoveKind::DoublePush {
            return self.special_gives_check(mv);
        }
        self.plain_gives_check(self.board.code_at(mv.from()), mv.from(), mv.to())
    }

    /// Returns `true` if a move other than castling, promotion or en passant gives check.
    #[inline(always)]
    pub(crate) fn plain_gives_check(&self, mover: Code, from: Square, to: Square) -> bool {
        let us = self.turn();
        let king = self.king(!us);
        let occupied = self.occupied().without(from).with(to);
        let attacks = Mover::attacker(mover).origins(king).contains(to)
            & attacks::between(to, king).is_disjoint(occupied);
        // Half of all moves leave a line of the king, but few leave one with a slider on it.
        let behind = attacks::line(king, from) & self.by_color(us).without(from);
        attacks || self.slider_sees(king, behind, occupied)
    }

    /// Returns `true` if castling, a promotion or an en-passant capture gives check.
    #[inline(never)]
    fn special_gives_check(&self, mv: Move) -> bool {
        let us = self.turn();
        let (from, to) = (mv.from(), mv.to());
        let king = self.king(!us);
        let mut occupied = self.occupied().without(from);
        let (kind, target) = if let Some(side) = mv.castling_side() {
            let (king_target, rook_target) = castling_targets(from.rank(), side);
            occupied = occupied.without(to).with(king_target);
            (Some(PieceType::Rook), rook_target)
        } else {
            (mv.promotion().or(self.board.type_at(from)), to)
        };
        occupied.insert(target);
        if mv.kind() == MoveKind::EnPassant {
            occupied.remove(Square::new(to.file(), from.rank()));
        }
        if kind.is_some_and(|kind| attacks::of(kind, us, target, occupied).contains(king)) {
            return true;
        }
        let sliders = self.by_color(us).without(from).without(to);
        (attacks::bishop(king, occupied) & self.board.diagonal_sliders() & sliders
            | attacks::rook(king, occupied) & self.board.orthogonal_sliders() & sliders)
            .any()
    }
}

/// Returns the kind of a move that is not castling, promotion or en passant.
#[inline(always)]
pub(crate) fn plain_kind(mover: Code, from: Square, to: Square, capture: bool) -> MoveKind {
    // Two squares ahead, one bit of the rank changes; one square ahead, the lowest one does.
    let is_double = mover.is_pawn() && from as u8 ^ to as u8 == 0b010_000;
    let quiet = select_unpredictable(is_double, MoveKind::DoublePush, MoveKind::Quiet);
    select_unpredictable(capture, MoveKind::Capture, quiet)
}
