//! Checks that can or cannot arise in a game.
//!
//! A double check is possible if some last move can have given it, that is, a move by the other
//! side from a position in which the king was not yet attacked. The search takes back every move
//! that can have led to the position, including captures, promotions and en passant. Castling never
//! gives double check, because the only line that king and rook can open by castling is the back
//! rank. The search goes back only one move, so it never refuses a check that can arise in a game.
//!
//! Single checks are not examined. Widely used positions contain one that no move explains, such as
//! number 4 of <https://www.chessprogramming.org/Perft_Results>.

use super::{SetupFault, SetupFaults, material};
use crate::{Bitboard, Board, Color, PieceType, Rank, Setup, Square, attacks};

/// Finds the faults in the checks of a set-up. A sound en-passant square determines the last move
/// and has already been compared with the checkers, so no last move is searched for if
/// `sound_en_passant` is `true`.
pub(super) fn faults(setup: &Setup, sound_en_passant: bool) -> SetupFaults {
    let (board, us) = (&setup.board, setup.turn);
    let mut faults = SetupFaults::EMPTY;
    if let Some(king) = board.king(!us) {
        let opposite = checkers(board, king, !us).any();
        faults = faults.with_if(SetupFault::OppositeCheck, opposite);
    }
    let Some(king) = board.king(us) else { return faults };
    let checkers = checkers(board, king, us);
    if !checkers.more_than_one() {
        return faults;
    }
    match checkers.len() {
        2 if sound_en_passant => faults,
        2 => {
            let search = LastMove::new(board, king, !us, checkers);
            faults.with_if(SetupFault::ImpossibleCheck, !search.exists())
        }
        _ => faults.with(SetupFault::TooManyCheckers),
    }
}

/// Returns the pieces of the other side that attack the king of `color`, excluding the other side's
/// king.
pub(super) fn checkers(board: &Board, king: Square, color: Color) -> Bitboard {
    let enemy = board.by_color(!color) - board.by_type(PieceType::King);
    board.attackers_to(king, board.occupied()) & enemy
}

/// The search for a last move by `mover` that can have given check to `king`.
struct LastMove<'a> {
    board: &'a Board,
    king: Square,
    mover: Color,
    checkers: Bitboard,
    pieces: Bitboard,
    occupied: Bitboard,
    vacant: Bitboard,
    /// `true` if the other side is missing a piece that can have been captured.
    can_capture: bool,
}

/// A retracted move: the kind of the piece before the move, its origin and its capture.
struct Retraction {
    kind: PieceType,
    from: Square,
    to: Square,
    captured: Option<Square>,
}

impl<'a> LastMove<'a> {
    fn new(board: &'a Board, king: Square, mover: Color, checkers: Bitboard) -> Self {
        Self {
            board,
            king,
            mover,
            checkers,
            pieces: board.by_color(mover),
            occupied: board.occupied(),
            vacant: board.vacant(),
            can_capture: board.by_color(!mover).len() < material::PIECES,
        }
    }

    /// Returns `true` if there is a last move that can have given the check. Most double checks are
    /// given by a moved piece that is itself a checker, so the checkers are tried first.
    fn exists(&self) -> bool {
        self.checkers.iter().any(|to| self.can_have_moved(to))
            || (self.pieces - self.checkers).iter().any(|to| self.can_have_moved(to))
    }

    /// Returns `true` if the piece on `to` can have made the last move.
    fn can_have_moved(&self, to: Square) -> bool {
        match self.board.type_at(to) {
            None => false,
            Some(PieceType::Pawn) => {
                self.pawn_can_have_moved(to) || self.can_have_captured_en_passant(to)
            }
            Some(kind) => {
                self.piece_can_have_moved(kind, to)
                    || (kind != PieceType::King && self.can_have_promoted(to))
            }
        }
    }

    /// Returns `true` if a piece can have come to `to` from a vacant square. If captures are
    /// possible, nothing else needs to be tried, because a captured piece can only have shielded
    /// the king more than an empty square.
    fn piece_can_have_moved(&self, kind: PieceType, to: Square) -> bool {
        let origins = attacks::of(kind, self.mover, to, self.occupied) & self.vacant;
        let captured = self.can_capture.then_some(to);
        origins.iter().any(|from| self.gave_check(&Retraction { kind, from, to, captured }))
    }

    fn pawn_can_have_moved(&self, to: Square) -> bool {
        self.pawn_can_have_come_from(to, self.pawn_origins(to))
            || self.pawn_can_have_captured_from(to, self.pawn_capture_origins(to))
    }

    fn can_have_promoted(&self, to: Square) -> bool {
        to.rank().relative_to(self.mover) == Rank::Eighth
            && material::missing_pawns(self.board, self.mover) > 0
            && (self.pawn_can_have_come_from(to, self.pawn_origins(to))
                || self.pawn_can_have_captured_from(to, self.pawn_capture_origins(to)))
    }

    fn pawn_can_have_come_from(&self, to: Square, origins: Bitboard) -> bool {
        let kind = PieceType::Pawn;
        origins.iter().any(|from| self.gave_check(&Retraction { kind, from, to, captured: None }))
    }

    fn pawn_can_have_captured_from(&self, to: Square, origins: Bitboard) -> bool {
        let (kind, captured) = (PieceType::Pawn, Some(to));
        self.can_capture
            && origins.iter().any(|from| self.gave_check(&Retraction { kind, from, to, captured }))
    }

    /// Returns `true` if a pawn can have captured en passant. The captured pawn's square and its
    /// start square must now be vacant.
    fn can_have_captured_en_passant(&self, to: Square) -> bool {
        let on = |rank: Rank| Square::new(to.file(), rank.relative_to(self.mover));
        let victim = on(Rank::Fifth);
        let kind = PieceType::Pawn;
        let captured = Some(victim);
        to == on(Rank::Sixth)
            && self.can_capture
            && self.vacant.contains(victim)
            && self.vacant.contains(on(Rank::Seventh))
            && self
                .pawn_capture_origins(to)
                .iter()
                .any(|from| self.gave_check(&Retraction { kind, from, to, captured }))
    }

    /// Returns the vacant squares from which a pawn can have been pushed to `to`.
    fn pawn_origins(&self, to: Square) -> Bitboard {
        let behind = to.bitboard().forward(!self.mover) & self.vacant;
        let fourth = Bitboard::rank(Rank::Fourth.relative_to(self.mover));
        let far = if fourth.contains(to) { behind.forward(!self.mover) } else { Bitboard::EMPTY };
        (behind | far & self.vacant) - Bitboard::BACK_RANKS
    }

    /// Returns the vacant squares from which a pawn can have captured on `to`.
    fn pawn_capture_origins(&self, to: Square) -> Bitboard {
        (attacks::pawn(!self.mover, to) & self.vacant) - Bitboard::BACK_RANKS
    }

    /// Returns `true` if the king was not attacked before the retracted move.
    fn gave_check(&self, retraction: &Retraction) -> bool {
        let &Retraction { kind, from, to, captured } = retraction;
        let mut before = self.occupied.without(to).with(from);
        if let Some(square) = captured {
            before.insert(square);
        }
        let others = self.pieces.without(to) - self.board.by_type(PieceType::King);
        self.board.attackers_to(self.king, before).is_disjoint(others)
            && !attacks::of(kind, self.mover, from, before).contains(self.king)
    }
}
