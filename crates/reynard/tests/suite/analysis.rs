//! What there is to say about a position without playing on: rows R51 to R53, X21, R67, P03 and
//! P04 of the feature list, and E-26.

use reynard::{
    Bitboard, Board, Color, Move, MoveKind, PieceType, Position, Setup, SetupFaults, Square,
    attacks,
};
use reynard_testkit::{Rng, data, starts};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Calls `visit` with the positions of random games and with boards on which pieces were thrown.
pub(crate) fn random_positions(seed: u64, games: u64, mut visit: impl FnMut(&Position)) {
    let mut rng = Rng::new(seed);
    for number in 0..data::number("REYNARD_ANALYSIS_GAMES", games) {
        let fen = match number % 3 {
            0 => starts::STANDARD.to_owned(),
            1 => starts::chess960(&mut rng),
            _ => starts::thrown(&mut rng),
        };
        let setup: Setup = fen.parse().expect("a start that can be read");
        let Ok(mut pos) = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE) else {
            continue;
        };
        for _ in 0..100 {
            visit(&pos);
            let moves = pos.legal_moves();
            if moves.is_empty() {
                break;
            }
            pos.play_unchecked(*rng.choose(&moves));
        }
    }
}

/// Whether a piece of `color` attacks `square` if `lifted` is empty, found by looking from each
/// piece.
fn attacked_without(pos: &Position, square: Square, color: Color, lifted: Square) -> bool {
    let occupied = pos.occupied().without(lifted);
    pos.board().iter().any(|(from, piece)| {
        piece.color == color
            && from != lifted
            && attacks::of(piece.kind, color, from, occupied).contains(square)
    })
}

// R52 of the feature list.
#[test]
fn target_is_attacked_after_the_move_leaves() {
    let table = [
        // The rook sees the target only once the line is open.
        ("3k4/8/8/8/8/r3R3/8/4K3 w - - 0 1", "e3h3", true),
        ("3k4/8/8/8/8/r3R3/8/4K3 w - - 0 1", "e3e4", false),
        ("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3c4", true),
        ("4k3/8/8/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", false),
        ("4k3/8/2p5/3p4/8/4N3/8/4K3 w - - 0 1", "e3d5", true),
        ("6k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", false),
    ];
    for (fen, text, expected) in table {
        let pos = position(fen);
        assert_eq!(
            pos.is_target_attacked(pos.parse_uci(text).expect(text)),
            expected,
            "{fen} {text}"
        );
    }
}

// R51, R52 of the feature list.
#[test]
fn random_positions_agree_with_looking_from_each_piece() {
    random_positions(52, 60, |pos| {
        let them = !pos.turn();
        for &mv in &pos.legal_moves() {
            let target = mv.king_target();
            let expected = attacked_without(pos, target, them, mv.from());
            assert_eq!(pos.is_target_attacked(mv), expected, "{pos} {mv:?}");
        }
        for color in Color::ALL {
            let attacked: Bitboard =
                Square::ALL.into_iter().filter(|&square| pos.is_attacked(square, color)).collect();
            assert_eq!(pos.board().attacked_by(color), attacked, "{pos} {color}");
        }
    });
}

// R53 of the feature list.
#[test]
fn breaking_a_pin_is_leaving_its_line() {
    let pos = position("4k3/4r3/8/8/8/4R3/8/4K3 w - - 0 1");
    let quiet = |to| Move::new(Square::E3, to, MoveKind::Quiet);
    assert!(pos.breaks_pin(quiet(Square::A3)));
    assert!(!pos.breaks_pin(quiet(Square::E6)), "along the line");
    assert!(!pos.breaks_pin(Move::new(Square::E3, Square::E7, MoveKind::Capture)), "the pinner");
    assert!(!pos.breaks_pin(Move::new(Square::E1, Square::D1, MoveKind::Quiet)), "the king");
    // The rank opens when both pawns leave: neither is pinned by itself.
    let pos = position("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1");
    let takes = Move::new(Square::E5, Square::D6, MoveKind::EnPassant);
    assert!(!pos.breaks_pin(takes) && !pos.is_legal(takes));
}

/// A pseudo-legal move of a piece other than the king is illegal if and only if it breaks a pin,
/// does not end a check, or opens a line by taking en passant.
// R53 of the feature list.
#[test]
fn random_positions_agree_with_legality() {
    let mut breaks = 0;
    random_positions(53, 60, |pos| {
        let pieces = |mv: &&Move| pos.board().type_at(mv.from()) != Some(PieceType::King);
        for &mv in pos.pseudo_legal_moves().iter().filter(pieces) {
            if pos.breaks_pin(mv) {
                breaks += 1;
                assert!(!pos.is_legal(mv), "{pos} {mv:?}");
            } else if !pos.is_check() && mv.kind() != MoveKind::EnPassant {
                assert!(pos.is_legal(mv), "{pos} {mv:?}");
            }
        }
    });
    assert!(breaks > 100, "{breaks}");
}

// X21, E26, V01, V02, V03 of the feature list.
#[test]
fn moves_that_give_check() {
    let table = [
        // V01: the piece that moves still blocks the line.
        ("4k3/8/8/8/4P3/8/8/K3R3 w - - 0 1", "e4e5", false),
        // V02, V03: a promotion gives check as what it becomes.
        ("4k3/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", true),
        ("4k3/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8n", false),
        // Direct, discovered, by castling and by taking en passant.
        ("4k3/8/8/8/8/8/8/K2R4 w - - 0 1", "d1d8", true),
        ("4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", "e4c5", true),
        ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true),
        ("8/8/8/R2pP2k/8/8/8/4K3 w - d6 0 1", "e5d6", true),
        ("8/8/8/R2pP1nk/8/8/8/4K3 w - d6 0 1", "e5d6", false),
    ];
    for (fen, text, expected) in table {
        let pos = position(fen);
        assert_eq!(pos.gives_check(pos.parse_uci(text).expect(text)), expected, "{fen} {text}");
    }
}

