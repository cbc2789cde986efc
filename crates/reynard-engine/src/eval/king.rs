//! King safety: pawn shelter, pawn storm, and attacks on the king ring.

use reynard::{Bitboard, Color, File, PieceType, attacks};

use super::board_view::{ranks_ahead, relative_rank};
use super::feature;
use super::sum::Sum;
use super::tracer::Tracer;

/// Units of danger for a safe check by a knight, bishop, rook or queen.
const CHECK_DANGER: [usize; 4] = [7, 4, 8, 6];
/// Units of danger for an attacked weak square next to the king.
const WEAK_DANGER: usize = 2;

/// Evaluates the king of one side, after all attacks are known.
#[inline(always)]
pub(crate) fn evaluate<T: Tracer>(sum: &mut Sum<'_, T>, us: Color) {
    let king = sum.view.pos.king(us);
    let square = us.relative_square(king) as usize;
    sum.add(us, feature::KING_SQUARE.start + square, 1);
    shelter(sum, us);
    attack(sum, us);
}

/// Evaluates the nearest own and enemy pawns on the king's file and the adjacent files.
#[inline(always)]
fn shelter<T: Tracer>(sum: &mut Sum<'_, T>, us: Color) {
    let pos = sum.view.pos;
    let king = pos.king(us);
    let center = (king as usize & 7).clamp(1, 6);
    let ahead = ranks_ahead(us, king) | Bitboard::rank(king.rank());
    let own = pos.pieces(us, PieceType::Pawn) & ahead;
    let theirs = pos.pieces(!us, PieceType::Pawn) & ahead;
    for file in center - 1..=center + 1 {
        let on_file = Bitboard::file(File::ALL[file]);
        let place = if file == king as usize & 7 { 0 } else { 8 };
        let rank_of = |pawns: Bitboard| {
            match us {
                Color::White => pawns.first(),
                Color::Black => pawns.last(),
            }
            .map_or(0, |square| relative_rank(us, square))
        };
        sum.add(us, feature::KING_SHELTER.start + place + rank_of(own & on_file), 1);
        sum.add(us, feature::KING_STORM.start + place + rank_of(theirs & on_file), 1);
    }
}

/// Evaluates enemy pieces near the king, their safe checks, and weak squares.
#[inline(always)]
fn attack<T: Tracer>(sum: &mut Sum<'_, T>, us: Color) {
    let pos = sum.view.pos;
    let king = pos.king(us);
    let (own, enemy) = (*sum.view.side(us), *sum.view.side(!us));
    let queen = pos.pieces(!us, PieceType::Queen).any();
    let attackers = enemy.attackers.min(5) + if queen { 6 } else { 0 };
    sum.add(us, feature::KING_ATTACKERS.start + attackers, 1);

    // Squares that only the king guards, or the queen, and that the enemy attacks.
    let guarded = own.any - (own.attacks_of(PieceType::King) - own.twice);
    let weak = enemy.any & !own.twice & (!own.any | !guarded);
    let weak_near = (weak & own.ring).len() as usize;
    sum.add(us, feature::KING_WEAK.start, weak_near as i32);
    let safe = !pos.by_color(!us) & (!own.any | weak & enemy.twice);
    let occupied = pos.occupied() - pos.pieces(us, PieceType::Queen);
    let lines = attacks::rook(king, occupied);
    let diagonals = attacks::bishop(king, occupied);
    let from = [attacks::knight(king), diagonals, lines, lines | diagonals];
    let mut danger = enemy.danger + WEAK_DANGER * weak_near;
    for (place, from) in from.into_iter().enumerate() {
        let checks = from & safe & enemy.by[place + 1];
        if checks.any() {
            sum.add(us, feature::KING_CHECKS.start + place, 1);
            danger += CHECK_DANGER[place];
        }
    }
    sum.add(us, feature::KING_DANGER.at(danger), 1);
}
