//! Random games beside cozy-chess: SAN both ways, the end of the game, and which positions are the
//! same.

use std::collections::VecDeque;

use cozy_chess::{Board as Cozy, GameStatus, util};
use reynard::{CastlingNotation, FenOptions, Move, Position, UciMove, fen::FenStyle};
use reynard_testkit::{Rng, data};

/// Games in all; others can be asked for.
const GAMES: u64 = 2_500;
const GAMES_VARIABLE: &str = "REYNARD_TEST_GAMES";

const PLIES: usize = 160;

/// Of so many positions, all legal moves are written and read and not just the one that is played.
const RATE: usize = 16;

/// How far back a position is compared with: both sides moved there and back again.
const CYCLE: usize = 4;

fn cozy_move(mv: Move) -> cozy_chess::Move {
    UciMove::new(mv, CastlingNotation::Chess960).to_string().parse().expect("a move")
}

fn assert_same_san(pos: &Position, cozy: &Cozy, mv: Move) {
    let (text, theirs) = (pos.san(mv), cozy_move(mv));
    let their_text = util::display_san_move(cozy, theirs).to_string();
    assert_eq!(text, their_text.as_str(), "{pos}");
    assert_eq!(pos.parse_san(&their_text), Ok(mv), "{pos}: {text}");
    assert_eq!(util::parse_san_move(cozy, &text).ok(), Some(theirs), "{pos}: {text}");
}

/// How the game stands, without the draws that depend on its history or on the material.
fn status(pos: &Position) -> GameStatus {
    match (pos.has_legal_move(), pos.is_check()) {
        (false, true) => GameStatus::Won,
        (false, false) => GameStatus::Drawn,
        (true, _) if pos.halfmove_clock() >= 100 => GameStatus::Drawn,
        (true, _) => GameStatus::Ongoing,
    }
}

/// Plays a game and says how many moves were compared.
fn game(fen: &str, rng: &mut Rng) -> u64 {
    let mut pos: Position = fen.parse().expect(fen);
    let shredder = FenOptions { style: FenStyle::Shredder, ..FenOptions::default() };
    let mut cozy = Cozy::from_fen(&pos.fen_with(shredder), true).expect(fen);
    let mut last = VecDeque::with_capacity(CYCLE + 1);
    let mut compared = 0;
    for _ in 0..PLIES {
        assert_eq!(status(&pos), cozy.status(), "{pos}");
        let moves = pos.legal_moves();
        if moves.is_empty() {
            break;
        }
        let chosen = *rng.choose(&moves);
        let written = if rng.one_in(RATE) { &moves[..] } else { &[chosen] };
        for &mv in written {
            assert_same_san(&pos, &cozy, mv);
            compared += 1;
        }
        last.push_back((pos.clone(), cozy.clone()));
        pos.play_unchecked(chosen);
        cozy.play_unchecked(cozy_move(chosen));
        if last.len() == CYCLE {
            let (earlier, their_earlier) = last.pop_front().expect("it is full");
            // Version 0.3.4 takes any piece that can go to the square behind a passing pawn for
            // one that can capture it.
            if cozy.en_passant().or(their_earlier.en_passant()).is_some() {
                continue;
            }
            let same = cozy.same_position(&their_earlier);
            assert_eq!(pos == earlier, same, "{pos}, {earlier}");
            assert_eq!(pos.key() == earlier.key(), same, "{pos}, {earlier}");
        }
    }
    compared
}

#[test]
fn r2_games_agree_with_cozy_chess() {
    let mut rng = Rng::new(35);
    let games = data::scaled(GAMES_VARIABLE, GAMES);
    let mut compared = 0;
    for number in 0..games {
        let fen = super::differential::start(number, &mut rng);
        compared += game(&fen, &mut rng);
    }
    println!("{games} games, {compared} moves");
    assert!(compared > 50 * games, "only {compared} moves in {games} games");
}
