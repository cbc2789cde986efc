//! Plays a game of the engine against itself and prints its moves.
//!
//! `cargo run --release -p reynard-engine --example self_play`

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use std::error::Error;

use reynard_engine::reynard::Game;
use reynard_engine::{Control, Engine, SearchLimits};

fn main() -> Result<(), Box<dyn Error>> {
    let mut engine = Engine::default();
    let limits = SearchLimits::nodes(2_000);
    let mut game = Game::new();
    while game.outcome().is_none() && game.len() < 300 {
        let report = engine.search(&game, &limits, &Control::new(), &mut |_| {});
        let Some(mv) = report.best else { break };
        print!("{} ", game.position().san(mv));
        game.play(mv)?;
    }
    println!("\n{:?} after {} half-moves", game.outcome(), game.len());
    Ok(())
}
