//! Errors of the documents that must not come back: E-01 to E-09, E-26, E-41, E-42, E-50 to E-60.

use reynard::{
    Bitboard, CastlingSide, Color, EnPassantMode, Move, MoveKind, PieceType, Position, Selection,
    Setup, Square, attacks,
};

use crate::{START, after, position, uci};

/// A square is occupied if it is in *both* sets, the square's and the occupied one.
// E01 of the feature list.
#[test]
fn occupancy_is_an_intersection() {
    let pos = Position::startpos();
    assert!((pos.occupied() & Square::E4).is_empty() && !pos.occupied().contains(Square::E4));
    assert!((pos.occupied() & Square::E2).any());
    assert!((pos.occupied() | Square::E4).any(), "a union would say so of any square");
}

// E02 of the feature list.
#[test]
fn number_0_is_a1() {
    assert_eq!(Square::from_index(0), Some(Square::A1));
    assert_eq!(Square::from_index(7), Some(Square::H1));
}

// E04 of the feature list.
#[test]
fn from_is_where_a_move_starts() {
    let mv = uci(&Position::startpos(), "g1f3");
    assert_eq!((mv.from(), mv.to()), (Square::G1, Square::F3));
}

/// In the picture of the bishop on e4, h1 holds White's own rook: attacked, but no move.
// E06 of the feature list.
#[test]
fn own_pieces_are_attacked_but_no_targets() {
    let pos = position("4k3/8/8/8/4B3/8/8/4K2R w K - 0 1");
    let reach = attacks::bishop(Square::E4, pos.occupied());
    assert!(reach.contains(Square::H1));
    let to_h1 = Selection { from: Square::E4.into(), to: Square::H1.into(), ..Selection::ALL };
    assert!(pos.moves(to_h1).is_empty());
    assert_eq!(Square::E4.coordinates(), (4, 3));
}

// E07 of the feature list.
#[test]
fn own_and_enemy_pieces_depend_on_the_side_to_move() {
    let (white, black) = (Position::startpos(), after(START, &["e2e4"]));
    assert!(white.by_color(white.turn()).contains(Square::E1));
    assert!(black.by_color(black.turn()).contains(Square::E8));
    assert_ne!(white.by_color(white.turn()), black.by_color(black.turn()));
}

// E08 of the feature list.
#[test]
fn each_right_has_its_own_answer() {
    let rights = position("r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1").castling_rights();
    assert!(rights.has(Color::Black, CastlingSide::QueenSide));
    assert!(!rights.has(Color::Black, CastlingSide::KingSide));
    assert_eq!(rights.to_string(), "Kq");
}

/// That castling is a king's move over two files holds in standard chess only.
// E09 of the feature list.
#[test]
fn a_castling_king_may_go_any_number_of_files() {
    let cases = [
        (
            "4k3/8/8/8/8/8/8/5KR1 w G - 0 1",
            Square::F1,
            Square::G1,
            "4k3/8/8/8/8/8/8/5RK1 b - - 1 1",
        ),
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", Square::G1, Square::H1, "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", Square::B1, Square::A1, "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"),
        (
            "4k3/8/8/8/8/8/8/R5K1 w A - 0 1",
            Square::G1,
            Square::A1,
            "4k3/8/8/8/8/8/8/2KR4 b - - 1 1",
        ),
    ];
    for (fen, king, rook, expected) in cases {
        let mut pos = position(fen);
        let kind = if rook > king { MoveKind::CastleKingSide } else { MoveKind::CastleQueenSide };
        pos.play(Move::new(king, rook, kind)).expect(fen);
        assert_eq!(pos.fen(), expected);
    }
    // And a king's step is no castling because it goes to the castled square.
    let step = uci(&position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1"), "f1g1");
    assert!(step.is_castling(), "the king cannot step onto its own rook");
    let step = uci(&position("4k3/8/8/8/8/8/8/5K1R w H - 0 1"), "f1g1");
    assert!(!step.is_castling());
}

/// V01 to V03 and V08: promotion gives check, moving along the line does not, castling can.
// E26 of the feature list.
#[test]
fn moves_that_give_check() {
    let cases = [
        ("4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", "e4e5", false),
        ("4k3/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", true),
        ("4k3/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n", false),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true),
        ("4k3/8/8/8/4B3/8/8/K3R3 w - - 0 1", "e4d5", true),
        ("8/8/8/k2pP2R/8/8/8/4K3 w - d6 0 1", "e5d6", true),
        ("8/5k2/8/3pP3/2B5/8/8/4K3 w - d6 0 1", "e5d6", true),
    ];
    for (fen, text, expected) in cases {
        let pos = position(fen);
        let mv = uci(&pos, text);
        assert_eq!(pos.gives_check(mv), expected, "{fen} {text}");
        assert_eq!(after(fen, &[text]).is_check(), expected, "{fen} {text}");
    }
}