// X21 of the feature list.
#[test]
fn random_positions_agree_with_playing_the_move() {
    random_positions(21, 90, |pos| {
        // A position in which the side not to move is in check would say so after any move.
        if pos.is_attacked(pos.king(!pos.turn()), pos.turn()) {
            return;
        }
        for &mv in &pos.legal_moves() {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            assert_eq!(pos.gives_check(mv), after.is_check(), "{pos} {mv:?}");
        }
    });
}

/// The four words for pawns, each as its definition says, pawn by pawn.
fn structure_by_definition(board: &Board, color: Color) -> [Bitboard; 4] {
    let own = board.pieces(color, PieceType::Pawn);
    let theirs = board.pieces(!color, PieceType::Pawn);
    let rank = |square: Square| square.rank().relative_to(color);
    let files = |a: Square, b: Square| (a.file() as u8).abs_diff(b.file() as u8);
    let others = |pawn: Square| own.without(pawn).into_iter();
    let neighbors = |pawn: Square| others(pawn).filter(move |&other| files(pawn, other) == 1);
    let isolated = |pawn: &Square| neighbors(*pawn).next().is_none();
    let stop = |pawn: Square| pawn.bitboard().forward(color).first().expect("not on the last rank");
    let backward = |pawn: &Square| {
        !isolated(pawn)
            && neighbors(*pawn).all(|other| rank(other) > rank(*pawn))
            && theirs.into_iter().any(|enemy| attacks::pawn(!color, enemy).contains(stop(*pawn)))
    };
    let passed = |pawn: &Square| {
        theirs.into_iter().all(|enemy| files(*pawn, enemy) > 1 || rank(enemy) <= rank(*pawn))
    };
    let doubled = |pawn: &Square| others(*pawn).any(|other| files(*pawn, other) == 0);
    let pick = |test: &dyn Fn(&Square) -> bool| own.into_iter().filter(test).collect();
    [pick(&doubled), pick(&isolated), pick(&backward), pick(&passed)]
}

// P04 of the feature list.
#[test]
fn pawn_structure_is_as_defined() {
    let set = |names: &str| -> Bitboard {
        names.split_whitespace().map(|name| name.parse::<Square>().expect(name)).collect()
    };
    // Pieces; of White's pawns the doubled, isolated, backward and passed ones.
    let table = [
        ("4k3/8/8/8/8/8/8/4K3", "", "", "", ""),
        ("4k3/8/8/8/4P3/8/4P3/4K3", "e2 e4", "e2 e4", "", "e2 e4"),
        ("4k3/8/8/3p4/1p1P4/8/P1P5/4K3", "", "a2", "c2", ""),
        ("4k3/8/8/3p4/3P4/2P5/8/4K3", "", "", "c3", ""),
        ("4k3/8/1p6/8/1P1P4/2P5/8/4K3", "", "", "", "d4"),
        ("4k3/2p5/8/1PP5/8/8/8/4K3", "", "", "", ""),
        ("4k3/8/3p4/2pP4/8/8/8/4K3", "", "d5", "", ""),
        ("4k3/P6P/8/8/8/8/p6p/4K3", "", "a7 h7", "", "a7 h7"),
    ];
    for (pieces, doubled, isolated, backward, passed) in table {
        let setup: Setup = format!("{pieces} w").parse().expect(pieces);
        let found = setup.board.pawn_structure(Color::White);
        let expected = [doubled, isolated, backward, passed].map(set);
        let sets = [found.doubled, found.isolated, found.backward, found.passed];
        assert_eq!(sets, expected, "{pieces}");
    }
}

// P04 of the feature list.
#[test]
fn random_pawns_agree_with_the_definitions() {
    let mut rng = Rng::new(4);
    let mut backward = 0;
    for _ in 0..data::number("REYNARD_PAWNS", 20_000) {
        let mut board = Board::EMPTY;
        for color in Color::ALL {
            for _ in 0..rng.below(9) {
                let square = Square::ALL[8 + rng.below(48)];
                board.set(square, Some(PieceType::Pawn.of(color)));
            }
        }
        for color in Color::ALL {
            let found = board.pawn_structure(color);
            let sets = [found.doubled, found.isolated, found.backward, found.passed];
            assert_eq!(sets, structure_by_definition(&board, color), "{board} {color}");
            backward += found.backward.len();
        }
    }
    assert!(backward > 1000, "{backward}");
}

// R67 of the feature list.
#[test]
fn bit_tools_are_defined_for_the_empty_set_and_the_corners() {
    let empty = Bitboard::EMPTY;
    assert_eq!((empty.len(), empty.first(), empty.last(), empty.single()), (0, None, None, None));
    assert_eq!((empty.without_first(), empty.isolate_first()), (empty, empty));
    assert!(!empty.more_than_one() && !Square::H8.bitboard().more_than_one());
    let corners = Square::A1.bitboard() | Square::H8;
    assert_eq!((corners.len(), corners.bits()), (2, 0x8000_0000_0000_0001));
    assert_eq!((corners.first(), corners.last()), (Some(Square::A1), Some(Square::H8)));
    assert_eq!(corners.without_first(), Square::H8.bitboard());
    assert!(corners.more_than_one());
    for square in Square::ALL {
        assert_eq!(square.bitboard().single(), Some(square));
        assert_eq!(square.bitboard().bits().trailing_zeros(), square as u32);
    }
}
