//! The slow-path generator: generates the pseudo-legal moves of any set-up, in the order of
//! python-chess.
//!
//! The generator makes no assumptions about the board: there may be no king or two kings, pawns on
//! the first and last ranks, or castling rights without a rook. Piece moves come first, followed by
//! castling, pawn captures, single and double pushes, and en passant.

use reynard::{
    Bitboard, Board, CastlingSide, Color, File, PieceType, Rank, Setup, Square, attacks,
};

use crate::moves::Parts;
use crate::state::{CORNERS, castling_side};

/// A set-up, together with the additional state that python-chess keeps.
#[derive(Clone)]
pub(crate) struct Loose {
    pub(crate) setup: Setup,
    /// Promoted pieces.
    pub(crate) promoted: Bitboard,
    pub(crate) chess960: bool,
}

/// Returns the pieces of `color` that attack `square` on a board with these occupied squares.
pub(crate) fn attackers(
    board: &Board,
    color: Color,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    let by = |kind: PieceType| board.by_type(kind);
    let pawns = attacks::pawn(!color, square) & by(PieceType::Pawn);
    let leapers = (attacks::knight(square) & by(PieceType::Knight))
        | (attacks::king(square) & by(PieceType::King));
    let diagonal = attacks::bishop(square, occupied) & board.diagonal_sliders();
    let orthogonal = attacks::rook(square, occupied) & board.orthogonal_sliders();
    (pawns | leapers | diagonal | orthogonal) & board.by_color(color)
}

/// Returns the king of a color, or the king on the highest square if there are several. A promoted
/// king does not count.
pub(crate) fn king(board: &Board, promoted: Bitboard, color: Color) -> Option<Square> {
    (board.pieces(color, PieceType::King) - promoted).last()
}

fn descending(squares: Bitboard) -> impl Iterator<Item = Square> {
    squares.iter().rev()
}

const PROMOTIONS: [PieceType; 4] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

impl Loose {
    pub(crate) fn king(&self, color: Color) -> Option<Square> {
        king(&self.setup.board, self.promoted, color)
    }

    /// Returns the castling rights that are consistent with the board, as rook squares.
    pub(crate) fn clean_castling_rights(&self) -> Bitboard {
        Color::ALL
            .into_iter()
            .fold(Bitboard::EMPTY, |rooks, color| rooks | self.clean_rights_of(color))
    }

    fn clean_rights_of(&self, color: Color) -> Bitboard {
        let board = &self.setup.board;
        let rank = Bitboard::rank(color.back_rank());
        let rooks = self.setup.castling_rooks & board.pieces(color, PieceType::Rook) & rank;
        let kings = (board.pieces(color, PieceType::King) & rank) - self.promoted;
        if !self.chess960 {
            let home = Square::new(File::E, color.back_rank());
            return if kings.contains(home) { rooks & CORNERS } else { Bitboard::EMPTY };
        }
        let Some(king) = kings.first() else { return Bitboard::EMPTY };
        let near = rooks.first().filter(|rook| *rook < king);
        let far = rooks.last().filter(|rook| *rook > king);
        near.into_iter().chain(far).collect()
    }

    /// Returns the pseudo-legal moves from and to the given squares.
    pub(crate) fn pseudo_legal(&self, from: Bitboard, to: Bitboard) -> Vec<Parts> {
        let mut moves = Vec::with_capacity(48);
        self.add_pieces(from, to, &mut moves);
        self.add_castling(from, to, &mut moves);
        self.add_pawns(from, to, &mut moves);
        self.add_en_passant(from, to, &mut moves);
        moves
    }

    fn add_pieces(&self, from: Bitboard, to: Bitboard, moves: &mut Vec<Parts>) {
        let board = &self.setup.board;
        let us = self.setup.turn;
        let pieces = board.by_color(us) - board.by_type(PieceType::Pawn);
        for square in descending(pieces & from) {
            let Some(kind) = board.type_at(square) else { continue };
            let targets = attacks::of(kind, us, square, board.occupied()) - board.by_color(us);
            moves.extend(descending(targets & to).map(|target| Parts::new(square, target)));
        }
    }

