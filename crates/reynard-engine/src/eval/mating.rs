//! Mop-up evaluation: driving a bare king to a square where it can be mated.

use reynard::{Bitboard, Color, PieceType, Position, Square};

/// Returns the bonus, from White's point of view, for a bare enemy king that is near the edge and
/// close to the other king. With bishop and knight, the bare king should be near a corner of the
/// bishop's color.
///
/// Source: <https://www.chessprogramming.org/Mop-up_Evaluation>.
pub(crate) fn bonus(pos: &Position, strong: Color, weight: i32) -> i32 {
    let bare = pos.by_color(!strong).single().is_some();
    let pieces = pos.by_color(strong) - pos.by_type(PieceType::King);
    if !bare || pieces.is_empty() || weight == 0 || pos.pieces(strong, PieceType::Pawn).any() {
        return 0;
    }
    let king = pos.king(!strong);
    let bishops = pos.pieces(strong, PieceType::Bishop);
    let minors_only = pieces.is_subset(pos.by_type(PieceType::Knight) | bishops);
    let to_corner = if minors_only && bishops.single().is_some() {
        let light = !bishops.is_disjoint(Bitboard::LIGHT);
        let corners = if light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
        let near = corners.map(|corner| i32::from(manhattan(corner, king)));
        20 * (7 - near[0].min(near[1]))
    } else {
        10 * from_center(king)
    };
    let together = 7 - i32::from(pos.king(strong).distance(king));
    let bonus = 300 + to_corner + 8 * together;
    match strong {
        Color::White => bonus,
        Color::Black => -bonus,
    }
}

/// Returns the Manhattan distance between two squares.
fn manhattan(a: Square, b: Square) -> u8 {
    let ((file, rank), (other_file, other_rank)) = (a.coordinates(), b.coordinates());
    file.abs_diff(other_file) + rank.abs_diff(other_rank)
}

/// Returns the Manhattan distance from the center: 0 to 6.
fn from_center(square: Square) -> i32 {
    let (file, rank) = square.coordinates();
    let away = |place: u8| i32::from(if place < 4 { 3 - place } else { place - 4 });
    away(file) + away(rank)
}
