//! The state of a board: a valid position, or a set-up that is not valid.

use reynard::{
    Bitboard, Board, CastlingSide, Color, EnPassantMode, Move, MoveKind, PieceType, Position, Rank,
    Setup, SetupFault, SetupFaults, Square,
};

use crate::args::kind_of;
use crate::moves::Parts;

/// Set-up faults that change neither the legal moves of the rules crate nor those of python-chess.
const WAIVED: SetupFaults = SetupFaults::of(&[
    SetupFault::EnPassantCheck,
    SetupFault::TooManyWhitePawns,
    SetupFault::TooManyBlackPawns,
    SetupFault::TooManyWhitePromotions,
    SetupFault::TooManyBlackPromotions,
    SetupFault::TooManyCheckers,
    SetupFault::ImpossibleCheck,
]);

/// The corners, from which the rooks castle in standard chess.
pub(crate) const CORNERS: Bitboard = Bitboard::from_bits(0x8100_0000_0000_0081);

/// The state of a board: a valid position, or a set-up that is not valid.
#[derive(Clone)]
pub(crate) enum State {
    /// A position of the rules crate.
    Legal(Position),
    /// Any other set-up, for example with no king, two kings, or castling rights without a rook.
    Loose(Setup),
}

impl State {
    /// Returns the set-up as a position if it is valid; otherwise keeps it as it is.
    pub(crate) fn of(setup: Setup, chess960: bool) -> Self {
        if !chess960 && !castles_from_corners(&setup) {
            return Self::Loose(setup);
        }
        match Position::from_setup_waiving(&setup, WAIVED) {
            Ok(pos) => Self::Legal(pos),
            Err(_) => Self::Loose(setup),
        }
    }

    pub(crate) fn to_setup(&self) -> Setup {
        match self {
            Self::Legal(pos) => pos.to_setup(),
            Self::Loose(setup) => setup.clone(),
        }
    }

    pub(crate) const fn board(&self) -> &Board {
        match self {
            Self::Legal(pos) => pos.board(),
            Self::Loose(setup) => &setup.board,
        }
    }

    pub(crate) const fn turn(&self) -> Color {
        match self {
            Self::Legal(pos) => pos.turn(),
            Self::Loose(setup) => setup.turn,
        }
    }

    pub(crate) fn castling_rooks(&self) -> Bitboard {
        match self {
            Self::Legal(pos) => pos.castling_rights().rooks(),
            Self::Loose(setup) => setup.castling_rooks,
        }
    }

    pub(crate) fn en_passant(&self) -> Option<Square> {
        match self {
            Self::Legal(pos) => pos.en_passant(EnPassantMode::Always),
            Self::Loose(setup) => setup.en_passant,
        }
    }

    pub(crate) const fn halfmove_clock(&self) -> u16 {
        match self {
            Self::Legal(pos) => pos.halfmove_clock(),
            Self::Loose(setup) => setup.halfmove_clock,
        }
    }

    pub(crate) const fn fullmove_number(&self) -> u32 {
        match self {
            Self::Legal(pos) => pos.fullmove_number(),
            Self::Loose(setup) => setup.fullmove_number,
        }
    }
}

/// Returns `true` if all castling rights are those of standard chess.
fn castles_from_corners(setup: &Setup) -> bool {
    let own = |color: Color| setup.castling_rooks & Bitboard::rank(color.back_rank());
    let home = |color: Color| Square::new(reynard::File::E, color.back_rank());
    setup.castling_rooks.is_subset(CORNERS)
        && Color::ALL
            .into_iter()
            .all(|color| own(color).is_empty() || setup.board.king(color) == Some(home(color)))
}

/// Returns the side to which a king move castles, if it does: the king moves onto its own rook, or
/// by two or more files along its back rank.
pub(crate) fn castling_side(board: &Board, parts: Parts) -> Option<CastlingSide> {
    let piece = board.piece_at(parts.from).filter(|piece| piece.kind == PieceType::King)?;
    let onto_rook = board.piece_at(parts.to) == Some(PieceType::Rook.of(piece.color));
    let files = parts.to.file() as i8 - parts.from.file() as i8;
    let far = files.unsigned_abs() > 1;
    if !onto_rook && !far {
        return None;
    }
    Some(if files > 0 { CastlingSide::KingSide } else { CastlingSide::QueenSide })
}