    /// Adds castling moves, written with the king's target square or, in Chess960, with the rook's
    /// square. `to` selects the castling rooks.
    pub(crate) fn add_castling(&self, from: Bitboard, to: Bitboard, moves: &mut Vec<Parts>) {
        let us = self.setup.turn;
        let kings = self.setup.board.pieces(us, PieceType::King) - self.promoted;
        let Some(king) = (kings & Bitboard::rank(us.back_rank()) & from).first() else { return };
        let rooks = self.clean_castling_rights() & Bitboard::rank(us.back_rank());
        for rook in descending(rooks) {
            let side = if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            let target = Square::new(side.king_file(), us.back_rank());
            let shown = if self.chess960 { rook } else { target };
            if to.contains(rook) && self.may_castle(king, rook, side) {
                moves.push(Parts::new(king, shown));
            }
        }
    }

    fn may_castle(&self, king: Square, rook: Square, side: CastlingSide) -> bool {
        let board = &self.setup.board;
        let us = self.setup.turn;
        let king_target = Square::new(side.king_file(), us.back_rank());
        let rook_target = Square::new(side.rook_file(), us.back_rank());
        let others = board.occupied() - king.bitboard() - rook.bitboard();
        let king_path = attacks::between(king, king_target) | king_target.bitboard();
        let rook_path = attacks::between(rook, rook_target) | rook_target.bitboard();
        let free = (others & (king_path | rook_path)).is_empty();
        let occupied = board.occupied() - king.bitboard();
        let safe = |square: Square| attackers(board, !us, square, occupied).is_empty();
        let after = others | rook_target.bitboard() | king_target.bitboard();
        free && (king_path | king.bitboard()).iter().all(safe)
            && attackers(board, !us, king_target, after).is_empty()
    }

    fn add_pawns(&self, from: Bitboard, to: Bitboard, moves: &mut Vec<Parts>) {
        let board = &self.setup.board;
        let us = self.setup.turn;
        let pawns = board.pieces(us, PieceType::Pawn) & from;
        for square in descending(pawns) {
            for target in descending(attacks::pawn(us, square) & board.by_color(!us) & to) {
                add_pawn_move(square, target, moves);
            }
        }
        let single = pawns.forward(us) - board.occupied();
        // A pawn on the first rank may also advance two squares, as in python-chess.
        let ranks = [Rank::Third, Rank::Fourth].map(|rank| Bitboard::rank(us.relative_rank(rank)));
        let double = single.forward(us) & (ranks[0] | ranks[1]);
        let back = |square: Square, ranks: i8| {
            square.offset(0, if us == Color::White { -ranks } else { ranks })
        };
        for target in descending(single & to) {
            if let Some(square) = back(target, 1) {
                add_pawn_move(square, target, moves);
            }
        }
        for target in descending((double - board.occupied()) & to) {
            if let Some(square) = back(target, 2) {
                moves.push(Parts::new(square, target));
            }
        }
    }

    /// Returns the pawns that could capture en passant.
    pub(crate) fn en_passant_capturers(&self) -> Bitboard {
        let board = &self.setup.board;
        let us = self.setup.turn;
        let Some(target) = self.setup.en_passant else { return Bitboard::EMPTY };
        if board.occupied().contains(target) {
            return Bitboard::EMPTY;
        }
        let rank = Bitboard::rank(us.relative_rank(Rank::Fifth));
        board.pieces(us, PieceType::Pawn) & attacks::pawn(!us, target) & rank
    }

    pub(crate) fn add_en_passant(&self, from: Bitboard, to: Bitboard, moves: &mut Vec<Parts>) {
        if let Some(target) = self.setup.en_passant.filter(|target| to.contains(*target)) {
            let capturers = self.en_passant_capturers() & from;
            moves.extend(descending(capturers).map(|square| Parts::new(square, target)));
        }
    }

    /// Returns `true` if the king of the side to move is not attacked after the move.
    pub(crate) fn is_safe(&self, parts: Parts) -> bool {
        let us = self.setup.turn;
        let board = &self.setup.board;
        let Some(king_before) = self.king(us) else { return true };
        if castling_side(board, parts).is_some() {
            return true;
        }
        let mut after = self.clone();
        if !after.apply(parts) {
            return true;
        }
        let king = if parts.from == king_before { parts.to } else { king_before };
        attackers(&after.setup.board, !us, king, after.setup.board.occupied()).is_empty()
    }

    /// Returns the pieces that give check to the side to move.
    pub(crate) fn checkers(&self) -> Bitboard {
        let us = self.setup.turn;
        let board = &self.setup.board;
        self.king(us).map_or(Bitboard::EMPTY, |king| attackers(board, !us, king, board.occupied()))
    }

