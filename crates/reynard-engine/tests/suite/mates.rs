//! The mate search: every verdict is a proof.

use reynard::{Color, Position, Setup};
use reynard_engine::{MateSearch, MateVerdict};

/// A random sample of 500 mate problems: 380 in two moves, 80 in three, 30 in four and 10 in five.
const PROBLEMS: &str = include_str!("../../testdata/mates.epd");

/// More nodes than any problem of the sample needs.
const NODES: u64 = 20_000_000;

fn problems() -> impl Iterator<Item = (Position, u32)> {
    PROBLEMS.lines().map(|line| {
        let (fen, moves) = line.trim_end_matches(';').rsplit_once(" dm ").expect("an operation");
        let read = Position::from_fen_playable(fen).expect("a position");
        (read.position, moves.parse().expect("a number"))
    })
}

#[test]
fn every_problem_of_the_sample_is_solved_by_a_line_that_mates() {
    let mut search = MateSearch::new(16).unwrap();
    let mut number = 0;
    for (pos, moves) in problems() {
        let verdict = search.solve(&pos, moves, &mut |nodes| nodes > NODES);
        let MateVerdict::Mate(mate) = verdict else { panic!("{verdict:?} in {moves}: {pos}") };
        assert!(mate.moves <= moves, "{} moves, not {moves}: {pos}", mate.moves);
        assert_eq!(mate.line.len(), 2 * mate.moves as usize - 1, "{pos}");
        let mut last = pos.clone();
        mate.line.iter().for_each(|&mv| last.play(mv).expect("a legal move"));
        assert!(last.is_checkmate() && last.turn() != pos.turn(), "{pos}");
        number += 1;
    }
    assert_eq!(number, 500);
}

#[test]
fn a_mate_that_is_too_short_is_refuted() {
    let mut search = MateSearch::new(16).unwrap();
    for (pos, moves) in problems().filter(|(_, moves)| *moves <= 3) {
        let MateVerdict::Mate(mate) = search.solve(&pos, moves, &mut |_| false) else { continue };
        let shorter = search.solve(&pos, mate.moves - 1, &mut |_| false);
        assert_eq!(shorter, MateVerdict::NoMate, "{pos}");
    }
}

/// The plainest search there is.
fn mates(pos: &Position, moves: u32) -> bool {
    pos.legal_moves().iter().any(|&mv| {
        let after = pos.after(mv).expect("a legal move");
        let replies = after.legal_moves();
        if replies.is_empty() {
            return after.is_check();
        }
        moves > 1
            && replies.iter().all(|&reply| mates(&after.after(reply).expect("legal"), moves - 1))
    })
}

/// A position with kings and a few pieces on random squares.
fn random_position(seed: u64) -> Option<Position> {
    let mut state = seed;
    let mut next = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut setup = Setup::EMPTY;
    for letter in ['K', 'k', 'Q', 'R', 'P', 'n', 'p'] {
        let square = reynard::Square::ALL[usize::try_from(next(64)).ok()?];
        let piece = reynard::Piece::from_char(letter)?;
        // Black's king stands at the edge, where there are mates.
        let square = if letter == 'k' {
            reynard::Square::new(square.file(), reynard::Rank::Eighth)
        } else {
            square
        };
        setup.board.set(square, Some(piece));
    }
    setup.turn = if next(8) == 0 { Color::Black } else { Color::White };
    Position::from_setup(&setup).ok()
}

#[test]
fn verdicts_are_those_of_a_plain_search() {
    let mut search = MateSearch::new(1).unwrap();
    let (mut found, mut refuted) = (0, 0);
    for pos in (0..3_000).filter_map(random_position).take(250) {
        for moves in 1..=2 {
            let verdict = search.solve(&pos, moves, &mut |_| false);
            let is_mate = matches!(verdict, MateVerdict::Mate(_));
            assert_eq!(is_mate, mates(&pos, moves), "mate in {moves}: {pos}");
            *(if is_mate { &mut found } else { &mut refuted }) += 1;
        }
    }
    assert!(found > 40 && refuted > 100, "{found} mates, {refuted} refuted");
}

#[test]
fn mates_in_three_are_those_of_a_plain_search() {
    let mut search = MateSearch::new(1).unwrap();
    // Without queens the plain search is quick enough.
    let fens = [
        "7k/8/5K2/8/8/8/8/R7 w - - 0 1",
        "8/8/8/8/8/1k6/2r5/K7 b - - 0 1",
        "k7/8/2K5/8/8/8/8/7R w - - 0 1",
        "8/8/8/8/8/6k1/4r3/6K1 b - - 0 1",
        "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1",
        "6k1/8/8/8/8/8/P7/4K2R w - - 0 1",
        "8/8/8/8/8/5k2/5p2/5K2 b - - 0 1",
        "7k/5K2/8/6N1/8/8/7P/8 w - - 0 1",
    ];
    let mut found = 0;
    for fen in fens {
        let pos: Position = fen.parse().unwrap();
        let verdict = search.solve(&pos, 3, &mut |_| false);
        let is_mate = matches!(verdict, MateVerdict::Mate(_));
        assert_eq!(is_mate, mates(&pos, 3), "{fen}: {verdict:?}");
        found += usize::from(is_mate);
    }
    assert!((1..fens.len()).contains(&found), "{found} mates");
}

#[test]
fn tiny_tables_lose_no_proof() {
    let mut search = MateSearch::new(1).unwrap();
    for (pos, moves) in problems().filter(|(_, moves)| *moves == 4).take(5) {
        let verdict = search.solve(&pos, moves, &mut |nodes| nodes > NODES);
        assert!(matches!(verdict, MateVerdict::Mate(_)), "{pos}");
    }
}

#[test]
fn no_mate_is_found_where_there_is_no_move() {
    let mut search = MateSearch::new(1).unwrap();
    for fen in ["7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"] {
        let pos = fen.parse().unwrap();
        for moves in [0, 1, 5, 1_000] {
            assert_eq!(search.solve(&pos, moves, &mut |_| false), MateVerdict::NoMate);
        }
    }
}

#[test]
fn a_mate_is_proven_whatever_the_clock_of_fifty_moves_says() {
    let mut search = MateSearch::new(1).expect("memory");
    for clock in [0, 97, 99, 100] {
        let fen = format!("7k/8/5K2/8/8/8/8/R7 w - - {clock} 90");
        let pos: Position = fen.parse().expect("a FEN");
        let MateVerdict::Mate(mate) = search.solve(&pos, 2, &mut |_| false) else {
            panic!("{fen}");
        };
        assert_eq!(mate.moves, 2, "{fen}");
    }
}
