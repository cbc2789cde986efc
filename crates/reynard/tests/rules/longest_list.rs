//! No position has more moves than a list can hold.

use reynard::{Bitboard, MoveList, Position, Square, attacks};

use crate::walk::relaxed;

/// Positions of the rules with 218 moves, the most that are known: the first was composed by
/// Nenad Petrović in 1964, the others were found by a hill climb of this project.
const LEGAL: [&str; 3] = [
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "kNNBB1K1/rR4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Q1/4Q3 w - - 0 1",
    "2BBNNrk/Q4Qnr/2Q4Q/4Q3/1Q4Q1/3Q4/1K3Q2/R6R w - - 0 1",
];

/// Sixteen men that no game leads to: of 40 hill climbs with 15 million steps each, which could
/// use any men at all on either side, most ended with 245 moves and none with more.
const RELAXED: [&str; 3] = [
    "Q4Q1Q/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q1Q/3Q4/kQ4QK w - - 0 1",
    "KQ2QQ2/2Q4Q/Q4Q2/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q1k w - - 0 1",
    "QnQ4Q/4Q3/1Q4Q1/3Q4/Q4Q2/Q1Q4Q/4Q2p/KQ4Qk w - - 0 1",
];

#[test]
fn the_longest_lists_known_fit() {
    for fen in LEGAL {
        let pos: Position = fen.parse().expect(fen);
        assert_eq!(pos.legal_moves().len(), 218, "{fen}");
        assert_eq!(pos.count_legal_moves(), 218, "{fen}");
    }
    for fen in RELAXED {
        let pos = relaxed(fen);
        assert_eq!(pos.legal_moves().len(), 245, "{fen}");
        assert!(pos.pseudo_legal_moves().len() >= 245, "{fen}");
    }
}

/// A bound for whatever sixteen men can do: a king and fifteen queens, each on a square of its own
/// and with the whole board free. No other man has as many moves as a queen in the corner: a pawn
/// has twelve promotions at most. A king that can castle stands on the edge and has seven moves.
#[test]
fn no_sixteen_men_have_more_moves_than_a_list_holds() {
    let mobility = |square: Square| attacks::queen(square, Bitboard::EMPTY).len() as usize;
    let mut queens: Vec<usize> = Square::ALL.into_iter().map(mobility).collect();
    queens.sort_unstable();
    assert!(queens[0] > 12);
    let king = 8;
    let bound = queens.iter().rev().take(15).sum::<usize>() + king;
    assert_eq!(bound, 391);
    assert!(bound <= MoveList::CAPACITY, "{bound} moves do not fit");
}
