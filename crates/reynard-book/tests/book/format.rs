//! Entries and moves as they stand in a file.

use reynard::{Move, Position, UciMove};
use reynard_book::{BookMove, BookMoveError, Entry};
use reynard_testkit::{Rng, starts};

use crate::position;

#[test]
fn any_sixteen_bytes_are_an_entry_and_come_back() {
    let mut rng = Rng::new(1);
    for _ in 0..1000 {
        let bits = u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64());
        let bytes = bits.to_be_bytes();
        assert_eq!(Entry::from_bytes(bytes).to_bytes(), bytes);
    }
}

/// In games from the start and from Chess960 arrays, every legal move is stored in a way that means
/// it, and no two are stored the same way.
#[test]
fn every_legal_move_comes_back() {
    let mut rng = Rng::new(2);
    let mut castled = 0;
    for number in 0..300 {
        let fens = [starts::STANDARD, "bnrbqkrn/pppppppp/8/8/8/8/PPPPPPPP/BNRBQKRN w GCgc - 0 1"];
        let mut pos = position(fens[number % 2]);
        for _ in 0..80 {
            let moves = pos.legal_moves();
            let mut stored: Vec<BookMove> = moves.iter().map(|&mv| BookMove::new(mv)).collect();
            for (&mv, book_move) in moves.iter().zip(&stored) {
                assert_eq!(book_move.to_move(&pos), Ok(mv), "{mv:?} in {pos}");
                castled += usize::from(mv.is_castling());
            }
            stored.sort_unstable();
            stored.dedup();
            assert_eq!(stored.len(), moves.len(), "{pos}");
            if moves.is_empty() {
                break;
            }
            let mv = *rng.choose(&moves);
            pos.play(mv).expect("a legal move");
        }
    }
    assert!(castled > 100, "{castled}");
}

fn meaning(fen: &str, from_to: &str) -> Result<String, BookMoveError> {
    let UciMove::Normal { from, to, .. } = from_to.parse().expect(from_to) else {
        panic!("{from_to}");
    };
    let pos = position(fen);
    let mv = BookMove::from_bits(to as u16 | (from as u16) << 6).to_move(&pos)?;
    Ok(pos.san(mv).to_string())
}

#[test]
fn castling_is_read_both_ways() {
    let white = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let black = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    for (fen, text, san) in [
        (white, "e1h1", "O-O"),
        (white, "e1g1", "O-O"),
        (white, "e1a1", "O-O-O"),
        (white, "e1c1", "O-O-O"),
        (black, "e8h8", "O-O"),
        (black, "e8g8", "O-O"),
        (black, "e8a8", "O-O-O"),
        (black, "e8c8", "O-O-O"),
    ] {
        assert_eq!(meaning(fen, text).as_deref(), Ok(san), "{text}");
    }
}

/// What looks like castling is none unless a king moves, and a king that stands a step from its
/// target takes that step.
#[test]
fn moves_of_other_pieces_between_the_squares_of_castling() {
    assert_eq!(meaning("3k4/8/8/8/8/8/8/K3R2r w - - 0 1", "e1h1").as_deref(), Ok("Rxh1"));
    assert_eq!(meaning("3k4/8/8/8/8/8/8/K3R3 w - - 0 1", "e1g1").as_deref(), Ok("Rg1"));
    let chess960 = "4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    assert_eq!(meaning(chess960, "f1g1").as_deref(), Ok("Kg1"));
    assert_eq!(meaning(chess960, "f1h1").as_deref(), Ok("O-O"));
    // Without the right it is no move.
    assert!(meaning("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1").is_err());
    assert!(meaning("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1").is_err());
}

#[test]
fn promotions_are_numbered_from_the_knight_on() {
    let pos = position("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    for (letter, bits) in [("n", 1), ("b", 2), ("r", 3), ("q", 4)] {
        for target in ["a8", "b8"] {
            let mv: Move = pos.parse_uci(&format!("a7{target}{letter}")).expect("a legal move");
            assert_eq!(BookMove::new(mv).bits() >> 12, bits);
            assert_eq!(BookMove::new(mv).to_move(&pos), Ok(mv));
        }
    }
    let plain = BookMove::from_bits(0o6070);
    assert!(matches!(plain.to_move(&pos), Err(BookMoveError::Illegal(_))), "no piece is named");
}

/// All 65,536 patterns: those that are moves somewhere are written as such, and exactly the
/// generated moves are legal.
#[test]
fn every_pattern_is_a_move_or_has_a_reason() {
    let pos = position("r3k2r/P1p2pb1/4p3/2PpP3/8/8/8/R3K2R w KQkq d6 0 1");
    let mut legal = 0;
    for bits in 0..=u16::MAX {
        let mv = BookMove::from_bits(bits);
        match mv.to_uci() {
            Ok(uci) => assert_eq!(mv.to_string(), uci.to_string()),
            Err(error) => {
                assert_eq!(mv.to_string(), format!("0x{bits:04x}"));
                assert!(!error.to_string().is_empty() && mv.to_move(&pos) == Err(error));
            }
        }
        legal += usize::from(mv.to_move(&pos).is_ok());
    }
    // Both ways of castling are understood, each in two forms.
    assert_eq!(legal, pos.legal_moves().len() + 2);
}

#[test]
fn zero_is_no_move() {
    let pos = Position::startpos();
    assert_eq!(BookMove::ZERO.to_move(&pos), Err(BookMoveError::Zero));
    assert_eq!(BookMove::from_bits(9 << 6 | 9).to_move(&pos), Err(BookMoveError::SameSquare));
    for high in 5..16 {
        let bits = high << 12 | 0o1434;
        assert_eq!(BookMove::from_bits(bits).to_move(&pos), Err(BookMoveError::Promotion));
    }
}
