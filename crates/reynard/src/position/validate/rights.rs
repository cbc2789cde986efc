//! Castling rights and the en-passant square.

use super::{SetupFault, SetupFaults, checks};
use crate::castling::CastlingSide;
use crate::{Bitboard, Board, Color, PieceType, Rank, Setup, Square, attacks};

/// Finds the faults of the castling rights.
pub(super) fn castling_faults(setup: &Setup) -> SetupFaults {
    if setup.castling_rooks.is_empty() {
        return SetupFaults::EMPTY;
    }
    let off_rank = !setup.castling_rooks.is_subset(Bitboard::BACK_RANKS);
    let mut faults = SetupFaults::EMPTY.with_if(SetupFault::CastlingOffBackRank, off_rank);
    for color in Color::ALL {
        let claimed = claimed_rooks(setup, color);
        if claimed.is_empty() {
            continue;
        }
        let king = castling_king(&setup.board, color);
        let rooks = setup.board.pieces(color, PieceType::Rook);
        faults = faults
            .with_if(SetupFault::CastlingWithoutKing, king.is_none())
            .with_if(SetupFault::CastlingWithoutRook, !claimed.is_subset(rooks));
        let twice = king.is_some_and(|king| {
            CastlingSide::ALL
                .into_iter()
                .any(|side| wing(king, side, claimed & rooks).more_than_one())
        });
        faults = faults.with_if(SetupFault::CastlingTwiceOneSide, twice);
    }
    faults
}

/// Returns the castling rights without a fault.
pub(super) fn sound_castling_rooks(setup: &Setup) -> Bitboard {
    let mut sound = Bitboard::EMPTY;
    for color in Color::ALL {
        let Some(king) = castling_king(&setup.board, color) else { continue };
        let present = claimed_rooks(setup, color) & setup.board.pieces(color, PieceType::Rook);
        for side in CastlingSide::ALL {
            if let Some(rook) = wing(king, side, present).single() {
                sound.insert(rook);
            }
        }
    }
    sound
}

/// Returns the squares on the back rank of `color` to which castling rights refer.
pub(super) fn claimed_rooks(setup: &Setup, color: Color) -> Bitboard {
    setup.castling_rooks & color.back_rank()
}

/// Returns the king of `color` if it is the only one and is on its back rank.
pub(super) fn castling_king(board: &Board, color: Color) -> Option<Square> {
    board.king(color).filter(|king| king.rank() == color.back_rank())
}

/// Returns the rooks on one side of `king`. All `rooks` are on its rank.
fn wing(king: Square, side: CastlingSide, rooks: Bitboard) -> Bitboard {
    rooks.iter().filter(|&rook| CastlingSide::of_rook(king, rook) == side).collect()
}

/// Finds the faults of the en-passant square.
pub(super) fn en_passant_faults(setup: &Setup) -> SetupFaults {
    let Some(target) = setup.en_passant else { return SetupFaults::EMPTY };
    let Some(push) = DoublePush::onto(target, setup.turn) else {
        return SetupFault::EnPassantRank.into();
    };
    let occupied = setup.board.occupied();
    let pawns = setup.board.pieces(!setup.turn, PieceType::Pawn);
    let faults = SetupFaults::EMPTY
        .with_if(SetupFault::EnPassantOccupied, occupied.contains(target))
        .with_if(SetupFault::EnPassantWithoutPawn, !pawns.contains(push.pawn))
        .with_if(SetupFault::EnPassantOrigin, occupied.contains(push.origin));
    if faults.is_empty() && !push.explains_checks(setup) {
        return SetupFault::EnPassantCheck.into();
    }
    faults
}

/// The double push implied by an en-passant square.
pub(super) struct DoublePush {
    pub(super) origin: Square,
    pub(super) pawn: Square,
}

impl DoublePush {
    /// Returns the push that made `target` the square on which `turn` may capture, or `None` if its
    /// rank is wrong.
    pub(super) fn onto(target: Square, turn: Color) -> Option<Self> {
        if target.rank() != Rank::Sixth.relative_to(turn) {
            return None;
        }
        let on = |rank: Rank| Square::new(target.file(), rank.relative_to(turn));
        Some(Self { origin: on(Rank::Seventh), pawn: on(Rank::Fifth) })
    }

    /// Returns `true` if every check against the side to move comes from the pushed pawn or through
    /// the square that it left.
    fn explains_checks(&self, setup: &Setup) -> bool {
        let Some(king) = setup.board.king(setup.turn) else { return true };
        let mut checkers = checks::checkers(&setup.board, king, setup.turn);
        checkers.remove(self.pawn);
        checkers.iter().all(|checker| attacks::between(king, checker).contains(self.origin))
    }
}
