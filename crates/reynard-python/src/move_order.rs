//! Legal moves in the order of python-chess, which scripts with seeds depend on.

use reynard::{Bitboard, CastlingSide, Color, Move, MoveKind, PieceType, Position, Rank, Square};

use crate::moves::Parts;
use crate::state::parts_of;

/// Pieces that a pawn becomes, in their order.
const PROMOTIONS: [PieceType; 4] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// The ranks on which pawns promote.
const ENDS: Bitboard =
    Bitboard::from_bits(Bitboard::rank(Rank::First).bits() | Bitboard::rank(Rank::Eighth).bits());

/// Returns the parts of legal moves in the order of python-chess: evasions of the king, moves of
/// pieces, castling, captures of pawns, single and double pushes, en passant; from the last square
/// to the first one.
pub(crate) fn in_order(pos: &Position, moves: &[Move], chess960: bool) -> Vec<Parts> {
    let mut sorted = SortedMoves::new();
    let pawns = pos.board().by_type(PieceType::Pawn);
    let evader = pos.board().king(pos.turn()).filter(|_| pos.is_check());
    for &mv in moves {
        sorted.add(mv, pawns, evader);
    }
    let mut parts = Vec::with_capacity(moves.len());
    sorted.write(pos.turn(), evader, chess960, &mut parts);
    parts
}

/// Squares of the moves of each class.
struct SortedMoves {
    /// Targets of pieces and of captures by pawns, by their origin.
    targets: [Bitboard; 64],
    evasions: Bitboard,
    pieces: Bitboard,
    castling: [Option<Move>; 2],
    captures: Bitboard,
    pushes: Bitboard,
    double_pushes: Bitboard,
    en_passant: Bitboard,
    en_passant_target: Option<Square>,
}

impl SortedMoves {
    const fn new() -> Self {
        Self {
            targets: [Bitboard::EMPTY; 64],
            evasions: Bitboard::EMPTY,
            pieces: Bitboard::EMPTY,
            castling: [None; 2],
            captures: Bitboard::EMPTY,
            pushes: Bitboard::EMPTY,
            double_pushes: Bitboard::EMPTY,
            en_passant: Bitboard::EMPTY,
            en_passant_target: None,
        }
    }

    #[inline]
    fn add(&mut self, mv: Move, pawns: Bitboard, evader: Option<Square>) {
        let (from, to) = (mv.from(), mv.to());
        if pawns.contains(from) {
            match mv.kind() {
                MoveKind::EnPassant => {
                    self.en_passant.insert(from);
                    self.en_passant_target = Some(to);
                }
                MoveKind::DoublePush => self.double_pushes.insert(to),
                _ if mv.is_capture() => {
                    self.captures.insert(from);
                    self.targets[from as usize].insert(to);
                }
                _ => self.pushes.insert(to),
            }
        } else if mv.is_castling() {
            self.castling[usize::from(mv.kind() == CastlingSide::QueenSide.move_kind())] = Some(mv);
        } else if evader == Some(from) {
            self.evasions.insert(to);
        } else {
            self.pieces.insert(from);
            self.targets[from as usize].insert(to);
        }
    }

    fn write(&self, turn: Color, evader: Option<Square>, chess960: bool, out: &mut Vec<Parts>) {
        let origin = |to: Square, ranks: u8| {
            let index = match turn {
                Color::White => (to as u8).checked_sub(8 * ranks),
                Color::Black => Some(to as u8 + 8 * ranks),
            };
            index.and_then(Square::from_index)
        };
        if let Some(king) = evader {
            out.extend(self.evasions.iter().rev().map(|to| Parts::new(king, to)));
        }
        for from in self.pieces.iter().rev() {
            let targets = self.targets[from as usize].iter().rev();
            out.extend(targets.map(|to| Parts::new(from, to)));
        }
        out.extend(self.castling.iter().flatten().map(|mv| parts_of(*mv, chess960)));
        for from in self.captures.iter().rev() {
            let targets = self.targets[from as usize].iter().rev();
            targets.for_each(|to| add_pawn_move(from, to, out));
        }
        for to in self.pushes.iter().rev() {
            if let Some(from) = origin(to, 1) {
                add_pawn_move(from, to, out);
            }
        }
        let double_pushes = self.double_pushes.iter().rev();
        out.extend(double_pushes.filter_map(|to| Some(Parts::new(origin(to, 2)?, to))));
        if let Some(to) = self.en_passant_target {
            out.extend(self.en_passant.iter().rev().map(|from| Parts::new(from, to)));
        }
    }
}

/// Adds a move of a pawn, or all its promotions.
#[inline]
fn add_pawn_move(from: Square, to: Square, out: &mut Vec<Parts>) {
    let parts = Parts::new(from, to);
    if ENDS.contains(to) {
        out.extend(PROMOTIONS.map(|kind| parts.promoting(kind)));
    } else {
        out.push(parts);
    }
}
