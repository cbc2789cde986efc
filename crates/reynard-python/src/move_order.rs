//! Legal moves in the order of python-chess. Scripts that use random seeds depend on this order.

use reynard::{
    Bitboard, CastlingSide, Color, Move, MoveKind, MoveList, MoveSink, Position, Rank, Square,
};

/// Promotions and capturing promotions, in the order of python-chess.
const PROMOTIONS: [[MoveKind; 4]; 2] = [
    [
        MoveKind::PromoteQueen,
        MoveKind::PromoteRook,
        MoveKind::PromoteBishop,
        MoveKind::PromoteKnight,
    ],
    [
        MoveKind::CapturePromoteQueen,
        MoveKind::CapturePromoteRook,
        MoveKind::CapturePromoteBishop,
        MoveKind::CapturePromoteKnight,
    ],
];

/// The ranks on which pawns promote.
const ENDS: Bitboard =
    Bitboard::from_bits(Bitboard::rank(Rank::First).bits() | Bitboard::rank(Rank::Eighth).bits());

/// Adds the legal moves in the order of python-chess: king evasions, piece moves, castling, pawn
/// captures, single and double pushes, en passant. Each group runs from the last square to the
/// first.
pub(crate) fn add_in_order(pos: &Position, list: &mut MoveList) {
    let evader = pos.board().king(pos.turn()).filter(|_| pos.is_check());
    let mut sorted = SortedMoves::new(evader);
    pos.visit_legal_moves(&mut sorted);
    sorted.write(pos.turn(), list);
}

/// The legal moves by group, mostly as sets of squares.
struct SortedMoves {
    /// The square of the king, if it is in check.
    evader: Option<Square>,
    /// Target squares of piece moves and pawn captures, by origin square.
    targets: [Bitboard; 64],
    /// The pieces that may be captured.
    theirs: Bitboard,
    evasions: Bitboard,
    pieces: Bitboard,
    castling: [Option<Move>; 2],
    captures: Bitboard,
    pushes: Bitboard,
    double_pushes: Bitboard,
    en_passant: Bitboard,
    en_passant_target: Option<Square>,
}

impl MoveSink for SortedMoves {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard, theirs: Bitboard) {
        self.theirs = theirs;
        if self.evader == Some(from) {
            self.evasions |= targets;
        } else {
            self.pieces.insert(from);
            self.targets[from as usize] |= targets;
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8, kind: MoveKind) {
        match kind {
            MoveKind::Capture => self.pawn_captures(targets, step),
            MoveKind::DoublePush => self.double_pushes |= targets,
            _ => self.pushes |= targets,
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8, kinds: [MoveKind; 4]) {
        if kinds[0] == MoveKind::PromoteQueen {
            self.pushes |= targets;
        } else {
            self.pawn_captures(targets, step);
        }
    }

    #[inline]
    fn single(&mut self, from: Square, to: Square, kind: MoveKind) {
        if kind == MoveKind::EnPassant {
            self.en_passant.insert(from);
            self.en_passant_target = Some(to);
        } else {
            let queen_side = kind == CastlingSide::QueenSide.move_kind();
            self.castling[usize::from(queen_side)] = Some(Move::new(from, to, kind));
        }
    }
}

impl SortedMoves {
    const fn new(evader: Option<Square>) -> Self {
        Self {
            evader,
            targets: [Bitboard::EMPTY; 64],
            theirs: Bitboard::EMPTY,
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
    fn pawn_captures(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            if let Some(from) = origin(to, step) {
                self.captures.insert(from);
                self.targets[from as usize].insert(to);
            }
        }
    }

    fn write(&self, turn: Color, list: &mut MoveList) {
        if let Some(king) = self.evader {
            self.write_piece(king, self.evasions, list);
        }
        for from in self.pieces.iter().rev() {
            self.write_piece(from, self.targets[from as usize], list);
        }
        self.castling.iter().flatten().for_each(|mv| list.push(*mv));
        for from in self.captures.iter().rev() {
            for to in self.targets[from as usize].iter().rev() {
                write_pawn_move(from, to, MoveKind::Capture, list);
            }
        }
        let ahead = if turn == Color::White { 8 } else { -8 };
        for to in self.pushes.iter().rev() {
            if let Some(from) = origin(to, ahead) {
                write_pawn_move(from, to, MoveKind::Quiet, list);
            }
        }
        for to in self.double_pushes.iter().rev() {
            if let Some(from) = origin(to, 2 * ahead) {
                list.push(Move::new(from, to, MoveKind::DoublePush));
            }
        }
        if let Some(to) = self.en_passant_target {
            for from in self.en_passant.iter().rev() {
                list.push(Move::new(from, to, MoveKind::EnPassant));
            }
        }
    }

    #[inline]
    fn write_piece(&self, from: Square, targets: Bitboard, list: &mut MoveList) {
        for to in targets.iter().rev() {
            let takes = self.theirs.contains(to);
            let kind = if takes { MoveKind::Capture } else { MoveKind::Quiet };
            list.push(Move::new(from, to, kind));
        }
    }
}

/// Returns the origin square of a pawn move from its target square and its step.
#[inline]
fn origin(to: Square, step: i8) -> Option<Square> {
    Square::from_index((to as u8).wrapping_sub(step.cast_unsigned()))
}

/// Adds a pawn move or, if it is a promotion, one move for each promotion piece.
#[inline]
fn write_pawn_move(from: Square, to: Square, kind: MoveKind, list: &mut MoveList) {
    if ENDS.contains(to) {
        let kinds = PROMOTIONS[usize::from(kind == MoveKind::Capture)];
        for kind in kinds {
            list.push(Move::new(from, to, kind));
        }
    } else {
        list.push(Move::new(from, to, kind));
    }
}
