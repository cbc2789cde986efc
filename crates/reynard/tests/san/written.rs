//! SAN as it is written: R28.

use reynard::{Position, san::PieceLetters};

use crate::{position, uci};

#[track_caller]
fn is_written(fen: &str, expected: &[(&str, &str)]) {
    let pos = position(fen);
    for &(text, san) in expected {
        assert_eq!(pos.san(uci(&pos, text)), san, "{fen}: {text}");
        assert_eq!(pos.parse_san(san), Ok(uci(&pos, text)), "{fen}: {san}");
    }
}

/// V01: a pawn that stays on the line of check gives none by moving along it (E-26).
#[test]
fn no_check_by_staying_on_the_line() {
    is_written("4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", &[("e4e5", "e5")]);
}

/// V02 and V03: a promotion gives check with the new piece (E-26).
#[test]
fn promotions_check() {
    is_written(
        "4k3/P7/8/8/8/8/8/K7 w - - 0 1",
        &[("a7a8q", "a8=Q+"), ("a7a8r", "a8=R+"), ("a7a8n", "a8=N"), ("a7a8b", "a8=B")],
    );
}

/// V04: stalemate has no mark (E-29).
#[test]
fn stalemate_has_no_mark() {
    let fen = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1";
    is_written(fen, &[("c1c7", "Qc7"), ("c1c8", "Qc8#"), ("c1a3", "Qa3+")]);
}

/// V05: three queens, one of which a file tells apart, one a rank, one only both (E-28).
#[test]
fn three_queens() {
    is_written(
        "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1",
        &[("e4e1", "Qee1"), ("h1e1", "Q1e1"), ("h4e1", "Qh4e1")],
    );
}

/// V08: the rook gives check by castling.
#[test]
fn castling_gives_check() {
    is_written("5k2/8/8/8/8/8/8/4K2R w K - 0 1", &[("e1g1", "O-O+"), ("e1e2", "Ke2")]);
    is_written("r3k3/8/8/8/8/8/8/3K4 b q - 0 1", &[("e8c8", "O-O-O+")]);
}

// R28 of the feature list.
#[test]
fn an_origin_is_written_as_far_as_legal_moves_need_it() {
    // File first, even where the rank would do as well.
    is_written("4k3/8/8/8/8/1N6/8/K4N2 w - - 0 1", &[("b3d2", "Nbd2"), ("f1d2", "Nfd2")]);
    // The rank where they share the file.
    is_written("4k3/8/8/8/8/1N6/8/KN6 w - - 0 1", &[("b3d2", "N3d2"), ("b1d2", "N1d2")]);
    // A pinned piece is no rival.
    is_written("4r1k1/8/8/8/8/8/4N3/1N2K3 w - - 0 1", &[("b1c3", "Nc3")]);
    // A piece behind another one is no rival, in check only what ends it counts.
    is_written("3k4/8/8/8/8/8/8/RR5K w - - 0 1", &[("b1d1", "Rd1+")]);
    is_written("3k4/8/8/8/8/8/R7/1R2r2K w - - 0 1", &[("b1e1", "Rxe1")]);
}

// R28 of the feature list.
#[test]
fn pawns() {
    is_written(
        "1n2k3/P7/8/2pP4/8/8/6PP/4K3 w - c6 0 1",
        &[
            ("d5c6", "dxc6"),
            ("d5d6", "d6"),
            ("a7b8q", "axb8=Q+"),
            ("a7a8q", "a8=Q"),
            ("a7a8r", "a8=R"),
            ("g2g4", "g4"),
        ],
    );
}

#[test]
fn checks_of_every_kind_are_marked() {
    // Discovered, double, by en passant, mate.
    is_written("4k3/8/8/8/4N3/8/8/4R2K w - - 0 1", &[("e4c3", "Nc3+"), ("e4f6", "Nf6+")]);
    is_written("8/3k4/8/2pP4/8/8/8/4K3 w - c6 0 1", &[("d5d6", "d6"), ("d5c6", "dxc6+")]);
    is_written("3rkr2/3p1p2/8/8/8/8/3Q4/3K4 w - - 0 1", &[("d2e2", "Qe2#"), ("d2b4", "Qb4")]);
    is_written("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", &[("a1a8", "Ra8#"), ("a1a7", "Ra7")]);
}

#[test]
fn figurines() {
    let pos = position("3r2k1/4P3/8/8/8/8/7P/Q5K1 w - - 0 1");
    let written = |text| pos.san_with(uci(&pos, text), PieceLetters::Figurine).to_string();
    assert_eq!(written("a1a8"), "♕a8");
    assert_eq!(written("e7d8r"), "exd8=♖+");
    assert_eq!(written("g1g2"), "♔g2");
    assert_eq!(written("h2h4"), "h4");
    let pos = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    assert_eq!(pos.san_with(uci(&pos, "e1g1"), PieceLetters::Figurine), "O-O");
}

#[test]
fn the_fool_s_mate_is_marked() {
    let mut pos = Position::startpos();
    for san in ["f3", "e5", "g4", "Qh4#"] {
        let mv = pos.parse_san(san).expect("a move of the shortest game");
        assert_eq!(pos.san(mv), san);
        pos.play_unchecked(mv);
    }
}
