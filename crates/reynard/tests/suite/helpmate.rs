//! The search for a helpmate, and its proofs that there is none.

use std::collections::{HashSet, VecDeque};

use reynard::{Color, Helpmate, PieceType, Position, Square};
use reynard_testkit::{Rng, starts};

const BUDGET: usize = 300_000;

fn position(fen: &str) -> Position {
    fen.parse().expect(fen)
}

fn is_mate_by(pos: &Position, winner: Color) -> bool {
    pos.turn() != winner && pos.is_check() && !pos.has_legal_move()
}

/// Plays the line, every move of which must be legal, and asserts that it ends in mate.
fn assert_mates(start: &Position, winner: Color, line: &[reynard::Move]) {
    let mut pos = start.clone();
    for &mv in line {
        pos.play(mv).unwrap_or_else(|error| panic!("{start}: {error}"));
    }
    assert!(is_mate_by(&pos, winner), "{start}: {winner} has not mated in {pos}");
}

#[test]
fn a_helpmate_is_shown() {
    for fen in [
        starts::STANDARD,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        // Little material, of which the loser's own is in its king's way.
        "3nk3/8/8/8/8/8/8/3NK3 w - - 0 1",
        "2b3k1/8/8/8/8/8/8/2B1K3 w - - 0 1",
        "4k3/8/8/8/8/8/R7/3nK3 w - - 0 1",
        // A pawn must be given up, or make a piece, first.
        "8/p7/1p6/1P6/k7/8/K7/8 w - - 0 1",
        "4k3/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3NK3 w - - 0 1",
        "4k3/8/8/p1p1p3/PpPpPp2/1P1P1P2/8/4K3 w - - 0 1",
    ] {
        let pos = position(fen);
        for winner in Color::ALL {
            match pos.find_helpmate(winner, BUDGET) {
                Helpmate::Possible(line) => assert_mates(&pos, winner, &line),
                other => panic!("{fen}: {winner}: {other:?}"),
            }
        }
    }
}

#[test]
fn what_is_impossible_is_proved() {
    for (fen, winner) in [
        // Insufficient material, and a wall: both are seen at once.
        ("5bk1/8/8/8/8/8/8/2B1K3 w - - 0 1", Color::White),
        ("4kb2/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/3BK3 b - - 0 1", Color::Black),
        // The last pawn can only be lost after some moves.
        ("k7/2P5/1K6/8/8/8/8/8 b - - 0 1", Color::Black),
        // A stalemate, and a mate by the other side.
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", Color::White),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Color::Black),
    ] {
        assert_eq!(position(fen).find_helpmate(winner, BUDGET), Helpmate::Impossible, "{fen}");
    }
    // Bishops shut in behind pawns, some of which can move: no proof at sight.
    let pos = position("Bb2kb2/bKp1p1p1/1pP1P1P1/pP6/6P1/P7/8/8 b - - 0 1");
    assert!(!pos.cannot_win(Color::Black));
    assert_eq!(pos.find_helpmate(Color::Black, BUDGET), Helpmate::Impossible);
}

#[test]
fn a_mate_on_the_board_needs_no_moves() {
    let pos = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(pos.find_helpmate(Color::White, 0), Helpmate::Possible(Vec::new()));
}

#[test]
fn the_search_ends_with_its_budget() {
    for budget in [0, 1, 100] {
        let found = Position::startpos().find_helpmate(Color::White, budget);
        assert_eq!(found, Helpmate::Unknown, "{budget}");
    }
}

/// Kings, and perhaps a bishop, around a wall of pawns that is sound or has a gap.
fn walled(rng: &mut Rng) -> Option<Position> {
    let wall: Position = "k7/8/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/K7 w - - 0 1".parse().ok()?;
    let mut board = *wall.board();
    board.set(Square::A1, None);
    board.set(Square::A8, None);
    if rng.one_in(2) {
        board.set(*rng.choose(&Square::ALL), None);
    }
    let kings = Color::ALL.map(|color| PieceType::King.of(color));
    let bishop = rng.one_in(2).then(|| PieceType::Bishop.of(*rng.choose(&Color::ALL)));
    for piece in kings.into_iter().chain(bishop) {
        let square = *rng.choose(&Square::ALL);
        if board.piece_at(square).is_some() {
            return None;
        }
        board.set(square, Some(piece));
    }
    format!("{board} w - - 0 1").parse().ok()
}

/// Whether `winner` can mate, by looking at every position there is, in the order in which they are
/// found; `None` if there are too many.
fn exhausted(start: &Position, winner: Color) -> Option<bool> {
    let mut known = HashSet::from([start.clone()]);
    let mut next = VecDeque::from([start.clone()]);
    while let Some(pos) = next.pop_front() {
        if is_mate_by(&pos, winner) {
            return Some(true);
        }
        for &mv in &pos.legal_moves() {
            let mut child = pos.clone();
            child.play_unchecked(mv);
            if known.insert(child.clone()) {
                next.push_back(child);
            }
        }
        if known.len() > 20_000 {
            return None;
        }
    }
    Some(false)
}

#[test]
fn verdicts_agree_with_looking_at_everything() {
    let mut rng = Rng::new(41);
    let mut verdicts = [0; 2];
    for _ in 0..120 {
        let Some(pos) = walled(&mut rng) else { continue };
        let winner = *rng.choose(&Color::ALL);
        let Some(expected) = exhausted(&pos, winner) else { continue };
        match pos.find_helpmate(winner, BUDGET) {
            Helpmate::Possible(line) => {
                assert!(expected, "{pos}");
                assert_mates(&pos, winner, &line);
            }
            Helpmate::Impossible => assert!(!expected, "{pos}: {winner} can mate"),
            Helpmate::Unknown => panic!("{pos}: all positions are fewer than the budget"),
        }
        verdicts[usize::from(expected)] += 1;
    }
    assert!(verdicts.iter().all(|&count| count > 3), "{verdicts:?}");
}
