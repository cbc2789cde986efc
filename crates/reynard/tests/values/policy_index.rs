//! The 1,968 classes of moves: section 1.8 of the feature list.

use std::collections::HashSet;

use crate::games;
use reynard::{
    Color, Move, PieceType, PolicyIndex, Position, Square,
    full_move::{AllMoves, FullMove},
};

/// The numbers never change.
#[test]
fn the_order_is_frozen() {
    let class = |from, to, promotion| PolicyIndex::new(from, to, promotion).map(PolicyIndex::index);
    assert_eq!(class(Square::A1, Square::B1, None), Some(0));
    assert_eq!(class(Square::A1, Square::H8, None), Some(22));
    assert_eq!(class(Square::H8, Square::G8, None), Some(1791));
    assert_eq!(class(Square::A7, Square::A8, Some(PieceType::Knight)), Some(1792));
    assert_eq!(class(Square::A7, Square::B8, Some(PieceType::Queen)), Some(1799));
    assert_eq!(class(Square::H7, Square::H8, Some(PieceType::Queen)), Some(1879));
    assert_eq!(class(Square::A2, Square::A1, Some(PieceType::Knight)), Some(1880));
    assert_eq!(class(Square::H2, Square::H1, Some(PieceType::Queen)), Some(1967));
    let hash = PolicyIndex::all().fold(0_u64, |hash, class| {
        let piece = class.promotion().map_or(0, |kind| kind as u64);
        let parts = (class.from() as u64) << 16 | (class.to() as u64) << 8 | piece;
        (hash.rotate_left(5) ^ parts).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    });
    assert_eq!(hash, 0x5EB1_6556_4CDA_526A);
}

#[test]
fn the_classes_are_the_significant_parts_of_all_moves() {
    let in_catalogue: HashSet<PolicyIndex> = FullMove::all_moves(AllMoves::Possible)
        .filter(|mv| !mv.is_castling())
        .map(|mv| PolicyIndex::new(mv.from(), mv.to(), mv.promotion()).unwrap())
        .collect();
    assert_eq!(in_catalogue, PolicyIndex::all().collect());
    assert_eq!(PolicyIndex::COUNT, 1968);
    let pairs: HashSet<_> = PolicyIndex::all().map(|class| (class.from(), class.to())).collect();
    assert_eq!(pairs.len(), 1792);
    assert_eq!(PolicyIndex::all().filter(|class| class.promotion().is_none()).count(), 1792);
}

#[test]
fn numbers_and_parts_lead_to_each_other() {
    for (index, class) in (0..).zip(PolicyIndex::all()) {
        assert_eq!(class.index(), index);
        assert_eq!(PolicyIndex::from_index(index), Some(class));
        let again = PolicyIndex::new(class.from(), class.to(), class.promotion());
        assert_eq!(again, Some(class));
    }
    for index in 1968..=u16::MAX {
        assert_eq!(PolicyIndex::from_index(index), None);
    }
    let kinds = PieceType::ALL.into_iter().map(Some).chain([None]);
    let combinations = kinds.flat_map(|kind| {
        Square::ALL.into_iter().flat_map(move |from| {
            Square::ALL.into_iter().filter_map(move |to| PolicyIndex::new(from, to, kind))
        })
    });
    assert_eq!(combinations.count(), 1968);
}

#[test]
fn turning_the_board_is_a_permutation_that_undoes_itself() {
    let mirrored: HashSet<PolicyIndex> = PolicyIndex::all().map(PolicyIndex::mirrored).collect();
    assert_eq!(mirrored.len(), PolicyIndex::COUNT);
    for class in PolicyIndex::all() {
        let turned = class.mirrored();
        assert_eq!(turned.mirrored(), class);
        assert_eq!(
            (turned.from(), turned.to()),
            (class.from().flip_rank(), class.to().flip_rank())
        );
        assert_eq!(turned.promotion(), class.promotion());
        assert_eq!(class.relative_to(Color::White), class);
        assert_eq!(class.relative_to(Color::Black), turned);
    }
}

/// Of all the 65,536 patterns of a move, only what some piece can play has a class.
#[test]
fn any_move_pattern_has_a_class_or_none() {
    let with_class = (0..=u16::MAX)
        .filter_map(Move::from_bits)
        .filter(|&mv| PolicyIndex::of(mv).is_some_and(|class| class.promotion() == mv.promotion()))
        .count();
    // Six kinds without a promotion, and each promotion as a capture and not.
    assert_eq!(with_class, 6 * 1792 + 2 * 176);
}

/// The moves of a position have different classes, in Chess960 too, and come back from them.
#[test]
fn legal_moves_come_back_from_their_classes() {
    games::walk(1968, 200, assert_codec);
}

fn assert_codec(pos: &Position) {
    let mut classes = HashSet::new();
    for &mv in &pos.legal_moves() {
        let class = PolicyIndex::of(mv).expect("a legal move has a class");
        assert!(classes.insert(class), "{class:?} twice in {pos}");
        assert_eq!(class.to_move(pos), Some(mv), "{pos}");
        let seen = class.relative_to(pos.turn());
        assert_eq!(seen.relative_to(pos.turn()), class);
    }
    let legal = PolicyIndex::all().filter(|class| class.to_move(pos).is_some()).count();
    assert_eq!(legal, classes.len(), "{pos}");
}