/// A set-up in which taking en passant opens a diagonal is accepted, and the capture is not made.
// E41 of the feature list.
#[test]
fn en_passant_that_opens_a_diagonal() {
    let pos = position("8/8/7k/K7/4pP2/8/8/2B5 b - f3 0 1");
    assert_eq!(pos.legal_moves().len(), 5);
    assert!(pos.legal_moves().iter().all(|mv| mv.kind() != MoveKind::EnPassant));
    assert_eq!(pos.en_passant(EnPassantMode::Legal), None);
}

/// From two checkers on, only the king moves.
// E42 of the feature list.
#[test]
fn two_checkers_leave_only_the_king() {
    let pos = position("4k3/8/8/8/1b2r3/8/3R4/R3K2R w KQ - 0 1");
    assert!(!pos.checkers().more_than_one(), "d2 blocks the bishop");
    let pos = position("4rk2/8/8/8/1b6/8/R7/4K2R w K - 0 1");
    assert_eq!(pos.checkers().len(), 2);
    assert!(pos.legal_moves().iter().all(|mv| mv.from() == Square::E1 && !mv.is_castling()));
}

/// The right of a corner goes when its own rook moves, and no other.
// E50 of the feature list.
#[test]
fn each_rook_loses_its_own_right() {
    let fen = |turn| format!("r3k2r/8/8/8/8/8/8/R3K2R {turn} KQkq - 0 1");
    for (turn, text, rights) in
        [('w', "h1g1", "Qkq"), ('w', "a1b1", "Kkq"), ('b', "h8g8", "KQq"), ('b', "a8b8", "KQk")]
    {
        let pos = after(&fen(turn), &[text]);
        assert_eq!(pos.castling_rights().to_string(), rights, "{text}");
    }
}

/// Black's castling moves a black rook, costs Black both rights and White none.
// E51, E52, E53 of the feature list.
#[test]
fn black_castles_like_white() {
    for (text, king, rook) in [("e8g8", Square::G8, Square::F8), ("e8c8", Square::C8, Square::D8)] {
        let pos = after("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", &[text]);
        assert_eq!(pos.king(Color::Black), king);
        assert!(pos.pieces(Color::Black, PieceType::Rook).contains(rook));
        assert_eq!(pos.by_color(Color::White).len(), 3);
        assert_eq!(pos.castling_rights().to_string(), "KQ");
    }
    // With only one of Black's rights, only that castling is there.
    let pos = position("r3k2r/8/8/8/8/8/8/R3K2R b KQk - 0 1");
    assert!(pos.parse_uci("e8g8").is_ok() && pos.parse_uci("e8c8").is_err());
    let pos = position("r3k2r/8/8/8/8/8/8/R3K2R b KQq - 0 1");
    assert!(pos.parse_uci("e8g8").is_err() && pos.parse_uci("e8c8").is_ok());
}

/// The way of king and rook is free without their own squares; b1 may be attacked.
// E54, E55 of the feature list.
#[test]
fn squares_between_king_and_rook() {
    let castles = |fen: &str| position(fen).parse_uci("e1c1").is_ok();
    assert!(castles("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"));
    for fen in ["RN2K3", "R1B1K3", "R2QK3"] {
        assert!(!castles(&format!("4k3/8/8/8/8/8/8/{fen} w Q - 0 1")), "{fen}");
    }
    assert!(castles("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1"));
    for fen in ["2r1k3", "3rk3"] {
        assert!(!castles(&format!("{fen}/8/8/8/8/8/8/R3K3 w Q - 0 1")), "{fen}");
    }
}

