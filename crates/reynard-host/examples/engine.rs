//! Asks a UCI engine for a move: `cargo run --example engine -- stockfish`.

#![expect(clippy::print_stdout, reason = "a program, not a library")]

use reynard_host::reynard::{CastlingNotation, Game};
use reynard_host::{EngineProcess, EngineSpec, Timeouts};
use reynard_uci::{Go, PositionCommand};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let Some(program) = std::env::args().nth(1) else {
        println!("usage: engine PROGRAM");
        return Ok(());
    };
    let mut engine = EngineProcess::start(&EngineSpec::new(program), Timeouts::default())?;
    println!("{} with {} options", engine.name(), engine.options().len());
    engine.new_game()?;
    let position = PositionCommand::of_game(&Game::new(), CastlingNotation::Standard);
    let go = Go { depth: Some(10), ..Go::default() };
    let answer = engine.search(&position, &go, None, &mut |info| println!("{info}"))?;
    println!("{:?} after {:?}", answer.reply, answer.elapsed);
    Ok(())
}
