//! The scalar generator: passes all legal moves of a board to a sink, as sets of squares.
//!
//! No pseudo-legal move is made and tested: pins become ray masks, and a check becomes a mask of
//! the squares that resolve it. En passant, which is rare and full of pitfalls, is tested on the
//! changed occupancy.

use crate::board::{Board, kind};
use crate::castling::Side;
use crate::tables::{
    ANTIDIAGONAL, BETWEEN, DIAGONAL, FILE, KING, KNIGHT, NOT_A, NOT_H, PAWN_DOWN, PAWN_UP, RANK,
    RANK_3, RANK_8,
};

/// Attacks of sliding pieces.
pub(crate) trait Sliders: Copy {
    /// Squares attacked by a bishop.
    fn bishop(self, square: u32, occupied: u64) -> u64;
    /// Squares attacked by a rook.
    fn rook(self, square: u32, occupied: u64) -> u64;
}

/// A receiver of the moves of one board.
///
/// Plain moves come first, then en passant, then castling.
pub(crate) trait Sink {
    /// Receives the moves of one piece of kind `KIND`.
    fn piece<const KIND: u32>(&mut self, from: u32, targets: u64);
    /// Receives pawn moves, excluding promotions, that all have the distance `STEP`.
    fn pawns<const STEP: u32>(&mut self, targets: u64);
    /// Receives double pushes.
    fn double_pushes(&mut self, targets: u64);
    /// Receives promotions that all have the distance `STEP`.
    fn promotions<const STEP: u32>(&mut self, targets: u64);
    /// Receives one en-passant capture.
    fn en_passant(&mut self, from: u64, to: u64);
    /// Receives one castling move.
    fn castling(&mut self, side: &Side);
}

/// Returns the squares in a set, lowest first.
#[inline(always)]
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = set.trailing_zeros();
        set &= set - 1;
        Some(square)
    })
}

/// Returns every square attacked by the opponent, treating the mover's king as transparent.
#[inline(always)]
fn danger<S: Sliders>(sliders: S, b: &Board, occupied: u64) -> u64 {
    let pawns = b.pawns & b.theirs;
    let mut set = ((pawns >> 7) & NOT_A) | ((pawns >> 9) & NOT_H);
    set |= knight_attacks(b.knights & b.theirs);
    set |= KING[(b.kings & b.theirs).trailing_zeros() as usize & 63];
    for square in squares(b.diagonal & b.theirs) {
        set |= sliders.bishop(square, occupied);
    }
    for square in squares(b.orthogonal & b.theirs) {
        set |= sliders.rook(square, occupied);
    }
    set
}

/// Returns the squares attacked by knights.
#[inline(always)]
pub(crate) fn knight_attacks(knights: u64) -> u64 {
    let one = ((knights << 1) & NOT_A) | ((knights >> 1) & NOT_H);
    let two = ((knights << 2) & NOT_A & (NOT_A << 1)) | ((knights >> 2) & NOT_H & (NOT_H >> 1));
    (one << 16) | (one >> 16) | (two << 8) | (two >> 8)
}

/// Returns `true` if a slider of `b` that belongs to the set `side` attacks the square `king` at
/// the given occupancy.
#[inline(always)]
fn sliders_attack<S: Sliders>(sliders: S, b: &Board, side: u64, king: u32, occupied: u64) -> bool {
    sliders.bishop(king, occupied) & b.diagonal & side != 0
        || sliders.rook(king, occupied) & b.orthogonal & side != 0
}

/// Counts the opponent's en-passant captures after the double push to the square `to`.
#[inline(always)]
pub(crate) fn replies_en_passant<S: Sliders>(sliders: S, b: &Board, to: u32) -> u64 {
    let pushed = 1u64 << to;
    let beside = ((pushed << 1 & NOT_A) | (pushed >> 1 & NOT_H)) & b.pawns & b.theirs;
    if beside == 0 {
        return 0;
    }
    let (from, behind) = (pushed >> 16, pushed >> 8);
    let king = (b.kings & b.theirs).trailing_zeros();
    let leapers = (KNIGHT[king as usize & 63] & b.knights & b.own)
        | (PAWN_DOWN[king as usize & 63] & b.pawns & b.own & !from);
    if leapers != 0 {
        return 0;
    }
    let occupied = (b.own | b.theirs) ^ from ^ behind;
    squares(beside)
        .filter(|&pawn| !sliders_attack(sliders, b, b.own, king, occupied ^ (1 << pawn)))
        .count() as u64
}

/// Sliders on a line with the king.
#[derive(Clone, Copy)]
struct InLine {
    checkers: u64,
    /// Sliders with exactly one piece between them and the king, and all squares between.
    pins: u64,
}

/// Classifies the sliders that are on a line with the king.
#[inline(always)]
fn in_line(king: u32, sliders: u64, occupied: u64) -> InLine {
    let mut found = InLine { checkers: 0, pins: 0 };
    for slider in squares(sliders) {
        let between = BETWEEN[king as usize & 63][slider as usize & 63];
        let blockers = between & occupied;
        if blockers == 0 {
            found.checkers |= 1 << slider;
        } else if blockers.is_power_of_two() {
            found.pins |= between | 1 << slider;
        }
    }
    found
}

