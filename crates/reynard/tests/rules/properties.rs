//! What must hold in every position, whatever its moves are.

use reynard::{
    Bitboard, CheckState, Color, EnPassantMode, Move, MoveList, Position, Selection, Setup,
    SetupFaults, Square, Stage, attacks,
};
use reynard_testkit::{Naive, Passed, Rng, data, starts};

use crate::{board_text, perft, walk};

/// Random games of this test.
const GAMES: u64 = 125;

/// Set-ups that no game leads to.
const THROWN: u64 = 10_000;

/// One position in so many has its move patterns tried, all 65,536 of them.
const PATTERNS_ONE_IN: usize = 150;

#[test]
fn properties_hold_in_games() {
    let odd = perft::odd_positions();
    let mut rng = Rng::new(21);
    let mut samples = Rng::new(22);
    for number in 0..data::scaled("REYNARD_TEST_PROPERTY_GAMES", GAMES) {
        let fen = walk::start(number, &mut rng, &odd);
        walk::game(&fen, &mut rng, |pos, _| check(pos, &mut samples));
    }
}

#[test]
fn properties_hold_in_thrown_positions() {
    let mut rng = Rng::new(23);
    for _ in 0..THROWN {
        let fen = starts::thrown(&mut rng);
        let setup: Setup = fen.parse().expect(&fen);
        if let Ok(pos) = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE) {
            check(&pos, &mut rng);
        }
    }
}

