//! Scaling of endgames that are drawn, or nearly, despite the material.

use reynard::{Bitboard, Color, File, PieceType, Position};

/// Scale of an endgame that is worth its material.
pub(crate) const FULL: i32 = 64;

/// Returns the scale of a score, of [`FULL`], if `strong` is the side ahead and its material does not
/// win: without pawns and hardly ahead in pieces, or with the wrong bishop. `None` for all else.
#[inline]
pub(crate) fn drawn_scale(pos: &Position, strong: Color) -> Option<i32> {
    let pawns = pos.pieces(strong, PieceType::Pawn);
    let [bishops, knights] = [PieceType::Bishop, PieceType::Knight].map(|kind| pos.by_type(kind));
    let heavy = pos.by_type(PieceType::Rook) | pos.by_type(PieceType::Queen);
    if pawns.is_empty() {
        // Without a pawn a lead of one minor piece is rarely enough.
        let lead = worth(pos, strong) - worth(pos, !strong);
        if lead <= 3 {
            return Some(if worth(pos, strong) <= 3 { 0 } else { 8 });
        }
        if heavy.is_disjoint(pos.by_color(strong))
            && bishops.is_disjoint(pos.by_color(strong))
            && knights.len() <= 2
        {
            return Some(0);
        }
        return None;
    }
    is_wrong_corner(pos, strong, pawns).then_some(0)
}

/// Returns the scale of the endgame score, of [`FULL`], if `strong` is the side ahead.
#[inline]
pub(crate) fn scale(pos: &Position, strong: Color) -> i32 {
    if let Some(scale) = drawn_scale(pos, strong) {
        return scale;
    }
    let pawns = pos.pieces(strong, PieceType::Pawn);
    let [bishops, knights] = [PieceType::Bishop, PieceType::Knight].map(|kind| pos.by_type(kind));
    let heavy = pos.by_type(PieceType::Rook) | pos.by_type(PieceType::Queen);
    let one_bishop_each =
        Color::ALL.into_iter().all(|color| pos.pieces(color, PieceType::Bishop).single().is_some());
    if one_bishop_each && (bishops & Bitboard::LIGHT).single().is_some() {
        // Opposite-colored bishops.
        return if (heavy | knights).is_empty() {
            (16 + 4 * pawns.len() as i32).min(40)
        } else {
            (36 + 3 * pawns.len() as i32).min(FULL)
        };
    }
    (44 + 5 * pawns.len() as i32).min(FULL)
}

/// Returns the material of the pieces of a side, roughly and in pawns.
fn worth(pos: &Position, color: Color) -> i32 {
    let count = |kind| pos.pieces(color, kind).len() as i32;
    3 * (count(PieceType::Knight) + count(PieceType::Bishop))
        + 5 * count(PieceType::Rook)
        + 9 * count(PieceType::Queen)
}

/// Returns `true` for the wrong bishop: rook pawns with a bishop that does not guard their corner,
/// and the enemy king in it.
fn is_wrong_corner(pos: &Position, strong: Color, pawns: Bitboard) -> bool {
    let others = pos.by_color(strong) - pawns - pos.by_type(PieceType::King);
    if !others.is_subset(pos.by_type(PieceType::Bishop)) {
        return false;
    }
    [File::A, File::H].into_iter().any(|file| {
        let corner = reynard::Square::new(file, (!strong).back_rank());
        let wrong = if Bitboard::LIGHT.contains(corner) { Bitboard::DARK } else { Bitboard::LIGHT };
        pawns.is_subset(Bitboard::file(file))
            && others.is_subset(wrong)
            && pos.king(!strong).distance(corner) <= 1
    })
}
