//! Squares attacked by the other side, and squares that give check.

use reynard::{Bitboard, Move, PieceType, Position, attacks};

/// The squares attacked by the side not to move.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Threats {
    /// All attacked squares.
    pub(crate) all: Bitboard,
    /// Squares attacked by pawns.
    by_pawns: Bitboard,
    /// Squares attacked by pawns, knights and bishops.
    by_minors: Bitboard,
    /// Squares attacked by pawns, knights, bishops and rooks.
    by_rooks: Bitboard,
}

impl Threats {
    /// Returns `true` for a quiet move if no enemy piece can capture on either of its squares, in
    /// which case its SEE is 0.
    ///
    /// A slider attacking the target square through the origin square also attacks the origin
    /// square.
    #[inline]
    pub(crate) const fn miss(&self, mv: Move) -> bool {
        !self.all.contains(mv.from()) && !self.all.contains(mv.to())
    }

    /// Computes the threats to the side to move.
    pub(crate) fn of(pos: &Position) -> Self {
        let (enemy, occupied) = (!pos.turn(), pos.occupied());
        let attacked = |kind| {
            let pieces = pos.pieces(enemy, kind).iter();
            pieces.fold(Bitboard::EMPTY, |attacked, square| {
                attacked | attacks::of(kind, enemy, square, occupied)
            })
        };
        let by_pawns = attacks::pawns(enemy, pos.pieces(enemy, PieceType::Pawn));
        let by_minors = by_pawns | attacked(PieceType::Knight) | attacked(PieceType::Bishop);
        let by_rooks = by_minors | attacked(PieceType::Rook);
        let all = by_rooks | attacked(PieceType::Queen) | attacked(PieceType::King);
        Self { all, by_pawns, by_minors, by_rooks }
    }

    /// Returns the squares on which a piece of the given type is attacked by a less valuable piece.
    #[inline]
    pub(crate) const fn to(&self, kind: PieceType) -> Bitboard {
        match kind {
            PieceType::Pawn | PieceType::King => Bitboard::EMPTY,
            PieceType::Knight | PieceType::Bishop => self.by_pawns,
            PieceType::Rook => self.by_minors,
            PieceType::Queen => self.by_rooks,
        }
    }
}

/// The squares from which the pieces of the side to move give direct check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checks {
    knight: Bitboard,
    diagonal: Bitboard,
    straight: Bitboard,
    pawn: Bitboard,
}

impl Checks {
    /// Computes the squares for the side to move.
    pub(crate) fn of(pos: &Position) -> Self {
        let (king, occupied) = (pos.king(!pos.turn()), pos.occupied());
        Self {
            knight: attacks::knight(king),
            diagonal: attacks::bishop(king, occupied),
            straight: attacks::rook(king, occupied),
            pawn: attacks::pawn(!pos.turn(), king),
        }
    }

    /// Returns the squares from which some piece gives check.
    pub(crate) fn any(&self) -> Bitboard {
        self.knight | self.diagonal | self.straight | self.pawn
    }

    /// Returns the squares from which a piece of the given type gives check.
    #[inline]
    pub(crate) fn by(&self, kind: PieceType) -> Bitboard {
        match kind {
            PieceType::Pawn => self.pawn,
            PieceType::Knight => self.knight,
            PieceType::Bishop => self.diagonal,
            PieceType::Rook => self.straight,
            PieceType::Queen => self.diagonal | self.straight,
            PieceType::King => Bitboard::EMPTY,
        }
    }
}
