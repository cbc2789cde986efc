//! All methods agree, on positions that nobody has published counts for.

use reynard::{ParsePositionError, Position, Setup, SetupFaults};
use reynard_perft::{Method, Perft, PerftOptions, divide};
use reynard_testkit::{Rng, starts};

fn counters() -> Vec<Perft> {
    Method::available()
        .flat_map(|method| {
            let plain = PerftOptions { method, ..PerftOptions::default() };
            let hashed = PerftOptions { hash_mib: 1, ..plain };
            [Perft::new(&plain), Perft::new(&hashed)]
        })
        .filter_map(Result::ok)
        .collect()
}

fn check(counters: &[Perft], position: &Position, depth: u32) {
    for depth in 0..=depth {
        let counts: Vec<_> =
            counters.iter().map(|perft| perft.count(position, depth).expect("small")).collect();
        assert!(counts.windows(2).all(|pair| pair[0] == pair[1]), "{position} {depth}: {counts:?}");
    }
}

/// Reads a FEN, and accepts what no game reaches.
fn position(fen: &str) -> Result<Position, ParsePositionError> {
    Ok(Position::from_setup_waiving(&Setup::from_fen(fen)?, SetupFaults::WAIVABLE)?)
}

#[test]
fn methods_agree_on_random_games() {
    let counters = counters();
    let mut rng = Rng::new(20_261_121);
    for game in 0..24 {
        let start = match game % 3 {
            0 => starts::STANDARD.to_owned(),
            1 => starts::chess960(&mut rng),
            _ => starts::double_chess960(&mut rng),
        };
        let mut position = position(&start).expect("a start position");
        for ply in 0..100 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(*rng.choose(&moves));
            if ply % 20 == 13 {
                check(&counters, &position, 2);
            }
        }
        check(&counters, &position, 3);
    }
}

#[test]
fn methods_agree_on_thrown_boards() {
    let counters = counters();
    let mut rng = Rng::new(15);
    let boards = (0..400).filter_map(|_| position(&starts::thrown(&mut rng)).ok());
    let mut accepted = 0;
    for position in boards {
        let depth = if position.legal_moves().len() > 20 { 2 } else { 3 };
        check(&counters, &position, depth);
        accepted += 1;
    }
    assert!(accepted > 100, "{accepted}");
}

/// Set-ups that no game leads to, and rules that are easy to get wrong.
const ODD: [&str; 27] = [
    // More men than a game can have: 15 queens, rooks, knights, bishops, pawns.
    "QQQQQQQQ/QQQQQQQ1/8/8/8/8/8/K6k b - - 0 1",
    "k7/8/8/2QQQQ2/2QQQQ2/2QQQQ2/2QQQ3/7K w - - 0 1",
    "7k/RRRRRRRR/RRRRRRR1/8/8/8/8/K7 w - - 0 1",
    "7k/8/NNNN4/NNNN4/NNNN4/NNN5/8/K7 w - - 0 1",
    "7k/8/BBBB4/BBBB4/BBBB4/BBB5/8/K7 w - - 0 1",
    "4k3/8/8/8/8/8/PPPPPPPP/PPPPPPPK w - - 0 1",
    "4k3/PPPPPPPP/PPPPPPP1/8/8/8/8/4K3 w - - 0 1",
    "rnbqkbnr/PPPPPPPP/8/8/8/8/pppppppp/RNBQKBNR w - - 0 1",
    // The side that is not to move is in check, once and twice, also on one line.
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "R3k2R/8/8/8/8/8/8/4K3 w - - 0 1",
    "8/8/8/1R1k1R2/8/8/8/3RK3 w - - 0 1",
    "8/8/8/1rRk1R2/8/4N3/8/3RK3 w - - 0 1",
    // The mover is in check from both sides of a line, or from three pieces.
    "8/8/8/1r1K1r2/8/8/8/k7 w - - 0 1",
    "3r4/8/2n5/1r1K1r2/8/6b1/8/k7 w - - 0 1",
    // En passant that opens a rank, a diagonal, and one that answers a check.
    "8/8/8/KPp4r/8/8/8/7k w - c6 0 1",
    "8/8/8/8/1k1pP2R/8/8/K7 b - e3 0 1",
    "7b/8/8/3pP3/8/2K5/8/7k w - d6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    // A pawn that gives check as it captures en passant, one that becomes a knight and gives check.
    "8/4k3/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "8/5P1k/8/8/8/8/8/K7 w - - 0 1",
    // More than two knights, of which one is pinned, one guards and one can be captured.
    "7k/8/8/8/3N4/2N1N3/K1N4r/8 b - - 0 1",
    "k7/8/8/3q4/8/2NNN3/3K4/8 b - - 0 1",
    // Neither knights nor diagonals, but castling, pins and checks by rooks.
    "r3k2r/4p3/8/8/8/8/4R3/R3K2R w KQkq - 0 1",
    // Castling in Chess960: a rook that shields the king, a king that stays, a rook that stays.
    "1r2k3/8/8/8/8/8/8/qR2K2R w BH - 0 1",
    "4k3/8/8/8/8/8/8/qRK4R w BH - 0 1",
    "r1k4r/8/8/8/8/8/8/5RKq w F - 0 1",
    "2k5/8/8/8/8/8/8/RK3R1r w AF - 0 1",
];

#[test]
fn methods_agree_on_odd_positions() {
    let counters = counters();
    for fen in ODD {
        let position = match position(fen) {
            Ok(position) => position,
            Err(error) => {
                println!("skipped: {fen} is not accepted: {error}");
                continue;
            }
        };
        let depth = if position.legal_moves().len() > 60 { 2 } else { 3 };
        check(&counters, &position, depth);
    }
}

#[test]
fn divide_adds_up() {
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let position = Position::from_fen(kiwipete).expect("a position");
    let reference = PerftOptions { method: Method::List, ..PerftOptions::default() };
    let expected = divide(&position, 3, &reference).expect("small");
    for method in Method::available() {
        let options = PerftOptions { method, ..PerftOptions::default() };
        assert_eq!(divide(&position, 3, &options).expect("small"), expected, "{method}");
    }
    assert!(divide(&position, 0, &reference).expect("small").is_empty());
}