/// A captured rook takes its right along; another rook on that square does not bring it back.
// E56 of the feature list.
#[test]
fn rights_go_with_a_captured_rook() {
    let fen = "4k3/8/8/8/8/8/6b1/R3K2R b KQ - 0 1";
    let pos = after(fen, &["g2h1"]);
    assert_eq!(pos.castling_rights().to_string(), "Q");
    let pos = after("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", &["h1h8"]);
    assert_eq!(pos.castling_rights().to_string(), "Qq");
    let refilled = after(fen, &["g2h1", "a1b1", "h1d5", "b1b8", "e8d7", "b8h8", "d7c7", "h8h1"]);
    assert!(refilled.castling_rights().is_empty());
}

/// What is captured is gone from every set.
// E57 of the feature list.
#[test]
fn captured_pieces_leave_every_set() {
    let pos = after("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", &["d1d5"]);
    assert!(pos.by_type(PieceType::Queen).is_empty());
    assert_eq!(pos.by_color(Color::Black), Square::E8.bitboard());
    assert_eq!(pos.occupied().len(), 3);
    let pos = after("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &["e5d6"]);
    assert_eq!(pos.by_type(PieceType::Pawn), Square::D6.bitboard());
    assert_eq!(pos.piece_at(Square::D5), None);
}

/// Pawns do not capture forward, do not jump, do promote, and capture en passant on one rank only.
// E58 of the feature list.
#[test]
fn pawns_move_as_pawns() {
    let pawn_moves = |fen: &str| {
        let pos = position(fen);
        pos.moves(Selection::from(pos.pieces(pos.turn(), PieceType::Pawn))).len()
    };
    assert_eq!(pawn_moves("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1"), 0);
    assert_eq!(pawn_moves("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1"), 1);
    assert_eq!(pawn_moves("7k/4P3/8/8/8/8/8/4K3 w - - 0 1"), 4);
    // The pawn on d5 stands beside the pushed one, the pawn on d3 does not.
    let pos = after("4k3/4p3/8/3P4/8/3P4/8/4K3 b - - 0 1", &["e7e5"]);
    let captures = pos.captures();
    assert_eq!(captures.len(), 1);
    assert_eq!((captures[0].from(), captures[0].to()), (Square::D5, Square::E6));
}

/// Pawns attack diagonally, vacant squares too, and not forward: so a king cannot castle through.
// E59 of the feature list.
#[test]
fn attacks_are_not_moves() {
    let pos = position("4k3/8/8/8/8/8/6p1/4K2R w K - 0 1");
    assert!(pos.is_attacked(Square::F1, Color::Black), "vacant, but attacked");
    assert!(!pos.is_attacked(Square::G1, Color::Black), "the pawn only moves there");
    assert!(pos.parse_uci("e1g1").is_err());
    // A square is attacked even by a piece that is pinned, and even if an own piece stands there.
    let pos = position("4k3/4n3/8/8/8/8/4R3/4K3 b - - 0 1");
    assert!(pos.is_attacked(Square::C6, Color::Black));
    assert!(pos.is_attacked(Square::E7, Color::Black));
}

/// Clocks go back, moves count from 1, an empty set-up has no rights, and where there is no move
/// there is nothing to choose from.
// E60 of the feature list.
#[test]
fn clocks_rights_and_no_moves() {
    let pos = after(START, &["g1f3", "g8f6", "e2e4"]);
    assert_eq!((pos.halfmove_clock(), pos.fullmove_number()), (0, 2));
    assert_eq!(Position::startpos().fullmove_number(), 1);
    assert_eq!(Setup::EMPTY.castling_rooks, Bitboard::EMPTY);
    assert_eq!(Setup::EMPTY.fullmove_number, 1);
    let mate = position("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(mate.legal_moves().first(), None);
}
