//! Random games.

use reynard::{Move, MoveKind, MoveList, Position, Setup, SetupFaults};
use reynard_testkit::{Rng, starts};

/// How many moves of either side a random game may have. Few of them end by themselves, and what
/// comes later is mostly kings and pieces wandering about.
pub(crate) const PLIES: usize = 160;

/// The position of a FEN in which everything that can be tolerated is.
pub(crate) fn relaxed(fen: &str) -> Position {
    let setup = Setup::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Where the game with this number begins: in standard chess, in Chess960 with equal or different
/// arrays, or in one of the positions that others have found worth testing.
pub(crate) fn start(number: u64, rng: &mut Rng, odd: &[String]) -> String {
    match number % 4 {
        0 => starts::STANDARD.to_owned(),
        1 => starts::chess960(rng),
        2 => starts::double_chess960(rng),
        _ => rng.choose(odd).clone(),
    }
}

/// One of the moves; the rare kinds are taken more often than their number would have it, since
/// that is where mistakes hide.
pub(crate) fn choose(moves: &MoveList, rng: &mut Rng) -> Option<Move> {
    if moves.is_empty() {
        return None;
    }
    if rng.one_in(4) {
        let rare: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| mv.is_castling() || mv.is_promotion() || is_pawn_special(*mv))
            .collect();
        if !rare.is_empty() {
            return Some(*rng.choose(&rare));
        }
    }
    Some(*rng.choose(moves))
}

fn is_pawn_special(mv: Move) -> bool {
    matches!(mv.kind(), MoveKind::DoublePush | MoveKind::EnPassant)
}

/// The position after a legal move, by copying.
pub(crate) fn after(pos: &Position, mv: Move) -> Position {
    // Whatever the receiver held before must not shine through.
    let mut after = Position::startpos();
    pos.play_into(mv, &mut after);
    after
}

/// Calls `visit` with every position of a random game and the move that is chosen there.
pub(crate) fn game(fen: &str, rng: &mut Rng, mut visit: impl FnMut(&Position, Option<Move>)) {
    let mut pos = relaxed(fen);
    for _ in 0..PLIES {
        let chosen = choose(&pos.legal_moves(), rng);
        visit(&pos, chosen);
        let Some(chosen) = chosen else { break };
        pos.play(chosen).expect("a generated move is legal");
    }
}
