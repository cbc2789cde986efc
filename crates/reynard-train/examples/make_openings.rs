//! Makes a set of balanced openings: the file behind `OpeningSuite::balanced`.
//!
//! `cargo run --release -p reynard-train --example make_openings >
//! crates/reynard-train/src/openings.txt`
//!
//! Each line is drawn move by move among the moves that a search of [`DRAW_NODES`] nodes puts
//! within [`MARGIN`] centipawns of the best one, and kept if a search of [`CHECK_NODES`] nodes
//! finds its last position balanced. The result depends on the settings below and on the engine
//! alone.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::collections::HashSet;
use std::error::Error;

use reynard_engine::reynard::{Game, Move};
use reynard_engine::{Control, Engine, Score, SearchLimits};

/// Number of lines.
const LINES: usize = 500;
/// Plies of a line: the first half of the lines ends with White to move, the other with Black.
const PLIES: [usize; 2] = [8, 9];
/// Lines with the same first three plies.
const MOST_ALIKE: usize = 12;
/// Moves among which one is drawn.
const CHOICES: usize = 6;
/// Largest distance of these from the best one, in centipawns.
const MARGIN: i32 = 18;
/// Nodes of the search that offers moves.
const DRAW_NODES: u64 = 20_000;
/// Nodes of the search that judges a line.
const CHECK_NODES: u64 = 60_000;
/// Largest score of a line, in centipawns.
const BOUND: i32 = 35;
/// Seed of the draw.
const SEED: u64 = 17;

fn main() -> Result<(), Box<dyn Error>> {
    println!("# {LINES} balanced openings, made by Reynard's example program `make_openings`.");
    println!(
        "# plies {PLIES:?}, choices {CHOICES} within {MARGIN} cp at {DRAW_NODES} nodes, balance within {BOUND} cp at \
         {CHECK_NODES} nodes, seed {SEED}"
    );
    let mut random = SEED;
    let mut positions = HashSet::new();
    let mut beginnings: Vec<Vec<Move>> = Vec::new();
    let mut engine = Engine::new(16)?;
    let mut made = 0;
    while made < LINES {
        let plies = PLIES[made * PLIES.len() / LINES];
        let Some(game) = draw(&mut engine, plies, &mut random) else { continue };
        let beginning: Vec<Move> = game.moves().take(3).collect();
        let alike = beginnings.iter().filter(|other| **other == beginning).count();
        let key = game.position().key();
        if alike >= MOST_ALIKE || positions.contains(&key) || !is_balanced(&mut engine, &game) {
            continue;
        }
        positions.insert(key);
        beginnings.push(beginning);
        println!("{}", text(&game)?);
        made += 1;
    }
    Ok(())
}

/// Draws a line; `None` if it ends in check.
fn draw(engine: &mut Engine, plies: usize, random: &mut u64) -> Option<Game> {
    let mut game = Game::new();
    while game.len() < plies {
        engine.new_game();
        engine.settings.lines = CHOICES;
        let report =
            engine.search(&game, &SearchLimits::nodes(DRAW_NODES), &Control::new(), &mut |_| {});
        let best = centipawns(report.internal_score()?)?;
        let is_near = |score: Score| centipawns(score).is_some_and(|score| score >= best - MARGIN);
        let choices: Vec<Move> = report
            .lines
            .iter()
            .filter(|line| is_near(line.internal_score))
            .filter_map(|line| line.moves.first().copied())
            .collect();
        let number = usize::try_from(next(random) % choices.len().max(1) as u64).ok()?;
        game.play(*choices.get(number)?).ok()?;
    }
    (!game.position().is_check()).then_some(game)
}

/// Searches the last position of a line.
fn is_balanced(engine: &mut Engine, game: &Game) -> bool {
    engine.new_game();
    engine.settings.lines = 1;
    let report =
        engine.search(game, &SearchLimits::nodes(CHECK_NODES), &Control::new(), &mut |_| {});
    report.internal_score().and_then(centipawns).is_some_and(|score| score.abs() <= BOUND)
}

fn centipawns(score: Score) -> Option<i32> {
    match score {
        Score::Centipawns(score) => Some(score),
        Score::Mate(_) => None,
    }
}

/// The moves in SAN.
fn text(game: &Game) -> Result<String, Box<dyn Error>> {
    let mut pos = game.root().clone();
    let mut words = Vec::new();
    for mv in game.moves() {
        words.push(pos.san(mv).to_string());
        pos.play(mv)?;
    }
    Ok(words.join(" "))
}

/// The next random number: `SplitMix64`.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
