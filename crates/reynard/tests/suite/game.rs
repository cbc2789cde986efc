//! Games: history, repetition and claims. Rows R05, R09, R49 and R62 of the feature list, E-22, and
//! what users of other libraries ask for: "is" and "can claim" apart, first positions counted.

use std::collections::HashMap;

use reynard::{
    Color, EnPassantMode, Game, IllegalMove, Move, MoveKind, Outcome, Position, Square,
    game::{ClaimReason, DrawClaim},
};
use reynard_testkit::{Rng, data, starts};

fn game_from(fen: &str) -> Game {
    Game::from_position(fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}")))
}

fn play(game: &mut Game, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = game.position().parse_uci(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(mv).expect("a move that was read is legal");
    }
}

fn uci(game: &Game, text: &str) -> Move {
    game.position().parse_uci(text).expect(text)
}

/// A shuffle of knights that brings the position back after four moves.
const SHUFFLE: &str = "g1f3 g8f6 f3g1 f6g8";

#[test]
fn repetitions_are_counted_from_the_first_position_on() {
    let mut game = Game::new();
    assert_eq!(game.repetitions(), 1);
    for count in 2..=6 {
        play(&mut game, SHUFFLE);
        assert_eq!(game.repetitions(), count);
        assert_eq!(game.is_threefold_repetition(), count >= 3);
        let ended = (count >= 5).then_some(Outcome::FivefoldRepetition);
        assert_eq!(game.outcome(), ended);
    }
    // A first position that was set up counts too, also with Black to move and a running clock.
    let mut game = game_from("4k2r/8/8/8/8/8/8/4K2R b - - 37 60");
    play(&mut game, "h8g8 h1g1 g8h8 g1h1 h8g8 h1g1 g8h8 g1h1");
    assert_eq!(game.repetitions(), 3);
}

#[test]
fn a_lost_right_makes_another_position() {
    let mut game = game_from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    play(&mut game, "h1g1 h8g8 g1h1 g8h8");
    assert_eq!(game.repetitions(), 1, "the rights to castle on the king's side are gone");
    play(&mut game, "h1g1 h8g8 g1h1 g8h8");
    assert_eq!(game.repetitions(), 2);
}

/// Only a capture that is legal makes a difference; E-22 and the most common mistake of others.
#[test]
fn en_passant_counts_only_if_it_is_legal() {
    // The pawn on d4 may take on e3, for one move.
    let mut game = game_from("6nk/8/8/8/3p4/8/4P3/6NK w - - 0 1");
    play(&mut game, "e2e4 g8f6 g1f3 f6g8 f3g1");
    assert_eq!(game.repetitions(), 1);
    play(&mut game, "g8f6 g1f3 f6g8 f3g1");
    assert_eq!(game.repetitions(), 2);
    // A pinned pawn may not, so nothing has changed: V10's brother, pinned on the file.
    let mut game = game_from("3k2n1/8/8/8/3p4/8/4P3/3RK1N1 w - - 0 1");
    play(&mut game, "e2e4");
    assert!(game.position().en_passant(EnPassantMode::PseudoLegal).is_some());
    play(&mut game, "g8f6 g1f3 f6g8 f3g1");
    assert_eq!(game.repetitions(), 2);
}

#[test]
fn moves_can_be_taken_back_and_played_again() {
    let mut game = Game::new();
    let texts = ["e2e4", "d7d5", "e4d5", "g8f6", "f1b5", "c7c6", "d5c6", "e7e6", "c6b7", "c8d7"];
    play(&mut game, &texts.join(" "));
    play(&mut game, "b7a8q f8d6 g1f3 e8g8 e1g1");
    let all: Vec<Move> = game.moves().collect();
    let setups: Vec<_> = game.positions().map(|pos| pos.to_setup()).collect();
    assert_eq!((all.len(), setups.len(), game.len()), (15, 16, 15));
    for plies in (0..15).rev() {
        assert_eq!(game.undo(), Some(all[plies]));
        assert_eq!(game.position().to_setup(), setups[plies]);
        assert_eq!(game.position().key(), game.position().key_from_scratch());
    }
    assert_eq!(game.undo(), None);
    assert!(game.is_empty() && game.last_move().is_none());
    // Playing the same move keeps what follows, another one forgets it.
    play(&mut game, "e2e4");
    assert_eq!(game.redo(), Some(all[1]));
    play(&mut game, "g1f3");
    assert_eq!(game.redo(), None);
    assert_eq!(game.len(), 3);
}

