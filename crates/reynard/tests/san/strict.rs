//! The strict reader: what the PGN standard has writers produce, and nothing else.

use reynard::{
    CastlingSide, File, InvalidSan, PieceType, Position, Rank, San, Square, UciMove,
    san::{ParseSanError, SanError, SanSuffix},
};

use crate::{position, uci};

const SYNTAX: InvalidSan = InvalidSan::Syntax(ParseSanError);
const ILLEGAL: InvalidSan = InvalidSan::Rules(SanError::Illegal);

fn not_standard(pos: &Position, meant: &str) -> InvalidSan {
    let meant = uci(pos, meant);
    InvalidSan::Rules(SanError::NotStandard { meant, standard: pos.san(meant) })
}

#[test]
fn every_part_of_a_text_is_read() {
    let san: San = "Qa1xb2#".parse().expect("the longest form of a piece move");
    let expected = San::Normal {
        piece: PieceType::Queen,
        file: Some(File::A),
        rank: Some(Rank::First),
        capture: true,
        to: Square::B2,
        promotion: None,
        suffix: Some(SanSuffix::Checkmate),
    };
    assert_eq!(san, expected);
    let san: San = "exd8=N+".parse().expect("the longest form of a pawn move");
    let expected = San::Normal {
        piece: PieceType::Pawn,
        file: Some(File::E),
        rank: None,
        capture: true,
        to: Square::D8,
        promotion: Some(PieceType::Knight),
        suffix: Some(SanSuffix::Check),
    };
    assert_eq!(san, expected);
    let castles = San::Castle { side: CastlingSide::QueenSide, suffix: None };
    assert_eq!("O-O-O".parse(), Ok(castles));
    assert_eq!("--".parse(), Ok(San::Null));
    assert_eq!("Z0".parse(), Ok(San::Null));
}

#[test]
fn texts_are_written_as_they_were_read() {
    for text in [
        "e4", "exd5", "e8=Q", "exd8=R#", "Nf3", "Nbd2", "N1d2", "Nb1d2", "Nxd2+", "Nb1xd2", "O-O",
        "O-O-O+", "O-O#", "Ke2", "--",
    ] {
        assert_eq!(text.parse::<San>().map(|san| san.to_string()), Ok(text.to_owned()));
    }
}

#[test]
fn other_texts_are_no_san() {
    for text in [
        "", "+", "#", "e", "4", "e9", "i4", "e44", "E4", "Pe4", "e2e4", "e2-e4", "ed5", "e:d5",
        "exd", "xd5", "e8Q", "e8=q", "e8=K", "e8=P", "e8=", "e8(Q)", "e=Q", "nf3", "Nf", "N",
        "Nf9", "Ngbf3", "N12f3", "N1gf3", "Nxgf3", "Nxxf3", "Nf3=Q", "Nf3x", "Nf3++", "Nf3+#",
        "Nf3!", "Nf3 ", " Nf3", "N f3", "Nf3\n", "Nf3\0", "0-0", "o-o", "O-O-", "OO", "O-O-O-O",
        "O-O=Q", "--+", "---", "-", "Z1", "0000", "♘f3", "Ñf3", "e4 e5", "e4e5", "1.e4", "e4.",
        "Qa1xb2##", "Kxe\u{0}", "\u{0}xe4", "exe4e.p.", "exd6ep", "Nf3Nf6", "Q@f8",
    ] {
        assert_eq!(text.parse::<San>(), Err(ParseSanError), "{text:?}");
        assert_eq!(Position::startpos().parse_san(text), Err(SYNTAX), "{text:?}");
    }
    assert_eq!(Position::startpos().parse_san(b"\xff\xfe"), Err(SYNTAX));
}

#[test]
fn nothing_illegal_and_ambiguous_are_different() {
    let start = Position::startpos();
    assert_eq!(start.parse_san("hello"), Err(SYNTAX));
    for text in ["e5", "exd3", "Nd2", "Ke2", "O-O", "O-O-O", "e8=Q", "Qh5", "Bxa6", "axb3"] {
        assert_eq!(start.parse_san(text), Err(ILLEGAL), "{text}");
    }
    let three = position("8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1");
    let Err(InvalidSan::Rules(SanError::Ambiguous(queens))) = three.parse_san("Qe1") else {
        panic!("three queens can go to e1")
    };
    let mut queens: Vec<_> = queens.iter().map(|mv| mv.from()).collect();
    queens.sort_unstable();
    assert_eq!(queens, [Square::H1, Square::E4, Square::H4]);
    // One letter is not enough for a queen that shares its file and its rank.
    assert!(matches!(
        three.parse_san("Qhe1"),
        Err(InvalidSan::Rules(SanError::Ambiguous(two))) if two.len() == 2
    ));
    let promotion = position("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    assert!(matches!(
        promotion.parse_san("a8"),
        Err(InvalidSan::Rules(SanError::Ambiguous(pieces))) if pieces.len() == 4
    ));
    assert_eq!(
        promotion.parse_san("a8").expect_err("the piece is missing").to_string(),
        "ambiguous: a7a8q or a7a8n or a7a8r or a7a8b"
    );
}

