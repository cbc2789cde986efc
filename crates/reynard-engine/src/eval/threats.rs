//! Threats (pieces that are attacked by less valuable ones, or attacked and unguarded), and space.

use reynard::{Bitboard, Color, File, PieceType, Rank, attacks};

use super::feature::{self, Block};
use super::sum::Sum;
use super::tracer::Tracer;

/// Evaluates the threats of one side, after all attacks are known.
#[inline(always)]
pub(crate) fn evaluate<T: Tracer>(sum: &mut Sum<'_, T>, us: Color) {
    let pos = sum.view.pos;
    let (own, enemy) = (*sum.view.side(us), *sum.view.side(!us));
    let pawns = pos.by_type(PieceType::Pawn);
    let theirs = pos.by_color(!us) - pos.by_type(PieceType::King);
    let pieces = theirs - pawns;
    let pawn_attacks = own.attacks_of(PieceType::Pawn);

    victims(sum, us, feature::THREAT_BY_PAWN, pieces & pawn_attacks);
    // Guarded pawns do not count.
    let guarded = enemy.attacks_of(PieceType::Pawn) | (enemy.twice - own.twice);
    let weak = theirs & (pieces | !guarded);
    let minors = own.attacks_of(PieceType::Knight) | own.attacks_of(PieceType::Bishop);
    victims(sum, us, feature::THREAT_BY_MINOR, weak & minors);
    let rooks = own.attacks_of(PieceType::Rook);
    victims(sum, us, feature::THREAT_BY_ROOK, weak & rooks);
    victims(sum, us, feature::THREAT_HANGING, theirs & (own.any - enemy.any));
    if !own.attacks_of(PieceType::King).is_disjoint(theirs - enemy.any) {
        sum.add(us, feature::THREAT_BY_KING.start, 1);
    }

    // Pawns that can attack a piece with their next move.
    let vacant = !pos.occupied();
    let third = Bitboard::rank(Rank::Third.relative_to(us));
    let single = pos.pieces(us, PieceType::Pawn).forward(us) & vacant;
    let steps = single | (single & third).forward(us) & vacant;
    let safe = (steps - enemy.attacks_of(PieceType::Pawn)) & (own.any | !enemy.any);
    let pushes = attacks::pawns(us, safe) & (pieces - pawn_attacks);
    sum.add(us, feature::THREAT_PUSH.start, pushes.len() as i32);

    space(sum, us);
}

/// Adds a weight for every victim, by its type.
#[inline(always)]
fn victims<T: Tracer>(sum: &mut Sum<'_, T>, us: Color, block: Block, victims: Bitboard) {
    for square in victims {
        let kind = sum.view.pos.board().type_at(square);
        sum.add(us, block.start + kind.map_or(0, PieceType::index), 1);
    }
}

/// Evaluates the space: squares on the central files, on or behind the side's pawns, that no enemy
/// pawn attacks.
#[inline(always)]
fn space<T: Tracer>(sum: &mut Sum<'_, T>, us: Color) {
    const FILES: [File; 4] = [File::C, File::D, File::E, File::F];
    let pos = sum.view.pos;
    let ranks = [Rank::Second, Rank::Third, Rank::Fourth].map(|rank| rank.relative_to(us));
    let area = FILES.into_iter().fold(Bitboard::EMPTY, |area, file| area | file)
        & ranks.into_iter().fold(Bitboard::EMPTY, |area, rank| area | rank);
    let own = pos.pieces(us, PieceType::Pawn);
    let room = area - own - sum.view.side(!us).attacks_of(PieceType::Pawn);
    sum.add(us, feature::SPACE.start, room.len() as i32);
}