#[test]
fn repetitions_survive_undo_and_redo() {
    let mut game = Game::new();
    play(&mut game, SHUFFLE);
    play(&mut game, SHUFFLE);
    assert_eq!(game.repetitions(), 3);
    for _ in 0..4 {
        game.undo();
    }
    assert_eq!(game.repetitions(), 2);
    for _ in 0..4 {
        game.redo();
    }
    assert_eq!(game.repetitions(), 3);
}

/// R09 and R49: an illegal move changes nothing.
#[test]
fn illegal_moves_are_refused() {
    let mut game = Game::new();
    let mv = Move::new(Square::E2, Square::E5, MoveKind::Quiet);
    assert_eq!(game.play(mv), Err(IllegalMove(mv)));
    assert!(game.is_empty() && *game.position() == Position::startpos());
    play(&mut game, "e2e4");
    assert_eq!(game.last_move(), Some(uci(&Game::new(), "e2e4")));
}

/// The clock is the first position's, and so is the numbering.
// R05 of the feature list.
#[test]
fn clocks_and_numbers_go_on_from_the_first_position() {
    let mut game = game_from("4k3/8/8/8/8/8/4P3/4K2R b K - 5 40");
    play(&mut game, "e8e7 h1h2");
    assert_eq!(game.position().halfmove_clock(), 7, "a lost right does not reset it");
    assert_eq!((game.position().ply(), game.position().fullmove_number()), (81, 41));
    play(&mut game, "e7e8 e2e4");
    assert_eq!(game.position().halfmove_clock(), 0);
    assert_eq!((game.len(), game.root().ply()), (4, 79));
}

#[test]
fn fifty_moves_can_be_claimed_and_seventy_five_end_the_game() {
    let claim = |fen: &str| game_from(fen).claim();
    let at_hand = DrawClaim { reason: ClaimReason::FiftyMoves, announcing: None };
    assert_eq!(claim("4k3/8/8/8/8/8/8/4K2R w - - 98 80"), None);
    let announced = claim("4k3/8/8/8/8/8/8/4K2R w - - 99 80").expect("a claim");
    assert_eq!(announced.reason, ClaimReason::FiftyMoves);
    assert!(announced.announcing.is_some());
    assert_eq!(claim("4k3/8/8/8/8/8/8/4K2R w - - 100 80"), Some(at_hand));
    assert_eq!(claim("4k3/8/8/8/8/8/8/4K2R w - - 149 99"), Some(at_hand));
    assert_eq!(claim("4k3/8/8/8/8/8/8/4K2R w - - 150 99"), None, "the game is over");
    assert!(game_from("4k3/8/8/8/8/8/8/4K2R w - - 100 80").is_fifty_moves());
    assert!(!game_from("4k3/8/8/8/8/8/8/4K2R w - - 99 80").is_fifty_moves());
    // A mate with the hundredth move ends the game; only pawn moves are left in the second case.
    assert_eq!(claim("7k/6Q1/6K1/8/8/8/8/8 b - - 100 80"), None);
    assert_eq!(claim("k7/P7/K7/8/8/8/7p/8 b - - 99 80"), None);
    assert_eq!(at_hand.outcome(), Outcome::FiftyMoves);
}

/// A move that would end the game is no ground for a claim, though it makes the clock reach 100.
#[test]
fn a_mating_move_is_not_announced() {
    let game = game_from("k7/8/1K6/8/8/8/8/1R6 w - - 99 80");
    let claim = game.claim().expect("other moves bring the clock to 100 as well");
    let mut after = game.position().clone();
    after.play(claim.announcing.expect("a move")).expect("a legal move");
    assert_eq!(after.outcome(), None);
}

#[test]
fn threefold_repetition_can_be_claimed_with_the_move_that_brings_it_about() {
    let mut game = Game::new();
    play(&mut game, SHUFFLE);
    play(&mut game, "g1f3 g8f6 f3g1");
    assert_eq!(game.repetitions(), 2);
    assert!(!game.is_threefold_repetition());
    let announcing = Some(uci(&game, "f6g8"));
    let claim = DrawClaim { reason: ClaimReason::ThreefoldRepetition, announcing };
    assert_eq!(game.claim(), Some(claim));
    play(&mut game, "f6g8");
    assert_eq!(game.claim(), Some(DrawClaim { announcing: None, ..claim }));
    assert_eq!(game.outcome(), None, "nobody has claimed");
    assert_eq!(claim.outcome(), Outcome::ThreefoldRepetition);
    play(&mut game, "e2e4");
    assert_eq!(game.claim(), None);
}

