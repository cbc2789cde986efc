//! Every move that there is, as numbers.

use crate::{Bitboard, Color, FullMove, PieceType, Rank, Square, attacks};

/// Which moves a [catalogue](FullMove::catalogue) lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CatalogueRule {
    /// The 45,356 that the `Chess::Plisco` documents count: a piece takes a pawn wherever it goes,
    /// even on the first and the last rank, where no pawn ever stands.
    Documented,
    /// The 43,764 that a position of standard chess can have: as above, but no pawn is taken on
    /// the first and the last rank.
    Possible,
}

impl FullMove {
    /// Every move of standard chess: each side, each piece on each square, each way it goes on an
    /// empty board, and all that it may take there. The king is never taken.
    ///
    /// The moves come in a fixed order: White's first, then by moving piece from pawn to king,
    /// start, target, captured piece (nothing first) and promotion (knight to queen). Castling
    /// and en-passant captures have their flags; where the documents write a captured king for
    /// taking en passant, the captured piece here is the pawn.
    ///
    /// ```
    /// use reynard::{CatalogueRule, FullMove};
    ///
    /// assert_eq!(FullMove::catalogue(CatalogueRule::Documented).count(), 45_356);
    /// assert_eq!(FullMove::catalogue(CatalogueRule::Possible).count(), 43_764);
    /// ```
    pub fn catalogue(rule: CatalogueRule) -> impl Iterator<Item = Self> + Clone {
        Color::ALL.into_iter().flat_map(move |color| {
            PieceType::ALL.into_iter().flat_map(move |kind| {
                let start = Self::default().with_color(color).with_mover(Some(kind));
                starts(kind).iter().flat_map(move |from| moves_from(rule, start.with_from(from)))
            })
        })
    }
}

/// The squares where a piece can stand.
const fn starts(kind: PieceType) -> Bitboard {
    match kind {
        PieceType::Pawn => Bitboard::from_bits(!Bitboard::BACK_RANKS.bits()),
        _ => Bitboard::FULL,
    }
}

/// Everything that a piece can do from its square.
fn moves_from(rule: CatalogueRule, start: FullMove) -> impl Iterator<Item = FullMove> + Clone {
    targets(start).iter().flat_map(move |to| {
        let m = start.with_to(to).with_castling(castles(start, to));
        let plain = captures(rule, m)
            .flat_map(move |captured| promotions(m).map(move |kind| (captured, kind)))
            .map(move |(captured, kind)| m.with_captured(captured).with_promotion(kind));
        plain.chain(en_passant(m))
    })
}

/// The squares that a piece reaches on an empty board in some way.
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

/// Whether a move is the king's part of castling.
fn castles(start: FullMove, to: Square) -> bool {
    start.mover() == Some(PieceType::King) && start.from().distance(to) > 1
}

/// What a move can take, nothing first where it need not take.
fn captures(rule: CatalogueRule, m: FullMove) -> impl Iterator<Item = Option<PieceType>> + Clone {
    let is_pawn = m.mover() == Some(PieceType::Pawn);
    let straight = m.from().file() == m.to().file();
    let may_be_quiet = !is_pawn || straight;
    let may_take = !(m.is_castling() || is_pawn && straight);
    let on_back_rank = Bitboard::BACK_RANKS.contains(m.to());
    // A pawn that takes on the last rank never takes a pawn, whatever the rule.
    let no_pawn = on_back_rank && (is_pawn || rule == CatalogueRule::Possible);
    let taken = PieceType::ALL.into_iter().filter(move |&kind| {
        may_take && kind != PieceType::King && !(no_pawn && kind == PieceType::Pawn)
    });
    may_be_quiet.then_some(None).into_iter().chain(taken.map(Some))
}

/// What a pawn becomes: nothing, unless it reaches the last rank.
fn promotions(m: FullMove) -> impl Iterator<Item = Option<PieceType>> + Clone {
    let promotes = m.mover() == Some(PieceType::Pawn) && Bitboard::BACK_RANKS.contains(m.to());
    let becomes = PieceType::PROMOTIONS.into_iter().filter(move |_| promotes);
    (!promotes).then_some(None).into_iter().chain(becomes.map(Some))
}

/// The en-passant capture with the squares of a pawn's move.
fn en_passant(m: FullMove) -> Option<FullMove> {
    let takes = m.mover() == Some(PieceType::Pawn)
        && m.from().file() != m.to().file()
        && m.to().rank() == Rank::Sixth.relative_to(m.color());
    takes.then(|| m.with_captured(Some(PieceType::Pawn)).with_en_passant(true))
}
