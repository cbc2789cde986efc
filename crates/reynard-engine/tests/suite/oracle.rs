//! The search against plain minimax, and against itself.

use reynard::{Game, Position};
use reynard_engine::{
    Control, Engine, EngineSettings, Evaluation, Score, SearchEvent, SearchLimits, Technique,
    Techniques, material, minimax,
};

/// Positions with tactics, mates, promotions, castling and repetitions close at hand; the first
/// three are well known from counting moves, the others were made up for this test.
const POSITIONS: [&str; 8] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
    "7k/8/8/5Q2/8/8/8/K7 b - - 97 90",
    "8/8/8/8/k7/p7/8/K7 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
];

fn engine(techniques: Techniques, evaluation: Evaluation) -> Engine {
    let mut engine = Engine::new(1).expect("a table of one mebibyte");
    engine.settings.techniques = techniques;
    engine.settings.evaluation = evaluation;
    engine
}

fn value(engine: &mut Engine, pos: &Position, depth: u32) -> i32 {
    let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
    let report = engine.search(&Game::from(pos.clone()), &limits, &Control::new(), &mut |_| {});
    match report.lines[0].score {
        Score::Centipawns(value) => value,
        Score::Mate(moves) => moves.signum() * (32_000 - 2 * moves.abs()),
    }
}

/// A mate counted in moves, whoever mates.
fn in_moves(value: i32) -> i32 {
    if value.abs() > 31_000 {
        let plies = 32_000 - value.abs();
        value.signum() * (32_000 - 2 * ((plies + 1) / 2))
    } else {
        value
    }
}

#[test]
fn without_techniques_it_is_minimax() {
    for fen in POSITIONS {
        let pos: Position = fen.parse().unwrap();
        for depth in 1..=3 {
            let (expected, _) =
                minimax(&pos, depth, &mut material, &mut 0, &mut |_| false).unwrap();
            let found = value(&mut engine(Techniques::NONE, Evaluation::Material), &pos, depth);
            assert_eq!(found, in_moves(expected), "{fen} at depth {depth}");
        }
    }
}

#[test]
fn reductions_alone_see_every_mate_of_minimax() {
    // Late moves are looked at less deep at first, but in the end just as deep.
    let techniques = Techniques::NONE.with(Technique::Aspiration);
    for fen in POSITIONS {
        let pos: Position = fen.parse().unwrap();
        let (expected, _) = minimax(&pos, 3, &mut material, &mut 0, &mut |_| false).unwrap();
        let found = value(&mut engine(techniques, Evaluation::Material), &pos, 3);
        assert_eq!(found, in_moves(expected), "{fen}");
    }
}

#[test]
fn is_the_same_every_time() {
    let pos: Position = POSITIONS[0].parse().unwrap();
    let limits = SearchLimits { nodes: Some(30_000), ..SearchLimits::default() };
    let search = || {
        let mut engine = engine(Techniques::ALL, Evaluation::Classic);
        let mut lines = Vec::new();
        let report =
            engine.search(&Game::from(pos.clone()), &limits, &Control::new(), &mut |event| {
                if let Some(line) = event.line() {
                    lines.push((line.depth, line.score, line.nodes, line.moves.clone()));
                }
            });
        (report.best, report.nodes, lines)
    };
    let first = search();
    assert_eq!(first.1, 30_000);
    for _ in 0..20 {
        assert_eq!(search(), first);
    }
}

#[test]
fn every_technique_can_be_switched_off() {
    let pos: Position = POSITIONS[2].parse().unwrap();
    for technique in Technique::ALL {
        let mut engine = engine(Techniques::ALL.without(technique), Evaluation::Classic);
        let limits = SearchLimits { depth: Some(6), ..SearchLimits::default() };
        let report = engine.search(&Game::from(pos.clone()), &limits, &Control::new(), &mut |_| {});
        assert!(report.best.is_some(), "{technique:?}");
    }
}

/// The signatures at a small depth. They change with the search and the evaluation, and must not
/// with anything else: not with the processor, the system or the compiler.
const SIGNATURES: [(Evaluation, u64); 2] =
    [(Evaluation::Network, 65_729), (Evaluation::Classic, 76_002)];

#[test]
fn the_signatures_are_those_written_down() {
    for (evaluation, signature) in SIGNATURES {
        let settings = EngineSettings { evaluation, ..EngineSettings::default() };
        let result = reynard_engine::bench(6, &settings, &Control::new());
        let nodes = result.expect("a table of 16 mebibytes").nodes;
        assert_eq!(nodes, signature, "{evaluation}");
    }
}

/// In these problems a narrow search of a later move failed high at the mate that was known, and
/// the line of another move stood behind it.
#[test]
fn every_line_told_can_be_played() {
    for (fen, depth) in [
        ("8/8/8/8/4Q3/8/5Rb1/R3K2k b Q - 0 1", 6),
        ("5Kb1/3Bp3/6N1/8/5P1k/8/2p1pp1P/n6N b - - 0 1", 12),
        ("3qrrnk/ppnbbppp/2p5/2PpBP2/1P1P3R/P2B2N1/6PP/R2Q2K1 w - - 0 1", 14),
    ] {
        let pos: Position = fen.parse().unwrap();
        let limits = SearchLimits { depth: Some(depth), ..SearchLimits::default() };
        let mut told = 0;
        let mut engine = Engine::new(16).expect("a table of 16 mebibytes");
        engine.search(&Game::from(pos.clone()), &limits, &Control::new(), &mut |event| {
            let SearchEvent::Line(line) = event else { return };
            told += 1;
            let mut after = pos.clone();
            for &mv in &line.moves {
                assert!(after.play(mv).is_ok(), "{mv:?} in {:?} of {fen}", line.moves);
            }
        });
        assert!(told > 0, "{fen}");
    }
}

/// The queen gives check from e1 and h4 in turn. After the third ply of that it can go back to
/// where it stood, which is at least a draw, and need not do so to see it.
#[test]
fn a_repetition_is_seen_a_move_ahead() {
    let pos: Position = "7k/R7/1R6/8/8/8/6P1/4q1K1 w - - 4 30".parse().unwrap();
    let without = Techniques::NONE.with(Technique::Quiescence);
    let with = without.with(Technique::UpcomingRepetition);
    assert_eq!(value(&mut engine(without, Evaluation::Material), &pos, 2), 200);
    assert_eq!(value(&mut engine(with, Evaluation::Material), &pos, 2), 0);
}
