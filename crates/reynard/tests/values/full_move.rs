//! Moves with all their fields in 22 bits and two flags: rows T10, R40 to R43, R50 and X20 of the
//! feature list, E-04, E-05, and the list of all moves (section 1.8).

use std::collections::HashSet;

use reynard::{
    Color, Move, MoveKind, PieceType, Position, Rank, Square,
    full_move::{AllMoves, FullMove},
};
use reynard_testkit::{Rng, starts};

use crate::games::{self, ODD};

/// Games of the random tests.
const GAMES: u64 = 400;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn uci(pos: &Position, text: &str) -> Move {
    pos.parse_uci(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn full(fen: &str, text: &str) -> FullMove {
    let pos = position(fen);
    FullMove::new(&pos, uci(&pos, text))
}

/// The bits of to, from, promotion, mover, captured, color and the two flags.
fn bits(fields: [u32; 8]) -> u32 {
    let shifts = [0, 6, 12, 15, 18, 21, 22, 23];
    fields.into_iter().zip(shifts).map(|(field, shift)| field << shift).sum()
}

/// R40, E-05: to 0-5, from 6-11, promotion 12-14, mover 15-17, captured 18-20, color 21, flags 22
/// and 23. These numbers never change.
#[test]
fn the_layout_is_frozen() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    assert_eq!(full(start, "e2e4").bits(), bits([28, 12, 0, 1, 0, 0, 0, 0]));
    assert_eq!(full(start, "g1f3").bits(), bits([21, 6, 0, 2, 0, 0, 0, 0]));
    let promotion = "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1";
    assert_eq!(full(promotion, "c7d8q").bits(), bits([59, 50, 5, 1, 4, 0, 0, 0]));
    assert_eq!(full(promotion, "c7c8n").bits(), bits([58, 50, 2, 1, 0, 0, 0, 0]));
    let passed = "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1";
    assert_eq!(full(passed, "f4e3").bits(), bits([20, 29, 0, 1, 1, 1, 1, 0]));
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    assert_eq!(full(castling, "e8g8").bits(), bits([62, 60, 0, 6, 0, 1, 0, 1]));
    assert_eq!(full(castling, "e8c8").bits(), bits([58, 60, 0, 6, 0, 1, 0, 1]));
    assert_eq!(full(castling, "e8c8").bits(), 0xA3_0F3A);
    assert_eq!((FullMove::BITS, FullMove::SIGNIFICANT), (24, 0x7FFF));
}

/// The layout as a whole: a hash over all moves in their order.
// R40 of the feature list.
#[test]
fn the_list_of_all_moves_is_frozen() {
    let hash = FullMove::all_moves(AllMoves::Plisco).fold(0_u64, |hash, mv| {
        (hash.rotate_left(5) ^ u64::from(mv.bits())).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    assert_eq!(hash, 0x9F50_B29D_A201_532B);
}

/// R41: each setter gives a value back in which just its field has changed.
#[test]
fn setters_touch_only_their_field() {
    let mut rng = Rng::new(41);
    let kinds: Vec<Option<PieceType>> =
        PieceType::ALL.into_iter().map(Some).chain([None]).collect();
    for _ in 0..10_000 {
        let Some(mv) = FullMove::from_bits(any_bits(&mut rng)) else { continue };
        let square = *rng.choose(&Square::ALL);
        let kind = *rng.choose(&kinds);
        let color = *rng.choose(&Color::ALL);
        let flag = rng.one_in(2);
        assert_only(mv, mv.with_to(square), 0x00_003F, mv.with_to(square).to() == square);
        assert_only(mv, mv.with_from(square), 0x00_0FC0, mv.with_from(square).from() == square);
        let promoted = mv.with_promotion(kind);
        assert_only(mv, promoted, 0x00_7000, promoted.promotion() == kind);
        assert_only(mv, mv.with_mover(kind), 0x03_8000, mv.with_mover(kind).mover() == kind);
        let taking = mv.with_captured(kind);
        assert_only(mv, taking, 0x1C_0000, taking.captured() == kind);
        assert_only(mv, mv.with_color(color), 0x20_0000, mv.with_color(color).color() == color);
        let passing = mv.with_en_passant(flag);
        assert_only(mv, passing, 0x40_0000, passing.is_en_passant() == flag);
        let castling = mv.with_castling(flag);
        assert_only(mv, castling, 0x80_0000, castling.is_castling() == flag);
    }
}

/// As many random bits as a move has.
fn any_bits(rng: &mut Rng) -> u32 {
    u32::try_from(rng.next_u64() >> (64 - FullMove::BITS)).expect("few bits")
}

fn assert_only(before: FullMove, after: FullMove, field: u32, is_set: bool) {
    assert!(is_set, "{before:?} became {after:?}");
    assert_eq!(before.bits() & !field, after.bits() & !field, "{before:?} became {after:?}");
    assert_eq!(FullMove::from_bits(after.bits()), Some(after));
}

/// E-04: `from` is where the piece comes from, `to` where it goes.
// E04 of the feature list.
#[test]
fn from_and_to_are_not_exchanged() {
    let mv = full("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e3");
    assert_eq!((mv.from(), mv.to()), (Square::E2, Square::E3));
    assert_eq!((mv.bits() >> 6 & 63, mv.bits() & 63), (12, 20));
}

// R40 of the feature list.
#[test]
fn fields_without_meaning_are_refused() {
    for field in [12, 15, 18] {
        assert_eq!(FullMove::from_bits(7 << field), None);
        assert!(FullMove::from_bits(6 << field).is_some());
    }
    for bit in 24..32 {
        assert_eq!(FullMove::from_bits(1 << bit), None);
    }
}

/// R42: mover, captured piece, color and flags do not count.
#[test]
fn moves_are_equivalent_by_their_significant_bits() {
    let mv = full("3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1", "c7d8q");
    let bare = FullMove::from_bits(u32::from(mv.significant())).unwrap();
    assert_eq!(u32::from(mv.significant()), bits([59, 50, 5, 0, 0, 0, 0, 0]));
    assert!(mv.is_equivalent(bare) && mv != bare);
    assert!((bare.mover(), bare.captured(), bare.color()) == (None, None, Color::White));
    assert!(mv.is_equivalent(mv.with_color(Color::Black).with_castling(true)));
    assert!(!mv.is_equivalent(mv.with_promotion(Some(PieceType::Rook))));
    assert!(!mv.is_equivalent(mv.with_from(Square::E7)));
    assert!(!mv.is_equivalent(mv.with_to(Square::C8)));
}

/// T10: the number of a move is never 0. R50: a move comes back from its number, and from its
/// significant bits if no castling of Chess960 is in the way. X20: and from sixteen bits, always.
#[test]
fn moves_come_back_from_every_form() {
    games::walk(20, GAMES, |pos| {
        for &mv in &pos.legal_moves() {
            assert_round_trip(pos, mv);
        }
    });
}

fn assert_round_trip(pos: &Position, mv: Move) {
    let full = FullMove::new(pos, mv);
    assert_ne!(full.bits(), 0);
    assert_eq!(full.mover(), pos.board().type_at(mv.from()));
    assert_eq!((full.color(), full.promotion()), (pos.turn(), mv.promotion()));
    assert_eq!(full.captured().is_some(), mv.is_capture());
    assert_eq!(full.to_move(pos), Ok(mv), "{pos}");
    assert_eq!(FullMove::from_bits(full.bits()), Some(full));
    let expanded = FullMove::expand(full.compress()).expect("sound fields");
    assert!(expanded.is_equivalent(full));
    assert_eq!(expanded.completed(pos), Ok(full), "{pos}");
    let bare = FullMove::from_bits(full.significant().into()).expect("sound fields");
    let is_step_too = mv.is_castling()
        && mv.from() != mv.king_target()
        && pos.is_legal(Move::new(mv.from(), mv.king_target(), MoveKind::Quiet));
    assert_eq!(bare.completed(pos) == Ok(full), !is_step_too, "{full:?} in {pos}");
}

/// Castling in Chess960: the king may stay where it is, go one step, or to where its rook stands.
// R40 of the feature list.
#[test]
fn castling_in_chess960_has_its_flag() {
    for (fen, text, to) in [
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", Square::G1),
        ("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", Square::G1),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", Square::G1),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", Square::C1),
    ] {
        let pos = position(fen);
        let mv = uci(&pos, text);
        assert!(mv.is_castling(), "{fen}");
        let full = FullMove::new(&pos, mv);
        assert_eq!((full.to(), full.captured(), full.is_castling()), (to, None, true), "{fen}");
        assert_eq!(full.to_move(&pos), Ok(mv), "{fen}");
    }
    // Where a step ends on the same square, the flag decides.
    let pos = position("4k3/8/8/8/8/8/8/5K1R w H - 0 1");
    let bare = FullMove::default().with_from(Square::F1).with_to(Square::G1);
    assert_eq!(bare.to_move(&pos), Ok(uci(&pos, "f1g1")));
    assert_eq!(bare.with_castling(true).to_move(&pos), Ok(uci(&pos, "f1h1")));
    // UCI's second way to write castling is not one here.
    assert!(bare.with_to(Square::H1).to_move(&pos).is_err());
}

/// R50: of all the numbers there are, just those of legal moves are taken.
#[test]
fn what_is_not_legal_is_refused() {
    for fen in ODD {
        let pos = position(fen);
        let legal: HashSet<Move> = pos.legal_moves().into_iter().collect();
        let mut found = HashSet::new();
        for compressed in 0..=u16::MAX {
            let Some(mv) = FullMove::expand(compressed) else {
                assert_eq!(compressed >> 12 & 7, 7);
                continue;
            };
            match mv.to_move(&pos) {
                Ok(mv) => assert!(found.insert(mv) || mv.is_castling(), "{mv:?} twice in {fen}"),
                Err(error) => assert_eq!(error.0, mv),
            }
        }
        assert_eq!(found, legal, "{fen}");
    }
}

// R43 of the feature list.
#[test]
fn all_moves_have_the_published_counts() {
    let documented: Vec<FullMove> = FullMove::all_moves(AllMoves::Plisco).collect();
    let possible: Vec<FullMove> = FullMove::all_moves(AllMoves::Possible).collect();
    assert_eq!((documented.len(), possible.len()), (45_356, 43_764));
    for color in Color::ALL {
        let of_color = |list: &[FullMove]| list.iter().filter(|mv| mv.color() == color).count();
        assert_eq!((of_color(&documented), of_color(&possible)), (22_678, 21_882));
    }
    let by_mover = |kind| possible.iter().filter(|mv| mv.mover() == Some(kind)).count();
    assert_eq!(PieceType::ALL.map(by_mover), [1336, 3928, 6496, 10_304, 16_800, 4900]);
    assert_eq!(possible.iter().filter(|mv| mv.is_castling()).count(), 4);
    assert_eq!(possible.iter().filter(|mv| mv.is_en_passant()).count(), 28);
    assert_eq!(documented.iter().collect::<HashSet<_>>().len(), documented.len());

    // What is left out is what a position cannot have, and nothing else.
    let possible: HashSet<&FullMove> = possible.iter().collect();
    let left_out: Vec<_> = documented.iter().filter(|mv| !possible.contains(mv)).collect();
    assert_eq!(left_out.len(), 1592);
    for mv in left_out {
        assert_eq!(mv.captured(), Some(PieceType::Pawn));
        assert!(matches!(mv.to().rank(), Rank::First | Rank::Eighth), "{mv:?}");
    }
}

/// Section 1.8: 1,968 combinations of squares and promotion, 1,792 pairs of squares.
// R43 of the feature list.
#[test]
fn all_moves_have_the_significant_parts_that_they_should() {
    let all = || FullMove::all_moves(AllMoves::Plisco);
    assert_eq!(all().map(FullMove::significant).collect::<HashSet<_>>().len(), 1968);
    assert_eq!(all().map(|mv| (mv.from(), mv.to())).collect::<HashSet<_>>().len(), 1792);
}

/// Every move of a game of standard chess is in the list, and in time every kind comes up.
// R43 of the feature list.
#[test]
fn all_moves_include_every_move_of_random_games() {
    let possible: HashSet<FullMove> = FullMove::all_moves(AllMoves::Possible).collect();
    let mut rng = Rng::new(43);
    let mut seen = HashSet::new();
    for _ in 0..GAMES {
        games::walk_from(starts::STANDARD, &mut rng, |pos| {
            for &mv in &pos.legal_moves() {
                let full = FullMove::new(pos, mv);
                assert!(possible.contains(&full), "{full:?} in {pos}");
                seen.insert(full);
            }
        });
    }
    assert!(seen.len() > 15_000, "only {} moves were seen", seen.len());
}
