//! The lenient reader: R26 and R27.

use reynard::{
    InvalidSan, Position,
    san::{ParseSanError, SanError},
};

use crate::{position, uci};

const SYNTAX: InvalidSan = InvalidSan::Syntax(ParseSanError);
const ILLEGAL: InvalidSan = InvalidSan::Rules(SanError::Illegal);

/// All of the texts mean the move.
#[track_caller]
fn all_mean(pos: &Position, meant: &str, texts: &[&str]) {
    for text in texts {
        assert_eq!(pos.parse_san_lenient(text), Ok(uci(pos, meant)), "{text:?}");
    }
}

#[track_caller]
fn all_fail(pos: &Position, expected: InvalidSan, texts: &[&str]) {
    for text in texts {
        assert_eq!(pos.parse_san_lenient(text), Err(expected), "{text:?}");
    }
}

// R26 of the feature list.
#[test]
fn uci_is_understood() {
    all_mean(&Position::startpos(), "e2e4", &["e2e4", "E2E4"]);
    let pawn = position("7k/8/8/8/8/8/5p2/K3R3 b - - 0 1");
    all_mean(&pawn, "f2f1q", &["f2f1q", "f2f1Q"]);
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    all_mean(&castling, "e1g1", &["e1g1", "e1h1", "O-O"]);
}

// R26 of the feature list.
#[test]
fn the_case_of_a_piece_letter_counts() {
    // Both a pawn on b3 and a bishop on e2 can go to c4.
    let pos = position("4k3/8/8/8/2n5/1P6/4B3/4K3 w - - 0 1");
    all_mean(&pos, "b3c4", &["bc4", "bxc4", "b3c4"]);
    all_mean(&pos, "e2c4", &["Bc4", "Bxc4"]);
    // Where no piece stands on the b-file, a small b is still no bishop.
    let pos = position("4k3/8/8/8/2n5/8/4B3/4K3 w - - 0 1");
    all_fail(&pos, ILLEGAL, &["bc4"]);
    all_mean(&Position::startpos(), "g1f3", &["nf3", "♘f3", "♞f3"]);
}

// R27 of the feature list.
#[test]
fn blanks_dots_and_numbers_are_ignored() {
    let start = Position::startpos();
    all_mean(&start, "e2e4", &["  e4\t", "1. e4", "1.e4", "1 e4", "1. e2-e4", "e2 - e4", "... e4"]);
    all_mean(&start, "g1f3", &["N f3", "Nf3.", "23.Nf3", "N.f3", "Ng1 - f3"]);
    let black = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    all_mean(&black, "e7e5", &["1... e5", "1...e5", "1…e5", "e5", "e7-e5", "e7–e5"]);
}

// R27 of the feature list.
#[test]
fn marks_are_ignored() {
    let pos = position("1b2q3/k7/p7/NpP5/4B3/6P1/5B1P/6K1 w - b6 0 1");
    all_mean(
        &pos,
        "c5b6",
        &[
            "cxb6",
            "cb6",
            "c5b6",
            "c5xb6",
            "cxb6ep#",
            "cxb6 e.p.",
            "cxb6e.p.",
            "cxb6ep",
            "c5xb6 e.p.+",
            "cxb6!?",
            "c:b6",
            "cxb6 mate",
            "cb",
            "c×b6++",
        ],
    );
    all_mean(&Position::startpos(), "e2e4", &["e4!", "e4?!", "e4+", "(e4)", "e4=", "e4,"]);
}

// R27 of the feature list.
#[test]
fn castling_is_any_mix_of_letters() {
    let pos = position("r3k2r/ppp1qppp/2nbbn2/3pp3/3PP3/2NBBN2/PPP1QPPP/R3K2R w KQkq - 0 1");
    all_mean(&pos, "e1g1", &["O-O", "0-0", "o-o", "0-o", "00", "oo", "OO", "O - O", "O O", "0–0"]);
    all_mean(&pos, "e1g1", &["12. 0-0!", "O-O+", "Ke1-g1", "1.O-O", "e1-g1+"]);
    all_mean(&pos, "e1c1", &["O-O-O", "0-o-O", "000", "ooo", "0 - 0 - 0", "0-0-0#"]);
    all_fail(&pos, SYNTAX, &["O", "O-O-O-O", "00000", "O-O O-O", "O-O O-O-O", "O-O Nd2"]);
}

