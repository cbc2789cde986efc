//! Scaling of endgames that are drawn, or nearly drawn, despite the material.

use reynard::{Bitboard, Color, File, PieceType, Position, Square};

/// Scale of an endgame whose material counts in full.
pub(crate) const FULL: i32 = 64;

/// Scale of an endgame that is drawn except for rare mates and wins that the search can find.
const NEARLY_DRAWN: i32 = 8;

/// Returns the scale of a score, in units of 1/[`FULL`], if `strong` is the side ahead and its
/// material never or rarely wins. Returns `None` for all other material.
///
/// The scale is 0 only if `strong` cannot win against any sensible defense. The search finds any
/// mates within the next few moves.
#[inline]
pub(crate) fn drawn_scale(pos: &Position, strong: Color) -> Option<i32> {
    let pawns = pos.pieces(strong, PieceType::Pawn);
    if pawns.is_empty() {
        return pawnless_scale(pos, strong);
    }
    if is_wrong_corner(pos, strong, pawns) {
        return Some(0);
    }
    rook_pawn_scale(pos, strong, pawns)
}

/// Returns the scale for a side without pawns that has at most a minor piece, has only two knights,
/// or is ahead by at most a minor piece. Returns `None` for all other material.
fn pawnless_scale(pos: &Position, strong: Color) -> Option<i32> {
    let own = worth(pos, strong);
    let enemy_pawns = pos.pieces(!strong, PieceType::Pawn);
    if own <= 3 {
        // A bare king or a minor piece. The latter mates a king in the corner behind its own rook
        // pawn, and no other.
        let rook_pawns = Bitboard::file(File::A) | Bitboard::file(File::H);
        let mates = own > 0 && !enemy_pawns.is_disjoint(rook_pawns);
        return Some(if mates { NEARLY_DRAWN } else { 0 });
    }
    let knights = pos.pieces(strong, PieceType::Knight);
    if knights.len() == 2 && own == 6 {
        // Two knights mate only a king whose side has other moves left.
        let is_bare = pos.by_color(!strong).single().is_some();
        return Some(if is_bare { 0 } else { NEARLY_DRAWN });
    }
    // Without a pawn a lead of one minor piece is rarely enough.
    (own - worth(pos, !strong) <= 3).then_some(NEARLY_DRAWN)
}

/// Returns the scale of rook and rook pawns against a bishop if the weaker side has one of two
/// fortresses. In the first, it has a pawn that blocks the rook pawns and that its bishop can
/// guard. In the second, it has no pawn, its bishop is not of the color of the promotion corner,
/// and its king is near that corner.
///
/// Of 48 positions with the second fortress and a pawn on the fifth or sixth rank, Stockfish 15.1
/// draws 37 with 150,000 nodes.
fn rook_pawn_scale(pos: &Position, strong: Color, pawns: Bitboard) -> Option<i32> {
    let king = pos.by_type(PieceType::King);
    let rook = pos.by_color(strong) - pawns - king;
    let enemy_pawns = pos.pieces(!strong, PieceType::Pawn);
    let bishop = (pos.by_color(!strong) - enemy_pawns - king).single()?;
    let is_rook = rook.single().is_some() && rook.is_subset(pos.by_type(PieceType::Rook));
    if !is_rook || !pos.by_type(PieceType::Bishop).contains(bishop) {
        return None;
    }
    let file =
        [File::A, File::H].into_iter().find(|&file| pawns.is_subset(Bitboard::file(file)))?;
    let of_bishop = if Bitboard::LIGHT.contains(bishop) { Bitboard::LIGHT } else { Bitboard::DARK };
    if enemy_pawns.any() {
        let blocking = pawns.forward(strong) & enemy_pawns & of_bishop;
        let is_blocked = enemy_pawns.is_subset(Bitboard::file(file)) && blocking.any();
        return is_blocked.then_some(NEARLY_DRAWN);
    }
    let corner = Square::new(file, (!strong).back_rank());
    let is_fortress = !of_bishop.contains(corner) && pos.king(!strong).distance(corner) <= 2;
    is_fortress.then_some(FULL / 4)
}

/// Returns the scale of the endgame score, in units of 1/[`FULL`], if `strong` is the side ahead.
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

/// Returns the approximate value of a side's material without its pawns, in pawn units.
fn worth(pos: &Position, color: Color) -> i32 {
    let count = |kind| pos.pieces(color, kind).len() as i32;
    3 * (count(PieceType::Knight) + count(PieceType::Bishop))
        + 5 * count(PieceType::Rook)
        + 9 * count(PieceType::Queen)
}

/// Returns `true` if a bare king holds the corner against rook pawns and wrong-colored bishops.
/// Such a position is a draw with either side to move.
#[inline]
pub(crate) fn is_drawn_corner(pos: &Position) -> bool {
    let pawns = pos.by_type(PieceType::Pawn);
    pos.by_type(PieceType::Knight).is_empty()
        && Color::ALL.into_iter().any(|strong| {
            pos.by_color(!strong).single().is_some()
                && pawns.any()
                && is_wrong_corner(pos, strong, pawns)
        })
}

