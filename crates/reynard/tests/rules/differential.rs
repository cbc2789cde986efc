//! Random games on three boards: this crate's, the naive twin's, and cozy-chess's.

use cozy_chess::Board as Cozy;
use reynard::{EnPassantMode, FenOptions, Move, Position, Setup, SetupFaults, fen::FenStyle};
use reynard_testkit::{Naive, Passed, Rng, Step, data, starts};

use crate::board_text::{self, sorted, sorted_moves, uci};
use crate::{perft, walk};

/// Games in all, a quarter of them against the naive twin. Others can be asked for.
const GAMES: u64 = 2_500;
const GAMES_VARIABLE: &str = "REYNARD_TEST_GAMES";

/// Everything about a position that a move changes and [`Position::unmake`] must bring back.
#[derive(Debug, PartialEq)]
struct Snapshot {
    setup: Setup,
    /// Written from the board's squares, where the set-up compares its sets.
    fen: String,
    legal_en_passant: Option<reynard::Square>,
    key: u64,
    ply: u64,
}

impl Snapshot {
    fn of(pos: &Position) -> Self {
        Self {
            setup: pos.to_setup(),
            fen: pos.fen_with(board_text::FULL),
            legal_en_passant: pos.en_passant(EnPassantMode::Legal),
            key: pos.key(),
            ply: pos.ply(),
        }
    }
}

/// Plays a move in all four ways, takes it back, and leaves it played.
fn play(pos: &mut Position, mv: Move) {
    let before = Snapshot::of(pos);
    let after = walk::after(pos, mv);
    assert_eq!(Snapshot::of(pos), before, "{mv:?}: the original has changed");
    let undo = pos.make(mv);
    assert_eq!(Snapshot::of(pos), Snapshot::of(&after), "{mv:?}: made and copied differ");
    pos.unmake(mv, undo);
    assert_eq!(Snapshot::of(pos), before, "{mv:?}: not taken back");
    let mut unchecked = pos.clone();
    unchecked.play_unchecked(mv);
    assert_eq!(Snapshot::of(&unchecked), Snapshot::of(&after), "{mv:?}: unchecked and copied");
    pos.play(mv).expect("a generated move is legal");
    assert_eq!(Snapshot::of(pos), Snapshot::of(&after), "{mv:?}: played and copied differ");
    assert_eq!(pos.key(), pos.key_from_scratch(), "{}: the key after {mv:?}", before.fen);
}

fn assert_same_as_naive(pos: &Position, naive: &Naive) {
    let legal = FenOptions { style: FenStyle::XFen, ..FenOptions::default() };
    assert_eq!(pos.fen_with(legal), naive.fen(Passed::IfCapturable));
    assert_eq!(pos.fen_with(board_text::FULL), naive.shredder_fen(Passed::Always));
    assert_eq!(sorted_moves(pos), sorted(naive.legal_moves()), "{pos}");
    assert_eq!(pos.is_check(), naive.is_check(), "{pos}");
}

fn game_against_naive(fen: &str, rng: &mut Rng) {
    let mut pos = walk::relaxed(fen);
    let mut naive = Naive::from_fen(fen).expect(fen);
    for _ in 0..walk::PLIES {
        assert_same_as_naive(&pos, &naive);
        let Some(chosen) = walk::choose(&pos.legal_moves(), rng) else { break };
        let step: Step = uci(chosen).parse().expect("a move");
        play(&mut pos, chosen);
        naive = naive.after(step);
    }
}

fn games_against_naive(seed: u64, games: u64) {
    let odd = perft::odd_positions();
    let mut rng = Rng::new(seed);
    for number in 0..games {
        let fen = walk::start(number, &mut rng, &odd);
        game_against_naive(&fen, &mut rng);
    }
}

/// The moves of cozy-chess and of this crate in a form that both have: squares and promotion.
type Key = (u8, u8, Option<char>);

