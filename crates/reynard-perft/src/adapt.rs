//! Conversion of a [`Position`] to the private board.

use reynard::{CastlingSide, Color, EnPassantMode, PieceType, Position};

use crate::board::Board;
use crate::castling::{Geometry, Side};

/// Converts a position to the private board, seen from the mover's side.
pub(crate) fn board_of(position: &Position) -> Board {
    let turn = position.turn();
    let see = |set: u64| if turn == Color::White { set } else { set.swap_bytes() };
    let of = |kind: PieceType| see(position.by_type(kind).bits());
    let queens = of(PieceType::Queen);
    Board {
        pawns: of(PieceType::Pawn),
        knights: of(PieceType::Knight),
        diagonal: of(PieceType::Bishop) | queens,
        orthogonal: of(PieceType::Rook) | queens,
        kings: of(PieceType::King),
        own: see(position.by_color(turn).bits()),
        theirs: see(position.by_color(!turn).bits()),
        castling: see(position.castling_rights().rooks().bits()),
        en_passant: position
            .en_passant(EnPassantMode::Legal)
            .map_or(0, |square| see(square.bitboard().bits())),
    }
}

/// Returns the castling geometry of a position: the origin and target squares of the kings and
/// rooks that may still castle. The mover's squares come first.
pub(crate) fn geometry_of(position: &Position) -> Geometry {
    let turn = position.turn();
    let rights = position.castling_rights();
    let sides = |color: Color| {
        let king = position.king(color).file() as u32;
        CastlingSide::ALL.map(|side| {
            rights
                .rook(color, side)
                .map_or(Side::default(), |rook| Side::new(king, rook.file() as u32))
        })
    };
    Geometry { players: [sides(turn), sides(!turn)] }
}
