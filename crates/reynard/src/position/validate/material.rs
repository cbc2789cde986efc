//! Kings, pawns and the number of pieces.

use super::{SetupFault, SetupFaults};
use crate::{Bitboard, Board, Color, PieceType};

/// The number of pieces with which each side starts, which is also the maximum.
pub(super) const PIECES: u32 = 16;
/// The number of pawns with which each side starts.
pub(super) const PAWNS: u32 = 8;
/// The number of knights, and also of rooks, with which each side starts. Each side also starts
/// with one bishop on each color and one queen.
const PAIR: u32 = 2;

/// Finds the faults in the number of pieces and in the placement of kings and pawns.
pub(super) fn faults(board: &Board) -> SetupFaults {
    let mut faults = side_faults(board, Color::White) | side_faults(board, Color::Black);
    let pawns = board.by_type(PieceType::Pawn);
    faults = faults.with_if(SetupFault::PawnOnBackRank, !pawns.is_disjoint(Bitboard::BACK_RANKS));
    if let (Some(white), Some(black)) = (board.king(Color::White), board.king(Color::Black)) {
        faults = faults.with_if(SetupFault::KingsTouching, white.distance(black) == 1);
    }
    faults
}

fn side_faults(board: &Board, color: Color) -> SetupFaults {
    let names = match color {
        Color::White => &WHITE,
        Color::Black => &BLACK,
    };
    let kings = board.pieces(color, PieceType::King);
    let pawns = board.pieces(color, PieceType::Pawn).len();
    // One king, at most eight pawns and no promoted pieces: sixteen pieces at most.
    if kings.single().is_some() && pawns <= PAWNS && nothing_promoted(board, color) {
        return SetupFaults::EMPTY;
    }
    SetupFaults::EMPTY
        .with_if(names.missing_king, kings.is_empty())
        .with_if(names.kings, kings.more_than_one())
        .with_if(names.pieces, board.by_color(color).len() > PIECES)
        .with_if(names.pawns, pawns > PAWNS)
        .with_if(names.promotions, promoted(board, color) > missing_pawns(board, color))
}

/// Returns `true` if [`promoted`] is 0. On processors without a popcount instruction, clearing bits
/// is cheaper.
fn nothing_promoted(board: &Board, color: Color) -> bool {
    let bishops = board.pieces(color, PieceType::Bishop);
    let beyond_one = |pieces: Bitboard| pieces.without_first();
    let beyond_two = |kind| board.pieces(color, kind).without_first().without_first();
    let beyond = beyond_two(PieceType::Knight)
        | beyond_two(PieceType::Rook)
        | beyond_one(board.pieces(color, PieceType::Queen))
        | beyond_one(bishops & Bitboard::LIGHT)
        | beyond_one(bishops & Bitboard::DARK);
    beyond.is_empty()
}

/// Returns the minimum number of pieces of `color` that must be promoted pawns.
pub(super) fn promoted(board: &Board, color: Color) -> u32 {
    let bishops = board.pieces(color, PieceType::Bishop);
    let beyond = |kind, originals| board.pieces(color, kind).len().saturating_sub(originals);
    beyond(PieceType::Knight, PAIR)
        + beyond(PieceType::Rook, PAIR)
        + beyond(PieceType::Queen, 1)
        + (bishops & Bitboard::LIGHT).len().saturating_sub(1)
        + (bishops & Bitboard::DARK).len().saturating_sub(1)
}

/// Returns the number of pawns that `color` no longer has.
pub(super) fn missing_pawns(board: &Board, color: Color) -> u32 {
    PAWNS.saturating_sub(board.pieces(color, PieceType::Pawn).len())
}

/// The faults that each side can have, as named for that side.
struct SideFaults {
    missing_king: SetupFault,
    kings: SetupFault,
    pieces: SetupFault,
    pawns: SetupFault,
    promotions: SetupFault,
}

const WHITE: SideFaults = SideFaults {
    missing_king: SetupFault::MissingWhiteKing,
    kings: SetupFault::TooManyWhiteKings,
    pieces: SetupFault::TooManyWhitePieces,
    pawns: SetupFault::TooManyWhitePawns,
    promotions: SetupFault::TooManyWhitePromotions,
};

const BLACK: SideFaults = SideFaults {
    missing_king: SetupFault::MissingBlackKing,
    kings: SetupFault::TooManyBlackKings,
    pieces: SetupFault::TooManyBlackPieces,
    pawns: SetupFault::TooManyBlackPawns,
    promotions: SetupFault::TooManyBlackPromotions,
};