fn cozy_moves(board: &Cozy) -> Vec<Key> {
    let mut keys = Vec::new();
    board.generate_moves(|moves| {
        keys.extend(moves.into_iter().map(|mv| {
            let promotion = mv.promotion.map(char::from);
            (mv.from as u8, mv.to as u8, promotion)
        }));
        false
    });
    keys.sort_unstable();
    keys
}

fn own_moves(pos: &Position) -> Vec<Key> {
    let key = |mv: Move| {
        (mv.from() as u8, mv.to() as u8, mv.promotion().map(reynard::PieceType::to_char))
    };
    let mut keys: Vec<Key> = pos.legal_moves().into_iter().map(key).collect();
    keys.sort_unstable();
    keys
}

/// The FEN with the half-move clock that cozy-chess has: it stops at 100.
fn fen_for_cozy(pos: &Position) -> String {
    let mut setup = pos.to_setup();
    setup.halfmove_clock = setup.halfmove_clock.min(100);
    setup.fen_text(board_text::FULL.style).to_string()
}

fn assert_same_as_cozy(pos: &Position, cozy: &Cozy) {
    assert_eq!(fen_for_cozy(pos), format!("{cozy:#}"));
    assert_eq!(own_moves(pos), cozy_moves(cozy), "{pos}");
    assert_eq!(pos.checkers().bits(), cozy.checkers().0, "{pos}");
    let ours = pos.by_color(pos.turn()).bits();
    assert_eq!(pos.pinned(pos.turn()).bits(), cozy.pinned().0 & ours, "{pos}");
}

/// Whether cozy-chess took the position at all: it is stricter in some ways.
fn game_against_cozy(fen: &str, rng: &mut Rng) -> bool {
    let mut pos = walk::relaxed(fen);
    let Ok(mut cozy) = Cozy::from_fen(&fen_for_cozy(&pos), true) else { return false };
    for _ in 0..walk::PLIES {
        assert_same_as_cozy(&pos, &cozy);
        let Some(chosen) = walk::choose(&pos.legal_moves(), rng) else { break };
        play(&mut pos, chosen);
        cozy.play_unchecked(uci(chosen).parse().expect("a move"));
    }
    true
}

fn games_against_cozy(seed: u64, games: u64) {
    let odd = perft::odd_positions();
    let mut rng = Rng::new(seed);
    let mut played = 0;
    for number in 0..games {
        let fen = walk::start(number, &mut rng, &odd);
        played += u64::from(game_against_cozy(&fen, &mut rng));
    }
    assert!(played * 10 > games * 9, "cozy-chess refused too many: {played} of {games}");
}

fn games() -> u64 {
    data::scaled(GAMES_VARIABLE, GAMES)
}

#[test]
fn games_agree_with_the_naive_twin_1() {
    games_against_naive(1, games() / 8);
}

#[test]
fn games_agree_with_the_naive_twin_2() {
    games_against_naive(2, games() / 8);
}

#[test]
fn games_agree_with_cozy_chess_1() {
    games_against_cozy(3, games() * 3 / 8);
}

#[test]
fn games_agree_with_cozy_chess_2() {
    games_against_cozy(4, games() * 3 / 8);
}

/// Set-ups that no game leads to: whatever is accepted has exactly the moves that the plain rules
/// of movement give it, and can be played on.
#[test]
fn thrown_positions_agree_with_the_naive_twin() {
    let mut rng = Rng::new(5);
    let mut accepted = 0;
    for _ in 0..games() {
        let fen = starts::thrown(&mut rng);
        let setup: Setup = fen.parse().expect(&fen);
        let Ok(mut pos) = Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE) else {
            continue;
        };
        accepted += 1;
        let mut naive = Naive::from_fen(&fen).expect(&fen);
        for _ in 0..4 {
            assert_same_as_naive(&pos, &naive);
            let Some(chosen) = walk::choose(&pos.legal_moves(), &mut rng) else { break };
            play(&mut pos, chosen);
            naive = naive.after(uci(chosen).parse().expect("a move"));
        }
    }
    assert!(accepted > games() / 2, "only {accepted} of {} were accepted", games());
}