/// Returns `true` if `strong` has rook pawns, alone or with bishops that do not guard the promotion
/// corner, and the enemy king is in that corner or next to it.
///
/// The king can always step into the corner, from which no check can drive it away. The pawns
/// cannot change files by a capture: the enemy has no pieces, and no pawns on the adjacent file.
fn is_wrong_corner(pos: &Position, strong: Color, pawns: Bitboard) -> bool {
    let king = pos.by_type(PieceType::King);
    let others = pos.by_color(strong) - pawns - king;
    let enemy = pos.by_color(!strong) - king;
    if !others.is_subset(pos.by_type(PieceType::Bishop)) {
        return false;
    }
    [(File::A, File::B), (File::H, File::G)].into_iter().any(|(file, beside)| {
        let corner = Square::new(file, (!strong).back_rank());
        let wrong = if Bitboard::LIGHT.contains(corner) { Bitboard::DARK } else { Bitboard::LIGHT };
        pawns.is_subset(Bitboard::file(file))
            && others.is_subset(wrong)
            && pos.king(!strong).distance(corner) <= 1
            && enemy.is_subset(pos.by_type(PieceType::Pawn) - Bitboard::file(beside))
    })
}

#[cfg(test)]
mod tests {
    use super::{FULL, drawn_scale, is_drawn_corner};
    use reynard::{Color, Position};

    fn position(fen: &str) -> Position {
        fen.parse().expect("a position")
    }

    fn white(fen: &str) -> Option<i32> {
        drawn_scale(&position(fen), Color::White)
    }

    #[test]
    fn two_knights_draw_against_a_bare_king_alone() {
        assert_eq!(white("8/8/4k3/8/8/3NKN2/8/8 w - - 0 1"), Some(0));
        assert!(white("8/4p3/4k3/8/8/3NKN2/8/8 w - - 0 1").is_some_and(|scale| scale > 0));
        assert_eq!(white("8/8/4k3/8/8/2NNKN2/8/8 w - - 0 1"), None);
        assert_eq!(white("8/8/4k3/8/8/3BKN2/8/8 w - - 0 1"), None);
    }

    #[test]
    fn a_minor_piece_cannot_win_but_beside_a_rook_pawn() {
        assert_eq!(white("8/4p3/4k3/8/8/4KN2/8/8 w - - 0 1"), Some(0));
        assert_eq!(white("8/4b3/4k3/8/8/4KN2/8/8 w - - 0 1"), Some(0));
        assert!(white("8/7p/4k3/8/8/4KN2/8/8 w - - 0 1").is_some_and(|scale| scale > 0));
        assert_eq!(white("8/7p/4k3/8/8/4K3/8/8 w - - 0 1"), Some(0));
    }

    #[test]
    fn the_corner_is_held_against_rook_pawns_and_wrong_bishops() {
        for (fen, scale, corner) in [
            ("7k/8/8/6KP/8/8/4B3/8 w - - 0 1", Some(0), true),
            ("8/6k1/8/6KP/8/8/4B3/8 b - - 0 1", Some(0), true),
            ("k7/8/1K6/P7/8/8/8/8 b - - 0 1", Some(0), true),
            // The right bishop, a king that is away, a pawn on another file.
            ("7k/8/8/6KP/8/8/3B4/8 w - - 0 1", None, false),
            ("5k2/8/8/6KP/8/8/4B3/8 w - - 0 1", None, false),
            ("7k/8/8/6KP/6P1/8/4B3/8 w - - 0 1", None, false),
            // Pieces beside the bishops.
            ("7k/8/8/6KP/8/8/4B2N/8 w - - 0 1", None, false),
            // A pawn that cannot be captured leaves moves, one beside it a file.
            ("7k/8/3p4/6KP/8/8/4B3/8 w - - 0 1", Some(0), false),
            ("7k/6p1/8/6KP/8/8/4B3/8 w - - 0 1", None, false),
            ("7k/8/4n3/6KP/8/8/4B3/8 w - - 0 1", None, false),
        ] {
            assert_eq!(white(fen), scale, "{fen}");
            assert_eq!(is_drawn_corner(&position(fen)), corner, "{fen}");
        }
    }

    #[test]
    fn rook_and_rook_pawn_are_scaled_in_two_fortresses() {
        for (fen, small) in [
            ("8/8/8/8/5b1p/7P/4k1K1/7R w - - 0 1", true),
            // The bishop is not of the color of its pawn; the pawn is free; it is not a rook pawn.
            ("8/8/8/8/4b2p/7P/2k3K1/7R w - - 0 1", false),
            ("8/8/8/8/5b2/7P/4k1K1/7R w - - 0 1", false),
            ("8/8/8/8/5bp1/6P1/4k1K1/7R w - - 0 1", false),
            ("6k1/8/8/6KP/4b3/8/8/R7 w - - 0 1", true),
            ("6k1/8/8/6KP/3b4/8/8/R7 w - - 0 1", false),
            ("3k4/8/8/6KP/4b3/8/8/R7 w - - 0 1", false),
            ("6k1/8/8/6KP/4n3/8/8/R7 w - - 0 1", false),
            ("6k1/8/8/6KP/4b3/8/8/RN6 w - - 0 1", false),
        ] {
            let scale = white(fen);
            assert_eq!(scale.is_some_and(|scale| 0 < scale && scale < FULL), small, "{fen}");
        }
    }

    #[test]
    fn a_small_lead_without_pawns_is_scaled() {
        assert!(white("8/8/4k3/4b3/8/3K4/8/3R4 w - - 0 1").is_some_and(|scale| scale > 0));
        assert_eq!(white("8/8/4k3/4r3/8/3K4/8/3Q4 w - - 0 1"), None);
    }
}