/// Returns the rules crate's move for these parts, legal or not.
pub(crate) fn resolve(pos: &Position, parts: Parts) -> Option<Move> {
    if parts.drop != 0 || parts.from == parts.to {
        return None;
    }
    let piece = pos.piece_at(parts.from).filter(|piece| piece.color == pos.turn())?;
    let takes = pos.piece_at(parts.to).is_some();
    let plain = if takes { MoveKind::Capture } else { MoveKind::Quiet };
    let kind = match piece.kind {
        PieceType::Pawn => pawn_kind(parts, takes)?,
        _ if parts.promotion != 0 => return None,
        PieceType::King => match castling_side(pos.board(), parts) {
            Some(side) => return castling(pos, parts, side),
            None => plain,
        },
        _ => plain,
    };
    Some(Move::new(parts.from, parts.to, kind))
}

/// Returns the castling move to a side, if the king moves to its rook on that side or to its
/// castling target square.
fn castling(pos: &Position, parts: Parts, side: CastlingSide) -> Option<Move> {
    let rook = pos.castling_rights().rook(pos.turn(), side)?;
    let mv = Move::new(parts.from, rook, side.move_kind());
    (parts.to == rook || parts.to == mv.king_target()).then_some(mv)
}

fn pawn_kind(parts: Parts, takes: bool) -> Option<MoveKind> {
    if parts.promotion != 0 {
        let kind = MoveKind::promotion(kind_of(parts.promotion)?)?;
        return Some(if takes { capturing(kind) } else { kind });
    }
    let rank = parts.to.rank();
    if rank == Rank::First || rank == Rank::Eighth {
        return None;
    }
    Some(if takes {
        MoveKind::Capture
    } else if parts.from.file() != parts.to.file() {
        MoveKind::EnPassant
    } else if parts.from.distance(parts.to) == 2 {
        MoveKind::DoublePush
    } else {
        MoveKind::Quiet
    })
}

const fn capturing(kind: MoveKind) -> MoveKind {
    match kind {
        MoveKind::PromoteKnight => MoveKind::CapturePromoteKnight,
        MoveKind::PromoteBishop => MoveKind::CapturePromoteBishop,
        MoveKind::PromoteRook => MoveKind::CapturePromoteRook,
        MoveKind::PromoteQueen => MoveKind::CapturePromoteQueen,
        other => other,
    }
}

/// Returns the parts of a legal move. For castling, the target is the king's destination or, in
/// Chess960, the square on which the rook stands.
pub(crate) const fn parts_of(mv: Move, chess960: bool) -> Parts {
    let to = if chess960 { mv.to() } else { mv.king_target() };
    let parts = Parts::new(mv.from(), to);
    match mv.promotion() {
        Some(kind) => parts.promoting(kind),
        None => parts,
    }
}

/// Returns the parts of a legal move packed as [`Parts::bits`].
#[inline]
pub(crate) const fn bits_of(mv: Move, chess960: bool) -> u32 {
    let bits = mv.bits();
    if bits & SPECIAL != 0 {
        return special_bits(mv, chess960);
    }
    bits as u32 & Parts::SQUARE_BITS
}

/// The bits that are set only in promotions and castling moves.
const SPECIAL: u16 = {
    let mut special = u16::MAX;
    let plain = [MoveKind::Quiet, MoveKind::DoublePush, MoveKind::Capture, MoveKind::EnPassant];
    let mut index = 0;
    while index < plain.len() {
        special &= !Move::new(Square::A8, Square::H1, plain[index]).bits();
        index += 1;
    }
    // Squares that have no bit in common leave only the bits of the kind.
    special
        & !Move::new(Square::H8, Square::A1, MoveKind::Quiet).bits()
        & !Move::new(Square::A1, Square::H8, MoveKind::Quiet).bits()
};

const _: () = {
    let castling = Move::new(Square::E1, Square::H1, MoveKind::CastleKingSide);
    let promotion = Move::new(Square::A7, Square::A8, MoveKind::PromoteKnight);
    assert!(castling.bits() & SPECIAL != 0 && promotion.bits() & SPECIAL != 0);
};

#[cold]
const fn special_bits(mv: Move, chess960: bool) -> u32 {
    parts_of(mv, chess960).bits()
}
