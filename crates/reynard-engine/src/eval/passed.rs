//! Passed pawns: the evaluation terms that depend on other pieces.

use reynard::{Bitboard, Color, PieceType, Square};

use super::board_view::{file_ahead, relative_rank};
use super::feature;
use super::sum::Sum;
use super::tracer::Tracer;

/// The lowest relative rank, counted from 0, on which king distance is evaluated.
const PAST_MIDDLE: usize = 3;

/// Evaluates the passed pawns of one side.
#[inline(always)]
pub(crate) fn evaluate<T: Tracer>(sum: &mut Sum<'_, T>, us: Color, passed: Bitboard) {
    for square in passed {
        let pos = sum.view.pos;
        let rank = relative_rank(us, square);
        let path = file_ahead(us, square);
        let Some(stop) = square.bitboard().forward(us).first() else { continue };
        let threatened = sum.view.side(!us).any;
        let blocked = pos.occupied().contains(stop);
        if blocked {
            sum.add(us, feature::PASSED_BLOCKED.start + rank, 1);
        } else if !threatened.contains(stop) {
            sum.add(us, feature::PASSED_SAFE_STOP.start + rank, 1);
        }
        if path.is_disjoint(threatened | pos.by_color(!us)) {
            sum.add(us, feature::PASSED_SAFE_PATH.start + rank, 1);
        }
        if rank >= PAST_MIDDLE {
            let own = pos.king(us).distance(stop) as usize;
            let theirs = pos.king(!us).distance(stop) as usize;
            sum.add(us, feature::PASSED_OWN_KING.start + own, 1);
            sum.add(us, feature::PASSED_ENEMY_KING.start + theirs, 1);
        }
        let behind = file_ahead(!us, square) & pos.pieces(us, PieceType::Rook);
        if behind.any() {
            sum.add(us, feature::PASSED_ROOK.start, 1);
        }
        if is_unstoppable(sum, us, square, path) {
            sum.add(us, feature::PASSED_UNSTOPPABLE.start, 1);
        }
    }
}

/// Applies the rule of the square: returns `true` if the enemy has only a king, and that king
/// cannot catch the pawn.
fn is_unstoppable<T: Tracer>(sum: &Sum<'_, T>, us: Color, square: Square, path: Bitboard) -> bool {
    let pos = sum.view.pos;
    let pieces = pos.by_color(!us) - pos.by_type(PieceType::Pawn) - pos.by_type(PieceType::King);
    if pieces.any() || !path.is_disjoint(pos.occupied()) {
        return false;
    }
    let Some(goal) = (path & Bitboard::BACK_RANKS).first() else { return false };
    // From its second rank a pawn advances two squares at once.
    let steps = square.distance(goal).min(5);
    let king =
        pos.king(!us).distance(goal) - u8::from(pos.turn() != us).min(pos.king(!us).distance(goal));
    king > steps
}
