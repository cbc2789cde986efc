//! What the other side attacks, and with which pieces; and where from it can be given check.

use reynard::{Bitboard, PieceType, Position, attacks};

/// The squares that the side not to move attacks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Threats {
    /// All of them.
    pub(crate) all: Bitboard,
    /// Those that its pawns attack.
    by_pawns: Bitboard,
    /// Those that its pawns, knights and bishops attack.
    by_minors: Bitboard,
    /// Those that all but its queens and its king attack.
    by_rooks: Bitboard,
}

impl Threats {
    /// The threats to the side to move.
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

    /// The squares on which something worth less attacks a piece of a kind.
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

/// The squares from which the side to move gives check.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Checks {
    knight: Bitboard,
    diagonal: Bitboard,
    straight: Bitboard,
    pawn: Bitboard,
}

impl Checks {
    /// The squares around the king of the side not to move.
    pub(crate) fn of(pos: &Position) -> Self {
        let (king, occupied) = (pos.king(!pos.turn()), pos.occupied());
        Self {
            knight: attacks::knight(king),
            diagonal: attacks::bishop(king, occupied),
            straight: attacks::rook(king, occupied),
            pawn: attacks::pawn(!pos.turn(), king),
        }
    }

    /// The squares from which any piece but the king does.
    pub(crate) fn any(&self) -> Bitboard {
        self.knight | self.diagonal | self.straight | self.pawn
    }

    /// The squares from which a piece of a kind does.
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