#[test]
fn positions_can_be_looked_up() {
    let mut game = Game::new();
    play(&mut game, "e2e4 e7e5 g1f3 b8c6 f1b5");
    for (plies, expected) in game.positions().enumerate() {
        let found = game.position_after(plies).expect("a position of the game");
        assert_eq!(found.to_setup(), expected.to_setup());
    }
    assert_eq!(game.position_after(6), None);
    assert_eq!(game.positions().len(), 6);
    assert_eq!(game.turn(), Color::Black);
}

/// Random games against a plain count of every position in a map, with moves taken back now and
/// then.
#[test]
fn repetitions_agree_with_a_plain_count() {
    let mut rng = Rng::new(62);
    let mut repeated = 0;
    for number in 0..data::number("REYNARD_REPETITION_GAMES", 300) {
        let fen = match number % 3 {
            0 => starts::STANDARD.to_owned(),
            1 => starts::chess960(&mut rng),
            _ => "4k3/8/8/8/8/8/8/4K1RR w - - 0 1".to_owned(),
        };
        let mut game = game_from(&fen);
        for _ in 0..200 {
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            if rng.one_in(5) {
                game.undo();
            } else {
                // Moves back and forth, so that positions come again.
                let back = |mv: &&Move| {
                    let earlier = game.moves().rev().nth(1);
                    earlier.is_some_and(|earlier| {
                        (mv.to(), mv.from()) == (earlier.from(), earlier.to())
                    })
                };
                let mv = moves.iter().find(back).filter(|_| !rng.one_in(3));
                let mv = mv.copied().unwrap_or_else(|| *rng.choose(&moves));
                game.play(mv).expect("a generated move is legal");
            }
            let mut counts: HashMap<Position, u32> = HashMap::new();
            for pos in game.positions() {
                *counts.entry(pos).or_default() += 1;
            }
            assert_eq!(game.repetitions(), counts[game.position()], "{}", game.position());
            repeated += u64::from(game.repetitions() > 2);
        }
    }
    assert!(repeated > 1000, "{repeated}");
}

/// White's rook goes round sixteen squares and Black's round fifteen, so that every position comes
/// again after 480 moves and not before.
#[test]
fn repetitions_far_apart_are_found() {
    let white = "a1 b1 c1 d1 e1 f1 g1 h1 h2 g2 f2 e2 d2 c2 b2 a2";
    let black = "a8 c8 d8 e8 f8 g8 h8 h7 g7 f7 e7 d7 c7 b7 a7";
    let rounds = [white, black].map(|squares| squares.split(' ').collect::<Vec<_>>());
    let mut game = game_from("r7/8/p7/P6k/K6p/7P/8/R7 w - - 0 1");
    for count in 1..=5 {
        for plies in 0..480 {
            assert_eq!(game.repetitions(), count, "{plies}");
            let round = &rounds[plies % 2];
            let step = game.len() / 2;
            let (from, to) = (round[step % round.len()], round[(step + 1) % round.len()]);
            play(&mut game, &format!("{from}{to}"));
        }
    }
    assert_eq!(game.repetitions(), 6);
}

/// R5 of what is promised: a game of 100,000 moves, one without any repetition at hand and one that
/// repeats all the time, is no harder than a short one.
#[test]
fn long_games_are_fine() {
    let mut game = Game::new();
    for _ in 0..25_000 {
        play(&mut game, SHUFFLE);
    }
    assert_eq!((game.len(), game.repetitions()), (100_000, 25_001));
    assert_eq!(game.position().halfmove_clock(), u16::MAX, "the clock stops, the count goes on");
    play(&mut game, "e2e4");
    assert_eq!(game.repetitions(), 1);
    let mut rng = Rng::new(100_000);
    let mut game = game_from("4k3/8/8/8/8/8/8/RRRQKRRR w - - 0 1");
    while game.len() < 100_000 {
        let moves = game.position().legal_moves();
        let quiet: Vec<Move> = moves.iter().copied().filter(|mv| mv.is_quiet()).collect();
        if quiet.is_empty() {
            game.undo();
            game.undo();
        } else {
            game.play(*rng.choose(&quiet)).expect("a generated move is legal");
        }
    }
    for plies in [0, 63, 64, 65, 50_000, 99_999, 100_000] {
        let expected = game.positions().nth(plies).expect("a position of the game");
        assert_eq!(game.position_after(plies).map(|pos| pos.to_setup()), Some(expected.to_setup()));
    }
    while game.undo().is_some() {}
    assert_eq!(*game.position(), *game.root());
}
