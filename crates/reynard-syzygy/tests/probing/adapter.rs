//! What the crate `pyrrhic-rs` needs to be asked about a [`Position`]; its benchmark uses it too.

use pyrrhic_rs::{EngineAdapter, TBError, TableBases, WdlProbeResult};
use reynard::{Bitboard, Color, EnPassantMode, PieceType, Position, Square, attacks};

/// The attacks that `pyrrhic-rs` asks for.
#[derive(Clone)]
pub(crate) struct Attacks;

/// The square of a number from 0 to 63.
pub(crate) fn square(number: u64) -> Square {
    u8::try_from(number).ok().and_then(Square::from_index).expect("a square")
}

impl EngineAdapter for Attacks {
    fn pawn_attacks(color: pyrrhic_rs::Color, from: u64) -> u64 {
        let color = match color {
            pyrrhic_rs::Color::Black => Color::Black,
            pyrrhic_rs::Color::White => Color::White,
        };
        attacks::pawn(color, square(from)).bits()
    }

    fn knight_attacks(from: u64) -> u64 {
        attacks::knight(square(from)).bits()
    }

    fn bishop_attacks(from: u64, occupied: u64) -> u64 {
        attacks::bishop(square(from), Bitboard::from_bits(occupied)).bits()
    }

    fn rook_attacks(from: u64, occupied: u64) -> u64 {
        attacks::rook(square(from), Bitboard::from_bits(occupied)).bits()
    }

    fn queen_attacks(from: u64, occupied: u64) -> u64 {
        attacks::queen(square(from), Bitboard::from_bits(occupied)).bits()
    }

    fn king_attacks(from: u64) -> u64 {
        attacks::king(square(from)).bits()
    }
}

/// What the tables say of a position, without its clock.
pub(crate) fn probe_wdl(
    tables: &TableBases<Attacks>,
    pos: &Position,
) -> Result<WdlProbeResult, TBError> {
    let [white, black, kings, queens, rooks, bishops, knights, pawns] = sets(pos);
    tables.probe_wdl(
        white,
        black,
        kings,
        queens,
        rooks,
        bishops,
        knights,
        pawns,
        passant(pos),
        pos.turn() == Color::White,
    )
}

/// The pieces of a position, as the crate takes them: White's, Black's, and by kind from kings to
/// pawns.
pub(crate) fn sets(pos: &Position) -> [u64; 8] {
    let kinds = [
        PieceType::King,
        PieceType::Queen,
        PieceType::Rook,
        PieceType::Bishop,
        PieceType::Knight,
        PieceType::Pawn,
    ];
    let mut sets = [0; 8];
    for (set, color) in sets.iter_mut().zip(Color::ALL) {
        *set = pos.by_color(color).bits();
    }
    for (set, kind) in sets[2..].iter_mut().zip(kinds) {
        *set = pos.by_type(kind).bits();
    }
    sets
}

/// The square of en passant, 0 for none.
pub(crate) fn passant(pos: &Position) -> u32 {
    pos.en_passant(EnPassantMode::Legal).map_or(0, |square| square as u32)
}
