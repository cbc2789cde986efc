//! The pawns that a position requires. Pawns never move back, so once a game has lost them, the
//! position can no longer occur.

use reynard::{Bitboard, Board, Color, PieceType, Rank};

/// Required pawns. If they are lost, a condition on a position cannot hold now or later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PawnNeeds {
    /// Ways to fulfill the condition. Each way is a list of square sets; each set must contain a
    /// pawn of the given color.
    ways: Vec<Vec<(Color, Bitboard)>>,
}

/// The maximum number of ways kept.
const WAYS: usize = 8;

impl PawnNeeds {
    /// Returns the needs of a condition that does not require any pawns.
    pub(super) fn none() -> Self {
        Self { ways: vec![Vec::new()] }
    }

    /// Requires pawns on all of these squares, which are given for White and Black.
    pub(super) fn of_all(squares: [Bitboard; 2]) -> Self {
        let of = |color: Color| {
            let all = squares[color as usize];
            // A pawn that must stay where it began the game reaches no other square.
            let home = all & Bitboard::rank(color.relative_rank(Rank::Second));
            all.iter().map(move |square| {
                let square = Bitboard::from(square);
                (color, origins(color, square) - (home - square))
            })
        };
        Self { ways: vec![Color::ALL.into_iter().flat_map(of).collect()] }
    }

    /// Requires a pawn of a color on one of these squares.
    pub(super) fn of_any(color: Color, squares: Bitboard) -> Self {
        Self { ways: vec![vec![(color, origins(color, squares))]] }
    }

    /// Returns the combined needs of two conditions.
    pub(super) fn and(self, other: Self) -> Self {
        // With too many ways, one of the conditions alone says less, and nothing wrong.
        if self.ways.len() * other.ways.len() > WAYS {
            return self;
        }
        let mut ways = Vec::new();
        for of_other in other.ways {
            ways.extend(self.ways.iter().map(|way| [&way[..], &of_other[..]].concat()));
        }
        Self { ways }
    }

    /// Returns the needs of a condition that holds if either of two conditions does.
    pub(super) fn or(mut self, other: Self) -> Self {
        self.ways.extend(other.ways);
        if self.ways.len() > WAYS { Self::none() } else { self }
    }

    /// Returns `true` if any pawn is required.
    pub(super) fn any(&self) -> bool {
        self.ways.iter().all(|way| !way.is_empty())
    }

    /// Returns `true` if, for each of the ways, a required pawn can no longer reach its square.
    #[inline]
    pub(super) fn are_lost(&self, board: &Board) -> bool {
        let is_lost = |&(color, squares): &(Color, Bitboard)| {
            board.pieces(color, PieceType::Pawn).is_disjoint(squares)
        };
        self.ways.iter().all(|way| way.iter().any(is_lost))
    }
}

/// Returns these squares and all squares from which a pawn can reach them.
fn origins(color: Color, squares: Bitboard) -> Bitboard {
    let mut origins = squares;
    for _ in 0..5 {
        let behind = origins.forward(!color);
        origins |= behind | behind.east() | behind.west();
    }
    origins
}

#[cfg(test)]
mod tests {
    use reynard::{Position, Square};

    use super::*;

    fn set(squares: &[Square]) -> Bitboard {
        squares.iter().copied().collect()
    }

    fn are_lost(needs: &PawnNeeds, fen: &str) -> bool {
        needs.are_lost(fen.parse::<Position>().expect("a position").board())
    }

    #[test]
    fn pawns_come_from_behind_and_home_pawns_stay() {
        let needs = PawnNeeds::of_all([set(&[Square::A2, Square::B3, Square::D4]), set(&[])]);
        for (fen, is_lost) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
            // The pawn from c2 may take on b3.
            ("4k3/8/8/8/1P1P4/8/P1P5/4K3 w - - 0 1", false),
            // The one on a2 must stay.
            ("4k3/8/8/8/1P1P4/8/P7/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/PP6/3P4/4K3 w - - 0 1", true),
            ("4k3/8/8/3P4/8/1P6/P7/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/1P6/P5P1/4K3 w - - 0 1", true),
            ("4k3/8/8/8/8/1P6/P4P2/4K3 w - - 0 1", false),
        ] {
            assert_eq!(are_lost(&needs, fen), is_lost, "{fen}");
        }
    }

    #[test]
    fn a_pawn_beyond_its_home_may_go_on_and_another_one_take_its_place() {
        let needs = PawnNeeds::of_all([set(&[]), set(&[Square::B6, Square::C5])]);
        assert!(!are_lost(&needs, "4k3/1p6/1p6/2P5/8/8/8/4K3 b - - 0 1"));
        assert!(are_lost(&needs, "4k3/8/8/1pp5/8/8/8/4K3 b - - 0 1"));
    }

    #[test]
    fn a_way_that_is_left_is_enough() {
        let [on_d5, on_e4] = [
            PawnNeeds::of_any(Color::Black, set(&[Square::D5])),
            PawnNeeds::of_any(Color::White, set(&[Square::E4])),
        ];
        // White has lost its pawn, Black has not.
        let fen = "4k3/3p4/8/8/8/8/8/4K3 w - - 0 1";
        assert!(are_lost(&on_e4, fen) && !are_lost(&on_d5, fen));
        assert!(are_lost(&on_e4.clone().and(on_d5.clone()), fen));
        assert!(!are_lost(&on_e4.clone().or(on_d5.clone()), fen));
        assert!(!are_lost(&on_e4.clone().or(PawnNeeds::none()), fen));
        assert!(on_e4.any() && !on_e4.clone().or(PawnNeeds::none()).any());
        // Too many ways are taken for all.
        let many = (0..10).fold(on_e4.clone(), |many, _| many.or(on_e4.clone()));
        assert!(!many.any() && !are_lost(&many, fen));
        let [two, six] =
            [2, 6].map(|ways| (1..ways).fold(on_e4.clone(), |many, _| many.or(on_e4.clone())));
        assert!(are_lost(&two.and(six), fen));
    }
}
