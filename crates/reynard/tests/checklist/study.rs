//! What there is to say about a board: R10, P04.

use reynard::{Bitboard, Board, Color, PieceType, PieceValues, Position, Setup, Square};
use reynard_testkit::{Rng, starts};

use crate::{START, after};

/// R10, E-20: White minus Black, kings for nothing, and the values are a parameter since the
/// documents have two sets of them.
// R10, E20 of the feature list.
#[test]
fn material() {
    let both = |pos: &Position| {
        [PieceValues::DEFAULT, PieceValues::PLISCO]
            .map(|values| pos.board().material_balance(&values))
    };
    assert_eq!(both(&Position::startpos()), [0, 0]);
    // White takes a knight with a bishop and loses that to a pawn.
    let moves = ["d2d4", "g8f6", "c1g5", "a7a6", "g5f6"];
    assert_eq!(both(&after(START, &moves)), [300, 320]);
    assert_eq!(both(&after(START, &[&moves[..], &["e7f6"]].concat())), [0, -10]);
    let kings = Board::STANDARD.material(Color::White, &PieceValues::DEFAULT);
    assert_eq!(kings, 8 * 100 + 2 * (300 + 300 + 500) + 900);
}

/// P04: doubled, isolated, backward and passed pawns, each by its definition.
#[test]
fn pawn_structure() {
    let mut rng = Rng::new(4);
    for _ in 0..2_000 {
        let fen = starts::thrown(&mut rng);
        let setup: Setup = fen.parse().expect("a set-up");
        for color in Color::ALL {
            assert_pawn_structure(&setup.board, color);
        }
    }
}

fn assert_pawn_structure(board: &Board, color: Color) {
    let own: Vec<Square> = board.pieces(color, PieceType::Pawn).iter().collect();
    let theirs: Vec<Square> = board.pieces(!color, PieceType::Pawn).iter().collect();
    // Ranks as this side counts them, so that ahead is larger.
    let rank = |square: Square| square.rank().relative_to(color) as u8;
    let files = |a: Square, b: Square| (a.file() as u8).abs_diff(b.file() as u8);
    let those = |test: &dyn Fn(Square) -> bool| -> Bitboard {
        own.iter().copied().filter(|&pawn| test(pawn)).collect()
    };
    let is_isolated = |pawn: Square| own.iter().all(|&other| files(pawn, other) != 1);
    let is_backward = |pawn: Square| {
        let stop = rank(pawn) + 1;
        let held = theirs.iter().any(|&enemy| files(pawn, enemy) == 1 && rank(enemy) == stop + 1);
        let left_behind =
            own.iter().all(|&other| files(pawn, other) != 1 || rank(other) > rank(pawn));
        held && left_behind && !is_isolated(pawn)
    };
    let is_passed = |pawn: Square| {
        theirs.iter().all(|&enemy| files(pawn, enemy) > 1 || rank(enemy) <= rank(pawn))
    };
    let is_doubled =
        |pawn: Square| own.iter().any(|&other| other != pawn && files(pawn, other) == 0);
    let found = board.pawn_structure(color);
    assert_eq!(found.isolated, those(&is_isolated), "{board}");
    assert_eq!(found.doubled, those(&is_doubled), "{board}");
    assert_eq!(found.backward, those(&is_backward), "{board}");
    assert_eq!(found.passed, those(&is_passed), "{board}");
}