#[test]
fn null_moves_are_read_but_not_legal() {
    for text in ["--", "Z0"] {
        assert_eq!(Position::startpos().parse_san(text), Err(InvalidSan::Rules(SanError::Null)));
    }
}

#[test]
fn what_standard_san_writes_otherwise_is_refused_with_the_right_text() {
    let start = Position::startpos();
    for text in ["Ngf3", "N1f3", "Ng1f3", "Nxf3"] {
        assert_eq!(start.parse_san(text), Err(not_standard(&start, "g1f3")), "{text}");
    }
    let captures = position("4k3/8/8/3p4/4P3/8/8/3QK3 w - - 0 1");
    assert_eq!(captures.parse_san("Qd5"), Err(not_standard(&captures, "d1d5")));
    assert!(matches!(
        captures.parse_san("d5"),
        Err(InvalidSan::Rules(SanError::CaptureWrittenAsPush { capture, .. })) if capture == uci(&captures, "e4d5")
    ));
    assert!(captures.parse_san("Qxd5").is_ok() && captures.parse_san("exd5").is_ok());
    // The file tells the rooks apart, so neither rank nor square may be given.
    let rooks = position("4k3/8/8/8/8/8/K7/R6R w - - 0 1");
    assert_eq!(rooks.parse_san("Rad1"), Ok(uci(&rooks, "a1d1")));
    assert_eq!(rooks.parse_san("Ra1d1"), Err(not_standard(&rooks, "a1d1")));
    // On one file it is the rank that tells them apart.
    let rooks = position("4k3/R7/8/8/8/8/7K/R7 w - - 0 1");
    assert_eq!(rooks.parse_san("R1a4"), Ok(uci(&rooks, "a1a4")));
    assert_eq!(rooks.parse_san("Ra1a4"), Err(not_standard(&rooks, "a1a4")));
    let Err(InvalidSan::Rules(SanError::Ambiguous(_))) = rooks.parse_san("Raa4") else {
        panic!("both rooks stand on the a-file")
    };
    let error = start.parse_san("Ngf3").expect_err("too much is told");
    assert_eq!(error.to_string(), "in standard notation this move is Nf3");
}

#[test]
fn a_pinned_piece_is_no_rival() {
    // The knight on e2 may not leave the e-file, so the other one needs no letter.
    let pos = position("4r1k1/8/8/8/8/8/4N3/1N2K3 w - - 0 1");
    assert_eq!(pos.parse_san("Nc3"), Ok(uci(&pos, "b1c3")));
    assert_eq!(pos.parse_san("Nbc3"), Err(not_standard(&pos, "b1c3")));
    assert_eq!(pos.parse_san("Nec3"), Err(ILLEGAL));
    assert_eq!(pos.san(uci(&pos, "b1c3")), "Nc3");
}

#[test]
fn marks_of_check_are_not_examined() {
    let pos = position("4k3/8/8/8/8/8/8/3QK3 w - - 0 1");
    for text in ["Qd7+", "Qd7", "Qd7#"] {
        assert_eq!(pos.parse_san(text), Ok(uci(&pos, "d1d7")), "{text}");
    }
}

#[test]
fn pawns_of_all_kinds_are_read() {
    let white = position("1n2k3/P6P/8/2pPp3/8/P6p/6PP/4K3 w - c6 0 1");
    for (text, meant) in [
        ("a4", "a3a4"),
        ("g3", "g2g3"),
        ("g4", "g2g4"),
        ("gxh3", "g2h3"),
        ("dxc6", "d5c6"),
        ("d6", "d5d6"),
        ("a8=Q", "a7a8q"),
        ("axb8=N", "a7b8n"),
        ("h8=R", "h7h8r"),
    ] {
        assert_eq!(white.parse_san(text), Ok(uci(&white, meant)), "{text}");
    }
    for text in ["h3", "h4", "a5", "dxe6", "gxf3", "hxg3", "axb8", "h8", "h8=K", "a2", "d4", "e1"] {
        assert!(white.parse_san(text).is_err(), "{text}");
    }
    let black = position("4k3/6pp/p6P/8/2PpP3/8/p6p/1N2K3 b - c3 0 1");
    for (text, meant) in [
        ("a5", "a6a5"),
        ("g6", "g7g6"),
        ("g5", "g7g5"),
        ("gxh6", "g7h6"),
        ("dxc3", "d4c3"),
        ("d3", "d4d3"),
        ("a1=Q", "a2a1q"),
        ("axb1=N", "a2b1n"),
        ("h1=R", "h2h1r"),
    ] {
        assert_eq!(black.parse_san(text), Ok(uci(&black, meant)), "{text}");
    }
    // Two pawns on a file: the nearer one moves.
    let doubled = position("4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1");
    assert_eq!(doubled.parse_san("e4"), Ok(uci(&doubled, "e3e4")));
    // En passant that uncovers the king is not legal.
    let pinned = position("8/8/8/8/R2pP2k/8/8/K7 b - e3 0 1");
    assert_eq!(pinned.parse_san("dxe3"), Err(ILLEGAL));
}

