//! Which moves there are: R40 (the sixteen bits), R44-R48, R51, C02, C03, C06, C07, H04, H06,
//! H08-H11, P08.

use reynard::{
    Bitboard, CheckState, Color, Move, MoveKind, PieceType, Position, Selection, Square, Stage,
};

use crate::{START, after, position, relaxed, uci};

fn names(moves: impl IntoIterator<Item = Move>) -> Vec<String> {
    let mut names: Vec<String> =
        moves.into_iter().map(|mv| format!("{}{}", mv.from(), mv.king_target())).collect();
    names.sort();
    names
}

/// R40, H04, E-05: from, to and kind, at bits 0, 6 and 12; the layout is frozen.
// R40, H04, E05 of the feature list.
#[test]
fn a_move_has_sixteen_bits() {
    let mv = Move::new(Square::E2, Square::E4, MoveKind::DoublePush);
    assert_eq!(mv.bits(), 0b0001_011100_001100);
    let kinds: Vec<u8> = MoveKind::ALL.into_iter().map(|kind| kind as u8).collect();
    assert_eq!(kinds, [0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13, 14, 15]);
    let mut moves = 0;
    for bits in 0..=u16::MAX {
        let is_move = bits & 63 != bits >> 6 & 63 && !matches!(bits >> 12, 6 | 7);
        let mv = Move::from_bits(bits);
        assert_eq!(mv.is_some(), is_move, "{bits:#06x}");
        if let Some(mv) = mv {
            moves += 1;
            assert_eq!(mv.bits(), bits);
            assert_eq!(Move::new(mv.from(), mv.to(), mv.kind()), mv);
            assert_eq!(mv.is_capture(), bits >> 12 & 4 != 0);
            assert_eq!(mv.is_promotion(), bits >> 12 & 8 != 0);
            assert_eq!(mv.promotion().is_some(), mv.is_promotion());
            assert_eq!(mv.is_castling(), matches!(bits >> 12, 2 | 3));
        }
    }
    assert_eq!(moves, 64 * 63 * 14);
    assert_eq!(size_of::<Option<Move>>(), 2, "no move is needed to say none");
}

