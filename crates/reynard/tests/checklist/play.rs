//! What moves do: R49, R50, C05, H01, P08.

use reynard::{Color, EnPassantMode, Move, MoveKind, Position, Square};

use crate::{after, position, uci};

/// R49, H01: taking back restores everything that a move can change.
#[test]
fn undo_restores_every_field() {
    let cases = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 30", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 12 30", "e8c8"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 12 30", "h1h8"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7", "e5d6"),
        ("1r2k3/P7/8/8/8/8/8/4K3 w - - 3 7", "a7b8n"),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 3 7", "a2a4"),
        // Chess960: king and rook change places.
        ("4k3/8/8/8/8/8/8/5KR1 w G - 3 7", "f1g1"),
    ];
    for (fen, text) in cases {
        let mut pos = position(fen);
        let (before, key) = (pos.to_setup(), pos.key());
        let mv = uci(&pos, text);
        let undo = pos.make(mv);
        assert_ne!(pos.to_setup(), before);
        pos.unmake(mv, undo);
        assert_eq!((pos.to_setup(), pos.key()), (before, key), "{fen} {text}");
        assert_eq!(
            pos.en_passant(EnPassantMode::Legal),
            position(fen).en_passant(EnPassantMode::Legal)
        );
    }
}

// R49 of the feature list.
#[test]
fn an_illegal_move_changes_nothing() {
    let mut pos = Position::startpos();
    let before = pos.to_setup();
    let illegal = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
    let error = pos.play(illegal).expect_err("three squares");
    assert_eq!(error.0, illegal);
    assert_eq!(error.to_string(), "e2e5 is not a legal move here");
    assert_eq!(pos.to_setup(), before);
}

/// R50: text that says squares and promotion is completed to the one legal move it means.
#[test]
fn incomplete_moves_are_completed() {
    let pos = position("1r2k3/P7/8/3pP3/8/8/8/R3K2R w KQ d6 0 1");
    let kinds = [
        ("e5d6", MoveKind::EnPassant),
        ("e1g1", MoveKind::CastleKingSide),
        ("e1h1", MoveKind::CastleKingSide),
        ("e1c1", MoveKind::CastleQueenSide),
        ("a7b8q", MoveKind::CapturePromoteQueen),
        ("a7a8n", MoveKind::PromoteKnight),
        ("e5e6", MoveKind::Quiet),
    ];
    for (text, kind) in kinds {
        assert_eq!(uci(&pos, text).kind(), kind, "{text}");
    }
    for text in ["a7a8", "a7a8k", "e5e6q", "e5f6", "e1e3", "0000", "", "e1", "e1g1x"] {
        assert!(pos.parse_uci(text).is_err(), "{text:?}");
    }
}

/// C05: castling, en passant, clocks and promotion are complete.
#[test]
fn everything_that_a_move_does() {
    let cases = [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 6 9"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 9", "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 6 9"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 6 10"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 5 9", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 6 10"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 9"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 9", "d4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 10"),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 5 9", "a7a8r", "R3k3/8/8/8/8/8/8/4K3 b - - 0 9"),
        ("4k3/8/8/8/8/8/p7/1N2K3 b - - 5 9", "a2b1b", "4k3/8/8/8/8/8/8/1b2K3 w - - 0 10"),
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - 5 9", "d7d5", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 10"),
    ];
    for (fen, text, expected) in cases {
        assert_eq!(after(fen, &[text]).fen(), expected, "{fen} {text}");
    }
}

/// H01, R08: the turn passes with each move and with the null move.
#[test]
fn the_null_move_passes_the_turn() {
    let mut pos = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 4 9");
    pos.play_null().expect("no check");
    assert_eq!(pos.fen(), "4k3/8/8/3pP3/8/8/8/4K3 b - - 5 9");
    assert_eq!(pos.king(pos.turn()), Square::E8);
    let mut checked = position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    assert!(checked.play_null().is_err());
    assert_eq!(checked.turn(), Color::White);
}

/// Counters of others have wrapped at 127 and lists have ended after 256 moves. Here a game goes on
/// for longer than its clock can count, and the clock stands still at the end.
#[test]
fn games_of_any_length() {
    let mut pos = Position::startpos();
    for _ in 0..17_500 {
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            let mv = uci(&pos, text);
            pos.play(mv).expect("a knight that goes to and fro");
        }
    }
    assert_eq!(pos, Position::startpos());
    assert_eq!(pos.key(), pos.key_from_scratch());
    assert_eq!(pos.ply(), 70_000);
    assert_eq!(pos.fullmove_number(), 35_001);
    assert_eq!(pos.halfmove_clock(), u16::MAX);
}

#[test]
fn the_largest_counters_do_not_overflow() {
    let fen = "4k3/8/8/8/8/8/8/R3K3 b - - 65535 4294967295";
    let pos = after(fen, &["e8e7", "a1a2", "e7e8"]);
    assert_eq!((pos.halfmove_clock(), pos.fullmove_number()), (u16::MAX, u32::MAX));
    let written = pos.fen();
    assert_eq!(position(&written).fen(), written);
}
