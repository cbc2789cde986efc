//! Enumeration of all possible moves.

use super::FullMove;
use crate::{Bitboard, Color, PieceType, Rank, Square, attacks};

/// Rule that determines which moves [`FullMove::all_moves`] lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AllMoves {
    /// The 45,356 moves counted by Chess::Plisco: a piece can capture a pawn on any square, even on
    /// the first and last ranks, where pawns never stand.
    Plisco,
    /// The 43,764 moves that can occur in standard chess: those of [`AllMoves::Plisco`] without
    /// captures of pawns on the first and last ranks.
    Possible,
}

impl FullMove {
    /// Returns every move of standard chess: for each side, each piece on each square, each of its
    /// moves on an empty board, and every possible capture on the target square. The king is never
    /// captured.
    ///
    /// The moves are in a fixed order: first White's, then by moving piece from pawn to king,
    /// origin, target, captured piece (nothing first) and promotion (knight to queen). Castling
    /// moves and en-passant captures have their flags set. For en passant, the captured piece is
    /// the pawn here, whereas it is a king in Chess::Plisco.
    ///
    /// ```
    /// use reynard::full_move::{AllMoves, FullMove};
    ///
    /// assert_eq!(FullMove::all_moves(AllMoves::Plisco).count(), 45_356);
    /// assert_eq!(FullMove::all_moves(AllMoves::Possible).count(), 43_764);
    /// ```
    pub fn all_moves(rule: AllMoves) -> impl Iterator<Item = Self> + Clone {
        Color::ALL.into_iter().flat_map(move |color| {
            PieceType::ALL.into_iter().flat_map(move |kind| {
                let start = Self::default().with_color(color).with_mover(Some(kind));
                starts(kind).iter().flat_map(move |from| moves_from(rule, start.with_from(from)))
            })
        })
    }
}

/// Returns the squares on which a piece can stand.
const fn starts(kind: PieceType) -> Bitboard {
    match kind {
        PieceType::Pawn => Bitboard::from_bits(!Bitboard::BACK_RANKS.bits()),
        _ => Bitboard::FULL,
    }
}

/// Returns all moves of a piece from its square.
fn moves_from(rule: AllMoves, start: FullMove) -> impl Iterator<Item = FullMove> + Clone {
    targets(start).iter().flat_map(move |to| {
        let mv = start.with_to(to).with_castling(castles(start, to));
        let plain = captures(rule, mv)
            .flat_map(move |captured| promotions(mv).map(move |kind| (captured, kind)))
            .map(move |(captured, kind)| mv.with_captured(captured).with_promotion(kind));
        plain.chain(en_passant(mv))
    })
}

/// Returns the squares that a piece can reach on an empty board.
fn targets(start: FullMove) -> Bitboard {
    let (color, from) = (start.color(), start.from());
    match start.mover() {
        Some(PieceType::Pawn) => {
            let one = from.bitboard().forward(color);
            let third = Bitboard::rank(Rank::Third.relative_to(color));
            attacks::pawn(color, from) | one | (one & third).forward(color)
        }
        Some(PieceType::King) if from == color.relative_square(Square::E1) => {
            attacks::king(from)
                | color.relative_square(Square::C1)
                | color.relative_square(Square::G1)
        }
        Some(kind) => attacks::of(kind, color, from, Bitboard::EMPTY),
        None => Bitboard::EMPTY,
    }
}

/// Returns `true` if a move is the king's move in castling.
fn castles(start: FullMove, to: Square) -> bool {
    start.mover() == Some(PieceType::King) && start.from().distance(to) > 1
}

/// Returns the piece types that a move can capture, starting with `None` if it can be quiet.
fn captures(rule: AllMoves, mv: FullMove) -> impl Iterator<Item = Option<PieceType>> + Clone {
    let is_pawn = mv.mover() == Some(PieceType::Pawn);
    let straight = mv.from().file() == mv.to().file();
    let may_be_quiet = !is_pawn || straight;
    let may_take = !(mv.is_castling() || is_pawn && straight);
    let on_back_rank = Bitboard::BACK_RANKS.contains(mv.to());
    // A pawn that captures on the last rank never captures a pawn, under either rule.
    let no_pawn = on_back_rank && (is_pawn || rule == AllMoves::Possible);
    let taken = PieceType::ALL.into_iter().filter(move |&kind| {
        may_take && kind != PieceType::King && !(no_pawn && kind == PieceType::Pawn)
    });
    may_be_quiet.then_some(None).into_iter().chain(taken.map(Some))
}

/// Returns the possible promotions of a move: only `None`, unless a pawn reaches the last rank.
fn promotions(mv: FullMove) -> impl Iterator<Item = Option<PieceType>> + Clone {
    let promotes = mv.mover() == Some(PieceType::Pawn) && Bitboard::BACK_RANKS.contains(mv.to());
    let becomes = PieceType::PROMOTIONS.into_iter().filter(move |_| promotes);
    (!promotes).then_some(None).into_iter().chain(becomes.map(Some))
}

/// Returns the en-passant capture with the same squares as a pawn move, if there is one.
fn en_passant(mv: FullMove) -> Option<FullMove> {
    let takes = mv.mover() == Some(PieceType::Pawn)
        && mv.from().file() != mv.to().file()
        && mv.to().rank() == Rank::Sixth.relative_to(mv.color());
    takes.then(|| mv.with_captured(Some(PieceType::Pawn)).with_en_passant(true))
}