/// V06 to V08: castling needs its way free, and only the king's way safe.
// V06, V07, V08 of the feature list.
#[test]
fn castling() {
    let attacked_rook_way = position("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert_eq!(attacked_rook_way.parse_san("O-O-O"), Ok(uci(&attacked_rook_way, "e1c1")));
    let occupied = position("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1");
    assert_eq!(occupied.parse_san("O-O-O"), Err(ILLEGAL));
    let check = position("5k2/8/8/8/8/8/8/4K2R w K - 0 1");
    for text in ["O-O+", "O-O"] {
        assert_eq!(check.parse_san(text), Ok(uci(&check, "e1g1")), "{text}");
    }
    assert_eq!(check.parse_san("Kg1"), Err(ILLEGAL), "castling is not a move of the king in SAN");
    let chess960 = position("7k/8/8/8/8/8/8/1RK2R2 w FB - 0 1");
    assert_eq!(chess960.parse_san("O-O"), Ok(uci(&chess960, "c1f1")));
    assert_eq!(chess960.parse_san("O-O-O"), Ok(uci(&chess960, "c1b1")));
}

#[test]
fn evasions_and_pins_are_respected() {
    let check = position("4k3/8/8/8/7b/8/3P2PN/R3K2R w KQ - 0 1");
    assert!(check.is_check());
    for text in ["Nf1", "d4", "O-O", "Nf3"] {
        assert_eq!(check.parse_san(text), Err(ILLEGAL), "{text}");
    }
    for (text, meant) in [("g3", "g2g3"), ("Kd1", "e1d1"), ("Kf1", "e1f1"), ("Ke2", "e1e2")] {
        assert_eq!(check.parse_san(text), Ok(uci(&check, meant)), "{text}");
    }
}

#[test]
fn values_that_no_text_has_are_judged_too() {
    let start = Position::startpos();
    let push = San::Normal {
        piece: PieceType::Pawn,
        file: Some(File::E),
        rank: None,
        capture: false,
        to: Square::E4,
        promotion: None,
        suffix: None,
    };
    let InvalidSan::Rules(expected) = not_standard(&start, "e2e4") else { unreachable!() };
    assert_eq!(push.to_move(&start), Err(expected));
    assert_eq!(San::Null.to_move(&start), Err(SanError::Null));
}

/// The flag that skips the check of legality: every pseudo-legal move is read, and nothing else.
// R26 of the feature list.
#[test]
fn legality_can_be_left_to_others() {
    let pinned = position("4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1");
    for mv in &pinned.pseudo_legal_moves() {
        let text = UciMove::from(*mv).to_string();
        assert_eq!(pinned.parse_uci_pseudo_legal(&text), Ok(*mv), "{text}");
    }
    assert!(pinned.parse_uci("c3e2").is_err());
    assert!(pinned.parse_uci_pseudo_legal("c3e3").is_err());
    assert_eq!(pinned.parse_san_pseudo_legal("Nce2").map(|mv| pinned.is_legal(mv)), Ok(false));
    let Err(InvalidSan::Rules(SanError::Ambiguous(knights))) = pinned.parse_san_pseudo_legal("Ne2")
    else {
        panic!("both knights move like that")
    };
    assert_eq!(knights.len(), 2);
    for text in ["Ne3", "Nxe2", "O-O", "--"] {
        assert!(pinned.parse_san_pseudo_legal(text).is_err(), "{text}");
    }
    let pawns = position("r3k3/1P6/8/3pP3/8/8/8/R3K2R w KQ d6 0 1");
    for text in ["bxa8=Q", "b8=N", "exd6", "e6", "O-O", "O-O-O", "Kd2", "Rxa8+"] {
        assert_eq!(pawns.parse_san_pseudo_legal(text), pawns.parse_san(text), "{text}");
    }
    for text in ["ba8=Q", "b8", "dxe6", "Rb1"] {
        let strict = pawns.parse_san(text).is_ok();
        assert_eq!(pawns.parse_san_pseudo_legal(text).is_ok(), strict, "{text}");
    }
}