/// Generates all legal moves of `b`.
#[inline(always)]
pub(crate) fn generate<S: Sliders, K: Sink>(
    sliders: S,
    b: &Board,
    sides: &[Side; 2],
    sink: &mut K,
) {
    let occupied = b.own | b.theirs;
    let king_set = b.kings & b.own;
    let king = king_set.trailing_zeros() & 63;
    let danger = danger(sliders, b, occupied ^ king_set);
    let capturable = !b.own & !(b.kings & b.theirs);
    sink.piece::<{ kind::KING }>(king, KING[king as usize] & capturable & !danger);

    let square = king as usize;
    let theirs = (b.diagonal & b.theirs, b.orthogonal & b.theirs);
    let diagonal = in_line(king, (DIAGONAL[square] | ANTIDIAGONAL[square]) & theirs.0, occupied);
    let orthogonal = in_line(king, (FILE[square] | RANK[square]) & theirs.1, occupied);
    let leapers = (KNIGHT[square] & b.knights | PAWN_UP[square] & b.pawns) & b.theirs;
    let checkers = leapers | diagonal.checkers | orthogonal.checkers;
    let mut resolve = u64::MAX;
    if checkers != 0 {
        let checker = checkers.trailing_zeros() & 63;
        resolve = if checkers.is_power_of_two() {
            BETWEEN[king as usize][checker as usize] | checkers
        } else {
            0
        };
    }
    if resolve != 0 {
        let pins = Pins { diagonal: diagonal.pins, orthogonal: orthogonal.pins };
        pieces(sliders, b, occupied, capturable & resolve, pins, sink);
        pawn_moves(b, occupied, resolve, capturable & resolve, pins, sink);
        if b.en_passant != 0 {
            en_passant(sliders, b, king, occupied, leapers, sink);
        }
        if checkers == 0 && b.castling & b.own != 0 {
            for side in sides {
                if b.castling & b.own & side.rook & !orthogonal.pins != 0
                    && occupied & side.empty == 0
                    && danger & side.safe == 0
                {
                    sink.castling(side);
                }
            }
        }
    } else if b.en_passant != 0 {
        en_passant(sliders, b, king, occupied, leapers, sink);
    }
}

/// The rays of all pins, with the pinning pieces.
#[derive(Clone, Copy)]
struct Pins {
    diagonal: u64,
    orthogonal: u64,
}

#[inline(always)]
fn pieces<S: Sliders, K: Sink>(
    sliders: S,
    b: &Board,
    occupied: u64,
    targets: u64,
    pins: Pins,
    sink: &mut K,
) {
    let free = b.own & !(pins.diagonal | pins.orthogonal);
    for from in squares(b.knights & free) {
        sink.piece::<{ kind::KNIGHT }>(from, KNIGHT[from as usize & 63] & targets);
    }
    let queens = b.diagonal & b.orthogonal;
    for from in squares(b.diagonal & !queens & free) {
        sink.piece::<{ kind::DIAGONAL }>(from, sliders.bishop(from, occupied) & targets);
    }
    for from in squares(b.orthogonal & !queens & free) {
        sink.piece::<{ kind::ORTHOGONAL }>(from, sliders.rook(from, occupied) & targets);
    }
    for from in squares(queens & free) {
        let attacks = sliders.bishop(from, occupied) | sliders.rook(from, occupied);
        sink.piece::<{ kind::QUEEN }>(from, attacks & targets);
    }
    for from in squares(b.diagonal & b.own & pins.diagonal) {
        let set = sliders.bishop(from, occupied) & targets & pins.diagonal;
        if queens & (1 << from) == 0 {
            sink.piece::<{ kind::DIAGONAL }>(from, set);
        } else {
            sink.piece::<{ kind::QUEEN }>(from, set);
        }
    }
    for from in squares(b.orthogonal & b.own & pins.orthogonal) {
        let set = sliders.rook(from, occupied) & targets & pins.orthogonal;
        if queens & (1 << from) == 0 {
            sink.piece::<{ kind::ORTHOGONAL }>(from, set);
        } else {
            sink.piece::<{ kind::QUEEN }>(from, set);
        }
    }
}

#[inline(always)]
fn pawn_moves<K: Sink>(
    b: &Board,
    occupied: u64,
    resolve: u64,
    targets: u64,
    pins: Pins,
    sink: &mut K,
) {
    let pawns = b.pawns & b.own;
    let free = pawns & !(pins.diagonal | pins.orthogonal);
    let on_file = pawns & pins.orthogonal;
    let on_diagonal = pawns & pins.diagonal;
    let single = (free << 8 | (on_file << 8 & pins.orthogonal)) & !occupied;
    let double = (single & RANK_3) << 8 & !occupied & resolve;
    let single = single & resolve;
    let victims = targets & b.theirs;
    let left = (free << 7 | (on_diagonal << 7 & pins.diagonal)) & NOT_H & victims;
    let right = (free << 9 | (on_diagonal << 9 & pins.diagonal)) & NOT_A & victims;
    sink.pawns::<8>(single & !RANK_8);
    sink.pawns::<7>(left & !RANK_8);
    sink.pawns::<9>(right & !RANK_8);
    sink.double_pushes(double);
    if (single | left | right) & RANK_8 != 0 {
        sink.promotions::<8>(single & RANK_8);
        sink.promotions::<7>(left & RANK_8);
        sink.promotions::<9>(right & RANK_8);
    }
}

#[inline(always)]
fn en_passant<S: Sliders, K: Sink>(
    sliders: S,
    b: &Board,
    king: u32,
    occupied: u64,
    leapers: u64,
    sink: &mut K,
) {
    let to = b.en_passant;
    let captured = to >> 8;
    if leapers & !captured != 0 {
        return;
    }
    let candidates = PAWN_DOWN[to.trailing_zeros() as usize & 63] & b.pawns & b.own;
    for from in squares(candidates) {
        let from = 1 << from;
        if !sliders_attack(sliders, b, b.theirs, king, occupied ^ from ^ captured ^ to) {
            sink.en_passant(from, to);
        }
    }
}
