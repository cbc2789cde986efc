//! Several threads: what they come to together.

use std::error::Error;

use reynard::{Game, Position};
use reynard_engine::{Control, Engine, Score, SearchEvent, SearchLimits, SearchReport};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ENDING: &str = "8/5pk1/R5p1/7p/4r2P/5PP1/5K2/8 w - - 0 40";

/// What a search comes to, and the depths and numbers of the lines that it told.
type Told = (SearchReport, Vec<(u32, u32)>);

/// A search to a depth on several threads.
fn search(fen: &str, threads: usize, lines: usize, depth: u32) -> Result<Told, Box<dyn Error>> {
    search_within(fen, threads, lines, &SearchLimits::depth(depth))
}

fn search_within(
    fen: &str,
    threads: usize,
    lines: usize,
    limits: &SearchLimits,
) -> Result<Told, Box<dyn Error>> {
    let mut engine = Engine::new(8)?;
    engine.settings.threads = threads;
    engine.settings.lines = lines;
    let game = Game::from(fen.parse::<Position>()?);
    let mut told = Vec::new();
    let report = engine.search(&game, limits, &Control::new(), &mut |event| {
        if let SearchEvent::Line(line) = event {
            told.push((line.depth, line.number));
        }
    });
    Ok((report, told))
}

#[test]
fn the_depth_asked_for_is_reached_and_told() {
    for threads in [2, 3, 8] {
        for fen in [KIWIPETE, ENDING] {
            let (report, told) = search(fen, threads, 1, 10).unwrap();
            let line = &report.lines[0];
            assert_eq!(line.depth, 10, "{threads} threads, {fen}");
            assert_eq!(told.last(), Some(&(10, 1)));
            assert!(told.is_sorted(), "a depth was told after a deeper one: {told:?}");
            let mut pos: Position = fen.parse().unwrap();
            assert!(line.moves.iter().all(|&mv| pos.play(mv).is_ok()), "{line:?}");
        }
    }
}

#[test]
fn threads_that_vote_tell_the_line_of_the_winner_last() {
    for threads in [3, 8, 64] {
        for fen in [KIWIPETE, ENDING] {
            let limits = SearchLimits::nodes(60_000);
            let (report, told) = search_within(fen, threads, 1, &limits).unwrap();
            let line = &report.lines[0];
            assert_eq!(report.best, line.moves.first().copied(), "{threads} threads, {fen}");
            assert_eq!(told.last(), Some(&(line.depth, 1)), "{threads} threads, {fen}");
            let mut pos: Position = fen.parse().unwrap();
            assert!(line.moves.iter().all(|&mv| pos.play(mv).is_ok()), "{line:?}");
        }
    }
}

#[test]
fn several_lines_are_different_and_in_order() {
    let (report, _) = search(KIWIPETE, 3, 4, 8).unwrap();
    let first: Vec<_> = report.lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!(report.lines.len(), 4);
    assert!((1..4).all(|index| !first[..index].contains(&first[index])), "{first:?}");
    let scores: Vec<_> = report.lines.iter().map(|line| line.score).collect();
    let centipawns = |score: &Score| match *score {
        Score::Centipawns(score) => score,
        Score::Mate(moves) => panic!("there is no mate in {moves}"),
    };
    assert!(scores.is_sorted_by_key(|score| -centipawns(score)), "{scores:?}");
}

#[test]
fn a_forced_mate_is_found_by_all_together() {
    // A ladder: mate in two.
    let fen = "7k/8/8/8/8/1R6/R7/7K w - - 0 1";
    for threads in [1, 4] {
        let (report, _) = search(fen, threads, 1, 10).unwrap();
        assert!(matches!(report.lines[0].score, Score::Mate(2)), "{threads}: {report:?}");
    }
}

#[test]
fn threads_help_in_every_search_with_one_control() {
    let control = Control::new();
    let game = Game::from(KIWIPETE.parse::<Position>().unwrap());
    let limits = SearchLimits { depth: Some(10), ..SearchLimits::default() };
    let nodes = |threads: usize| {
        let mut engine = Engine::new(8).unwrap();
        engine.settings.threads = threads;
        engine.search(&game, &limits, &control, &mut |_| {}).nodes
    };
    let alone = nodes(1);
    // Threads meet by chance, and on a busy machine some come late.
    assert!((0..50).any(|_| nodes(4) > alone + alone / 4), "they do not help");
}

#[test]
fn a_depth_beyond_all_is_the_deepest() {
    let bare_kings = "8/8/8/8/8/8/k7/7K w - - 0 1";
    for threads in [1, 2] {
        let (report, _) = search(bare_kings, threads, 1, u32::MAX).unwrap();
        assert!(report.lines[0].depth > 100, "{report:?}");
    }
}

#[test]
fn sixty_four_threads_find_what_one_finds() {
    for fen in [KIWIPETE, ENDING] {
        let (report, told) = search(fen, 64, 1, 7).unwrap();
        assert_eq!(told.last(), Some(&(7, 1)));
        let mut pos: Position = fen.parse().unwrap();
        assert!(report.lines[0].moves.iter().all(|&mv| pos.play(mv).is_ok()));
    }
    let (report, _) = search("7k/8/6K1/8/8/8/8/R7 w - - 0 1", 64, 1, 8).unwrap();
    assert_eq!(report.score(), Some(Score::Mate(1)));
}
