//! Conversion of SAN to the matching legal move.
//!
//! The moving piece is found by looking back from the target square. The steps are: the squares
//! from which such a piece could come on an empty board; those of them that are occupied by such a
//! piece; and finally whether the path is free and the king is safe. Usually a single piece remains
//! after the first steps.

use super::{San, SanCandidates, SanError};
use crate::attacks::{self, Mover};
use crate::{
    Bitboard, CastlingSide, Color, File, Move, MoveKind, PieceType, Position, Rank, Selection,
    Square,
};

impl San {
    /// Finds the matching legal move.
    ///
    /// # Errors
    ///
    /// [`SanError`] if no legal move or more than one matches, or if the text is not in standard
    /// form: see [`Position::parse_san`].
    ///
    /// ```
    /// use reynard::{Position, San, san::SanError};
    ///
    /// let pos: Position = "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1".parse()?;
    /// let move_of = |text: &str| text.parse::<San>().unwrap().to_move(&pos);
    /// assert_eq!(move_of("Qee1"), Ok(pos.parse_uci("e4e1")?));
    /// let SanError::Ambiguous(queens) = move_of("Qe1").unwrap_err() else { panic!() };
    /// assert_eq!(queens.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_move(self, pos: &Position) -> Result<Move, SanError> {
        match self.resolve(pos) {
            Some(mv) => Ok(mv),
            None => Err(self.reject(pos)),
        }
    }

    /// Finds the legal move with this standard notation, ignoring check marks.
    pub(super) fn resolve(self, pos: &Position) -> Option<Move> {
        match self {
            Self::Normal { piece, file, rank, capture, to, promotion, .. } => {
                if piece == PieceType::Pawn {
                    if rank.is_some() || capture != file.is_some() {
                        return None;
                    }
                    return match file {
                        Some(file) => pawn_capture(pos, file, to, promotion),
                        None => pawn_push(pos, to, promotion),
                    };
                }
                let kind = if capture { MoveKind::Capture } else { MoveKind::Quiet };
                if promotion.is_some() || !is_target(pos, to, capture) {
                    return None;
                }
                let pieces = pos.pieces(pos.turn(), piece) & Mover::piece(piece).origins(to);
                let from = origin_among(pos, piece, pieces, file, rank, to)?;
                Some(Move::from_parts(from, to, kind))
            }
            Self::Castle { side, .. } => castling(pos, side),
            Self::Null => None,
        }
    }

    /// Finds the reason why [`San::resolve`] found no move.
    #[cold]
    #[inline(never)]
    pub(super) fn reject(self, pos: &Position) -> SanError {
        let Self::Normal { piece, file, rank, capture, to, promotion, .. } = self else {
            return if self == Self::Null { SanError::Null } else { SanError::Illegal };
        };
        let from = pos.pieces(pos.turn(), piece) & origins(file, rank);
        let mut candidates = SanCandidates::EMPTY;
        for mv in pos.moves(Selection { from, ..Selection::to(to) }) {
            let fits = promotion.is_none() || promotion == mv.promotion();
            if fits && !mv.is_castling() {
                candidates.push(mv);
            }
        }
        match *candidates {
            [] => SanError::Illegal,
            [meant]
                if piece == PieceType::Pawn && file.is_none() && !capture && meant.is_capture() =>
            {
                SanError::CaptureWrittenAsPush { capture: meant, standard: pos.san(meant) }
            }
            [meant] => SanError::NotStandard { meant, standard: pos.san(meant) },
            _ => SanError::Ambiguous(candidates),
        }
    }
}

/// Returns the origins that match a file and a rank.
#[inline(always)]
pub(super) fn origins(file: Option<File>, rank: Option<Rank>) -> Bitboard {
    file.map_or(Bitboard::FULL, Bitboard::file) & rank.map_or(Bitboard::FULL, Bitboard::rank)
}

/// Returns `true` if a piece of the side to move can land on a square: for a capture, if the square
/// holds an enemy piece other than the king; otherwise, if it is empty.
#[inline(always)]
fn is_target(pos: &Position, to: Square, capture: bool) -> bool {
    let targets = if capture { pos.capturable(pos.turn()) } else { pos.board().vacant() };
    targets.contains(to)
}