// R27 of the feature list.
#[test]
fn an_origin_may_be_told_or_not() {
    let start = Position::startpos();
    all_mean(&start, "b1c3", &["Nc3", "b1c3", "Nb1-c3", "Nb1c3", "Nbc3", "N1c3", "bc3", "Nxc3"]);
    all_mean(&start, "e2e4", &["e4", "e2e4", "e2-e4", "Pe4", "Pe2-e4", "pe4", "P2e4", "♙e4"]);
    all_mean(&start, "e2e3", &["e3", "e2e3", "e2-e3"]);
    let queens = position("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    all_mean(&queens, "e4e1", &["Qee1", "Qe4e1", "e4-e1"]);
    all_mean(&queens, "h4e1", &["Qh4e1", "Qh4-e1+", "h4e1"]);
}

// R27 of the feature list.
#[test]
fn too_much_about_the_origin_does_no_harm() {
    let pos = position("8/8/1kB5/3P2p1/2B1K1P1/8/8/8 w - - 4 50");
    all_mean(&pos, "c4b5", &["B4b5", "Bc4b5", "Bc4-b5+"]);
}

// R27 of the feature list.
#[test]
fn promotions_in_either_case_with_or_without_a_sign() {
    let pos = position("3q4/2P4k/8/8/8/8/K4p2/4R3 w - - 0 1");
    all_mean(
        &pos,
        "c7d8q",
        &["cxd8=Q", "cxd8=q", "cd8q", "cd8Q", "c7d8q", "cxd8(Q)", "cxd8/Q", "cdq", "cxd8 Q"],
    );
    all_mean(&pos, "c7c8n", &["c8=N", "c8n", "c8N+", "Pc8=N", "c8♘"]);
    let pos = position("3Q4/7k/8/8/8/8/K4p2/4R3 b - - 0 1");
    all_mean(&pos, "f2e1b", &["feb", "fxe1=B", "fe1b", "fxe=b", "fxeB", "f2e1b"]);
    for text in ["fe", "fxe1", "f2e1"] {
        let Err(InvalidSan::Rules(SanError::Ambiguous(pieces))) = pos.parse_san_lenient(text)
        else {
            panic!("{text}: which piece must be said")
        };
        assert_eq!(pieces.len(), 4);
    }
}

// R27 of the feature list.
#[test]
fn a_pawn_is_meant_where_no_piece_is_named() {
    let pos = position("r4rk1/1p3pp1/1q2b2p/1B2R3/1Q2n3/1K2PN2/1PP3PP/7R w - - 3 22");
    all_mean(&pos, "c2c4", &["c4"]);
    // Of two pawns that can capture there, none is preferred.
    let pos = position("4k3/8/8/3p4/2P1P3/8/8/4K3 w - - 0 1");
    let Err(InvalidSan::Rules(SanError::Ambiguous(pawns))) = pos.parse_san_lenient("xd5") else {
        panic!("two pawns")
    };
    assert_eq!(pawns.len(), 2);
    // Where no pawn fits, the only piece that does is meant.
    let pos = position("4k3/8/8/8/8/8/8/4K1N1 w - - 0 1");
    all_mean(&pos, "g1f3", &["f3"]);
}

// R27 of the feature list.
#[test]
fn nothing_illegal_and_ambiguous_are_different() {
    let start = Position::startpos();
    all_fail(
        &start,
        SYNTAX,
        &[
            "", " ", "hello", "e", "4", "e9", "x", "N", "Nf", "f", "Nz3", "??", "1.", "1-0", "*",
            "$1",
        ],
    );
    all_fail(&start, ILLEGAL, &["e5", "e2e5", "Nd2", "Ke2", "0-0", "e8=Q", "ed", "Bb5"]);
    let null = InvalidSan::Rules(SanError::Null);
    all_fail(&start, null, &["--", "Z0", "0000", "null", "@@@@", " -- "]);
    let queens = position("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    let Err(InvalidSan::Rules(SanError::Ambiguous(moves))) = queens.parse_san_lenient("Q-e1")
    else {
        panic!("three queens")
    };
    assert_eq!(moves.len(), 3);
}

/// R27: text that holds two moves is never taken, not even where its parts would make a third.
#[test]
fn two_moves_are_never_one() {
    // A rook can go from e4 to e5, a knight on f3 to e5.
    let pos = position("3k4/8/8/8/4R3/5N2/8/4K3 w - - 0 1");
    all_mean(&pos, "e4e5", &["e4e5", "e4-e5", "Re4-e5", "Re4e5"]);
    all_mean(&pos, "f3e5", &["Nf3e5", "Nf3-e5"]);
    all_fail(
        &pos,
        SYNTAX,
        &[
            "e4 e5",
            "e4. e5",
            "1. e4 e5",
            "1.e4 1...e5",
            "1.e4e5 e6",
            "Nf3 e5",
            "N f3 e5",
            "e4,e5",
            "e4\te5",
            "e4; e5",
            "e4/e5",
            "e4 (e5)",
            "e 4 e 5",
            "e4 2. e5",
            "e4 e5 Nf3",
            "Nf3Nc6",
            "e4Nf6",
            "e4 -- e5",
            "Re5 Re4",
            "O-O e4",
            "e4 O-O",
            "Ke2 0-0",
            "Nf3 Ne5",
            "e4\ne5",
            "e4\u{a0}e5",
            "Re5 d5",
            "Re5d5e4",
        ],
    );
    let start = Position::startpos();
    all_fail(&start, SYNTAX, &["e4 e5", "e2e4 e7e5", "e2-e4 e7-e5", "Nf3 Nf6", "1. e4 1. e5"]);
}

#[test]
fn long_texts_are_refused_at_once() {
    let start = Position::startpos();
    for text in ["e".repeat(100_000), "e4 ".repeat(50_000), "-".repeat(100_000), "0".repeat(9999)] {
        assert_eq!(start.parse_san_lenient(&text), Err(SYNTAX));
    }
    all_mean(&start, "e2e4", &[&format!("e4{}", "!".repeat(1000))]);
}

#[test]
fn captures_written_as_pawn_pushes_and_castling_as_a_king_move_are_refused() {
    let pos = position("3q4/2P4k/8/8/8/8/K4p2/4R3 w - - 0 1");
    let refused = pos.parse_san_lenient("d8Q").expect_err("the file of the pawn is missing");
    assert!(refused.to_string().contains("cxd8=Q"), "{refused}");
    let castling = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    all_fail(&castling, ILLEGAL, &["Kg1", "Kc1"]);
}