    /// Returns the legal moves in the order of python-chess. In check, king moves come first.
    pub(crate) fn legal(&self, from: Bitboard, to: Bitboard) -> Vec<Parts> {
        let mut moves = self.pseudo_legal(from, to);
        moves.retain(|parts| self.is_safe(*parts));
        if self.checkers().any() {
            let king = self.king(self.setup.turn);
            moves.sort_by_key(|parts| Some(parts.from) != king);
        }
        moves
    }

    /// Makes a move without checking the rules. Returns `false` if its origin square is empty.
    pub(crate) fn apply(&mut self, parts: Parts) -> bool {
        let us = self.setup.turn;
        let drop = crate::args::kind_of(parts.drop);
        let piece = self.setup.board.piece_at(parts.from);
        if piece.is_none() && drop.is_none() && !parts.is_null() {
            return false;
        }
        self.setup.castling_rooks = self.clean_castling_rights();
        let target = self.setup.en_passant.take();
        self.setup.turn = !us;
        self.setup.halfmove_clock = self.setup.halfmove_clock.saturating_add(1);
        if us == Color::Black {
            self.setup.fullmove_number = self.setup.fullmove_number.saturating_add(1);
        }
        if parts.is_null() {
            return true;
        }
        if let Some(kind) = drop {
            self.setup.board.set(parts.to, Some(kind.of(us)));
            return true;
        }
        let Some(piece) = piece else { return false };
        let takes_king = self.setup.board.type_at(parts.to) == Some(PieceType::King);
        self.move_piece(parts, piece, target);
        if takes_king {
            self.setup.castling_rooks = self.clean_castling_rights();
        }
        true
    }

    fn move_piece(&mut self, parts: Parts, piece: reynard::Piece, target: Option<Square>) {
        let us = !self.setup.turn;
        let board = &mut self.setup.board;
        let captured = board.piece_at(parts.to);
        // A moved piece of the other side becomes a piece of this side, as if it had been captured.
        let takes = piece.color != us || captured.is_some_and(|captured| captured.color != us);
        let piece = piece.kind.of(us);
        if takes || piece.kind == PieceType::Pawn && parts.from != parts.to {
            self.setup.halfmove_clock = 0;
        }
        let castles = castling_side(board, parts);
        self.setup.castling_rooks.remove(parts.from);
        self.setup.castling_rooks.remove(parts.to);
        if piece.kind == PieceType::King && !self.promoted.contains(parts.from) {
            self.setup.castling_rooks -= Bitboard::rank(us.back_rank());
        }
        let was_promoted = self.promoted.contains(parts.from);
        self.promoted = self.promoted.without(parts.from).without(parts.to);
        board.set(parts.from, None);
        if let Some(side) = castles {
            let rank = us.back_rank();
            let corner =
                Square::new(if side == CastlingSide::KingSide { File::H } else { File::A }, rank);
            let onto_rook = captured == Some(PieceType::Rook.of(us));
            board.set(if onto_rook { parts.to } else { corner }, None);
            board.set(Square::new(side.king_file(), rank), Some(piece));
            board.set(Square::new(side.rook_file(), rank), Some(PieceType::Rook.of(us)));
            return;
        }
        let promotion = crate::args::kind_of(parts.promotion);
        if piece.kind == PieceType::Pawn {
            let ranks = parts.to.rank() as i8 - parts.from.rank() as i8;
            let behind = parts.to.offset(0, if us == Color::White { -1 } else { 1 });
            let second = us.relative_rank(Rank::Second);
            if ranks.abs() == 2
                && parts.from.rank() == second
                && parts.from.file() == parts.to.file()
            {
                self.setup.en_passant = behind;
            } else if Some(parts.to) == target
                && captured.is_none()
                && parts.from.file() != parts.to.file()
                && let Some(victim) = behind
            {
                board.set(victim, None);
            }
        }
        let stays =
            if was_promoted || promotion.is_some() { parts.to.bitboard() } else { Bitboard::EMPTY };
        self.promoted |= stays;
        board.set(parts.to, Some(promotion.map_or(piece, |kind| kind.of(us))));
    }
}

fn add_pawn_move(from: Square, to: Square, moves: &mut Vec<Parts>) {
    if matches!(to.rank(), Rank::First | Rank::Eighth) {
        moves.extend(PROMOTIONS.map(|kind| Parts::new(from, to).promoting(kind)));
    } else {
        moves.push(Parts::new(from, to));
    }
}
