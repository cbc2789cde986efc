//! Prints the principal variations of a position as the search finds them.
//!
//! `cargo run --release -p reynard-engine --example analyze --
//! 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3'`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;
use std::time::Duration;

use reynard_engine::reynard::{Game, Position};
use reynard_engine::{Control, Engine, SearchLimits};

fn main() -> Result<(), Box<dyn Error>> {
    let fen = std::env::args().nth(1);
    let pos: Position = match fen {
        Some(fen) => fen.parse()?,
        None => Position::startpos(),
    };
    let mut engine = Engine::new(64)?;
    engine.settings.lines = 3;
    let limits = SearchLimits::time(Duration::from_millis(500));
    let game = Game::from(pos.clone());
    let report = engine.search(&game, &limits, &Control::new(), &mut |_| {});
    for line in &report.lines {
        let mut after = pos.clone();
        let mut moves = Vec::new();
        for &mv in &line.moves {
            moves.push(after.san(mv).to_string());
            after.play(mv)?;
        }
        println!("{:>2}. {} depth {}: {}", line.number, line.score, line.depth, moves.join(" "));
    }
    println!("{} nodes in {:.2?}", report.nodes, report.time);
    Ok(())
}