/// Returns the square from which the only matching piece can legally move to `to`. `pieces` are
/// those that reach `to` on an empty board. File and rank must be exactly as specific as needed to
/// distinguish the piece from the others.
#[inline(never)]
pub(super) fn origin_among(
    pos: &Position,
    piece: PieceType,
    pieces: Bitboard,
    file: Option<File>,
    rank: Option<Rank>,
    to: Square,
) -> Option<Square> {
    let able: Bitboard = pieces.iter().filter(|&from| can_go(pos, piece, from, to)).collect();
    let from = (able & origins(file, rank)).single()?;
    (origin_needed(from, able.without(from)) == (file, rank)).then_some(from)
}

/// Returns the pieces in `like` that can legally move to `to`. These pieces reach `to` on an empty
/// board and are not kings.
#[inline(always)]
pub(super) fn rivals_among(pos: &Position, like: Bitboard, to: Square) -> Bitboard {
    like.iter().filter(|&rival| can_go(pos, PieceType::Queen, rival, to)).collect()
}

/// Returns the file and rank by which standard SAN distinguishes a piece on `from` from its rivals.
#[inline]
pub(super) fn origin_needed(from: Square, rivals: Bitboard) -> (Option<File>, Option<Rank>) {
    let (file, rank) = (from.file(), from.rank());
    if rivals.is_empty() {
        (None, None)
    } else if rivals.is_disjoint(Bitboard::file(file)) {
        (Some(file), None)
    } else if rivals.is_disjoint(Bitboard::rank(rank)) {
        (None, Some(rank))
    } else {
        (Some(file), Some(rank))
    }
}

/// Returns `true` if a piece that reaches `to` on an empty board can legally move there.
#[inline(always)]
fn can_go(pos: &Position, piece: PieceType, from: Square, to: Square) -> bool {
    let king = if piece == PieceType::King { to } else { pos.king(pos.turn()) };
    attacks::between(from, to).is_disjoint(pos.occupied()) && pos.leaves_safe(king, from, to)
}

/// Returns the legal push of a pawn to `to`.
#[inline(always)]
fn pawn_push(pos: &Position, to: Square, promotion: Option<PieceType>) -> Option<Move> {
    let us = pos.turn();
    let pawns = pos.pieces(us, PieceType::Pawn);
    let behind = to.bitboard().forward(!us);
    let (origin, kind) = if (pawns & behind).any() {
        (behind, quiet_kind(us, to, promotion)?)
    } else {
        let home = Bitboard::rank(Rank::Second.relative_to(us));
        let fits = pos.occupied().is_disjoint(behind) && promotion.is_none();
        let home = if fits { home } else { Bitboard::EMPTY };
        (behind.forward(!us) & pawns & home, MoveKind::DoublePush)
    };
    let from = origin.first()?;
    let legal = !pos.occupied().contains(to) && pos.leaves_safe(pos.king(us), from, to);
    legal.then(|| Move::from_parts(from, to, kind))
}

/// Returns the kind of a single pawn step to `to`. Returns `None` for a promotion before the last
/// rank, and for a step to the last rank without a promotion.
#[inline(always)]
fn quiet_kind(us: Color, to: Square, promotion: Option<PieceType>) -> Option<MoveKind> {
    match (to.rank().relative_to(us) == Rank::Eighth, promotion) {
        (false, None) => Some(MoveKind::Quiet),
        (true, Some(piece)) => MoveKind::promotion(piece),
        _ => None,
    }
}

/// Returns the legal capture on `to` by a pawn on `file`.
#[inline(always)]
fn pawn_capture(
    pos: &Position,
    file: File,
    to: Square,
    promotion: Option<PieceType>,
) -> Option<Move> {
    let us = pos.turn();
    let from = (attacks::pawn(!us, to) & pos.pieces(us, PieceType::Pawn) & file).first()?;
    if pos.capturable(us).contains(to) {
        let kind = match (to.rank().relative_to(us) == Rank::Eighth, promotion) {
            (false, None) => MoveKind::Capture,
            (true, Some(piece)) => MoveKind::capture_promotion(piece)?,
            _ => return None,
        };
        return pos.leaves_safe(pos.king(us), from, to).then(|| Move::from_parts(from, to, kind));
    }
    let en_passant = pos.legal_en_passant_target() == Some(to) && promotion.is_none();
    (en_passant && pos.en_passant_is_safe(from, to))
        .then(|| Move::from_parts(from, to, MoveKind::EnPassant))
}

#[inline(never)]
fn castling(pos: &Position, side: CastlingSide) -> Option<Move> {
    let rook = pos.castling_rights().rook(pos.turn(), side)?;
    let king = pos.king(pos.turn());
    let legal = pos.castling_way_is_open(king, rook, side);
    legal.then(|| Move::from_parts(king, rook, side.move_kind()))
}
