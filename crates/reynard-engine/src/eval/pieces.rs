//! Knights, bishops, rooks and queens: placement, mobility, and special squares.

use reynard::{Bitboard, Color, PieceType, Rank, Square, attacks};

use super::board_view::file_ahead;
use super::feature;
use super::sum::Sum;
use super::tracer::Tracer;

/// Outpost ranks of White: the fourth to the sixth.
const OUTPOST_RANKS: Bitboard = Bitboard::from_bits(0x0000_FFFF_FF00_0000);
/// The center squares.
const CENTER: Bitboard = Bitboard::from_bits(0x0000_0018_1800_0000);

/// Evaluates the pieces of one side, and adds their attacks.
#[inline(always)]
pub(crate) fn evaluate<T: Tracer>(sum: &mut Sum<'_, T>, us: Color) {
    minors(sum, us);
    rooks(sum, us);
    queens(sum, us);
    if sum.view.pieces(us, PieceType::Bishop).more_than_one() {
        sum.add(us, feature::BISHOP_PAIR.start, 1);
    }
}

#[inline(always)]
fn minors<T: Tracer>(sum: &mut Sum<'_, T>, us: Color) {
    let pos = sum.view.pos;
    for square in sum.view.pieces(us, PieceType::Knight) {
        let targets = attacks::knight(square);
        sum.piece(us, PieceType::Knight, square);
        let moves = sum.note_attacks(us, PieceType::Knight, targets);
        sum.add(us, feature::KNIGHT_MOBILITY.at(moves), 1);
        outpost(sum, us, square, 0);
    }
    let through = pos.occupied() - pos.pieces(us, PieceType::Queen);
    for square in sum.view.pieces(us, PieceType::Bishop) {
        let targets = attacks::bishop(square, through);
        sum.piece(us, PieceType::Bishop, square);
        let moves = sum.note_attacks(us, PieceType::Bishop, targets);
        sum.add(us, feature::BISHOP_MOBILITY.at(moves), 1);
        outpost(sum, us, square, 2);
        let shade = if Bitboard::LIGHT.contains(square) { Bitboard::LIGHT } else { Bitboard::DARK };
        let pawns = (pos.pieces(us, PieceType::Pawn) & shade).len();
        sum.add(us, feature::BISHOP_PAWNS.start, pawns as i32);
        let pawns = pos.by_type(PieceType::Pawn);
        if (attacks::bishop(square, pawns) & CENTER).more_than_one() {
            sum.add(us, feature::BISHOP_DIAGONAL.start, 1);
        }
    }
}

/// Evaluates outposts, and minor pieces behind a pawn.
#[inline(always)]
fn outpost<T: Tracer>(sum: &mut Sum<'_, T>, us: Color, square: Square, place: usize) {
    let pos = sum.view.pos;
    if pos.by_type(PieceType::Pawn).contains_forward(us, square) {
        sum.add(us, feature::MINOR_SHIELDED.start, 1);
    }
    let ranks = match us {
        Color::White => OUTPOST_RANKS,
        Color::Black => OUTPOST_RANKS.flip_ranks(),
    };
    let ahead = file_ahead(us, square);
    let attackers = (ahead.east() | ahead.west()) & pos.pieces(!us, PieceType::Pawn);
    if ranks.contains(square) && attackers.is_empty() {
        let guarded = sum.view.side(us).attacks_of(PieceType::Pawn).contains(square);
        sum.add(us, feature::OUTPOST.start + place + usize::from(guarded), 1);
    }
}

#[inline(always)]
fn rooks<T: Tracer>(sum: &mut Sum<'_, T>, us: Color) {
    let pos = sum.view.pos;
    let seventh = Bitboard::rank(Rank::Seventh.relative_to(us));
    let through =
        pos.occupied() - pos.pieces(us, PieceType::Rook) - pos.pieces(us, PieceType::Queen);
    for square in sum.view.pieces(us, PieceType::Rook) {
        let targets = attacks::rook(square, through);
        sum.piece(us, PieceType::Rook, square);
        let moves = sum.note_attacks(us, PieceType::Rook, targets);
        sum.add(us, feature::ROOK_MOBILITY.at(moves), 1);
        let file = Bitboard::file(square.file());
        if file.is_disjoint(pos.pieces(us, PieceType::Pawn)) {
            let open = file.is_disjoint(pos.pieces(!us, PieceType::Pawn));
            sum.add(us, feature::ROOK_FILE.start + usize::from(open), 1);
        }
        if seventh.contains(square) && Rank::Eighth.relative_to(us) == pos.king(!us).rank() {
            sum.add(us, feature::ROOK_SEVENTH.start, 1);
        }
    }
}

#[inline(always)]
fn queens<T: Tracer>(sum: &mut Sum<'_, T>, us: Color) {
    let occupied = sum.view.pos.occupied();
    for square in sum.view.pieces(us, PieceType::Queen) {
        let targets = attacks::queen(square, occupied);
        sum.piece(us, PieceType::Queen, square);
        let moves = sum.note_attacks(us, PieceType::Queen, targets);
        sum.add(us, feature::QUEEN_MOBILITY.at(moves), 1);
    }
}

/// A test for whether a set contains the square directly in front of a given one.
trait ContainsForward {
    fn contains_forward(self, us: Color, square: Square) -> bool;
}

impl ContainsForward for Bitboard {
    #[inline(always)]
    fn contains_forward(self, us: Color, square: Square) -> bool {
        !self.is_disjoint(square.bitboard().forward(us))
    }
}
