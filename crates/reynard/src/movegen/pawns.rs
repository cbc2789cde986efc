//! Pawn moves, generated for all pawns at once by shifting bitboards.

use super::Stage;
use super::generate::Generator;
use super::side::Side;
use super::sink::MoveSink;
use crate::{Bitboard, MoveKind, PieceType, attacks};

const QUIET_PROMOTIONS: [MoveKind; 4] = [
    MoveKind::PromoteQueen,
    MoveKind::PromoteKnight,
    MoveKind::PromoteRook,
    MoveKind::PromoteBishop,
];

const CAPTURE_PROMOTIONS: [MoveKind; 4] = [
    MoveKind::CapturePromoteQueen,
    MoveKind::CapturePromoteKnight,
    MoveKind::CapturePromoteRook,
    MoveKind::CapturePromoteBishop,
];

impl<S: Side> Generator<'_, S> {
    #[inline(always)]
    pub(super) fn pawn_moves<K: MoveSink>(&self, sink: &mut K) {
        let pawns = self.movers(self.position.by_type(PieceType::Pawn));
        let mask = self.check_mask() & self.selection.to;
        self.pawn_set(pawns - self.pinned, mask, sink);
        let pinned = pawns & self.pinned;
        if pinned.any() && self.checkers.is_empty() {
            for pawn in pinned {
                let line = attacks::line(self.king, pawn);
                self.pinned_pawn(pawn.bitboard(), mask & line, sink);
            }
        }
        self.en_passant_moves(sink);
    }

    /// Returns `true` if the side to move is not in check and has an unpinned pawn that can step
    /// forward.
    #[inline(always)]
    pub(super) fn can_push(&self) -> bool {
        let pawns = self.movers(self.position.by_type(PieceType::Pawn)) - self.pinned;
        self.checkers.is_empty() && (pawns.forward(S::US) & !self.occupied).any()
    }

    /// Generates the moves of a pinned pawn. Pinned pawns are rare, so this function is not
    /// inlined.
    #[cold]
    #[inline(never)]
    fn pinned_pawn<K: MoveSink>(&self, pawn: Bitboard, mask: Bitboard, sink: &mut K) {
        self.pawn_set(pawn, mask, sink);
    }

    /// Generates pushes and captures of a set of pawns to the squares of `mask`.
    #[inline(always)]
    fn pawn_set<K: MoveSink>(&self, pawns: Bitboard, mask: Bitboard, sink: &mut K) {
        let stage = self.selection.stage;
        let last = Bitboard::rank(S::THEM.back_rank());
        if stage != Stage::Captures {
            let vacant = !self.occupied;
            let single = pawns.forward(S::US) & vacant;
            let double = (single & S::THIRD).forward(S::US) & vacant & mask;
            let single = single & mask;
            if stage != Stage::Tactical {
                sink.pawns(single - last, S::AHEAD, MoveKind::Quiet);
                sink.pawns(double, 2 * S::AHEAD, MoveKind::DoublePush);
            }
            let promoting = single & last;
            if promoting.any() {
                sink.promotions(promoting, S::AHEAD, QUIET_PROMOTIONS);
            }
        }
        if stage != Stage::Quiets {
            let ahead = pawns.forward(S::US);
            let east = ahead.east() & self.theirs & mask;
            let west = ahead.west() & self.theirs & mask;
            sink.pawns(east - last, S::AHEAD_EAST, MoveKind::Capture);
            sink.pawns(west - last, S::AHEAD_WEST, MoveKind::Capture);
            if ((east | west) & last).any() {
                sink.promotions(east & last, S::AHEAD_EAST, CAPTURE_PROMOTIONS);
                sink.promotions(west & last, S::AHEAD_WEST, CAPTURE_PROMOTIONS);
            }
        }
    }

    /// Generates en-passant captures. The position records whether any of them is legal, so the
    /// costly test of each capturing pawn runs only if at least one capture will pass it.
    #[inline(always)]
    fn en_passant_moves<K: MoveSink>(&self, sink: &mut K) {
        if let Some(target) = self.position.legal_en_passant_target()
            && self.selection.stage != Stage::Quiets
            && self.selection.to.contains(target)
        {
            for from in self.position.en_passant_capturers(target) & self.selection.from {
                if self.position.en_passant_is_safe(from, target) {
                    sink.single(from, target, MoveKind::EnPassant);
                }
            }
        }
    }
}
