//! Random games from standard chess, Chess960 and positions with rare moves.

use reynard::{Move, Position, Setup, SetupFaults};
use reynard_testkit::{Rng, starts};

/// Positions with many promotions, castlings and captures en passant.
pub(crate) const ODD: [&str; 6] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb - 0 1",
    "6kr/8/8/8/8/8/8/6KR w Hh - 0 1",
    "r4k1r/8/8/8/8/8/8/R4K1R w AHah - 0 1",
    "4k3/p1p1p1p1/8/1P1P1P1P/p1p1p1p1/8/1P1P1P1P/4K3 w - - 0 1",
];

/// Moves of either side in one game.
const PLIES: usize = 160;

/// The position of a FEN in which everything that can be tolerated is.
pub(crate) fn relaxed(fen: &str) -> Position {
    let setup = Setup::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::from_setup_waiving(&setup, SetupFaults::WAIVABLE)
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Calls `visit` with every position of some random games.
pub(crate) fn walk(seed: u64, games: u64, mut visit: impl FnMut(&Position)) {
    let mut rng = Rng::new(seed);
    for number in 0..games {
        let fen = match number % 4 {
            0 => starts::STANDARD.to_owned(),
            1 => starts::chess960(&mut rng),
            2 => starts::double_chess960(&mut rng),
            _ => (*rng.choose(&ODD)).to_owned(),
        };
        walk_from(&fen, &mut rng, &mut visit);
    }
}

/// Calls `visit` with every position of a random game. Rare moves are played more often than
/// their number would have it.
pub(crate) fn walk_from(fen: &str, rng: &mut Rng, mut visit: impl FnMut(&Position)) {
    let mut pos = relaxed(fen);
    for _ in 0..PLIES {
        visit(&pos);
        let moves = pos.legal_moves();
        if moves.is_empty() {
            break;
        }
        let is_rare = |mv: &&Move| mv.is_castling() || mv.is_promotion();
        let rare: Vec<Move> = moves.iter().filter(is_rare).copied().collect();
        let chosen = if !rare.is_empty() && rng.one_in(4) {
            *rng.choose(&rare)
        } else {
            *rng.choose(&moves)
        };
        pos.play(chosen).expect("a generated move is legal");
    }
}
