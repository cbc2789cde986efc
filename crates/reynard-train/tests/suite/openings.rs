//! The built-in openings.

use std::collections::HashSet;

use reynard_engine::{Control, Engine, Score, SearchLimits};
use reynard_play::OpeningSuite;
use reynard_train::reynard::{Game, Position};

/// Nodes of the search that judges a line here; the lines were chosen with ten times as many.
const NODES: u64 = 6_000;

/// Largest score in centipawns, for any version of the engine.
const BOUND: i32 = 100;

fn games() -> impl Iterator<Item = Game> {
    let suite = OpeningSuite::balanced();
    (0..suite.len()).map(move |index| suite.game(index))
}

#[test]
fn the_built_in_openings_have_different_last_positions() {
    assert_eq!(games().count(), 500);
    let last: HashSet<String> = games().map(|game| game.position().fen()).collect();
    assert_eq!(last.len(), 500);
    assert!(games().all(|game| (8..=9).contains(&game.len())));
    assert!(games().all(|game| *game.root() == Position::startpos()));
    assert!(games().all(|game| !game.position().is_check() && game.outcome().is_none()));
    let firsts: HashSet<String> =
        games().map(|game| format!("{:?}", game.moves().next())).collect();
    assert!(firsts.len() >= 6, "{firsts:?}");
}

#[test]
fn the_built_in_openings_are_balanced() {
    let mut engine = Engine::new(4).unwrap();
    let mut sum = 0;
    for game in games() {
        engine.new_game();
        let limits = SearchLimits::nodes(NODES);
        let report = engine.search(&game, &limits, &Control::new(), &mut |_| {});
        let Some(Score::Centipawns(score)) = report.internal_score() else {
            panic!("a mate after {}", game.position());
        };
        assert!(score.abs() <= BOUND, "{score} after {}", game.position());
        sum += score.abs();
    }
    assert!(sum / 500 <= 35, "{} centipawns on average", sum / 500);
}

#[test]
fn chess960_has_960_start_positions() {
    let suite = OpeningSuite::chess960();
    let all: HashSet<String> =
        (0..suite.len()).map(|index| suite.game(index).root().fen()).collect();
    assert_eq!(all.len(), 960);
}