fn check(pos: &Position, rng: &mut Rng) {
    let moves = pos.legal_moves();
    check_counts(pos, &moves);
    check_stages(pos, &moves, rng);
    check_pseudo_legal(pos, &moves);
    check_each_move(pos, &moves);
    check_null_move(pos);
    check_check_state(pos, &moves);
    if rng.one_in(8) {
        check_attackers(pos);
    }
    if rng.one_in(PATTERNS_ONE_IN) {
        check_patterns(pos, &moves);
    }
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<Move> {
    let mut moves: Vec<Move> = moves.into_iter().collect();
    moves.sort_unstable();
    moves
}

fn check_counts(pos: &Position, moves: &MoveList) {
    assert_eq!(pos.count_legal_moves() as usize, moves.len(), "{pos}");
    assert_eq!(pos.has_legal_move(), !moves.is_empty(), "{pos}");
    let mut distinct = sorted(moves.iter().copied());
    distinct.dedup();
    assert_eq!(distinct.len(), moves.len(), "{pos}: a move is listed twice");
    assert_eq!(pos.key(), pos.key_from_scratch(), "{pos}");
    let evasions = if pos.is_check() { moves.clone() } else { MoveList::new() };
    assert_eq!(pos.evasions(), evasions, "{pos}");
}

/// Whether a move belongs to a stage.
fn is_in(stage: Stage, mv: Move) -> bool {
    match stage {
        Stage::All => true,
        Stage::Captures => mv.is_capture(),
        Stage::Quiets => !mv.is_capture(),
        Stage::Tactical => mv.is_capture() || mv.is_promotion(),
    }
}

/// Every selection is what a filter leaves of the whole list, so captures and quiets partition it.
fn check_stages(pos: &Position, moves: &MoveList, rng: &mut Rng) {
    assert_eq!(pos.captures().len() + pos.quiets().len(), moves.len(), "{pos}");
    let any = Bitboard::from_bits(rng.next_u64());
    let other = Bitboard::from_bits(rng.next_u64());
    let subsets = [Bitboard::FULL, any, pos.by_color(pos.turn()), pos.by_color(!pos.turn())];
    for stage in [Stage::All, Stage::Captures, Stage::Quiets, Stage::Tactical] {
        for from in subsets {
            for to in [Bitboard::FULL, other] {
                let selection = Selection { stage, from, to };
                let expected = moves.iter().copied().filter(|&mv| {
                    is_in(stage, mv) && from.contains(mv.from()) && to.contains(mv.king_target())
                });
                let found = sorted(pos.moves(selection));
                assert_eq!(found, sorted(expected), "{pos}: {selection:?}");
            }
        }
    }
    assert_eq!(pos.moves(Selection::stage(Stage::Captures)), pos.captures());
    assert_eq!(pos.moves(Selection::stage(Stage::Quiets)), pos.quiets());
}

fn check_pseudo_legal(pos: &Position, moves: &MoveList) {
    let pseudo_legal = pos.pseudo_legal_moves();
    let safe = pseudo_legal.iter().copied().filter(|&mv| pos.is_safe(mv));
    assert_eq!(sorted(safe), sorted(moves.iter().copied()), "{pos}");
    let attacks = pseudo_legal.iter().copied().filter(|mv| mv.is_capture() || mv.is_promotion());
    assert_eq!(sorted(pos.pseudo_legal_attacks()), sorted(attacks), "{pos}");
}

/// The board after a move is what the move says, and copying, making and taking back agree.
fn check_each_move(pos: &Position, moves: &MoveList) {
    let before = pos.to_setup();
    let mut made = pos.clone();
    let is_enemy_in_check = pos.is_attacked(pos.king(!pos.turn()), pos.turn());
    for &mv in moves {
        assert!(pos.is_legal(mv) && pos.is_pseudo_legal(mv), "{pos}: {mv:?}");
        assert_eq!(Move::from_bits(mv.bits()), Some(mv));
        let after = walk::after(pos, mv);
        // Where the enemy is in check already, which only a waived fault allows, it can stay so.
        if !is_enemy_in_check {
            assert_eq!(pos.gives_check(mv), after.is_check(), "{pos}: {mv:?}");
        }
        assert_eq!(after.key(), after.key_from_scratch(), "{pos}: {mv:?}");
        assert_eq!(after.turn(), !pos.turn());
        assert_eq!(after.ply(), pos.ply() + 1);
        let irreversible = mv.is_capture()
            || pos.piece_at(mv.from()).is_some_and(|piece| piece.kind == reynard::PieceType::Pawn);
        let clock = if irreversible { 0 } else { pos.halfmove_clock() + 1 };
        assert_eq!(after.halfmove_clock(), clock, "{pos}: {mv:?}");
        let men = pos.occupied().len() - u32::from(mv.is_capture());
        assert_eq!(after.occupied().len(), men, "{pos}: {mv:?}");
        let undo = made.make(mv);
        assert_eq!(made.to_setup(), after.to_setup(), "{pos}: {mv:?}");
        made.unmake(mv, undo);
        assert_eq!(made.to_setup(), before, "{pos}: {mv:?}");
        assert_eq!(made.key(), pos.key());
    }
    assert_eq!(made.to_string(), pos.to_string());
}

fn check_null_move(pos: &Position) {
    let mut passed = pos.clone();
    if pos.is_check() {
        assert!(passed.play_null().is_err(), "{pos}");
        assert_eq!(passed.to_setup(), pos.to_setup(), "{pos}");
        return;
    }
    passed.play_null().expect("a side that is not in check");
    assert_eq!(passed.turn(), !pos.turn());
    assert_eq!(passed.board(), pos.board());
    assert_eq!(passed.castling_rights(), pos.castling_rights());
    assert_eq!(passed.en_passant(EnPassantMode::Always), None);
    assert_eq!(passed.key(), passed.key_from_scratch(), "{pos}");
    assert_ne!(passed, *pos);
}

/// Checkers, pins and evasions against what the naive twin finds by lifting pieces.
fn check_check_state(pos: &Position, moves: &MoveList) {
    let naive = naive(pos);
    let us = pos.turn();
    let king = pos.king(us);
    let checkers = naive.attackers_of(&king.to_string(), us == Color::Black);
    assert_eq!(board_text::sorted(pos.checkers()), board_text::sorted(checkers), "{pos}");
    for color in Color::ALL {
        let pinned = naive.pinned(color == Color::White);
        assert_eq!(board_text::sorted(pos.pinned(color)), board_text::sorted(pinned), "{pos}");
    }
    match pos.check_state() {
        CheckState::None => assert!(!pos.is_check(), "{pos}"),
        CheckState::Double { checkers } => {
            assert!(checkers.more_than_one() && checkers == pos.checkers(), "{pos}");
            assert!(moves.iter().all(|mv| mv.from() == king), "{pos}");
        }
        CheckState::Single { checker, evasions } => {
            assert_eq!(pos.checkers(), checker.bitboard(), "{pos}");
            assert_eq!(evasions, attacks::between(king, checker) | checker, "{pos}");
            let others = moves.iter().filter(|mv| mv.from() != king);
            let ends =
                |mv: &Move| evasions.contains(mv.to()) || mv.kind() == reynard::MoveKind::EnPassant;
            assert!(others.copied().all(|mv| ends(&mv)), "{pos}");
        }
    }
}

fn check_attackers(pos: &Position) {
    let naive = naive(pos);
    for square in Square::ALL {
        for color in Color::ALL {
            let expected = naive.attackers_of(&square.to_string(), color == Color::White);
            let found = pos.attackers(square, color);
            assert_eq!(board_text::sorted(found), board_text::sorted(expected), "{pos}: {square}");
            assert_eq!(pos.is_attacked(square, color), found.any());
        }
    }
}

/// Of all patterns that sixteen bits have, just those in the list are legal.
fn check_patterns(pos: &Position, moves: &MoveList) {
    let pseudo_legal = sorted(pos.pseudo_legal_moves());
    let legal = sorted(moves.iter().copied());
    for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
        assert_eq!(pos.is_legal(mv), legal.binary_search(&mv).is_ok(), "{pos}: {mv:?}");
        let listed = pseudo_legal.binary_search(&mv).is_ok();
        assert_eq!(pos.is_pseudo_legal(mv), listed, "{pos}: {mv:?}");
    }
}

fn naive(pos: &Position) -> Naive {
    let naive = Naive::from_fen(&pos.fen_with(board_text::FULL)).expect("a FEN");
    assert_eq!(naive.shredder_fen(Passed::Always), pos.fen_with(board_text::FULL));
    naive
}
