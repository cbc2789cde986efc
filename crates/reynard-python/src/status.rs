//! Faults of a board, as python-chess flags.

use reynard::{Bitboard, Color, PieceType, Rank, SetupFault, attacks};

use crate::core::Core;
use crate::loose::attackers;
use crate::state::State;

const NO_WHITE_KING: u32 = 1;
const NO_BLACK_KING: u32 = 1 << 1;
const TOO_MANY_KINGS: u32 = 1 << 2;
const TOO_MANY_WHITE_PAWNS: u32 = 1 << 3;
const TOO_MANY_BLACK_PAWNS: u32 = 1 << 4;
const PAWNS_ON_BACKRANK: u32 = 1 << 5;
const TOO_MANY_WHITE_PIECES: u32 = 1 << 6;
const TOO_MANY_BLACK_PIECES: u32 = 1 << 7;
const BAD_CASTLING_RIGHTS: u32 = 1 << 8;
const INVALID_EP_SQUARE: u32 = 1 << 9;
const OPPOSITE_CHECK: u32 = 1 << 10;
const EMPTY: u32 = 1 << 11;
const TOO_MANY_CHECKERS: u32 = 1 << 15;
const IMPOSSIBLE_CHECK: u32 = 1 << 16;

impl Core {
    /// Returns the faults of this board as flags.
    pub(crate) fn status(&self) -> u32 {
        let board = self.state.board();
        let kings = board.by_type(PieceType::King);
        let of = |color: Color, kind: PieceType| board.pieces(color, kind).len();
        let ends = Bitboard::rank(Rank::First) | Bitboard::rank(Rank::Eighth);
        let checkers = self.checkers();
        let rules = [
            (EMPTY, board.occupied().is_empty()),
            (NO_WHITE_KING, of(Color::White, PieceType::King) == 0),
            (NO_BLACK_KING, of(Color::Black, PieceType::King) == 0),
            (TOO_MANY_KINGS, kings.len() > 2),
            (TOO_MANY_WHITE_PAWNS, of(Color::White, PieceType::Pawn) > 8),
            (TOO_MANY_BLACK_PAWNS, of(Color::Black, PieceType::Pawn) > 8),
            (TOO_MANY_WHITE_PIECES, board.by_color(Color::White).len() > 16),
            (TOO_MANY_BLACK_PIECES, board.by_color(Color::Black).len() > 16),
            (PAWNS_ON_BACKRANK, (board.by_type(PieceType::Pawn) & ends).any()),
            (BAD_CASTLING_RIGHTS, self.state.castling_rooks() != self.clean_castling_rights()),
            (INVALID_EP_SQUARE, !self.has_sound_en_passant()),
            (OPPOSITE_CHECK, self.was_into_check()),
            (TOO_MANY_CHECKERS, checkers.len() > 2),
            (IMPOSSIBLE_CHECK, self.is_impossible_check(checkers)),
        ];
        rules.into_iter().filter(|(_, applies)| *applies).fold(0, |flags, (flag, _)| flags | flag)
    }

    /// Returns `true` if a double push can have created the en-passant square, or if there is no
    /// en-passant square.
    pub(crate) fn has_sound_en_passant(&self) -> bool {
        let Some(target) = self.state.en_passant() else { return true };
        let board = self.state.board();
        let us = self.state.turn();
        if target.rank() != us.relative_rank(Rank::Sixth) {
            return false;
        }
        let behind = target.bitboard().forward(!us);
        let origin = target.bitboard().forward(us);
        behind.is_subset(board.pieces(!us, PieceType::Pawn))
            && (board.occupied() & (target.bitboard() | origin)).is_empty()
    }

    /// Returns `true` if the side not to move is in check.
    pub(crate) fn was_into_check(&self) -> bool {
        if matches!(self.state, State::Legal(_)) {
            return false;
        }
        let board = self.state.board();
        let us = self.state.turn();
        self.king(!us).is_some_and(|king| attackers(board, us, king, board.occupied()).any())
    }

    fn is_impossible_check(&self, checkers: Bitboard) -> bool {
        let Some(king) = self.king(self.state.turn()) else { return false };
        if checkers.is_empty() {
            return false;
        }
        if let Some(target) = self.state.en_passant().filter(|_| self.has_sound_en_passant()) {
            return self.state.to_setup().faults().contains(SetupFault::EnPassantCheck) || {
                // A discovered check along a diagonal through the square that the pawn left is
                // impossible.
                let pushed = target.bitboard().forward(!self.state.turn());
                checkers.more_than_one()
                    && !checkers.is_subset(pushed)
                    && is_impossible_pair(king, checkers)
            };
        }
        checkers.len() > 2 || is_impossible_pair(king, checkers)
    }
}

/// Returns `true` if a color cannot possibly mate, judging by material alone.
pub(crate) fn has_insufficient_material(board: &reynard::Board, color: Color) -> bool {
    let own = board.by_color(color);
    let of = |kind: PieceType| board.by_type(kind);
    if (own & (of(PieceType::Pawn) | of(PieceType::Rook) | of(PieceType::Queen))).any() {
        return false;
    }
    if (own & of(PieceType::Knight)).any() {
        let others = board.by_color(!color) - of(PieceType::King) - of(PieceType::Queen);
        return own.len() <= 2 && others.is_empty();
    }
    if (own & of(PieceType::Bishop)).any() {
        let shade = |color: Color| (of(PieceType::Bishop) & Bitboard::shade(color)).is_empty();
        let one_shade = shade(Color::White) || shade(Color::Black);
        return one_shade && of(PieceType::Pawn).is_empty() && of(PieceType::Knight).is_empty();
    }
    true
}

/// Returns `true` if two checkers are on the same line as the king.
fn is_impossible_pair(king: reynard::Square, checkers: Bitboard) -> bool {
    match (checkers.first(), checkers.last()) {
        (Some(first), Some(last)) if checkers.len() == 2 => {
            attacks::line(first, last).contains(king)
        }
        _ => false,
    }
}
