//! Endings whose material does not win, searched with a fixed number of nodes.

use reynard::{Game, Position};
use reynard_engine::{Control, Engine, EngineSettings, Evaluation, Score, SearchLimits};

/// Nodes of a search.
const NODES: u64 = 20_000;

/// Returns the score for the side to move after a search of a position.
fn searched(fen: &str, evaluation: Evaluation) -> Score {
    let pos: Position = fen.parse().expect("a position");
    let mut engine = Engine::new(16).expect("a table of 16 mebibytes");
    engine.settings = EngineSettings { evaluation, ..EngineSettings::default() };
    let limits = SearchLimits { nodes: Some(NODES), ..SearchLimits::default() };
    let result = engine.search(&Game::from(pos), &limits, &Control::new(), &mut |_| {});
    result.score().expect("a position with moves")
}

/// Calls a function with each position and its scores.
fn for_each(positions: &[(&str, &str)], check: impl Fn(&str, Score)) {
    for (name, fen) in positions {
        for evaluation in [Evaluation::Network, Evaluation::Classic] {
            check(&format!("{name}, {evaluation}"), searched(fen, evaluation));
        }
    }
}

#[test]
fn draws_are_scored_as_draws() {
    let draws = [
        ("two knights", "8/8/4k3/8/8/3NKN2/8/8 w - - 0 1"),
        ("two knights, the king to move", "8/8/4k3/8/8/3NKN2/8/8 b - - 0 1"),
        ("two knights, king in the corner", "7k/8/5K2/5N2/8/3N4/8/8 w - - 0 1"),
        ("wrong bishop", "7k/8/8/6KP/8/8/4B3/8 w - - 0 1"),
        ("wrong bishop, king beside the corner", "8/6k1/8/6KP/8/8/4B3/8 w - - 0 1"),
        ("wrong bishop, two pawns", "7k/8/8/6KP/7P/8/4B3/8 w - - 0 1"),
        ("wrong bishop, black", "4b3/8/8/8/p7/1k6/8/K7 b - - 0 1"),
        ("rook pawn", "k7/8/K7/P7/8/8/8/8 w - - 0 1"),
        ("bishop against knight", "8/4n3/4k3/8/3K4/8/3B4/8 w - - 0 1"),
        ("knight against pawn", "8/8/4k3/4p3/8/3K1N2/8/8 w - - 0 1"),
    ];
    for_each(&draws, |name, score| assert_eq!(score, Score::Centipawns(0), "{name}"));
}

#[test]
fn endings_that_are_rarely_won_have_a_small_score() {
    let drawish = [
        ("rook and blocked rook pawn against bishop", "8/8/8/8/5b1p/7P/4k1K1/7R w - - 0 1"),
        ("rook and rook pawn against wrong bishop", "6k1/8/8/6KP/4b3/8/8/R7 w - - 0 1"),
        ("Réti's study", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1"),
        ("third-rank defense", "4k3/8/8/4PK2/8/r7/8/7R b - - 0 1"),
        ("rook against bishop", "8/8/4k3/4b3/8/3K4/8/3R4 w - - 0 1"),
        ("rook against knight", "8/8/4k3/4n3/8/3K4/8/3R4 w - - 0 1"),
    ];
    for_each(&drawish, |name, score| {
        assert!(matches!(score, Score::Centipawns(-250..=250)), "{name}: {score:?}");
    });
}

#[test]
fn endings_that_are_won_have_a_large_score() {
    let won = [
        ("bishop and knight", "8/8/4k3/8/8/3BK3/5N2/8 w - - 0 1"),
        ("right bishop", "7k/8/8/6KP/8/8/3B4/8 w - - 0 1"),
        ("king away from the corner", "8/3k4/8/6KP/8/8/4B3/8 w - - 0 1"),
        ("pawn beside the rook pawn", "k7/8/1p6/P2K4/8/8/8/4B3 w - - 0 1"),
        ("queen against rook", "8/8/4k3/4r3/8/3K4/8/3Q4 w - - 0 1"),
        ("Lucena", "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1"),
    ];
    for_each(&won, |name, score| {
        let wins = matches!(score, Score::Mate(1..)) || matches!(score, Score::Centipawns(110..));
        assert!(wins, "{name}: {score:?}");
    });
}

#[test]
fn a_minor_piece_mates_where_it_can() {
    for_each(&[("knight against rook pawn", "8/8/8/8/3N4/8/p7/k1K5 w - - 0 1")], |name, score| {
        assert!(matches!(score, Score::Mate(1..)), "{name}: {score:?}");
    });
}