/// R44, C02, C03: pseudo-legal moves follow the pieces and may leave the king in check.
#[test]
fn pseudo_legal_moves_may_leave_the_king_in_check() {
    let pos = position("4k3/4r3/8/8/8/8/4R3/R3K2R w KQ - 0 1");
    let exposing = Move::new(Square::E2, Square::A2, MoveKind::Quiet);
    assert!(pos.pseudo_legal_moves().contains(&exposing));
    assert!(pos.is_pseudo_legal(exposing) && !pos.is_safe(exposing) && !pos.is_legal(exposing));
    // V06 and V07: b1 may be attacked, but must be vacant.
    let castles = Move::new(Square::E1, Square::A1, MoveKind::CastleQueenSide);
    let attacked = position("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    assert!(attacked.pseudo_legal_moves().contains(&castles) && attacked.is_legal(castles));
    let occupied = position("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1");
    assert!(!occupied.pseudo_legal_moves().contains(&castles) && !occupied.is_legal(castles));
}

/// R45: captures and promotions, quiet promotions too, but no quiet checks.
#[test]
fn pseudo_legal_attacks() {
    let pos = position("1n2k3/P7/8/8/8/8/4n3/R3K3 w Q - 0 1");
    let promotions = pos.pseudo_legal_attacks().iter().filter(|mv| mv.is_promotion()).count();
    assert_eq!(promotions, 8, "four by pushing, four by capturing");
    assert_eq!(pos.pseudo_legal_attacks().len(), 8 + 1, "and the king takes on e2");
    let quiet_check = uci(&position("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), "a1a8");
    assert!(!pos.pseudo_legal_attacks().contains(&quiet_check));
    let tactical = pos.moves(Selection::stage(Stage::Tactical));
    assert_eq!(tactical.len(), 9);
}

/// R46, R48, C03: the two generators agree here; the property tests say so of many positions.
#[test]
fn legal_moves_are_the_safe_pseudo_legal_ones() {
    for fen in [
        START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    ] {
        let pos = position(fen);
        let safe = pos.pseudo_legal_moves().into_iter().filter(|&mv| pos.is_safe(mv));
        assert_eq!(names(safe), names(pos.legal_moves()), "{fen}");
    }
}

/// R47, E-03: none can block a pawn, a knight or two checkers, sliders can be blocked.
// R47, E03 of the feature list.
#[test]
fn check_states() {
    assert_eq!(Position::startpos().check_state(), CheckState::None);
    let single = |fen: &str| match position(fen).check_state() {
        CheckState::Single { checker, evasions } => (checker, evasions),
        other => panic!("{fen}: {other:?}"),
    };
    for (fen, checker) in [
        ("4k3/8/8/8/8/3n4/8/4K3 w - - 0 1", Square::D3),
        ("4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", Square::D2),
        ("4k3/8/8/8/8/8/8/3rK3 w - - 0 1", Square::D1),
    ] {
        assert_eq!(single(fen), (checker, checker.bitboard()), "{fen}");
    }
    let between = Bitboard::from_iter([Square::E2, Square::E3, Square::E4]);
    for fen in ["4k3/8/8/8/4q3/8/8/4K3 w - - 0 1", "4k3/8/8/8/4r3/8/8/4K3 w - - 0 1"] {
        assert_eq!(single(fen), (Square::E4, between), "{fen}");
    }
    let diagonal = Bitboard::from_iter([Square::B4, Square::C3, Square::D2]);
    assert_eq!(single("4k3/8/8/8/1b6/8/8/4K3 w - - 0 1"), (Square::B4, diagonal));
    let double = position("4rk2/8/8/8/1b6/8/8/4K3 w - - 0 1");
    let checkers = Square::B4.bitboard() | Square::E8;
    assert_eq!(double.check_state(), CheckState::Double { checkers });
    assert!(double.legal_moves().iter().all(|mv| mv.from() == Square::E1));
}

/// R48, H08, H10: what the legality check has to see.
#[test]
fn cases_of_the_legality_check() {
    let illegal = |fen: &str, from: Square, to: Square, kind: MoveKind| {
        let pos = relaxed(fen);
        let mv = Move::new(from, to, kind);
        assert!(pos.is_pseudo_legal(mv) || kind == MoveKind::CastleKingSide, "{fen}: {mv:?}");
        assert!(!pos.is_legal(mv) && !pos.legal_moves().contains(&mv), "{fen}: {mv:?}");
    };
    // The king cannot step back along the line of the checker.
    illegal("4r2k/8/8/8/8/4K3/8/8 w - - 0 1", Square::E3, Square::E2, MoveKind::Quiet);
    illegal("7k/8/8/1b6/2K5/8/8/8 w - - 0 1", Square::C4, Square::D3, MoveKind::Quiet);
    // Nor castle out of, through or into check.
    for rook in ["4r1k1", "5rk1", "k5r1"] {
        let fen = format!("{rook}/8/8/8/8/8/8/4K2R w K - 0 1");
        illegal(&fen, Square::E1, Square::H1, MoveKind::CastleKingSide);
    }
    // En passant opens a rank, a diagonal of the capturer, a diagonal of the captured pawn.
    let capture = MoveKind::EnPassant;
    illegal("8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1", Square::F4, Square::G3, capture);
    illegal("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", Square::E4, Square::D3, capture);
    illegal("8/8/7k/K7/4pP2/8/8/2B5 b - f3 0 1", Square::E4, Square::F3, capture);
    // A pawn that gives check may be taken en passant.
    let pos = position("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1");
    assert!(pos.is_check() && pos.is_legal(Move::new(Square::E4, Square::D3, capture)));
}

/// R51, C06: attacked by the other side; a king does not hide the square behind it when asked with
/// the king lifted.
#[test]
fn attacked_squares() {
    let pos = position("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1");
    assert!(pos.is_attacked(Square::E1, Color::Black));
    assert!(pos.is_attacked(Square::A2, Color::Black));
    assert!(!pos.is_attacked(Square::A3, Color::Black));
    let lifted = pos.occupied().without(Square::E1);
    let behind = relaxed("4k3/8/8/8/4r3/8/4K3/8 w - - 0 1");
    assert!(!behind.is_attacked(Square::E1, Color::Black), "the king stands before it");
    let lifted_behind = behind.occupied().without(Square::E2);
    let attackers = behind.board().attackers_to(Square::E1, lifted_behind);
    assert!(attackers.contains(Square::E4));
    assert!(pos.board().attackers_to(Square::E1, lifted).contains(Square::E2));
}

/// C06, P08: mate and stalemate.
#[test]
fn mate_and_stalemate() {
    let mate = after(START, &["f2f3", "e7e5", "g2g4", "d8h4"]);
    assert!(mate.is_check() && !mate.has_legal_move() && mate.legal_moves().is_empty());
    let stalemate = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert!(!stalemate.is_check() && !stalemate.has_legal_move());
    let neither = position("5K1k/8/5B1B/8/8/8/8/8 b - - 0 1");
    assert!(neither.is_check());
    assert_eq!(neither.legal_moves().len(), 1);
}

/// C07, H06: single and double pushes, captures, and promotions in four pieces.
#[test]
fn pawn_moves() {
    let pos = position("1n2k3/2P5/8/8/3p4/8/2P1P3/4K3 w - - 0 1");
    let pawn_moves = pos.moves(Selection::from(pos.pieces(Color::White, PieceType::Pawn)));
    let quiet = pawn_moves.iter().copied().filter(|mv| !mv.is_promotion());
    assert_eq!(names(quiet), ["c2c3", "c2c4", "e2e3", "e2e4"]);
    let promotions: Vec<&Move> = pawn_moves.iter().filter(|mv| mv.is_promotion()).collect();
    assert_eq!(promotions.len(), 8);
    for target in [Square::B8, Square::C8] {
        let mut pieces: Vec<_> = promotions
            .iter()
            .filter(|mv| mv.to() == target)
            .filter_map(|mv| mv.promotion())
            .collect();
        pieces.sort_unstable();
        assert_eq!(pieces, PieceType::PROMOTIONS);
    }
    // No wrapping around the edge.
    let edge = position("4k3/8/8/p6p/7P/P7/8/4K3 w - - 0 1");
    let moves = edge.moves(Selection::from(edge.pieces(Color::White, PieceType::Pawn)));
    assert_eq!(names(moves), ["a3a4"]);
}

/// H08, H09: the number of checkers and the pins decide where pieces may go.
#[test]
fn checkers_and_pins() {
    // A pinned rook moves along its line and takes the pinner; a pinned knight does not move.
    let pos = position("4k3/4r3/8/8/b7/4R3/2N5/3K4 w - - 0 1");
    assert_eq!(pos.pinned(Color::White), Square::C2.bitboard());
    assert!(pos.moves(Selection::from(Square::C2)).is_empty());
    let pos = position("4k3/4r3/8/8/8/4R3/8/4K3 w - - 0 1");
    let rook = names(pos.moves(Selection::from(Square::E3)));
    assert_eq!(rook, ["e3e2", "e3e4", "e3e5", "e3e6", "e3e7"]);
    // One that is pinned cannot help against a check from elsewhere.
    let pos = position("4k3/4r3/8/8/8/4R3/8/n3K2r w - - 0 1");
    assert!(pos.moves(Selection::from(Square::E3)).is_empty());
    assert_eq!(pos.evasions(), pos.legal_moves());
}

/// H11: all the moves of the richest position known, without a heap.
#[test]
fn lists_hold_218_moves_on_the_stack() {
    let pos = position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(pos.legal_moves().len(), 218);
    assert_eq!(names(pos.legal_moves()).len(), 218);
}

/// P08: a move into check is not made.
#[test]
fn moves_into_check_are_refused() {
    let mut pos = position("4k3/8/8/8/8/8/r7/4K3 w - - 0 1");
    let into_check = Move::new(Square::E1, Square::E2, MoveKind::Quiet);
    let before = pos.to_setup();
    assert!(pos.play(into_check).is_err());
    assert_eq!(pos.to_setup(), before);
}
